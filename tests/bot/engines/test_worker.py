"""The worker as a process: what it says, what it keeps to itself, and how it ends."""

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from bot.engines.deadline import DeadlineTimer
from bot.engines.pool import WORKER
from bot.engines.protocol import ChooseReply, ChooseRequest, WorkerHello
from bot.engines.registry import ENGINES
from bot.engines.worker import answer, hello
from core.engine import Effort, Limit, salt_for
from core.games.reversi.rules import REVERSI
from core.registry import GAMES
from core.types import Level, MatchId
from tests.core.games.reversi.boards import wander
from tests.fakes.engines import Bell, Fault, command

CLUB, CHAMPION = Level("club"), Level("champion")


def question(number: int = 1, seed: int = 1, level: Level = CLUB, empty: int = 30) -> ChooseRequest:
    view = REVERSI.look(wander(seed, empty))
    return ChooseRequest(
        number=number,
        game=REVERSI.id,
        view=msgspec.Raw(msgspec.json.encode(view)),
        level=level,
        limit=Limit(nodes=20_000, millis=60_000),
        salt=salt_for(MatchId(f"match{seed}"), number),
    )


@asynccontextmanager
async def running(
    argv: tuple[str, ...] = WORKER, hash_seed: int = 0, stderr: int | None = None
) -> AsyncIterator[Process]:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    process = await asyncio.create_subprocess_exec(
        *argv, stdin=PIPE, stdout=PIPE, stderr=stderr, env=environment
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def ask(process: Process, asked: ChooseRequest | bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    line = asked if isinstance(asked, bytes) else msgspec.json.encode(asked)
    process.stdin.write(line + b"\n")
    return await process.stdout.readline()


async def greeting(process: Process) -> WorkerHello:
    assert process.stdout is not None
    return msgspec.json.decode(await process.stdout.readline(), type=WorkerHello)


def test_every_game_with_levels_has_an_engine() -> None:
    assert set(ENGINES) == {id for id, game in GAMES.items() if game.levels}


def test_hello_says_what_each_level_may_cost() -> None:
    told = hello(ENGINES)
    for id in ENGINES:
        assert tuple(told.limits[id]) == GAMES[id].levels
        assert set(told.advice[id]) == set(Effort), "whoever plays gives advice too"
        cost = (*told.limits[id].values(), *told.advice[id].values())
        assert all(limit.nodes > 0 and limit.millis > 0 for limit in cost)


def test_answers_in_the_process_too() -> None:
    asked = question(number=7)
    answered = answer(ENGINES, asked, DeadlineTimer())
    assert answered.number == 7
    assert answered.choice.move in REVERSI.look(wander(1, 30)).legal


def test_the_clock_cuts_a_search() -> None:
    asked = msgspec.structs.replace(question(level=CHAMPION), limit=Limit(10_000_000, millis=0))
    assert answer(ENGINES, asked, DeadlineTimer()).choice.cut


@pytest.mark.parametrize("level", REVERSI.levels)
def test_a_question_holds_no_secret(level: Level) -> None:
    """The view, and what chance the computer may use; see `core/chance.py` for what it may not."""
    fields = msgspec.json.decode(msgspec.json.encode(question(level=level)))
    assert set(fields) == {"type", "number", "game", "view", "level", "limit", "salt"}


async def test_the_same_question_gets_the_same_answer_in_any_worker() -> None:
    """Fresh or used, one process or another, under any hash seed: move, score and node count."""
    asked = [question(1, seed=1), question(2, seed=2, level=CHAMPION, empty=14)]
    expected = [
        msgspec.json.encode(answer(ENGINES, each, DeadlineTimer())) + b"\n" for each in asked
    ]
    async with running(hash_seed=0) as first, running(hash_seed=1) as second:
        for process in (first, second):
            await greeting(process)
        assert [await ask(first, each) for each in asked] == expected
        assert [await ask(second, each) for each in reversed(asked)] == expected[::-1]
        assert [await ask(first, each) for each in asked] == expected


async def test_stray_prints_stay_out_of_the_answers() -> None:
    async with running(command(Fault.CHATTER), stderr=PIPE) as process:
        assert process.stderr is not None
        await greeting(process)
        answered = msgspec.json.decode(await ask(process, question(number=5)), type=ChooseReply)
        assert answered.number == 5
        assert await process.stderr.readline() == b"a stray print\n"


async def test_ends_with_its_input() -> None:
    async with running() as process:
        assert process.stdin is not None
        await greeting(process)
        process.stdin.close()
        async with asyncio.timeout(10):
            assert await process.wait() == 0


async def test_ends_with_its_input_in_the_middle_of_a_search(tmp_path: Path) -> None:
    async with (
        Bell(tmp_path / "bell") as bell,
        running(command(Fault.OVERRUN, bell=bell.path)) as process,
    ):
        assert process.stdin is not None
        await greeting(process)
        process.stdin.write(msgspec.json.encode(question()) + b"\n")
        assert await bell.rung() == process.pid
        process.stdin.close()
        async with asyncio.timeout(10):
            assert await process.wait() == 0


async def test_ctrl_c_is_not_for_the_worker() -> None:
    async with running() as process:
        await greeting(process)
        process.send_signal(signal.SIGINT)
        assert await ask(process, question())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"not JSON",
        lambda q: msgspec.structs.replace(q, game="chess"),
        lambda q: msgspec.structs.replace(q, level="unheard of"),
        lambda q: msgspec.structs.replace(q, view=msgspec.Raw(b'{"cells": 3}')),
    ],
)
async def test_a_fault_ends_it_with_a_traceback(
    spoil: Callable[[ChooseRequest], ChooseRequest | bytes],
) -> None:
    async with running(stderr=PIPE) as process:
        await greeting(process)
        assert await ask(process, spoil(question())) == b""
        _, said = await process.communicate()
        assert b"Traceback" in said
        assert process.returncode == 1


@pytest.mark.parametrize("niceness", ["-5", "0", "5"])
async def test_thinks_at_the_lowest_priority_wherever_it_starts(niceness: str) -> None:
    """Who may not start it above the ordinary has `nice` say so and start it there."""
    async with running(("nice", "-n", niceness, *WORKER), stderr=DEVNULL) as process:
        await greeting(process)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
