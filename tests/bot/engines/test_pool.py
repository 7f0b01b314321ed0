"""The pool with real worker processes, good ones and such as fail in every way."""

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.ports.engines import EngineFailed
from bot.engines.pool import WORKER, Pool
from core.engine import AdviceRequest, Effort
from core.match.model import Match
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Move
from tests.core.match import matches
from tests.fakes.engines import Bell, Fault, command

SPEAKING = (Fault.CRASH, Fault.RAISE, Fault.ILLEGAL, Fault.NONSENSE)
DUMB = (Fault.GARBAGE, Fault.ENDLESS, Fault.ANOTHER)
MATCH = matches.against_computer("d3", level="club")


@asynccontextmanager
async def running(workers: int = 1, command: Sequence[str] = WORKER) -> AsyncIterator[Pool]:
    pool = Pool(workers, command)
    pool.start()
    try:
        yield pool
    finally:
        await pool.close()


class Listening(logging.Handler):
    """What the pool logs, line by line. Use it as a context."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._lines: asyncio.Queue[str] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.put_nowait(record.getMessage())

    async def line(self) -> str:
        """Waits for the next one."""
        return await self._lines.get()

    @property
    def waiting(self) -> int:
        return self._lines.qsize()

    async def __aenter__(self) -> "Listening":
        logging.getLogger(Pool.__module__).addHandler(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        logging.getLogger(Pool.__module__).removeHandler(self)


def another(number: int) -> Match:
    return replace(MATCH, id=MatchId(f"match{number}"))


def is_legal(move: Move) -> bool:
    return GAMES[MATCH.game].is_legal(MATCH.position, move)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_chooses_a_legal_move_and_says_why() -> None:
    async with running() as pool:
        choice = await pool.choose(MATCH)
        assert is_legal(choice.move)
        assert choice.line[0] == choice.move
        assert choice.depth > 0
        assert not choice.cut


async def test_asking_again_gives_the_same_choice() -> None:
    async with running(2) as pool:
        choices = await asyncio.gather(*(pool.choose(MATCH) for _ in range(4)))
        assert len({choice.move for choice in choices}) == 1
        assert len({choice.nodes for choice in choices}) == 1


async def test_more_questions_than_workers_wait_their_turn() -> None:
    async with running(2) as pool:
        choices = await asyncio.gather(*(pool.choose(another(n)) for n in range(12)))
        assert all(is_legal(choice.move) for choice in choices)
        assert len(set(pool.pids)) == 2


@pytest.mark.parametrize("fault", [*SPEAKING, *DUMB])
async def test_a_worker_that_fails_is_replaced_and_can_be_asked_again(
    fault: Fault, tmp_path: Path
) -> None:
    async with running(1, command(fault, once=tmp_path / "failed")) as pool:
        with pytest.raises(EngineFailed):
            await pool.choose(MATCH)
        assert is_legal((await pool.choose(MATCH)).move)


async def test_a_worker_that_overruns_is_killed(tmp_path: Path) -> None:
    async with running(1, command(Fault.OVERRUN, once=tmp_path / "failed")) as pool:
        with pytest.raises(EngineFailed, match=r"took over 2\.1 s"):
            await pool.choose(MATCH)
        assert is_legal((await pool.choose(MATCH)).move)


@asynccontextmanager
async def thinking_once(folder: Path, workers: int) -> AsyncIterator[tuple[Pool, Bell]]:
    """A pool of which one worker will think for ever, and say so; the others behave."""
    async with Bell(folder / "bell") as bell:
        faulty = command(Fault.OVERRUN, once=folder / "failed", bell=bell.path)
        async with running(workers, faulty) as pool:
            yield pool, bell


async def test_a_worker_killed_in_mid_search_is_replaced(tmp_path: Path) -> None:
    async with thinking_once(tmp_path, workers=1) as (pool, bell):
        searching = asyncio.create_task(pool.choose(MATCH))
        victim = await bell.rung()
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(EngineFailed, match="died"):
            await searching
        assert is_legal((await pool.choose(MATCH)).move)
        assert victim not in pool.pids
        assert not alive(victim)


async def test_a_worker_that_is_killed_does_not_disturb_the_others(tmp_path: Path) -> None:
    async with thinking_once(tmp_path, workers=2) as (pool, bell):
        searching = asyncio.create_task(pool.choose(MATCH))
        victim = await bell.rung()
        assert is_legal((await pool.choose(another(1))).move)
        beside = asyncio.create_task(pool.choose(another(2)))
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(EngineFailed, match="died"):
            await searching
        assert is_legal((await beside).move)


async def test_ctrl_c_does_not_reach_a_worker_that_is_still_starting() -> None:
    """A terminal sends it to the whole group, long before the worker can ignore it."""
    async with running() as pool:
        await pool.choose(MATCH)
        (worker,) = pool.pids
        assert os.getpgid(worker) != os.getpgid(0)


async def test_an_idle_worker_that_dies_is_replaced_unasked() -> None:
    async with running() as pool, Listening() as log:
        await pool.choose(MATCH)
        (before,) = pool.pids
        os.kill(before, signal.SIGKILL)
        assert "died while it was idle" in await log.line()
        assert is_legal((await pool.choose(MATCH)).move)
        assert before not in pool.pids
        assert not alive(before)


@pytest.mark.parametrize("fault", [Fault.STILLBORN, Fault.IDLE_DEATH])
async def test_a_worker_that_cannot_live_is_started_only_when_asked(fault: Fault) -> None:
    async with Listening() as log:
        async with running(1, command(fault)) as pool:
            assert "died" in await log.line()
            for _ in range(2):
                with pytest.raises(EngineFailed):
                    await pool.choose(MATCH)
        assert log.waiting <= 2


async def test_a_worker_that_lives_at_the_second_try(tmp_path: Path) -> None:
    async with running(1, command(Fault.STILLBORN, once=tmp_path / "failed")) as pool:
        assert is_legal((await pool.choose(MATCH)).move)


async def test_no_such_command() -> None:
    async with running(1, ("/nowhere/to/be/found",)) as pool:
        with pytest.raises(EngineFailed, match="could be started"):
            await pool.choose(MATCH)


async def test_an_answer_nobody_waits_for_is_dropped_and_the_worker_kept() -> None:
    async with running() as pool:
        await pool.choose(MATCH)
        before = pool.pids
        unwanted = asyncio.create_task(
            pool.choose(matches.against_computer("d3", level="champion"))
        )
        for _ in range(5):
            await asyncio.sleep(0)  # until it has been handed to the worker
        unwanted.cancel()
        choice = await pool.choose(another(2))
        assert unwanted.cancelled()
        assert is_legal(choice.move)
        assert pool.pids == before


async def test_a_question_nobody_waits_for_is_not_asked(tmp_path: Path) -> None:
    async with thinking_once(tmp_path, workers=1) as (pool, bell):
        searching = asyncio.create_task(pool.choose(MATCH))
        await bell.rung()
        unwanted = asyncio.create_task(pool.choose(another(1)))
        await asyncio.sleep(0)
        unwanted.cancel()
        with pytest.raises(EngineFailed):
            await searching
        assert is_legal((await pool.choose(another(2))).move)
        assert unwanted.cancelled()
        replaced = pool._slots[0].worker
        assert replaced is not None
        assert replaced._count == 1


async def test_only_a_computer_that_is_to_act_can_be_asked() -> None:
    async with running() as pool:
        for match in (
            matches.playing("d3"),
            matches.against_computer(),  # Ann is to act
            matches.finished(),
        ):
            with pytest.raises(EngineFailed, match="does not wait"):
                await pool.choose(match)


async def test_a_level_that_no_worker_knows() -> None:
    async with running() as pool:
        odd = replace(
            MATCH, seats=tuple(replace(s, level=Level("odd")) if s else s for s in MATCH.seats)
        )
        with pytest.raises(EngineFailed, match="odd"):
            await pool.choose(odd)


@pytest.mark.parametrize("fault", [Fault.OVERRUN, Fault.DEAF])
async def test_closing_leaves_no_process(fault: Fault, tmp_path: Path) -> None:
    async with Bell(tmp_path / "bell") as bell:
        pool = Pool(2, command(fault, bell=bell.path))
        pool.start()
        asked = [asyncio.create_task(pool.choose(another(n))) for n in range(3)]
        pids = [await bell.rung() for _ in range(2)]
        assert sorted(pids) == sorted(pool.pids)
        await pool.close()
    assert not any(alive(pid) for pid in pids)
    for task in asked:
        with pytest.raises(EngineFailed, match="closed"):
            await task
    assert pool.pids == ()
    with pytest.raises(EngineFailed, match="not running"):
        await pool.choose(MATCH)


async def test_dead_workers_are_reaped_once(caplog: pytest.LogCaptureFixture) -> None:
    """asyncio complains where a child's exit code was taken from it."""
    with caplog.at_level(logging.WARNING, "asyncio"):
        for _ in range(5):
            async with running(1, command(Fault.CRASH)) as pool:
                with pytest.raises(EngineFailed):
                    await pool.choose(MATCH)
    assert [record for record in caplog.records if record.name == "asyncio"] == []


async def test_closing_at_once() -> None:
    pool = Pool(2)
    pool.start()
    await asyncio.sleep(0)
    await pool.close()
    await pool.close()
    assert pool.pids == ()


async def test_no_worker_outlives_a_bot_that_is_killed(tmp_path: Path) -> None:
    """Standard error is held open by the bot and by its workers; it ends when all are gone."""
    async with Bell(tmp_path / "bell") as bell:
        argv = (sys.executable, "-m", "tests.fakes.doomed_bot", "2", str(bell.path))
        bot = await asyncio.create_subprocess_exec(*argv, stderr=PIPE)
        assert bot.stderr is not None
        assert await bell.rung() != await bell.rung()
        bot.kill()
        async with asyncio.timeout(10):
            await bot.stderr.read()
        await bot.wait()


async def test_works_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with running() as pool:
        assert is_legal((await pool.choose(MATCH)).move)


def test_as_many_workers_as_cores_but_one_by_default() -> None:
    assert Pool(3).size == 3
    assert Pool(0).size == max(1, (os.cpu_count() or 1) - 1)


# --- advice


ASKED = AdviceRequest(Effort.HINT, candidates=2, played=Move("c3"))


async def test_advises_on_a_position() -> None:
    view = see(MATCH).board
    async with running() as pool:
        told = await pool.advise(MATCH.game, view, ASKED)
        assert [is_legal(idea.move) for idea in told.candidates] == [True, True]
        assert told.played is not None
        assert told.played.move == "c3"
        assert await pool.advise(MATCH.game, view, ASKED) == told


async def test_moves_go_before_advice_and_hints_before_reviews(tmp_path: Path) -> None:
    async with thinking_once(tmp_path, workers=1) as (pool, bell):
        done: list[str] = []

        async def note(name: str, question: Awaitable[object]) -> None:
            await question
            done.append(name)

        searching = asyncio.create_task(pool.choose(MATCH))
        await bell.rung()  # it thinks for ever, until it is killed for it
        view = see(MATCH).board
        wanted = [
            note("review", pool.advise(MATCH.game, view, AdviceRequest(Effort.REVIEW))),
            note("hint", pool.advise(MATCH.game, view, ASKED)),
            note("first", pool.choose(another(1))),
            note("second", pool.choose(another(2))),
        ]
        await asyncio.gather(*wanted)
        assert done == ["first", "second", "hint", "review"]
        with pytest.raises(EngineFailed):
            await searching


async def test_a_worker_killed_while_it_advises_is_replaced(tmp_path: Path) -> None:
    async with thinking_once(tmp_path, workers=1) as (pool, bell):
        view = see(MATCH).board
        advising = asyncio.create_task(pool.advise(MATCH.game, view, ASKED))
        victim = await bell.rung()
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(EngineFailed, match="died"):
            await advising
        assert (await pool.advise(MATCH.game, view, ASKED)).candidates
        assert victim not in pool.pids


async def test_nobody_advises_on_a_game_that_is_not_there() -> None:
    async with running() as pool:
        with pytest.raises(EngineFailed, match="advises on chess"):
            await pool.advise(GameId("chess"), see(MATCH).board, ASKED)
