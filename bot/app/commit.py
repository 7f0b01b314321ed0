"""How a match changes: lock, load, decide, save with a version check, announce.

The second half of the way of every wish that is a command (`service.py` has the first), and the
whole way of the bot's own commands. Owns the locks of sessions, and who is told of what was saved.
Nobody who is told may wait for anything: they only note what is to be done.
"""

from collections.abc import Awaitable, Callable, Sequence

from bot.app.keyed_lock import KeyedLock
from bot.app.model.request import Request
from bot.app.model.session import Screen, Session
from bot.app.people.account_linking import Moved
from bot.app.placement import Placement
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.session_cache import SessionCache, retry_on_conflict
from bot.app.transition import advance, flag_fell_first
from core.errors import Reason, Refused
from core.match.auto_moves import auto_move, play_auto_moves
from core.match.commands import Command
from core.match.decide import Decision, decide
from core.match.model import Match
from core.types import MatchId, Millis, PlayerId

Announce = Callable[[Session, Request | None], None]
"""Told of every saved session; must not wait."""

Note = Callable[[Match], Awaitable[None]]
"""Told of every match after a command to it was saved; may save something itself."""

Step = Callable[[str], None]
"""Told where on its way a request is. Does nothing but in tests, which kill the process there."""


def no_step(name: str) -> None:
    """Goes on."""
    del name


class MatchWriter:
    """The second half of the way: lock, load, decide, save, announce."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        now: Now,
        fresh: RandomBytes,
        step: Step = no_step,
    ) -> None:
        self.locks = KeyedLock()
        self._store = store
        self._sessions = sessions
        self._places = Placement(store)
        self._now = now
        self._fresh = fresh
        self._step = step
        self._listeners: list[Announce] = []
        self._noting: list[Note] = []
        self._followers: list[Moved] = []

    def listen(self, announce: Announce) -> None:
        """Adds one who is told of every saved session."""
        self._listeners.append(announce)

    def noted_by(self, note: Note) -> None:
        """Adds one who is told of every match after a command to it was saved."""
        self._noting.append(note)

    def follow(self, moved: Moved) -> None:
        """Adds one who is told that a person is another one now, or (None) no more."""
        self._followers.append(moved)

    def moved(self, gone: PlayerId, to: PlayerId | None) -> None:
        """Tells them."""
        for moved in self._followers:
            moved(gone, to)

    def tell(self, session: Session, request: Request | None) -> None:
        """Somebody saved this session, for this request."""
        self._step("saved")
        self.announce(session, request)

    def announce(self, session: Session, request: Request | None = None) -> None:
        """Wakes those who draw, think and keep time."""
        for announce in self._listeners:
            announce(session, request)
        self._step("announced")

    async def begin(self, session: Session, request: Request) -> Session:
        """A new match, where its room wants it to live; the one that is there if it was asked for
        twice."""
        created = await self._sessions.create(await self._places.begin(session))
        self.tell(created, request)
        return created

    async def act(self, id: MatchId, command: Command) -> Session:
        """One command of nobody's request. Raises Refused."""
        return await self.make(id, lambda _: command, None)

    async def make(
        self,
        id: MatchId,
        command_for: Callable[[Match], Command],
        request: Request | None,
        screen: Screen | None = None,
    ) -> Session:
        """Load, decide, save; once more when somebody else saved in between.

        `screen` is one more place to show it in from now on.
        """

        async def attempt() -> tuple[Session, Sequence[Session], bool]:
            session = await self._sessions.load(id)
            self._step("loaded")
            command, now = command_for(session.match), self._now()
            decision = await self._decide(session.match, command, now)
            self._step("decided")
            wider = session if screen is None else session.shown_too(screen)
            next = advance(wider, decision, self._fresh(32), now)
            placed = await self._places.settled(next.session)
            if next.results:
                placed = await self._places.told(placed)
            saved = await self._sessions.save(placed, next.results, next.born, next.bout)
            return saved, next.born, flag_fell_first(session.match, command, now)

        async with self.locks.hold(id):
            saved, born, too_late = await retry_on_conflict(attempt)
        self.tell(saved, request)
        for each in born:
            self.announce(await self._sessions.load(each.match.id))
        for note in self._noting:
            await note(saved.match)
        if too_late:
            raise Refused(Reason.FLAG_FELL)
        return saved

    async def _decide(self, match: Match, command: Command, now: Millis) -> Decision:
        """What becomes of the match, with the throws that leave its player no choice."""
        decision = decide(match, command, now)
        only = auto_move(decision.match)
        if only is None or not (await self._store.settings(only.by)).auto:
            return decision
        return play_auto_moves(decision, now)
