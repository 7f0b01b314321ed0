"""Has computers move where they are to act, and feeds their moves back.

Which matches wait for a computer is computed from saved state (`core/match/pending.py`); here is
one task for each such match, which ends with a `PlayMove` about the turn that was asked for. If the
turn has changed meanwhile (a takeback, a resignation), `decide` refuses the move as stale and it is
dropped. Nothing is stored, so after a restart the sweep just asks again.

A computer that fails does not hold up a match for long: it is asked once more, then a rule of one
ply plays in its place, and if even that does not go the match is called off without a result. Must
not know how an engine thinks, nor where.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.app.model.request import Request
from bot.app.model.session import Session
from bot.app.ports.engines import EngineFailed, Engines
from core.engine import salt_for
from core.errors import Reason, Refused
from core.game import Game
from core.match.commands import Abort, Command, PlayMove
from core.match.model import AbortCause, Match
from core.match.pending import engine_seat
from core.registry import GAMES
from core.types import COMPUTER, MatchId, Move

log = logging.getLogger(__name__)

Act = Callable[[MatchId, Command], Awaitable[Session]]
"""`Acting.act`: saves what becomes of the match, or raises Refused."""

_ASKS = 2
_WON, _ENDED = -1, 1_000  # replies left by a move that wins, and by one that ends it otherwise


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A computer is being asked about this turn."""

    turn: int
    task: "asyncio.Task[None]"


class EngineMoves:
    """At most one question a match."""

    def __init__(self, engines: Engines, act: Act) -> None:
        self._engines = engines
        self._act = act
        self._asking: dict[MatchId, EngineRequest] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Asks if a computer is to act; what was being thought about an earlier turn is dropped."""
        del request
        match = session.match
        asking = self._asking.get(match.id)
        if asking is not None:
            if asking.turn >= match.turn and not match.is_over:
                return
            asking.task.cancel()
            del self._asking[match.id]
        if engine_seat(match) is None:
            return
        task = asyncio.create_task(self._think(match))
        self._asking[match.id] = EngineRequest(match.turn, task)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def idle(self) -> None:
        """Returns when no computer is asked and no move of one is being saved."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Stops asking; a move that is just being saved is saved to the end."""
        while self._tasks:
            for asking in self._asking.values():
                asking.task.cancel()
            self._asking.clear()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _think(self, match: Match) -> None:
        """The root of a task: what goes wrong here is logged, and the next sweep asks again."""
        try:
            await self._move(match)
        except Exception:
            log.exception("match %s turn %s: thinking failed", match.id, match.turn)
        finally:
            self._forget(match)

    async def _move(self, match: Match) -> None:
        for ask in range(1, _ASKS + 1):
            try:
                choice = await self._engines.choose(match)
            except EngineFailed as failed:
                log.warning("match %s turn %s ask %s: %s", match.id, match.turn, ask, failed)
            else:
                if await self._play(match, choice.move):
                    return
        log.error("match %s turn %s: the computer failed, a rule plays", match.id, match.turn)
        if await self._play(match, one_ply(GAMES[match.game], match)):
            return
        log.error("match %s turn %s: the rule failed, called off", match.id, match.turn)
        await self._act(match.id, Abort(AbortCause.ENGINE_FAILED))

    async def _play(self, match: Match, move: Move) -> bool:
        """Whether that is done with: False where the rules refuse the move itself."""
        self._forget(match)  # a wake is now about the next decision and must not cancel this move
        try:
            await self._act(match.id, PlayMove(COMPUTER, move, match.turn))
        except Refused as refused:
            if refused.reason is Reason.ILLEGAL_MOVE:
                log.warning("match %s turn %s: %s is illegal", match.id, match.turn, move)
                return False
            log.debug("match %s turn %s: too late: %s", match.id, match.turn, refused.reason)
        return True

    def _forget(self, match: Match) -> None:
        asking = self._asking.get(match.id)
        if asking is not None and asking.turn == match.turn:
            del self._asking[match.id]


def one_ply(game: Game[Any, Any], match: Match) -> Move:
    """What any game can play without an engine: the move that wins at once, or else the one that
    leaves the other the fewest replies. Between equals the salt decides."""
    seat = game.to_act(match.position)
    assert seat is not None
    side = game.side_of(match.setup, seat)
    salt = salt_for(match.id, match.turn)

    def rank(move: Move) -> tuple[int, bytes]:
        after = game.play(match.position, move)
        outcome = game.outcome(after)
        entropy = hashlib.sha256(salt + move.encode()).digest()
        if outcome is None:
            return len(game.legal_moves(after)), entropy
        return (_WON if outcome.winner == side else _ENDED), entropy

    return min(game.legal_moves(match.position), key=rank)
