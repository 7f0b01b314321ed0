"""Scripted engines: one in the process, one in a worker process.

`ScriptedEngine` replaces the pool and answers from a list. `BuggyEngine` runs in a real worker
process and fails in every way a worker can:

    python -m tests.fakes.engines FAULT ONCE BELL

With a file ONCE, which it makes, it fails the first time only; the worker that replaces it behaves.
It writes its process id into the pipe BELL when it begins to overrun. `-` means none.
"""

import asyncio
import os
import sys
from collections import deque
from enum import StrEnum
from pathlib import Path
from typing import cast

import msgspec

from bot.app.ports.engines import EngineFailed
from bot.engines import worker
from bot.engines.player import ComputerPlayer
from bot.engines.protocol import ChooseReply
from core.engine import Advice, AdviceRequest, Candidate, Choice, Effort, Limit, Stop
from core.game import PASS, BoardView
from core.games.reversi.rules import REVERSI, View
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Move


def choice(move: Move) -> Choice:
    return Choice(move, score=0, line=(move,), depth=1, nodes=1, cut=False)


def advice(view: BoardView, asked: AdviceRequest) -> Advice:
    """The first legal moves, each worth two less than the one before; what was played is worth as
    much as there, or nothing."""
    moves = view.legal or (PASS,)
    candidates = [
        Candidate(move, 4 - 2 * i, (move,))
        for i, move in enumerate(moves[: max(1, asked.candidates)])
    ]
    others = [Candidate(move, 0, (move,)) for move in moves if asked.played == move]
    played = next((idea for idea in (*candidates, *others) if idea.move == asked.played), None)
    return Advice(tuple(candidates), played, nodes=1, cut=False)


class ScriptedEngine:
    """Implements `bot.app.ports.engines.Engines`: its script, then the first legal move."""

    def __init__(self, *script: Move | Exception) -> None:
        self._script = deque(script)
        self.asked: list[tuple[MatchId, int]] = []
        self.advised: list[AdviceRequest] = []
        self.failing = 0  # this many requests for advice fail first
        self.dropped = 0  # questions whose asker went away
        self.answering = asyncio.Event()  # cleared: answers wait
        self.answering.set()

    async def choose(self, match: Match) -> Choice:
        self.asked.append((match.id, match.turn))
        try:
            await self.answering.wait()
        except asyncio.CancelledError:
            self.dropped += 1
            raise
        if not self._script:
            return choice(GAMES[match.game].legal_moves(match.position)[0])
        answer = self._script.popleft()
        if isinstance(answer, Exception):
            raise answer
        return choice(answer)

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        del game
        self.advised.append(asked)
        await self.answering.wait()
        if self.failing:
            self.failing -= 1
            raise FAILED
        return advice(view, asked)

    async def close(self) -> None:
        return


FAILED = EngineFailed("as scripted")


class Fault(StrEnum):
    """What a worker does when it is asked."""

    CRASH = "crash"  # ends in the middle of a search
    RAISE = "raise"  # a fault in the engine
    OVERRUN = "overrun"  # thinks for ever and does not look at the clock
    DEAF = "deaf"  # the same, and does not notice the end of its input
    ILLEGAL = "illegal"  # a move that the rules refuse
    NONSENSE = "nonsense"  # an answer of the wrong shape
    GARBAGE = "garbage"  # a line that is not JSON
    ENDLESS = "endless"  # a line without end
    ANOTHER = "another"  # an answer to another question
    CHATTER = "chatter"  # prints all over, and answers well
    STILLBORN = "stillborn"  # ends before it is warm
    IDLE_DEATH = "idle_death"  # ends as soon as it is warm


def command(fault: Fault, once: Path | None = None, bell: Path | None = None) -> tuple[str, ...]:
    """What the pool starts instead of its worker."""
    paths = ("-" if path is None else str(path) for path in (once, bell))
    return (sys.executable, "-m", "tests.fakes.engines", fault, *paths)


class BuggyEngine:
    """Implements `core.engine.Engine[View]`: the first legal move, unless its fault comes first."""

    def __init__(self, fault: Fault, once: Path | None, bell: Path | None) -> None:
        self._fault = fault
        self._once = once
        self._bell = bell or Path(os.devnull)

    def limit(self, level: Level) -> Limit:
        del level
        return Limit(nodes=1, millis=100)

    def choose(self, view: View, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        del level, limit, stop
        if salt and self.misbehaves():  # without salt it is only being warmed
            self._fail()
            if self._fault is Fault.ILLEGAL:
                return choice(Move("d4"))
            if self._fault is Fault.NONSENSE:
                return choice(cast("Move", 17))
        return choice(view.legal[0])

    def misbehaves(self) -> bool:
        """Always, or the first time."""
        if self._once is None:
            return True
        first = not self._once.exists()
        self._once.touch()
        return first

    def _fail(self) -> None:
        match self._fault:
            case Fault.CRASH:
                os._exit(3)
            case Fault.RAISE:
                raise RuntimeError("a fault in the engine")
            case Fault.OVERRUN | Fault.DEAF:
                if self._fault is Fault.DEAF:
                    sys.setswitchinterval(3600)  # no other thread runs any more
                self._bell.write_text(f"{os.getpid()}\n")
                while True:
                    pass
            case Fault.CHATTER:
                print("a stray print", flush=True)  # noqa: T201
                os.write(1, b'{"number": 1}\n')
            case _:
                return


class BuggyAdviser:
    """Implements `core.engine.Adviser[View]`: fails as its engine does, else as above."""

    def __init__(self, engine: BuggyEngine) -> None:
        self._engine = engine

    def limit(self, effort: Effort) -> Limit:
        del effort
        return Limit(nodes=1, millis=100)

    def advise(self, view: View, asked: AdviceRequest, limit: Limit, stop: Stop) -> Advice:
        self._engine.choose(view, Level(""), limit, b"asked", stop)
        return advice(view, asked)


class Bell:
    """The pipe in which workers report, as seen by a test. Use it as a context."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reader = asyncio.StreamReader()

    async def __aenter__(self) -> "Bell":
        os.mkfifo(self.path)
        # Open for writing too, or it would end whenever no worker has it open.
        pipe = os.fdopen(os.open(self.path, os.O_RDWR | os.O_NONBLOCK), "rb", buffering=0)
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(self._reader), pipe
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        self._transport.close()

    async def rung(self) -> int:
        """Waits for the next worker to report; its process id."""
        return int(await self._reader.readline())


def blurt(fault: Fault) -> None:
    """A worker that says hello and then does not speak the language."""
    engine = BuggyEngine(fault, None, None)
    engines = {REVERSI.id: ComputerPlayer(engine, View, BuggyAdviser(engine))}
    sys.stdout.buffer.write(msgspec.json.encode(worker.hello(engines)) + b"\n")
    sys.stdout.buffer.flush()
    if fault is Fault.IDLE_DEATH:
        return
    asked = msgspec.json.decode(sys.stdin.buffer.readline())
    if fault is Fault.ANOTHER:
        answer = ChooseReply(asked["number"] + 1, choice(Move("d3")))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    else:
        sys.stdout.buffer.write(b"?" * 200_000 if fault is Fault.ENDLESS else b"?\n")
    sys.stdout.buffer.flush()
    sys.stdin.buffer.read()


def main(fault: Fault, once: Path | None, bell: Path | None) -> None:
    engine = BuggyEngine(fault, once, bell)
    speaks = fault not in (Fault.GARBAGE, Fault.ENDLESS, Fault.ANOTHER, Fault.IDLE_DEATH)
    if fault is Fault.STILLBORN and engine.misbehaves():
        sys.exit(4)
    if speaks or not engine.misbehaves():
        player = ComputerPlayer(engine, View, BuggyAdviser(engine))
        worker.run(lambda: {GameId("reversi"): player})
    blurt(fault)


if __name__ == "__main__":
    main(Fault(sys.argv[1]), *(None if path == "-" else Path(path) for path in sys.argv[2:4]))
