"""The one write path: lock a session, load it, change it, save it, publish it.

Match commands, contests, days, private boards, reviews and new screens all change sessions here.
Owns the locks, the retry after a conflicting save and the result screens. Publishing means calling
the subscribers of `bot.app.subscriptions`: they draw, send, think and keep time.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.app.keyed_lock import KeyedLock
from bot.app.model.leaderboard import Result
from bot.app.model.request import Request
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.placement import Placement
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.session_cache import SessionCache, retry_on_conflict
from bot.app.subscriptions import Subscriptions
from bot.app.transition import advance, flag_fell_first
from core.contest import ContestKind
from core.errors import Reason, Refused
from core.match.auto_moves import auto_move, play_auto_moves
from core.match.commands import Command, CreditOutage
from core.match.decide import Decision, decide
from core.match.model import Match, Status
from core.rating import RatedResult
from core.types import MatchId, Millis

Step = Callable[[str], None]
"""Called at each named step of a request. Tests kill the process there; otherwise a no-op."""


def no_step(name: str) -> None:
    """No-op step hook."""
    del name


@dataclass(frozen=True, slots=True)
class Update:
    """A changed session, and what is saved in the same transaction."""

    session: Session
    results: Sequence[Result] = ()
    created: Sequence[Session] = ()
    bout: RatedResult | None = None


Change = Callable[[Session], Awaitable[Update | None]]
"""Make an update from the session as it is loaded; None if there is nothing to change."""


class MatchWriter:
    """Changes sessions, one save at a time each."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        now: Now,
        fresh: RandomBytes,
        events: Subscriptions,
        step: Step = no_step,
    ) -> None:
        self.outages: list[tuple[Millis, Millis]] = []
        """Intervals in which this process did not serve, not yet credited everywhere."""
        self._locks = KeyedLock()
        self._store = store
        self._sessions = sessions
        self._places = Placement(store)
        self._now = now
        self._fresh = fresh
        self._step = step
        self._events = events

    def publish(self, session: Session, request: Request | None = None) -> None:
        """Call the subscribers: the session has changed, or its screens must be checked."""
        self._events.saved(session, request)
        self._step("announced")

    async def begin(self, session: Session, request: Request) -> Session:
        """Create a session, placed as its room demands. A repeated request finds the first one."""
        created = await self._sessions.create(await self._places.begin(session))
        self._step("saved")
        self.publish(created, request)
        return created

    async def apply(
        self,
        id: MatchId,
        command_for: Callable[[Match], Command],
        request: Request | None,
        screen: Screen | None = None,
    ) -> Session:
        """Decide and save one command to a match. Raises Refused.

        Args:
            id: the match.
            command_for: makes the command from the match as it is loaded.
            request: what asked for it; None for the bot's own commands.
            screen: where to show the match from now on too.
        """
        too_late = False

        async def change(session: Session) -> Update:
            nonlocal too_late
            self._step("loaded")
            command, now = command_for(session.match), self._now()
            if not isinstance(command, CreditOutage):
                session = self._credited(session)
            decision = await self._decide(session.match, command, now)
            self._step("decided")
            too_late = flag_fell_first(session.match, command, now)
            wider = session if screen is None else session.shown_too(screen)
            next = advance(wider, decision, self._fresh(32), now)
            return Update(next.session, next.results, next.born, next.bout)

        saved = await self.update(id, change, request)
        if too_late:
            raise Refused(Reason.FLAG_FELL)
        return saved

    async def update(self, id: MatchId, change: Change, request: Request | None = None) -> Session:
        """Change one session, and again from the start if another save came first.

        Return the session as it is stored now, also if `change` returned None: then nothing is
        saved or published.
        """

        async def attempt() -> tuple[Session, Update | None]:
            session = await self._sessions.load(id)
            update = await change(session)
            if update is None:
                return session, None
            next = update.session
            has_results = not session.match.is_over and _has_result(next)
            next = await self._places.settled(_with_results(next) if has_results else next)
            if has_results and (update.results or next.contest is not None):
                next = await self._places.announced(next)
            return await self._sessions.save(
                next, update.results, update.created, update.bout
            ), update

        async with self._locks.hold(id):
            saved, update = await retry_on_conflict(attempt)
        if update is not None:
            if not _is_day(saved):  # no request waits for those
                self._step("saved")
            self.publish(saved, request)
            for created in update.created:
                self.publish(await self._sessions.load(created.match.id))
        return saved

    async def show(self, id: MatchId, screen: Screen, request: Request) -> Session:
        """Repost the session in the room of this screen, or show it there from now on."""
        async with self._locks.hold(id):
            session = await self._sessions.load(id)
            number = session.number_of(screen.room, screen.kind)
            if number is None:
                saved = await self._sessions.save(session.shown_too(screen))
            else:
                await self._sessions.repost(id, number)
                saved = await self._sessions.load(id)
        self.publish(saved, request)
        return saved

    def _credited(self, session: Session) -> Session:
        """Credit the match with recent outages before anything is decided about it."""
        match = session.match
        for outage in self.outages:
            with suppress(Refused):  # no clock ran, or it is credited already
                match = decide(match, CreditOutage(*outage), self._now()).match
        return session if match is session.match else replace(session, match=match)

    async def _decide(self, match: Match, command: Command, now: Millis) -> Decision:
        """Decide the command, then play the throws that leave the player no choice."""
        decision = decide(match, command, now)
        only = auto_move(decision.match)
        if only is None or not (await self._store.settings(only.by)).auto:
            return decision
        return play_auto_moves(decision, now)


def _has_result(session: Session) -> bool:
    """Whether the session is finished and its rooms are shown how it ended; days are not."""
    return session.match.status is Status.FINISHED and not _is_day(session)


def _is_day(session: Session) -> bool:
    return session.contest is not None and session.contest.kind is ContestKind.DAILY


def _with_results(session: Session) -> Session:
    """The session with a result screen below each of its boards."""
    boards = [screen for screen in session.screens if screen.kind is ScreenKind.BOARD]
    results = tuple(Screen(each.room, ScreenKind.RESULT, each.locale) for each in boards)
    return replace(session, screens=session.screens + results)
