"""Dispatch the bot's own commands to a match, a contest, or a day.

A contest has no moves: its only commands are to process what is due, and a player's departure.
"""

from bot.app.commit import MatchWriter
from bot.app.contests.service import ContestService
from bot.app.daily.lifecycle import DailyLifecycle
from bot.app.model.session import Session
from bot.app.session_cache import SessionCache
from core.contest import ContestKind
from core.match.commands import Command, Depart, Gone
from core.types import MatchId, PlayerId


class CommandDispatcher:
    """Dispatch commands by the kind of session."""

    def __init__(
        self,
        sessions: SessionCache,
        changes: MatchWriter,
        contests: ContestService,
        days: DailyLifecycle,
    ) -> None:
        self._sessions = sessions
        self._changes = changes
        self._contests = contests
        self._days = days

    async def act(self, id: MatchId, command: Command) -> Session:
        """Apply a command such as an engine move, a fallen flag or a departure. Raises Refused."""
        if (await self._sessions.load(id)).contest is None:
            return await self._changes.act(id, command)
        if isinstance(command, Gone):
            return await self._contests.leave(id, command.player)
        return await self.settle(id)

    async def settle(self, id: MatchId) -> Session:
        """Process what is due in a contest."""
        contest = (await self._sessions.load(id)).contest
        if contest is not None and contest.kind is ContestKind.DAILY:
            return await self._days.settle(id)
        return await self._contests.settle(id)

    async def give_up(self, id: MatchId, player: PlayerId) -> None:
        """End a player's part in a session. Raises Refused if they have none."""
        if (await self._sessions.load(id)).contest is not None:
            await self._contests.depart(id, player)
        else:
            await self._changes.act(id, Depart(player))
