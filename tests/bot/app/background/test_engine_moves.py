"""Engine moves, from a saved match that waits for one to the next saved match."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.background.engine_moves import EngineMoves, one_ply
from bot.app.background.recovery import Recovery
from bot.app.lifecycle import CommandDispatcher
from bot.app.model.session import Session
from bot.app.ports.store import StoreUnavailable
from bot.engines.pool import Pool
from core.errors import Reason, Refused
from core.game import Setup
from core.games.reversi.rules import BLACK, REVERSI, Position
from core.match.commands import Abort, Command, PlayMove
from core.match.model import AbortCause, Match, Status
from core.types import COMPUTER, GameId, MatchId, Move, Seat
from tests.bot.app.harness import ANN, ROOM, Harness
from tests.core.games.reversi.playing import drawn
from tests.core.match import matches
from tests.fakes.engines import FAILED, Fault, ScriptedEngine, command
from tests.fakes.nim import NIM

PLAY = "play reversi club first=opponent"  # the computer is black and moves first
LAST = ("d3", "c4", "f5", "e6")


@asynccontextmanager
async def thinking(home: Harness, engines: ScriptedEngine | Pool) -> AsyncIterator[EngineMoves]:
    """Wired as in production."""
    task = EngineMoves(engines, home.app.dispatcher)
    home.app.events.on_saved(task.wake)
    yield task
    await task.close()


async def test_a_computer_that_is_to_begin_begins(home: Harness) -> None:
    engine = ScriptedEngine(Move("f5"))
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await computer.idle()
        match = (await home.match(reply)).match
        assert [ply.move for ply in match.plies] == ["f5"]
        assert engine.asked == [(match.id, 1)]


async def test_a_computer_answers_each_move(home: Harness) -> None:
    engine = ScriptedEngine(Move("f5"), Move("c3"))
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await computer.idle()
        await home.say(ANN, "move d6")
        await computer.idle()
        match = (await home.match(reply)).match
        assert [ply.move for ply in match.plies] == ["f5", "d6", "c3"]
        assert engine.asked == [(match.id, 1), (match.id, 3)]


async def test_people_among_themselves_need_no_computer(home: Harness) -> None:
    engine = ScriptedEngine()
    async with thinking(home, engine):
        await home.started()
        await home.say(ANN, "move d3")
        assert engine.asked == []


async def test_after_one_failure_it_is_asked_again(home: Harness) -> None:
    engine = ScriptedEngine(FAILED, Move("f5"))
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await computer.idle()
        match = (await home.match(reply)).match
        assert [ply.move for ply in match.plies] == ["f5"]
        assert engine.asked == [(match.id, 1)] * 2


async def test_after_two_failures_a_rule_plays(
    home: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    engine = ScriptedEngine(FAILED, FAILED)
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await computer.idle()
        match = (await home.match(reply)).match
        assert len(match.plies) == 1
        assert match.status is Status.PLAYING
        assert len(engine.asked) == 2
        assert f"match {match.id} turn 1: the engine failed" in caplog.text


async def test_an_illegal_move_is_a_failure(home: Harness) -> None:
    engine = ScriptedEngine(Move("a1"), Move("d3"))
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await computer.idle()
        match = (await home.match(reply)).match
        assert [ply.move for ply in match.plies] == ["d3"]


class Refusing(CommandDispatcher):
    """A dispatcher for which every move is refused."""

    def __init__(self, *reasons: Reason) -> None:
        self._reasons = reasons
        self.commands: list[Command] = []

    async def act(self, id: MatchId, command: Command) -> Session:
        self.commands.append(command)
        if isinstance(command, PlayMove):
            raise Refused(self._reasons[min(len(self.commands), len(self._reasons)) - 1])
        return Session(replace(matches.aborted(), id=id), ROOM, ())


def waiting() -> Session:
    """Return a session whose computer is to move at turn 2."""
    return Session(matches.against_computer("d3"), ROOM, (), version=2)


async def test_after_a_third_failure_the_match_is_called_off() -> None:
    service = Refusing(Reason.ILLEGAL_MOVE)
    computer = EngineMoves(ScriptedEngine(), service)
    computer.wake(waiting())
    await computer.idle()
    assert [type(command) for command in service.commands] == [PlayMove, PlayMove, PlayMove, Abort]
    assert service.commands[-1] == Abort(AbortCause.ENGINE_FAILED)


async def test_with_workers_that_all_crash_a_rule_plays(home: Harness) -> None:
    """Real processes; the opponent notices only a weak move."""
    pool = Pool(1, command(Fault.CRASH))
    pool.start()
    try:
        async with thinking(home, pool) as computer:
            reply = await home.say(ANN, PLAY)
            await computer.idle()
            assert len((await home.match(reply)).match.plies) == 1
    finally:
        await pool.close()


async def test_with_one_crash_the_computer_itself_plays(home: Harness, tmp_path: Path) -> None:
    pool = Pool(1, command(Fault.CRASH, once=tmp_path / "crashed"))
    pool.start()
    try:
        async with thinking(home, pool) as computer:
            reply = await home.say(ANN, PLAY)
            await computer.idle()
            (ply,) = (await home.match(reply)).match.plies
            assert ply.move == LAST[0]  # the fake's regular move
    finally:
        await pool.close()


@pytest.mark.parametrize("reason", [Reason.STALE_TURN, Reason.FINISHED, Reason.REPEATED])
async def test_a_move_that_comes_too_late_is_dropped(
    reason: Reason, caplog: pytest.LogCaptureFixture
) -> None:
    service = Refusing(reason)
    computer = EngineMoves(ScriptedEngine(Move("c3")), service)
    computer.wake(waiting())
    await computer.idle()
    assert service.commands == [PlayMove(COMPUTER, Move("c3"), 2)]
    assert not caplog.records


async def test_a_takeback_while_it_thinks(home: Harness) -> None:
    """A move for the old turn is not played."""
    engine = ScriptedEngine(Move("f5"))
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await computer.idle()
        engine.answering.clear()
        await home.say(ANN, "move d6")
        await home.say(ANN, "takeback")
        engine.answering.set()
        await computer.idle()
        match = (await home.match(reply)).match
        assert [ply.move for ply in match.plies] == ["f5"]
        assert engine.dropped == 1
        await home.say(ANN, "move d6")
        await computer.idle()
        assert len((await home.match(reply)).match.plies) == 3


async def test_a_resignation_while_it_thinks(home: Harness) -> None:
    engine = ScriptedEngine(Move("f5"))
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await computer.idle()
        engine.answering.clear()
        await home.say(ANN, "move d6")
        for _ in range(2):  # the second one confirms
            await home.say(ANN, "resign")
        assert (await home.match(reply)).match.status is Status.FINISHED
        await computer.idle()
        assert engine.dropped == 1


async def test_waking_again_asks_once() -> None:
    engine = ScriptedEngine()
    engine.answering.clear()
    computer = EngineMoves(engine, Refusing(Reason.STALE_TURN))
    for _ in range(3):
        computer.wake(waiting())
        await asyncio.sleep(0)
    assert len(engine.asked) == 1
    await computer.close()


async def test_an_older_session_does_not_disturb_a_newer_question() -> None:
    engine = ScriptedEngine()
    engine.answering.clear()
    computer = EngineMoves(engine, Refusing(Reason.STALE_TURN))
    newer = Session(matches.against_computer("d3c3c4"), ROOM, (), version=4)
    for session in (newer, waiting()):
        computer.wake(session)
        await asyncio.sleep(0)
    assert engine.asked == [(newer.match.id, newer.match.turn)]
    assert engine.dropped == 0
    await computer.close()


async def test_a_restart_asks_again(home: Harness) -> None:
    """No request is stored: recovery finds the waiting match."""
    reply = await home.say(ANN, PLAY)
    engine = ScriptedEngine(Move("c4"))
    async with thinking(home, engine) as computer:
        sweep = Recovery(
            home.store,
            home.sessions,
            home.app.dispatcher,
            home.publisher,
            computer,
            home.now,
        )
        await asyncio.gather(sweep.run(), sweep.run())
        await computer.idle()
        assert [ply.move for ply in (await home.match(reply)).match.plies] == ["c4"]


async def test_closing_drops_what_is_being_thought(home: Harness) -> None:
    engine = ScriptedEngine()
    engine.answering.clear()
    async with thinking(home, engine) as computer:
        reply = await home.say(ANN, PLAY)
        await asyncio.sleep(0)
        await computer.close()
        assert engine.dropped == 1
    assert (await home.match(reply)).match.plies == ()


async def test_closing_lets_a_move_be_saved() -> None:
    saving, saved = asyncio.Event(), asyncio.Event()

    class Saving(Refusing):
        async def act(self, id: MatchId, command: Command) -> Session:
            del id, command
            saving.set()
            await asyncio.sleep(0)
            saved.set()
            return waiting()

    computer = EngineMoves(ScriptedEngine(), Saving())
    computer.wake(waiting())
    await saving.wait()
    await computer.close()
    assert saved.is_set()


async def test_a_store_that_fails_is_logged_with_match_and_turn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The match is unchanged, and the next pass asks again."""

    class Failing(Refusing):
        async def act(self, id: MatchId, command: Command) -> Session:
            del id, command
            raise StoreUnavailable

    engine = ScriptedEngine()
    computer = EngineMoves(engine, Failing())
    session = waiting()
    with caplog.at_level(logging.ERROR):
        computer.wake(session)
        await computer.idle()
    assert f"match {session.match.id} turn 2: asking the engine failed" in caplog.text
    computer.wake(session)
    await computer.idle()
    assert len(engine.asked) == 2


def nim(beans: str, seats: int = 2) -> Match:
    setup = Setup(seats, {"beans": "13"})
    position = replace(NIM.start(setup), beans=int(beans), to_act=Seat(0))
    return replace(waiting().match, game=GameId("nim"), setup=setup, position=position)


@pytest.mark.parametrize("beans", ["1", "2", "3"])
def test_the_rule_wins_where_it_can(beans: str) -> None:
    assert one_ply(NIM, nim(beans)) == beans


def test_the_rule_leaves_the_fewest_replies() -> None:
    """In Nim every move leaves three replies, except the one that leaves two beans."""
    assert one_ply(NIM, nim("5")) == "3"


def test_the_rule_does_not_end_a_game_that_it_would_lose() -> None:
    position = drawn("""
        XO......
        ..OX....
        ..X.....
        ........
        ........
        ........
        ........
        OOOOOOOO
    """)
    lost = REVERSI.outcome(REVERSI.play(position, Move("c1")))
    assert lost is not None
    assert lost.winner == 1
    assert one_ply(REVERSI, replace(waiting().match, position=position)) == "b2"


def test_the_rule_answers_alike_twice() -> None:
    match = waiting().match
    assert one_ply(REVERSI, match) == one_ply(REVERSI, match)


def test_the_rule_is_drawn_by_lot_between_equals() -> None:
    start = replace(waiting().match, position=REVERSI.start(Setup(2)))
    moves = {one_ply(REVERSI, replace(start, id=MatchId(f"match{n}"))) for n in range(40)}
    assert moves == set(LAST)


def test_the_rule_wipes_out() -> None:
    position = Position(1 << 0 | 1 << 16, 1 << 1, BLACK)
    assert one_ply(REVERSI, replace(waiting().match, position=position)) == "c1"
