"""Room settings: parsing, inheritance, and channel references."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.room import Room
from bot.app.model.room_settings import (
    ALL,
    KEYS,
    THIS,
    USUAL,
    Asked,
    RoomSettings,
    read,
    room_in,
    scopes,
    settings_of,
    this,
    values_of,
)
from core.errors import Reason, Refused
from core.registry import GAMES

numbers = st.integers(1, 10**19).map(str)
places = st.just("thread") | st.just("here") | numbers.map("in {}".format)
chosen = st.fixed_dictionaries(
    {key: st.sampled_from(values) for key, values in KEYS.items() if THIS not in values}
    | {"place": places, "results": st.just("none") | numbers.map("in {}".format)}
)

CHANNEL = Room("discord", "9", "11")
THREAD = Room("discord", "9", "11", "12")
GROUP = Room("telegram", "-100", "-100")
TOPIC = Room("telegram", "-100", "-100", "7")
ALONE = Room("telegram", None, "5")
PAGE = Room("web", None, "lobby")
rooms = st.sampled_from([CHANNEL, THREAD, GROUP, TOPIC, ALONE, PAGE])


@given(chosen)
def test_settings_come_back_equal(values: dict[str, str]) -> None:
    assert values_of(settings_of(values)) == values


@given(st.dictionaries(st.sampled_from([*KEYS, "other"]), st.text(max_size=5)))
def test_what_another_release_stored_is_the_usual(values: dict[str, str]) -> None:
    unknown = {key: value for key, value in values.items() if value not in KEYS.get(key, ())}
    assert settings_of(unknown) == RoomSettings()


def test_the_first_value_is_the_usual() -> None:
    assert values_of(RoomSettings()) == {key: values[0] for key, values in KEYS.items()}
    assert not RoomSettings().closed
    assert settings_of(dict.fromkeys(GAMES, "no")).closed == frozenset(GAMES)


def test_this_is_said_and_never_kept() -> None:
    assert settings_of({"place": THIS, "results": THIS}) == RoomSettings()


@given(st.sampled_from(sorted(KEYS)), st.sampled_from([" ", "=", ".", " = ", ": ", "+", "  "]))
def test_a_change_is_read_however_it_is_typed(key: str, between: str) -> None:
    for value in (*KEYS[key], USUAL):
        assert read(f" {key.upper()}{between}{value}") == Asked(False, key, value)
        assert read(f"here {key}{between}{value}") == Asked(True, key, value)
    assert read(key) == Asked(False, key)


@pytest.mark.parametrize("text", ["pente maybe", "colour red", "here yes", "daily 24", "usual"])
def test_what_is_no_setting_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read(text)
    assert refused.value.reason is Reason.UNKNOWN_OPTION


def test_no_words_change_nothing() -> None:
    assert read("  ") == read(ALL) == Asked()
    assert read(" here ") == Asked(part=True)
    assert read("here usual") == Asked(True, USUAL)


@pytest.mark.parametrize(
    ("room", "whose"),
    [
        (CHANNEL, (Room("discord", "9", ""), CHANNEL)),
        (THREAD, (Room("discord", "9", ""), CHANNEL)),
        (Room("discord", "9", ""), (Room("discord", "9", ""),)),
        (GROUP, (GROUP,)),
        (TOPIC, (GROUP, TOPIC)),
        (ALONE, (ALONE,)),
        (PAGE, (PAGE,)),
    ],
    ids=str,
)
def test_whose_word_holds(room: Room, whose: tuple[Room, ...]) -> None:
    assert scopes(room) == whose


@given(rooms)
def test_a_house_is_its_own(room: Room) -> None:
    for harness in scopes(room):
        assert scopes(harness)[-1] == harness


@given(rooms)
def test_this_leads_back(room: Room) -> None:
    found = room_in(room, this(room))
    assert found == (None if room.space is None else scopes(room)[-1])


def test_a_number_means_a_room_of_the_same_house() -> None:
    assert room_in(THREAD, "in 77") == Room("discord", "9", "77")
    assert room_in(TOPIC, "in 77") == Room("telegram", "-100", "-100", "77")
    assert room_in(TOPIC, "in 0") == GROUP
    assert room_in(PAGE, "in 77") is None
    assert room_in(CHANNEL, "here") is None
