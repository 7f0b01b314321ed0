"""Duels and groups at dice, through the service on a real database."""

import hashlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.button_token import Press, encode
from bot.app.model.request import Actor, Verb
from bot.app.model.session import ScreenKind
from bot.text.numbers import whole
from core.contest import CONTEST_DURATION
from core.errors import Reason
from core.match.model import OPEN_FOR, AbortCause, Status
from tests.bot.app.company import (
    CY,
    computer_plays,
    contest,
    labels,
    my_sheet,
    offered,
    own_match,
    play,
    sheet,
    splits,
    table_of,
    throw,
)
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, harness
from tests.fakes.front_end import buttons

VERIFY = Path(__file__).parents[4] / "docs" / "verify_dice.py"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened


# --- a duel --------------------------------------------------------------------------------------


async def test_a_duel_is_offered_to_one_with_the_promise(home: Harness) -> None:
    card = await offered(home)
    said = card.card.text
    assert said.startswith("Ann challenges Bo to Solitaire Dice: same throws for both.")
    assert re.search(r"\(fingerprint [0-9a-f]{64}\)\. Press Accept", said)
    assert labels(card) == ["Accept", "Decline", "Rules", "Cancel"]
    for who, verb, reason in (
        (EVE, "Accept", Reason.NOT_INVITED),
        (ANN, "Accept", Reason.OWN_CHALLENGE),
        (EVE, "Decline", Reason.NOT_INVITED),
        (BO, "Cancel", Reason.NOT_HOST),
    ):
        assert (await home.click(who, card, verb)).reason is reason
    assert (await my_sheet(home, card, ANN)).reason is Reason.OWN_CHALLENGE


async def test_accepting_throws_for_both_and_shows_ones_own_sheet_in_private(home: Harness) -> None:
    card = await offered(home)
    accept = card.token("Accept")
    bos = await home.press(BO, accept, id="the press")
    assert len(throw(bos)) == 5
    assert bos.session is None  # nothing of it is shown in the room
    anns = await my_sheet(home, card, ANN)
    assert throw(anns) == throw(bos)
    assert throw(await home.press(BO, accept, id="another")) == throw(bos)  # once more: the same
    assert throw(await my_sheet(home, card, BO)) == throw(bos)
    _, found = await contest(home, card)
    assert found.chance.client == hashlib.sha256(b"the press").hexdigest()[:8]
    assert "🎲 Ann   🎲 Bo" in card.card.text
    assert labels(card) == ["🎲 My sheet", "Rules", "⤓ Show below"]
    assert (await my_sheet(home, card, EVE)).reason is Reason.NOT_OPEN
    assert len(home.paper.sheets) == 1


async def test_each_plays_at_their_own_pace_and_nothing_is_told_before_all_are_done(
    home: Harness,
) -> None:
    card = await offered(home)
    bos = await play(home, BO, await home.click(BO, card, "Accept"))
    over = sheet(bos)
    assert "points" in over.text
    assert "The result will be posted in the room." in over.text
    total = (await own_match(home, card, BO)).outcome
    assert total is not None
    assert "✓ Bo" in card.card.text
    assert whole(total.scores[0]) not in card.card.text
    for asked in ("replay", "record"):
        assert (await home.say(BO, asked)).reason is Reason.NOT_FINISHED, (
            "not by a typed word either"
        )
    board = await home.say(EVE, "leaderboard dice")
    assert board.card is not None
    assert "Bo" not in board.card.text  # a total on the leaderboard would tell it too
    of_bo = encode(Press(table_of(card), 0, Verb.SHEET, "1"))
    for who in (ANN, EVE):
        assert (await home.press(who, of_bo)).reason is Reason.NOT_FINISHED
    anns = await my_sheet(home, card, ANN)
    assert len(throw(anns)) == 5


async def verified(*arguments: str) -> str:
    done = subprocess.run(  # noqa: ASYNC221 - a tenth of a second
        [sys.executable, str(VERIFY), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_the_end_tells_ranks_sheets_and_seed_and_the_dice_check_out(
    home: Harness, tmp_path: Path
) -> None:
    card = await offered(home)
    promised = re.search(r"[0-9a-f]{64}", card.card.text)
    assert promised is not None
    first = await home.click(BO, card, "Accept")
    thrown = throw(first)
    await play(home, BO, first)
    last = await play(home, ANN, await my_sheet(home, card, ANN))
    assert "The result will be posted" not in sheet(last).text
    end = home.paper.last(ROOM)
    assert end is not card
    matches = [await own_match(home, card, who) for who in (ANN, BO)]
    totals = [match.outcome.scores[0] for match in matches if match.outcome]
    for name, total in zip(("Ann", "Bo"), totals, strict=True):
        assert f". {name} {whole(total)}" in end.card.text
    assert labels(end) == ["Play again", "Ann", "Bo"]
    told = re.search(r"seed (\w+), label (\w+), client text (\S+)\.$", end.card.text)
    assert told is not None
    checked = (await verified(*told.groups(), "1")).splitlines()
    assert checked[0] == f"commitment {promised[0]}"
    assert str(list(thrown)) in checked[1]

    theirs = sheet(await home.click(EVE, end, "Bo"))
    assert theirs.board is not None
    assert theirs.board.board.tallies == (totals[1],)
    record = await home.ask(EVE, Verb.RECORD, session=matches[1].id)
    assert record.card is not None
    (tmp_path / "record.json").write_text(record.card.monospace, encoding="utf-8")
    assert promised[0] in await verified(str(tmp_path / "record.json"))
    board = await home.say(EVE, "leaderboard dice")
    assert board.card is not None
    for total in totals:
        assert f"best {whole(total)}, average {whole(total)}" in board.card.text
    history = await home.say(BO, "history")
    assert history.card is not None
    [link] = history.card.links
    assert (link.session, link.screen.room) == (matches[1].id, ROOM)
    session, _ = await contest(home, card)
    assert session.match.status is Status.FINISHED
    assert [screen.kind for screen in session.screens] == [ScreenKind.BOARD, ScreenKind.RESULT]


async def test_a_sheet_is_for_its_owner_alone(home: Harness) -> None:
    card = await offered(home)
    bos = await home.click(BO, card, "Accept")
    id = (await own_match(home, card, BO)).id
    for who, verb, reason in (
        (ANN, Verb.BOARD, Reason.NOT_SEATED),
        (ANN, Verb.TEXT, Reason.NOT_SEATED),
        (ANN, Verb.MORE, Reason.NOT_SEATED),
        (ANN, Verb.RESIGN, Reason.NOT_SEATED),
        (BO, Verb.INVITE, Reason.PLAYED_ALONE),
        (BO, Verb.DRAW, Reason.PLAYED_ALONE),
        (BO, Verb.REMATCH, Reason.PLAYED_ALONE),
        (BO, Verb.RECORD, Reason.NOT_FINISHED),
        (EVE, Verb.REPLAY, Reason.NOT_FINISHED),
    ):
        reply = await home.ask(who, verb, session=id)
        assert (reply.reason, reply.card) == (reason, None), verb
    assert (await home.press(ANN, splits(sheet(bos))[0])).reason is Reason.NOT_SEATED
    again = await home.ask(BO, Verb.BOARD, session=id)  # in the middle of the room: still private
    assert throw(again) == throw(bos)
    assert (await home.session(id)).screens == ()
    more = await home.ask(BO, Verb.MORE, session=id)
    assert more.card is not None
    assert [each.label for each in buttons(more.card)] == ["End game", "Text board", "Rules"]


async def test_a_late_press_finds_the_sheet_as_it_is(home: Harness) -> None:
    card = await offered(home)
    first = await home.click(BO, card, "Accept")
    one, other, *_ = splits(sheet(first))
    second = await home.press(BO, one)
    match = await own_match(home, card, BO)
    for token in (one, other):
        assert throw(await home.press(BO, token)) == throw(second)
    assert await own_match(home, card, BO) == match


async def test_my_matches_lead_to_the_contest(home: Harness) -> None:
    card = await offered(home)
    await home.click(BO, card, "Accept")
    mine = await home.say(BO, "games")
    assert mine.card is not None
    [link] = mine.card.links
    assert (link.session, link.screen.room) == (table_of(card), ROOM)


async def test_giving_up_ends_ones_own_sheet_only(home: Harness) -> None:
    card = await offered(home)
    bos = await home.click(BO, card, "Accept")
    asked = await home.press(BO, buttons(sheet(bos))[-2].token)
    assert asked.card is not None
    given_up = await home.press(BO, buttons(asked.card)[0].token)
    assert "gave up" in sheet(given_up).text
    await play(home, ANN, await my_sheet(home, card, ANN))
    end = home.paper.last(ROOM).card.text
    assert end.startswith("Ann wins.")
    assert "Bo: not finished" in end
    board = await home.say(EVE, "leaderboard dice")
    assert board.card is not None
    assert "Bo" not in board.card.text


# --- what becomes of offers ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "label", "cause"),
    [(BO, "Decline", AbortCause.DECLINED), (ANN, "Cancel", AbortCause.CANCELLED)],
)
async def test_an_offer_that_came_to_nothing_tells_its_seed_and_can_be_made_again(
    home: Harness, who: Actor, label: str, cause: AbortCause
) -> None:
    card = await offered(home)
    await home.click(who, card, label)
    session, found = await contest(home, card)
    assert (session.match.status, found.cause) == (Status.ABORTED, cause)
    assert found.chance.seed.hex() in card.card.text
    assert (await home.click(BO, card, "Offer again")).reason is Reason.NOT_HOST
    await home.click(ANN, card, "Offer again")
    again = home.paper.last(ROOM)
    assert labels(again) == ["Accept", "Decline", "Rules", "Cancel"]
    assert (await contest(home, again))[1].chance.seed != found.chance.seed


async def test_an_offer_expires_after_a_day(home: Harness) -> None:
    card = await offered(home)
    home.now.advance(OPEN_FOR - 1)
    await home.sweep.run()
    assert (await contest(home, card))[1].cause is None
    home.now.advance(1)
    await home.sweep.run()
    await home.publisher.idle()
    assert (await contest(home, card))[1].cause is AbortCause.EXPIRED
    assert labels(card) == ["Offer again"]
    assert await home.sweep.run() is None


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("challenge dice @Ann", Reason.SELF_CHALLENGE),
        ("challenge dice @Bo careful", Reason.SEAT_TAKEN),
        ("challenge dice seats=4", Reason.UNKNOWN_OPTION),
        ("challenge dice novice", Reason.UNKNOWN_LEVEL),
        ("challenge dice opening=balanced", Reason.UNKNOWN_OPTION),
    ],
)
async def test_what_cannot_be_offered(home: Harness, words: str, reason: Reason) -> None:
    assert (await home.say(ANN, words)).reason is reason


async def test_a_duel_against_the_computer_begins_with_ones_own_press(home: Harness) -> None:
    card = await offered(home, "play dice careful")
    assert labels(card) == ["🎲 My sheet", "Rules", "Cancel"]
    assert "With Computer (careful)" in card.card.text
    assert (await my_sheet(home, card, BO)).reason is Reason.NOT_INVITED
    anns = await my_sheet(home, card, ANN)
    await computer_plays(home, card)
    await play(home, ANN, anns)
    end = home.paper.last(ROOM)
    assert "Computer (careful)" in end.card.text
    assert labels(end) == ["Play again", "Ann", "Computer (careful)"]


# --- a group -------------------------------------------------------------------------------------


async def test_a_group_of_three_with_a_computer(home: Harness) -> None:
    card = await offered(home, "challenge dice")
    assert labels(card) == [
        "🎲 My sheet", "Rules", "Computer (greedy)", "Computer (careful)", "Computer (methodical)",
        "Computer (shrewd)", "Computer (farsighted)", "Cancel", "Invite with a code",
    ]  # fmt: skip
    assert (await home.click(BO, card, "Computer (careful)")).reason is Reason.NOT_HOST
    await home.click(ANN, card, "Computer (careful)")
    assert "With Computer (careful)" in card.card.text
    assert "Computer (careful)" not in labels(card)

    bos = await my_sheet(home, card, BO)  # the first press, not the host's
    anns = await my_sheet(home, card, ANN)
    cys = await my_sheet(home, card, CY)
    assert throw(bos) == throw(anns) == throw(cys)
    assert card.card.text.count("🎲") == 4
    assert (await home.click(BO, card, "Close entry")).reason is Reason.NOT_HOST
    assert (await home.say(ANN, "computer greedy")).reason is Reason.NO_MATCH_HERE  # it is late
    await home.click(ANN, card, "Close entry")
    assert "entry closed" in card.card.text
    assert (await my_sheet(home, card, EVE)).reason is Reason.NOT_OPEN

    await computer_plays(home, card)
    for who, reply in ((BO, bos), (ANN, anns)):
        await play(home, who, reply)
    assert (await contest(home, card))[0].match.status is Status.OPEN
    assert "✓ Ann" in card.card.text
    # who is done may look at others who are, not at the computer
    _, found = await contest(home, card)
    for number, entry in enumerate(found.entries):
        reply = await home.press(BO, encode(Press(found.id, 0, Verb.SHEET, str(number))))
        hidden = entry.who.level is not None or not (await home.session(entry.match)).match.is_over
        assert (reply.reason is Reason.NOT_FINISHED) == hidden
    again = sheet(await my_sheet(home, card, BO))  # and finds the way to them there
    assert [button.label for button in buttons(again)] == ["Ann"]
    anns_sheet = sheet(await home.press(BO, buttons(again)[0].token))
    assert anns_sheet.names == ("Ann",)
    await play(home, CY, cys)
    end = home.paper.last(ROOM)
    for name in ("Ann", "Bo", "Cy", "Computer (careful)"):
        assert name in end.card.text
    await home.click(ANN, end, "Play again")
    assert "With Computer (careful)" in home.paper.last(ROOM).card.text


async def test_a_group_is_over_when_the_host_closes_it_after_all_are_done(home: Harness) -> None:
    card = await offered(home, "challenge dice")
    await play(home, BO, await my_sheet(home, card, BO))
    assert (await contest(home, card))[0].match.status is Status.OPEN  # others may still come
    await home.click(ANN, card, "Close entry")
    assert (await contest(home, card))[0].match.status is Status.FINISHED
    assert home.paper.last(ROOM).card.text.startswith("Bo wins.")


async def test_words_are_enough(home: Harness) -> None:
    card = await offered(home, "challenge dice")
    assert (await home.say(ANN, "computer greedy")).reason is None
    sheet(await home.say(BO, "sheet"))
    sheet(await home.say(ANN, "join"))
    code = await home.say(ANN, "invite")
    assert re.search(r"join [2-9A-Z]{6}", code.text)
    assert (await home.say(ANN, "close")).reason is None
    assert (await home.say(ANN, "close")).reason is Reason.NO_MATCH_HERE
    assert (await contest(home, card))[1].closed


async def test_after_48_hours_it_is_over_whoever_is_missing(home: Harness) -> None:
    card = await offered(home, "challenge dice")
    bos = await my_sheet(home, card, BO)
    await play(home, ANN, await my_sheet(home, card, ANN))
    bos = await play(home, BO, bos, rounds=2)
    home.now.advance(CONTEST_DURATION)
    late = await home.press(BO, splits(sheet(bos))[0])  # before the timekeeper has looked
    assert "Time's up" in sheet(late).text
    end = home.paper.last(ROOM).card.text
    assert end.startswith("Ann wins.")
    assert "Bo: not finished" in end
    match = await own_match(home, card, BO)
    assert (match.status, match.cause) == (Status.ABORTED, AbortCause.CONTEST_OVER)
    assert (await my_sheet(home, card, CY)).reason is Reason.FINISHED
    board = await home.say(EVE, "leaderboard dice")
    assert board.card is not None
    assert "Ann" in board.card.text
    assert await home.sweep.run() is None


async def test_the_timekeeper_needs_nobody(home: Harness) -> None:
    card = await offered(home, "challenge dice")
    await my_sheet(home, card, BO)
    begun = home.now.at
    assert await home.sweep.run() == begun + CONTEST_DURATION
    home.now.advance(CONTEST_DURATION)
    assert await home.sweep.run() is None
    await home.publisher.idle()
    assert home.paper.last(ROOM).card.text.startswith("Nobody finished.")
