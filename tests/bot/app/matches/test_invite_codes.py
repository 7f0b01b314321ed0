"""Codes that lead to a match from anywhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.attempt_limit import TRIES, WITHIN
from bot.app.model.button_token import decode
from bot.app.model.card import Button
from bot.app.model.invite_code import ALPHABET, LENGTH, draw_code, read_code
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from core.errors import Reason
from core.match.model import Status
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness
from tests.fakes.front_end import buttons

EVES_OWN = Room("paper", None, "eve")
BOS_OWN = Room("paper", None, "bo")


async def code_of(home: Harness) -> str:
    """The code of Ann's open challenge, as she is told it."""
    reply = await home.click(ANN, home.paper.last(ROOM), "Invite with a code")
    assert reply.text.startswith("Friends can join from anywhere: join ")
    return reply.text.split()[-1]


def labelled(reply: Reply, label: str) -> str:
    assert reply.card is not None
    return next(button.token for button in buttons(reply.card) if button.label == label)


def play_here(reply_buttons: list[Button]) -> str:
    return next(button.token for button in reply_buttons if button.label == "Play here")


@given(st.binary(min_size=16, max_size=16))
def test_codes_are_six_characters_that_nobody_confuses(entropy: bytes) -> None:
    code = draw_code(entropy)
    assert len(code) == LENGTH
    assert not set(code) & set("01OIL")
    assert read_code(code) == code
    assert read_code(f" {code[:3].lower()}-{code[3:]} ") == code


@given(st.text(max_size=12))
def test_what_is_no_code_is_none(text: str) -> None:
    code = read_code(text)
    assert code is None or set(code) <= set(ALPHABET)


async def test_a_guest_is_asked_and_then_sits_down(home: Harness) -> None:
    challenge = await home.say(ANN, "challenge first=challenger")
    code = await code_of(home)
    reply = await home.say(BO, f"join {code.lower()}", ELSEWHERE)
    assert reply.card is not None
    assert "Play Reversi against Ann? Their room will see your name and moves." in reply.card.text
    assert (await home.match(challenge)).match.status is Status.OPEN
    await home.press(BO, play_here(buttons(reply.card)), ELSEWHERE)
    session = await home.match(challenge)
    assert session.match.status is Status.PLAYING
    assert [screen.room for screen in session.screens] == [ROOM, ELSEWHERE]
    for room in (ROOM, ELSEWHERE):
        assert "▶ Ann to move" in home.paper.last(room).card.text
    await home.say(ANN, "move d3")
    assert (await home.say(BO, "move c3", ELSEWHERE)).reason is None
    assert "2. Bo c3" in home.paper.last(ROOM).card.text


async def test_a_code_is_the_same_when_asked_again(home: Harness) -> None:
    await home.say(ANN, "challenge")
    assert await code_of(home) == await code_of(home)


async def test_a_code_opens_one_seat(home: Harness) -> None:
    await home.say(ANN, "challenge")
    code = await code_of(home)
    first, second = [await home.say(who, f"join {code}", ELSEWHERE) for who in (BO, EVE)]
    assert first.card
    assert second.card
    await home.press(BO, play_here(buttons(first.card)), ELSEWHERE)
    late = await home.press(EVE, play_here(buttons(second.card)), ELSEWHERE)
    assert late.reason is Reason.NOT_OPEN
    assert (await home.say(EVE, f"join {code}", ELSEWHERE)).reason is Reason.NOT_OPEN


async def test_only_the_askers_press_counts(home: Harness) -> None:
    """The question may stand in a group: somebody else who presses is asked for themselves, and
    however often they press, another's question is not theirs."""
    challenge = await home.say(ANN, "challenge")
    reply = await home.say(BO, f"join {await code_of(home)}", ELSEWHERE)
    assert reply.card
    token = play_here(buttons(reply.card))
    for where in (ELSEWHERE, ELSEWHERE, EVES_OWN):  # what is pressed in private is asked there
        other = await home.press(EVE, token, where)
        assert other.card is not None
        assert (await home.match(challenge)).match.status is Status.OPEN
    await home.press(EVE, token, EVES_OWN)
    assert (await home.match(challenge)).match.seats_of((await home.store.player_for(EVE)).id)
    assert (await home.press(BO, token, ELSEWHERE)).reason is Reason.NOT_OPEN


async def test_watching_takes_a_code(home: Harness) -> None:
    await home.say(ANN, "play")
    reply = await home.say(BO, "watch")
    assert reply.reason is Reason.NO_CODE
    assert reply.text == "Which match? Add its code: watch K7Q4MD."


async def test_a_guest_says_no(home: Harness) -> None:
    challenge = await home.say(ANN, "challenge")
    reply = await home.say(BO, f"join {await code_of(home)}", ELSEWHERE)
    assert reply.card
    assert [each.label for each in buttons(reply.card)] == [
        "Play here",
        "Play in private",
        "Not now",
    ]
    no = labelled(reply, "Not now")
    assert (await home.press(EVE, no, ELSEWHERE)).reason is Reason.NOT_INVITED
    left = await home.press(BO, no, ELSEWHERE)
    assert left.text == "OK, the seat stays free."
    assert (await home.match(challenge)).match.status is Status.OPEN
    again = await home.press(BO, labelled(reply, "Play here"), ELSEWHERE)
    assert again.card, "asked once more"


async def test_a_guest_plays_in_private(home: Harness) -> None:
    """Whoever was asked in a room is not asked again where they are alone; a stranger is."""
    challenge = await home.say(ANN, "challenge first=challenger")
    reply = await home.say(BO, f"join {await code_of(home)}", ELSEWHERE)
    apart = labelled(reply, "Play in private")
    asked = await home.press(EVE, apart, EVES_OWN)
    assert asked.card
    assert [each.label for each in buttons(asked.card)] == ["Play here", "Not now"]
    await home.press(BO, apart, BOS_OWN)
    session = await home.match(challenge)
    assert [screen.room for screen in session.screens] == [ROOM, BOS_OWN]
    assert "▶ Ann to move" in home.paper.last(BOS_OWN).card.text


async def test_a_board_may_go_to_another_room_than_the_press_came_from(home: Harness) -> None:
    challenge = await home.say(ANN, "challenge first=challenger")
    reply = await home.say(BO, f"join {await code_of(home)}", ELSEWHERE)
    press = decode(labelled(reply, "Play in private"))
    request = Request(
        "p1", BO, ELSEWHERE, press.verb, press.session, press.turn, press.arg, to=BOS_OWN
    )
    assert (await home.service.handle(request)).reason is None
    session = await home.match(challenge)
    assert [screen.room for screen in session.screens] == [ROOM, BOS_OWN]


async def test_the_host_is_told_who_came(home: Harness) -> None:
    """Where it was offered, and until there is a move to tell of."""
    await home.say(ANN, "challenge first=challenger")
    reply = await home.say(BO, f"join {await code_of(home)}", ELSEWHERE)
    await home.press(BO, labelled(reply, "Play here"), ELSEWHERE)
    assert "Bo joined." not in home.paper.last(ELSEWHERE).card.text
    assert home.paper.last(ROOM).card.text.splitlines()[1] == "Bo joined."
    await home.say(ANN, "move d3")
    assert "joined." not in home.paper.last(ROOM).card.text


async def test_who_was_here_all_along_did_not_come(home: Harness) -> None:
    await home.say(ANN, "challenge first=challenger")
    await home.click(BO, home.paper.last(ROOM), "Accept")
    assert "joined." not in home.paper.last(ROOM).card.text


async def test_a_code_dies_with_its_challenge(home: Harness) -> None:
    await home.say(ANN, "challenge")
    code = await code_of(home)
    await home.click(ANN, home.paper.last(ROOM), "Cancel")
    assert (await home.say(BO, f"join {code}", ELSEWHERE)).reason is Reason.ABORTED
    assert (await home.say(BO, f"watch {code}", ELSEWHERE)).reason is Reason.FINISHED


async def test_nobody_is_asked_to_play_themselves(home: Harness) -> None:
    await home.say(ANN, "challenge")
    code = await code_of(home)
    assert (await home.say(ANN, f"join {code}", ELSEWHERE)).reason is Reason.OWN_CHALLENGE


async def test_only_who_plays_is_told_the_code(home: Harness) -> None:
    await home.say(ANN, "challenge")
    token = home.paper.last(ROOM).token("Invite with a code")
    assert (await home.press(BO, token)).reason is Reason.NOT_SEATED


async def test_an_open_challenge_is_for_its_room(home: Harness) -> None:
    """A token carried to another room takes no seat there."""
    await home.say(ANN, "challenge")
    token = home.paper.last(ROOM).token("Accept")
    assert (await home.press(BO, token, ELSEWHERE)).reason is Reason.UNKNOWN_MATCH
    assert (await home.press(BO, token)).reason is None


async def test_who_is_invited_may_accept_from_anywhere(home: Harness) -> None:
    await home.say(ANN, "challenge @Bo")
    assert (await home.press(BO, home.paper.last(ROOM).token("Accept"), ELSEWHERE)).reason is None


async def test_watching_takes_no_seat(home: Harness) -> None:
    id = await home.started()
    invited = await home.ask(ANN, Verb.INVITE, session=id)
    code = invited.text.split()[-1]
    assert invited.text.startswith("Spectators can watch from anywhere: watch ")
    await home.say(EVE, f"watch {code}", ELSEWHERE)
    await home.say(EVE, f"watch {code}", ELSEWHERE)
    assert len((await home.session(id)).screens) == 2
    await home.say(ANN, "move d3")
    sheet = home.paper.last(ELSEWHERE)
    assert "1. Ann d3" in sheet.card.text
    assert (await home.click(EVE, sheet, "c3")).reason is Reason.NOT_SEATED


async def test_nothing_is_watched_before_it_begins(home: Harness) -> None:
    """The card of a challenge has a button that seats people; a watching room must not get it."""
    await home.say(ANN, "challenge")
    reply = await home.say(EVE, f"watch {await code_of(home)}", ELSEWHERE)
    assert reply.reason is Reason.NOT_STARTED
    assert [sheet.room for sheet in home.paper.sheets.values()] == [ROOM]


async def test_five_wrong_codes_are_enough_for_ten_minutes(home: Harness) -> None:
    await home.say(ANN, "challenge")
    code = await code_of(home)
    for wrong in ("AAAAAA", "nonsense", "22222", "I0O1LL", "BBBBBB")[:TRIES]:
        assert (await home.say(BO, f"join {wrong}", ELSEWHERE)).reason is Reason.UNKNOWN_CODE
    assert (await home.say(BO, f"join {code}", ELSEWHERE)).reason is Reason.TOO_MANY_TRIES
    assert (await home.say(EVE, f"join {code}", ELSEWHERE)).card is not None
    home.now.advance(WITHIN)
    assert (await home.say(BO, f"join {code}", ELSEWHERE)).card is not None


@pytest.mark.parametrize("verb", ["join", "watch"])
async def test_an_unknown_code_is_named(home: Harness, verb: str) -> None:
    reply = await home.say(BO, f"{verb} zzz999")
    assert reply.text == "No match has the code “zzz999”."


async def test_the_code_of_an_offer_is_told_when_typed_for(home: Harness) -> None:
    await home.say(ANN, "challenge")
    assert (await home.say(ANN, "invite")).text.split()[-1] == await code_of(home)
    assert (await home.say(BO, "invite")).reason is Reason.NO_MATCH_HERE


async def test_a_guest_types_for_a_rematch_where_they_played(home: Harness) -> None:
    challenge = await home.say(ANN, "challenge first=challenger")
    reply = await home.say(BO, f"join {await code_of(home)}", ELSEWHERE)
    assert reply.card is not None
    await home.press(BO, play_here(buttons(reply.card)), ELSEWHERE)
    await home.say(ANN, "move d3")
    await home.say(BO, "move c3", ELSEWHERE)
    assert (await home.ask(BO, Verb.RESIGN, "sure", room=ELSEWHERE)).reason is None
    assert (await home.say(BO, "yes", ELSEWHERE)).reason is Reason.NO_OFFER
    assert (await home.say(BO, "rematch", ELSEWHERE)).reason is None
    assert (await home.say(ANN, "rematch no")).reason is None
    assert (await home.say(BO, "rematch", ELSEWHERE)).reason is Reason.JUST_DECLINED
    assert (await home.say(ANN, "rematch")).reason is None
    assert (await home.say(BO, "yes", ELSEWHERE)).reason is None
    assert (await home.match(challenge)).match.rematch is not None
