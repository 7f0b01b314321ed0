"""Ask engines for the moves of computer players and play them.

`core/match/pending.py` computes from saved state which matches wait for a computer; each gets one
task, which ends with a `PlayMove` for the turn it asked about. If the turn has changed meanwhile (a
takeback, a resignation), `decide` refuses the move as stale and it is dropped. Nothing is stored:
after a restart, recovery asks again.

An engine that fails does not block a match for long: it is asked once more, then a one-ply rule
plays instead, and if even that fails the match is aborted without a result.
"""

import asyncio
import hashlib
import logging
from dataclasses import dataclass
from typing import Any

from bot.app.lifecycle import CommandDispatcher
from bot.app.model.request import Request
from bot.app.model.session import Session
from bot.app.ports.engines import EngineFailed, Engines
from core.engine import salt_for
from core.errors import Reason, Refused
from core.game import Game
from core.match.commands import Abort, PlayMove
from core.match.model import AbortCause, Match
from core.match.pending import engine_seat
from core.registry import GAMES
from core.types import COMPUTER, MatchId, Move

log = logging.getLogger(__name__)


_ASKS = 2
# Reply counts assigned to a winning move, and to one that ends the game otherwise.
_WON, _ENDED = -1, 1_000


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A pending question to an engine about one turn."""

    turn: int
    task: "asyncio.Task[None]"


class EngineMoves:
    """Keep at most one engine request per match."""

    def __init__(self, engines: Engines, dispatcher: CommandDispatcher) -> None:
        self._engines = engines
        self._dispatcher = dispatcher
        self._asking: dict[MatchId, EngineRequest] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Ask if a computer is to move; cancel a request about an earlier turn."""
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
        """Wait until no engine is being asked and no engine move is being saved."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Cancel all requests; a move being saved is completed."""
        while self._tasks:
            for asking in self._asking.values():
                asking.task.cancel()
            self._asking.clear()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _think(self, match: Match) -> None:
        """Ask and play for one match; log failures, which recovery retries. Root of a task."""
        try:
            await self._move(match)
        except Exception:
            log.exception("match %s turn %s: asking the engine failed", match.id, match.turn)
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
        log.error("match %s turn %s: the engine failed, the fallback plays", match.id, match.turn)
        if await self._play(match, one_ply(GAMES[match.game], match)):
            return
        log.error("match %s turn %s: the fallback failed, match aborted", match.id, match.turn)
        await self._dispatcher.act(match.id, Abort(AbortCause.ENGINE_FAILED))

    async def _play(self, match: Match, move: Move) -> bool:
        """Play a move; return False if the rules refuse the move itself."""
        self._forget(match)  # a wake now concerns the next turn and must not cancel this move
        try:
            await self._dispatcher.act(match.id, PlayMove(COMPUTER, move, match.turn))
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
    """Choose a move for any game without an engine.

    Prefers a move that wins at once, else the one that leaves the opponent the fewest replies; the
    salt breaks ties.
    """
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
