"""Commands to any session: a match, a contest, a day.

A command to a match is decided and saved by the writer. A contest has no moves; its lifecycle does
what has become due. When a match that is part of a contest ends, its contest is brought up to date.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from bot.app.commit import MatchWriter
from bot.app.model.request import Request
from bot.app.model.session import Screen, Session, SessionKind
from bot.app.session_cache import SessionCache
from core.match.commands import Abort, Command, Depart, Gone
from core.match.model import AbortCause, Match
from core.types import MatchId, PlayerId


class Lifecycle(Protocol):
    """How a contest begins and ends."""

    async def settle(self, id: MatchId) -> Session:
        """Do what has become due. Idempotent."""

    async def leave(self, id: MatchId, player: PlayerId) -> Session:
        """Withdraw the offers by and to a player who has left the room."""

    async def depart(self, id: MatchId, player: PlayerId) -> None:
        """Withdraw a player who has left for good."""

    async def end(self, id: MatchId) -> Session:
        """End without a result, at the order of a moderator."""

    async def entry_ended(self, match: Match) -> None:
        """Bring the contest up to date after one of its matches has ended."""


class CommandDispatcher:
    """Carries commands out on the session they name, by its kind.

    Args:
        sessions: the session cache.
        writer: applies commands to matches.
        lifecycles: of the contests, by the kind of the contest and of its private boards.
    """

    def __init__(
        self,
        sessions: SessionCache,
        writer: MatchWriter,
        lifecycles: Mapping[SessionKind, Lifecycle],
    ) -> None:
        self._sessions = sessions
        self._writer = writer
        self._lifecycles = lifecycles

    async def apply(
        self,
        id: MatchId,
        command_for: Callable[[Match], Command],
        request: Request | None,
        screen: Screen | None = None,
    ) -> Session:
        """Apply a command to a match, see `MatchWriter.apply`. Raises Refused."""
        saved = await self._writer.apply(id, command_for, request, screen)
        lifecycle = self._lifecycles.get(saved.kind)
        if lifecycle is not None and saved.match.is_over:
            await lifecycle.entry_ended(saved.match)
        return saved

    async def act(self, id: MatchId, command: Command) -> Session:
        """Carry out one of the bot's own commands: a computer's move, a deadline, an absence.

        Raises:
            Refused: by the rules of the match.
        """
        session = await self._sessions.load(id)
        if session.contest is None:
            return await self.apply(id, lambda _: command, None)
        lifecycle = self._lifecycles[session.kind]
        if isinstance(command, Gone):
            return await lifecycle.leave(id, command.player)
        return await lifecycle.settle(id)

    async def settle(self, id: MatchId) -> Session:
        """Do what has become due of a contest."""
        return await self._lifecycles[(await self._sessions.load(id)).kind].settle(id)

    async def end(self, id: MatchId) -> Session:
        """End a match or contest without a result. Raises Refused if it is over."""
        session = await self._sessions.load(id)
        if session.contest is None:
            return await self.apply(id, lambda _: Abort(AbortCause.ENDED), None)
        return await self._lifecycles[session.kind].end(id)

    async def give_up(self, id: MatchId, player: PlayerId) -> None:
        """End a player's part in a match or contest. Raises Refused if they have none."""
        session = await self._sessions.load(id)
        if session.contest is None:
            await self.apply(id, lambda _: Depart(player), None)
        else:
            await self._lifecycles[session.kind].depart(id, player)
