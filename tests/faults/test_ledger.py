"""The ledger of a run: what it takes for a fault, and that it says each once."""

from dataclasses import replace
from pathlib import Path

from bot.app.model.leaderboard import Ending
from bot.app.model.session import Screen, ScreenKind
from bot.storage.store import open_sqlite
from core.match import commands as c
from core.match.decide import decide
from tests.bot.storage import sessions
from tests.bot.storage.sessions import NOON
from tests.core.match import matches
from tests.fakes.clock import FixedNow
from tests.faults.ledger import Ledger


async def finished(database: Path, results: int, counted: bool = True) -> Ledger:
    """The ledger of a match that was shown in two rooms and resigned."""
    store = await open_sqlite(database, FixedNow())
    ann, bo = await sessions.people(store, "Ann", "Bo")
    match = matches.playing("f5d6")
    seats = tuple(
        replace(who, player=bo.id if who.player == matches.BO else ann.id)
        for who in match.seats
        if who is not None
    )
    match = replace(match, seats=seats, host=ann.id)
    new = await store.create(sessions.session("one", match, sessions.LOBBY, sessions.ABROAD))
    told = tuple(Screen(each.room, ScreenKind.RESULT, "en") for each in new.screens[:results])
    given_up = decide(new.match, c.Resign(bo.id), NOON).match
    over = replace(new, match=given_up, screens=new.screens + told)
    won = (sessions.result(new, ann, Ending.WON), sessions.result(new, bo, Ending.LOST))
    await store.save(over, won if counted else ())
    await store.close()
    ledger = Ledger()
    ledger.open(new.match.id)
    for ply in new.match.plies:
        who = new.match.seats[ply.seat]
        assert who is not None
        ledger.accepted(new.match.id, who.player, ply.move)
    await ledger.audit(database)
    return ledger


async def test_a_match_shown_in_two_rooms_has_a_result_in_both(tmp_path: Path) -> None:
    assert (await finished(tmp_path / "t.db", results=2)).problems == []


async def test_a_room_without_the_result_is_a_problem(tmp_path: Path) -> None:
    assert len((await finished(tmp_path / "t.db", results=1)).problems) == 1


async def test_a_result_that_is_not_counted_is_a_problem_told_once(tmp_path: Path) -> None:
    ledger = await finished(tmp_path / "t.db", results=2, counted=False)
    await ledger.audit(tmp_path / "t.db")
    assert len(ledger.problems) == 1


async def test_a_lost_move_is_a_problem(tmp_path: Path) -> None:
    ledger = await finished(tmp_path / "t.db", results=2)
    ledger.accepted(sessions.named("one"), matches.ANN, "a1")
    await ledger.audit(tmp_path / "t.db")
    assert len(ledger.problems) == 1
