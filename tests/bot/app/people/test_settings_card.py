"""Player settings: parsing, the card, and persistence."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.button_token import decode
from bot.app.model.card import Card, Menu
from bot.app.model.request import Verb
from bot.app.model.settings import KEYS, Settings, read, settings_of, values_of
from bot.app.people.settings_card import card
from bot.text.catalog import LOCALES, texts
from core.errors import Reason, Refused
from renderers.theme import THEMES
from tests.bot.app.harness import ANN, BO, Harness, actor, harness
from tests.fakes.front_end import buttons

chosen = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in KEYS.items()})


@given(chosen)
def test_settings_come_back_equal(values: dict[str, str]) -> None:
    assert values_of(settings_of(values)) == values


@given(st.dictionaries(st.sampled_from([*KEYS, "other"]), st.text(max_size=5)))
def test_what_another_release_stored_is_the_usual(values: dict[str, str]) -> None:
    unknown = {key: value for key, value in values.items() if value not in KEYS.get(key, ())}
    assert settings_of(unknown) == Settings()


def test_the_first_value_is_the_usual() -> None:
    assert values_of(Settings()) == {key: values[0] for key, values in KEYS.items()}
    assert Settings().theme == THEMES[0]


@given(st.sampled_from(sorted(KEYS)), st.sampled_from([" ", "=", ".", " = ", ": ", "+", "  "]))
def test_a_change_is_read_however_it_is_typed(key: str, between: str) -> None:
    for value in KEYS[key]:
        assert read(f" {key.upper()}{between}{value}") == (key, value)


@pytest.mark.parametrize("text", ["confirm", "confirm maybe", "colour red", "yes", "auto yes no"])
def test_what_is_no_setting_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read(text)
    assert refused.value.reason is Reason.UNKNOWN_OPTION


def test_no_words_change_nothing() -> None:
    assert read("  ") is None


@pytest.mark.parametrize("locale", LOCALES)
@given(values=chosen)
def test_every_button_of_the_card_changes_something(locale: str, values: dict[str, str]) -> None:
    shown = card(texts(locale), settings_of(values))
    keys = [key for key in KEYS if key != "zone" or needs_zone(values)]
    assert len(shown.text.splitlines()) == 1 + len(keys)
    presses = [decode(button.token) for button in buttons(shown)]
    own = [press.verb for press in presses if press.verb is not Verb.SETTINGS]
    assert own == [Verb.LINK, Verb.BLOCK, Verb.EXPORT, Verb.DELETE]
    asked = [read(press.arg) for press in presses if press.verb is Verb.SETTINGS]
    assert len(set(asked)) == len(asked)
    two = {(key, v) for key, vs in KEYS.items() if len(vs) == 2 for v in vs if v != values[key]}
    more = {(key, v) for key in keys if len(KEYS[key]) > 2 for v in KEYS[key]}
    assert set(asked) == two | more


@pytest.mark.parametrize("locale", LOCALES)
@given(values=chosen)
def test_each_menu_can_be_opened_alone_and_left(locale: str, values: dict[str, str]) -> None:
    shown = card(texts(locale), settings_of(values))
    for menu in (row for row in shown.rows if isinstance(row, Menu)):
        press = decode(menu.opens)
        assert press.verb is Verb.SETTINGS
        key, value = read(press.arg) or ("", "?")
        assert value == ""
        alone = card(texts(locale), settings_of(values), key)
        assert alone.text in shown.text.splitlines()
        assert alone.rows[0] == menu
        [back] = buttons(Card("", rows=alone.rows[1:]))
        assert read(decode(back.token).arg) is None


def needs_zone(values: dict[str, str]) -> bool:
    return values["quiet"] != "none" or values["notices"] == "daily" or values["zone"] != "0"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("quiet 22-8", "22 8"),
        ("quiet 22\u20138", "22 8"),  # an en dash, as phone keyboards insert
        ("zone UTC\u22123:30", "m3 30"),
        ("zone +0530", "5 30"),
        ("zone -03:00", "m3"),
        ("zone \u201c2\u201d", "2"),
        ("quiet=1-13", "1 13"),
        ("quiet none", "none"),
        ("zone utc+5:30", "5 30"),
        ("zone -3:30", "m3 30"),
        ("zone=UTC-9", "m9"),
        ("zone +14", "14"),
        ("zone UTC", "0"),
    ],
)
def test_hours_are_read_as_people_write_them(typed: str, kept: str) -> None:
    key, value = read(typed) or ("", "")
    assert value == kept
    assert values_of(settings_of({key: value}))[key] == kept


@pytest.mark.parametrize("typed", ["quiet 8-8", "quiet 22-24", "quiet 8", "zone 15", "zone 3:10"])
def test_what_are_no_hours_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read(typed)


async def test_settings_are_shown_and_changed_by_button_and_word(home: Harness) -> None:
    shown = await home.say(ANN, "settings")
    assert shown.card is not None
    assert "Stones are placed without asking." in shown.card.text
    press = next(b for b in buttons(shown.card) if b.label == "Ask before placing")
    changed = await home.press(ANN, press.token)
    assert changed.card is not None
    assert "You're asked before a stone is placed." in changed.card.text
    ann, bo = await home.store.player_for(ANN), await home.store.player_for(BO)
    assert (await home.store.settings(ann.id)).confirm
    assert not (await home.store.settings(bo.id)).confirm, "one's own settings, nobody else's"
    await home.say(ANN, "settings confirm no")
    assert not (await home.store.settings(ann.id)).confirm
    assert (await home.say(ANN, "settings confirm perhaps")).reason is Reason.UNKNOWN_OPTION
    assert home.paper.sheets == {}, "nobody else sees it"


async def test_a_language_holds_wherever_one_asks(home: Harness) -> None:
    told = await home.say(ANN, "settings language fr")
    assert told.card is not None
    assert "Tes réglages" in told.card.text, "the answer speaks it already"
    italian = actor("Ann", "it")
    assert "règle" in (await home.say(italian, "rules pente")).card.text.lower()  # type: ignore[union-attr]
    back = await home.say(italian, "settings language chat")
    assert back.card is not None
    assert "Le tue impostazioni" in back.card.text
    assert (await home.store.player_for(italian)).locale is None


async def test_settings_survive_a_restart(tmp_path: Path) -> None:
    for first in (True, False):
        async with harness(tmp_path / "tavola.db") as home:
            if first:
                for wish in ("confirm yes", "auto no", "theme dark", "language ht"):
                    await home.say(ANN, f"settings {wish}")
            ann = await home.store.player_for(ANN)
            assert await home.store.settings(ann.id) == Settings(
                confirm=True, auto=False, language="ht", theme="dark"
            )
            assert ann.locale == "ht"
