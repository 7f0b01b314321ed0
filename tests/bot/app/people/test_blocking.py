"""Blocks, the setting for challenges, and the limits on open offers."""

from pathlib import Path

import pytest

from bot.app.model.request import Actor, Reply, Verb
from bot.app.people.blocking import MOST_NAMED, MOST_OPEN, MOST_TO_ONE, WITHIN
from core.errors import Reason
from core.match.model import Status
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, Harness, harness
from tests.bot.app.people.test_data_deletion import tokens
from tests.fakes.clock import FixedNow


def text(reply: Reply) -> str:
    """Return the text of a private reply."""
    return reply.card.text if reply.card is not None else reply.text


async def played(home: Harness) -> None:
    """Finish a match between Ann and Bo."""
    await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.say(who, f"move {move}")
    await home.say(BO, "resign")
    await home.say(BO, "resign")


async def declined(home: Harness, times: int = 1) -> None:
    """Ann challenges Bo, who declines."""
    for _ in range(times):
        reply = await home.say(ANN, "challenge @bo")
        assert reply.reason is None
        assert reply.session is not None
        await home.ask(BO, Verb.DECLINE, session=reply.session.match.id)


# --- blocking -------------------------------------------------------------------------------------


async def test_who_is_blocked_cannot_challenge_and_is_not_told_why(home: Harness) -> None:
    await home.say(BO, "block @ann")
    blocked = await home.say(ANN, "challenge @bo")
    assert blocked.reason is Reason.TAKES_NONE
    await home.say(EVE, "settings challenges nobody")
    unwanted = await home.say(ANN, "challenge @eve")
    assert (unwanted.reason, unwanted.text) == (blocked.reason, blocked.text)


@pytest.mark.parametrize("line", ["challenge reversi", "challenge pente 2x2", "challenge dice"])
async def test_who_is_blocked_cannot_join(home: Harness, line: str) -> None:
    await home.say(BO, "block @ann")
    offered = await home.match(await home.say(BO, line))
    reply = await home.ask(ANN, Verb.JOIN, session=offered.match.id)
    assert reply.reason is Reason.NOT_FOR_YOU
    assert (await home.ask(EVE, Verb.JOIN, session=offered.match.id)).reason is None


async def test_nor_by_a_code_from_elsewhere(home: Harness) -> None:
    await home.say(BO, "block @ann")
    await home.say(BO, "challenge reversi")
    code = (await home.say(BO, "invite")).text.split()[-1]
    assert (await home.say(ANN, f"join {code}", ELSEWHERE)).reason is Reason.NOT_FOR_YOU


async def test_nor_ask_for_a_rematch(home: Harness) -> None:
    await played(home)
    await home.say(BO, "block @ann")
    assert (await home.say(ANN, "rematch")).reason is Reason.TAKES_NONE


async def test_a_running_match_goes_on(home: Harness) -> None:
    id = await home.started()
    await home.say(BO, "block @ann")
    assert (await home.say(ANN, "move d3")).reason is None
    assert (await home.say(BO, "move c3")).reason is None
    assert (await home.session(id)).match.status is Status.PLAYING


async def test_who_blocks_does_not_challenge_either(home: Harness) -> None:
    await home.say(BO, "block @ann")
    assert (await home.say(BO, "challenge @ann")).reason is Reason.BLOCKED
    offered = await home.match(await home.say(ANN, "challenge reversi"))
    assert (await home.ask(BO, Verb.JOIN, session=offered.match.id)).reason is Reason.BLOCKED


async def test_a_block_ends_by_word_and_by_button(home: Harness) -> None:
    first = await home.say(BO, "block @Ann")
    assert "Ann can no longer challenge you" in text(first)
    await home.press(BO, tokens(first)["Unblock Ann"])
    assert (await home.say(ANN, "challenge @Bo")).reason is None
    await home.say(BO, "block @Ann")
    assert text(await home.say(BO, "block")) == "Blocked people: Ann"
    assert "Ann can challenge you again" in text(await home.say(BO, "unblock @Ann"))
    assert "You haven't blocked anyone" in text(await home.say(BO, "block"))


async def test_nobody_blocks_themselves_or_a_bot(home: Harness) -> None:
    assert (await home.say(BO, "block @bo")).reason is Reason.YOURSELF
    robot = Actor("paper", "robot", "Robot", is_bot=True)
    reply = await home.ask(BO, Verb.BLOCK, opponent=robot)
    assert reply.reason is Reason.BOT_CHALLENGE
    assert (await home.ask(BO, Verb.UNBLOCK, "p77")).reason is Reason.UNKNOWN_PLAYER


async def test_a_block_outlives_a_restart(tmp_path: Path) -> None:
    async with harness(tmp_path / "tavola.db") as home:
        await home.say(BO, "block @ann")
    async with harness(tmp_path / "tavola.db") as home:
        assert (await home.say(ANN, "challenge @bo")).reason is Reason.TAKES_NONE


# --- the setting for challenges -------------------------------------------------------------------


async def test_only_people_one_has_played(home: Harness) -> None:
    await home.say(BO, "settings challenges met")
    assert (await home.say(ANN, "challenge @bo")).reason is Reason.TAKES_NONE
    offered = await home.match(await home.say(BO, "challenge @ann"))
    await home.ask(ANN, Verb.JOIN, session=offered.match.id)  # running matches count
    assert (await home.say(ANN, "challenge pente @bo")).reason is None
    assert (await home.say(EVE, "challenge @bo")).reason is Reason.TAKES_NONE


async def test_nobody_may(home: Harness) -> None:
    await played(home)
    await home.say(BO, "settings challenges nobody")
    assert (await home.say(ANN, "challenge dice @bo")).reason is Reason.TAKES_NONE
    # Open offers challenge no one by name.
    assert (await home.say(ANN, "challenge reversi")).reason is None


# --- limits ---------------------------------------------------------------------------------------


async def test_the_same_person_is_asked_three_times_a_day(home: Harness) -> None:
    await declined(home, MOST_TO_ONE)
    reply = await home.say(ANN, "challenge @bo")
    assert reply.reason is Reason.ASKED_ENOUGH
    assert "3 times" in reply.text
    assert (await home.say(ANN, "challenge @eve")).reason is None
    assert (await home.say(BO, "challenge @ann")).reason is None
    home.now.advance(WITHIN)
    assert (await home.say(ANN, "challenge @bo")).reason is None


async def test_what_was_accepted_does_not_count(home: Harness) -> None:
    for _ in range(MOST_TO_ONE + 1):
        offered = await home.match(await home.say(ANN, "challenge @bo"))
        reply = await home.ask(BO, Verb.JOIN, session=offered.match.id)
        assert reply.reason is None


async def test_taking_back_and_asking_again_counts(home: Harness) -> None:
    for _ in range(MOST_TO_ONE):
        offered = await home.match(await home.say(ANN, "challenge dice @bo"))
        await home.ask(ANN, Verb.CANCEL, session=offered.match.id)
    assert (await home.say(ANN, "challenge @bo")).reason is Reason.ASKED_ENOUGH
    assert (await home.ask(ANN, Verb.AGAIN, session=offered.match.id)).reason is not None


async def test_ten_offers_are_open_at_once(home: Harness) -> None:
    for _ in range(MOST_OPEN):
        last = await home.match(await home.say(ANN, "challenge reversi"))
    await home.say(ANN, "dice")  # a solo game before its first roll is not an offer
    reply = await home.say(ANN, "challenge dice")
    assert reply.reason is Reason.OFFERED_ENOUGH
    assert (await home.say(ANN, "play")).reason is None
    await home.ask(ANN, Verb.CANCEL, session=last.match.id)
    assert (await home.say(ANN, "challenge dice")).reason is None


async def test_an_offer_delivered_twice_counts_once(home: Harness) -> None:
    for number in range(MOST_OPEN):
        first = await home.ask(ANN, Verb.CHALLENGE, "reversi", id=f"offer {number}")
        again = await home.ask(ANN, Verb.CHALLENGE, "reversi", id=f"offer {number}")
        assert first.reason is again.reason is None


async def test_so_many_people_are_asked_in_a_day(home: Harness) -> None:
    for number in range(MOST_NAMED):
        offered = await home.match(await home.say(ANN, f"challenge @guest{number}"))
        await home.ask(ANN, Verb.CANCEL, session=offered.match.id)
    assert (await home.say(ANN, "challenge @bo")).reason is Reason.CHALLENGED_ENOUGH
    assert (await home.say(ANN, "challenge reversi")).reason is None


async def test_a_restart_forgets_no_offer(tmp_path: Path) -> None:
    now = FixedNow()
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        await declined(home, MOST_TO_ONE)
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        reply = await home.ask(ANN, Verb.CHALLENGE, "reversi", opponent=BO, id="one more")
        assert reply.reason is Reason.ASKED_ENOUGH


async def test_a_restart_forgets_nobody_who_was_asked(tmp_path: Path) -> None:
    """The limit applies per challenger, across opponents."""
    now = FixedNow()
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        for number in range(MOST_NAMED):
            offered = await home.match(await home.say(ANN, f"challenge @guest{number}"))
            await home.ask(ANN, Verb.CANCEL, session=offered.match.id)
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        reply = await home.ask(ANN, Verb.CHALLENGE, "reversi", opponent=BO, id="one more")
        assert reply.reason is Reason.CHALLENGED_ENOUGH
        now.advance(WITHIN)
        reply = await home.ask(ANN, Verb.CHALLENGE, "reversi", opponent=BO, id="a day later")
        assert reply.reason is None


# --- field reports --------------------------------------------------------------------------------


async def test_report_28_a_challenge_to_somebody_busy_blocks_nothing_of_theirs(
    home: Harness,
) -> None:
    """DankMemer/dank-memer-suggestions-and-bugs#81: a challenge froze the other player's
    commands."""
    id = await home.started(BO, EVE)
    await home.say(BO, "challenge pente", ELSEWHERE)
    await home.say(ANN, "challenge @bo", ELSEWHERE)
    assert (await home.ask(BO, Verb.MOVE, "d3", session=id)).reason is None
    for line in ("games", "play pente", "settings", "challenge dice", "profile"):
        assert (await home.say(BO, line)).reason is None, line
    assert (await home.say(EVE, "challenge dice @bo")).reason is None


async def test_report_30_nobody_is_asked_for_ever(home: Harness) -> None:
    """lichess-bot-devs/lichess-bot#597: an account demanded endless rematches."""
    await played(home)
    assert (await home.say(ANN, "rematch")).reason is None
    assert (await home.say(BO, "rematch no")).reason is None
    assert (await home.say(ANN, "rematch")).reason is not None  # after declining, only Bo may ask
    await declined(home, MOST_TO_ONE)
    assert (await home.say(ANN, "challenge @bo")).reason is Reason.ASKED_ENOUGH
    await home.say(BO, "block @ann")
    home.now.advance(WITHIN)
    assert (await home.say(ANN, "challenge @bo")).reason is Reason.TAKES_NONE
    assert (await home.say(ANN, "rematch")).reason is not None
