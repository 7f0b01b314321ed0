"""One worker process, seen from the bot.

This module owns the child's life and the protocol on its pipes. Every failure of a worker (it
cannot be started, dies, overruns its time, sends nonsense) is raised as `EngineFailed`, after which
only `end` may be called.
"""

import asyncio
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

import bot
from bot.app.ports.engines import EngineFailed
from bot.engines import kernel_cache
from bot.engines.protocol import AdviseReply, AdviseRequest, ChooseReply, ChooseRequest, WorkerHello
from core.engine import Advice, AdviceRequest, Choice, Limit, salt_for
from core.game import BoardView
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId, Level

GRACE = 2.0
"""Seconds a worker may exceed a question's own limit."""

_START = 300.0
"""Seconds to start and warm up; compiling kernels takes a minute on a busy machine."""
_LEAVE = 1.0
"""Seconds to exit by itself once it is no longer needed."""

_Message = TypeVar("_Message", WorkerHello, ChooseReply, AdviseReply)


class WorkerProcess:
    """A child process that answers one question at a time."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in = process.stdin
        self._out = process.stdout
        self._hello = WorkerHello({})
        self._count = 0

    @staticmethod
    async def spawn(command: Sequence[str]) -> "WorkerProcess":
        """Start the child, not yet warm. It shares the bot's standard error.

        It gets a session of its own: a terminal's Ctrl-C is meant for the bot, which then closes
        the child's input.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=_environment(), start_new_session=True
            )
        except OSError as fault:
            raise EngineFailed(f"no worker could be started: {fault}") from fault
        return WorkerProcess(process)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def asked(self) -> bool:
        """Return whether a question was ever asked."""
        return self._count > 0

    async def warm(self) -> None:
        """Wait until it can be asked."""
        self._hello = await self._receive(_START, WorkerHello)

    async def died(self) -> None:
        """Wait for the process to end by itself."""
        await self._process.wait()

    async def choose(self, match: Match, level: Level) -> Choice:
        """Return a legal move for the seat to act."""
        limit = self._hello.limits.get(match.game, {}).get(level)
        if limit is None:
            raise EngineFailed(f"no worker plays {match.game} at level {level}")
        self._count += 1
        await self._send(_question(self._count, match, level, limit))
        answer = await self._receive(limit.millis / 1000 + GRACE, ChooseReply)
        if answer.number != self._count:
            raise EngineFailed(f"worker {self.pid} answered another question")
        if not GAMES[match.game].is_legal(match.position, answer.choice.move):
            raise EngineFailed(f"worker {self.pid} answered {answer.choice.move!r}: illegal")
        return answer.choice

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        """Return advice for the seat to act."""
        limit = self._hello.advice.get(game, {}).get(asked.effort)
        if limit is None:
            raise EngineFailed(f"no worker advises on {game}")
        self._count += 1
        shown = msgspec.Raw(msgspec.json.encode(view))
        await self._send(AdviseRequest(self._count, game, shown, asked, limit))
        reply = await self._receive(limit.millis / 1000 + GRACE, AdviseReply)
        if reply.number != self._count or not reply.advice.candidates:
            raise EngineFailed(f"worker {self.pid} reply something else")
        return reply.advice

    async def end(self) -> None:
        """End the process and wait until it is gone. Idempotent.

        It exits at the end of its input, even in the middle of a search, and is killed only if it
        does not: killing one that has just died would take its exit code away from asyncio.
        """
        self._in.close()
        try:
            async with asyncio.timeout(_LEAVE):
                await self._process.communicate()  # also drains and closes the pipes
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.communicate()

    async def _send(self, question: ChooseRequest | AdviseRequest) -> None:
        try:
            self._in.write(msgspec.json.encode(question) + b"\n")
            await self._in.drain()
        except ConnectionError as fault:
            raise EngineFailed(f"worker {self.pid} died") from fault

    async def _receive(self, seconds: float, message: type[_Message]) -> _Message:
        try:
            async with asyncio.timeout(seconds):
                line = await self._out.readline()
        except TimeoutError as fault:
            raise EngineFailed(f"worker {self.pid} took over {seconds:g} s") from fault
        except ValueError as fault:
            raise EngineFailed(f"worker {self.pid} answered without end") from fault
        if not line:
            raise EngineFailed(f"worker {self.pid} died")
        try:
            return msgspec.json.decode(line, type=message)
        except msgspec.MsgspecError as fault:
            raise EngineFailed(f"worker {self.pid} answered nonsense: {fault}") from fault


def _question(number: int, match: Match, level: Level, limit: Limit) -> ChooseRequest:
    view = GAMES[match.game].look(match.position)
    return ChooseRequest(
        number=number,
        game=match.game,
        view=msgspec.Raw(msgspec.json.encode(view)),
        level=level,
        limit=limit,
        salt=salt_for(match.id, match.turn),
    )


def _environment() -> Mapping[str, str]:
    """Return the bot's environment, with its packages on the path from any folder, and the settings
    of the kernels."""
    root = str(Path(bot.__path__[0]).parent)
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    return {**os.environ, **kernel_cache.settings(os.environ), "PYTHONPATH": path}
