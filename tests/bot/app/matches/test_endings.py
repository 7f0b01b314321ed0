"""What each way in which a match can end does to ratings, as its result tells it.

The rules are written at `core/rating.py`. Whatever happened, the result states what the same
transaction stored, and all ratings computed anew come out the same.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.app.model.request import Actor, Verb
from core.errors import Reason
from core.match.clock import DAY, MINUTE
from core.match.model import Status
from core.types import GameId, MatchId
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, harness

REVERSI = GameId("reversi")
PEOPLE = {"Ann": ANN, "Bo": BO, "Eve": EVE}
SHORTEST = "d3c5d6c3b4e3d2c4f4"
"""Nine moves and no white disc left."""

CHANGE = re.compile(r"(\w+) (\d+)\?? → (\d+)\??")


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened


async def moved(home: Harness, words: str = "", moves: str = "d3c3") -> MatchId:
    """Ann began, each side has moved, and it is the turn of who comes next."""
    await home.say(ANN, f"challenge @Bo first=challenger {words}")
    id = (await home.match(await home.click(BO, home.paper.last(ROOM), "Accept"))).match.id
    for i, at in enumerate(range(0, len(moves), 2)):
        who = (ANN, BO)[i % 2]
        assert (await home.ask(who, Verb.MOVE, moves[at : at + 2], session=id)).reason is None
    return id


async def resign(home: Harness, who: Actor, id: MatchId) -> None:
    assert (await home.ask(who, Verb.RESIGN, "sure", session=id)).reason is None


async def later(home: Harness, span: int) -> None:
    """Whatever is due by then was done."""
    home.now.advance(span)
    await home.sweep.run()
    await home.publisher.idle()


# --- one way after the other ---------------------------------------------------------------------


async def played_out(home: Harness) -> MatchId:
    return await moved(home, moves=SHORTEST)


async def resigned(home: Harness) -> MatchId:
    id = await moved(home)
    await resign(home, BO, id)
    return id


async def agreed(home: Harness) -> MatchId:
    id = await moved(home)
    await home.ask(ANN, Verb.DRAW, session=id)
    await home.ask(BO, Verb.DRAW, session=id)
    return id


async def flag_fell(home: Harness) -> MatchId:
    id = await moved(home, "1+0", "d3c3c4")
    await later(home, 2 * MINUTE)
    return id


async def claimed(home: Harness) -> MatchId:
    id = await moved(home, moves="d3c3c4")
    await later(home, 2 * DAY)
    await later(home, DAY)
    assert (await home.ask(ANN, Verb.CLAIM, session=id)).reason is None
    return id


async def left(home: Harness) -> MatchId:
    id = await moved(home)
    await home.service.presence.left("paper", "server", "bo")
    for _ in range(4):
        await later(home, DAY)
    return id


WAYS: dict[str, tuple[Callable[[Harness], Awaitable[MatchId]], str]] = {
    "play": (played_out, "Ann"),
    "resignation": (resigned, "Ann"),
    "agreement": (agreed, ""),
    "flag": (flag_fell, "Ann"),
    "claim": (claimed, "Ann"),
    "a person who left": (left, "Ann"),
}


@pytest.mark.parametrize("way", WAYS)
async def test_field_report_69_the_result_states_what_was_stored(home: Harness, way: str) -> None:
    end, winner = WAYS[way]
    id = await end(home)
    match = (await home.session(id)).match
    assert match.status is Status.FINISHED
    stored = await home.store.changes(id)
    told = CHANGE.findall(home.paper.last(ROOM).card.text)
    names = {(await home.store.players([who]))[who].name: change for who, change in stored.items()}
    assert told == [
        (name, str(names[name].before.shown), str(names[name].after.shown))
        for name in ("Ann", "Bo")
    ]
    gains = {name: change.after.mu - change.before.mu for name, change in names.items()}
    if winner:
        assert gains["Ann"] > 0 > gains["Bo"]
    else:
        assert gains["Ann"] == pytest.approx(0)
        assert gains["Bo"] == pytest.approx(0)
    assert await home.store.recompute(REVERSI) == 0


async def test_what_is_called_off_before_both_have_moved_changes_nothing(home: Harness) -> None:
    id = await moved(home, moves="d3")
    await resign(home, ANN, id)
    assert (await home.session(id)).match.status is Status.ABORTED
    assert await home.store.changes(id) == {}
    assert "→" not in home.paper.last(ROOM).card.text


async def test_what_those_who_run_the_room_end_changes_nothing(home: Harness) -> None:
    id = await moved(home)
    await home.app.moderation.end_match(id)
    assert await home.store.changes(id) == {}
    assert await home.store.recompute(REVERSI) == 0


@pytest.mark.parametrize("words", ["casual", "unrated", "hints"])
async def test_what_was_agreed_not_to_count_does_not(home: Harness, words: str) -> None:
    id = await moved(home, words)
    await resign(home, BO, id)
    assert (await home.session(id)).match.status is Status.FINISHED
    assert await home.store.changes(id) == {}
    assert "→" not in home.paper.last(ROOM).card.text


async def test_boards_tell_ratings_where_they_are_at_stake(home: Harness) -> None:
    id = await moved(home)
    board = home.paper.last(ROOM)
    assert board.card.text.startswith("⚫ Ann 1000? · 3   ⚪ Bo 1000? · 3\n")
    await resign(home, BO, id)
    assert board.card.text.startswith("⚫ Ann 3   ⚪ Bo 3\n"), "the result tells them then"
    await moved(home)
    assert home.paper.last(ROOM).card.text.startswith("⚫ Ann 1086? · 3   ⚪ Bo 954? · 3\n")
    await moved(home, "casual")
    assert home.paper.last(ROOM).card.text.startswith("⚫ Ann 3   ⚪ Bo 3\n")


# --- several at once, and whose they are ---------------------------------------------------------


async def test_field_report_22_two_that_end_together_end_in_some_order(home: Harness) -> None:
    one, two = await moved(home), await moved(home)
    await asyncio.gather(resign(home, BO, one), resign(home, ANN, two))
    ann = (await home.store.player_for(ANN)).id
    first, second = [(await home.store.changes(id))[ann] for id in (one, two)]
    assert first.after == second.before or second.after == first.before
    assert await home.store.recompute(REVERSI) == 0


async def test_field_report_66_a_result_is_booked_for_who_played_it(home: Harness) -> None:
    """By nobody's word: a stranger's press ends nothing, and the loss is the loser's."""
    id = await moved(home)
    assert (await home.ask(EVE, Verb.RESIGN, "sure", session=id)).reason is Reason.NOT_SEATED
    await resign(home, BO, id)
    people = {name: (await home.store.player_for(who)).id for name, who in PEOPLE.items()}
    changes = await home.store.changes(id)
    assert set(changes) == {people["Ann"], people["Bo"]}
    assert changes[people["Bo"]].after.mu < changes[people["Bo"]].before.mu

    # a wrong one is taken back, and what came after is as if it had never been
    later = await moved(home)
    await resign(home, ANN, later)
    await home.app.moderation.annul_match(id)
    assert (await home.store.changes(later))[people["Ann"]].before.shown == 1000
    assert await home.store.changes(id) == {}
    assert await home.store.recompute(REVERSI) == 0
