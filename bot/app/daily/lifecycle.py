"""Days of the daily dice: keys, their beginning and end, and what rooms show of them.

A day is a contest kept under an id that tells its date. Its key is made when the day before begins;
whatever has become due of it `settle` finds in what is stored. What stands in rooms are sessions of
their own, without the key: a line with a button, news where a room wants them. Nothing here is
remembered, and doing any of it twice is harmless. Must not know who may be told what (`daily.py`).
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.app.commit import MatchWriter, Update
from bot.app.model.leaderboard import Result
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store, UnreadableMatch
from bot.app.ports.system import Now, RandomBytes
from bot.app.results import alone
from bot.app.session_cache import SessionCache
from bot.text.catalog import DEFAULT
from core import contest as contests
from core import daily
from core.contest import Contest
from core.day import Day
from core.errors import Reason, Refused
from core.match import create
from core.match.clock import HOUR
from core.match.commands import Abort
from core.match.model import AbortCause
from core.types import COMPUTER, MatchId, PlayerId

SEED = 32
"""Bytes of a key."""

Change = Callable[[Contest], Contest]


class DailyLifecycle:
    """Keeps days."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        changes: MatchWriter,
        now: Now,
        fresh: RandomBytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._changes = changes
        self._now = now
        self._fresh = fresh
        self._told: set[tuple[Day, Room]] = set()  # news that are there for sure

    async def contest(self, day: Day) -> Contest | None:
        """The day's, if its key is made."""
        try:
            return (await self._sessions.load(day.table)).contest
        except Refused as refused:
            if refused.reason is not Reason.UNKNOWN_MATCH:
                raise
            return None

    async def today(self) -> Contest:
        """Today's, begun. Made now where nobody was there to make it yesterday."""
        day = Day.at(self._now())
        contest = await self.contest(day)
        if contest is None:
            contest = (await self._sessions.create(self._made(day))).contest
        if contest is not None and contest.begun is None:
            contest = (await self._begin(day)).contest
        assert contest is not None
        return contest

    async def notice(
        self, contest: Contest, what: str, room: Room, kind: ScreenKind, locale: str
    ) -> Session:
        """A message about a day in a room: made once, whoever asks for it however often."""
        noted = self.noted(contest, what, room, COMPUTER)
        table = contests.table(noted, over=False)
        screens = (Screen(room, kind, locale),)
        return await self._sessions.create(Session(table, room, screens, contest=noted))

    def noted(self, contest: Contest, what: str, room: Room, host: PlayerId) -> Contest:
        """What such a message is kept as. The key is part of its id, so that nobody can tell it
        beforehand and come in by a room they never saw."""
        key, place = contest.chance.seed.hex(), (room.platform, room.chat, room.thread or "")
        id = create.match_id("daily", key, what, *place)
        return daily.notice(contest, id, host, self._now())

    # --- what becomes due -------------------------------------------------------------------------

    async def tend(self) -> None:
        """Today's key and tomorrow's are there, and the rooms that want news have them: once a day,
        also where their hour has long passed, or their chat has a new id since."""
        contest = await self.today()
        day, now = daily.day(contest), self._now()
        self._told = {told for told in self._told if told[0] == day}
        for room, hour in await self._store.houses.daily():
            known = (day, room) in self._told
            if not known and day.opens + hour * HOUR <= now < day.shuts:
                if not await self._store.days.is_told(day, room):
                    await self._post(contest, room)
                self._told.add((day, room))

    async def _post(self, contest: Contest, room: Room) -> None:
        day = daily.day(contest)
        await self.close(day.plus(-1))  # the news tell who was best
        locale = (await self._store.houses.settings(room)).language or DEFAULT
        news = await self.notice(contest, "news", room, ScreenKind.NOTICE, locale)
        self._changes.announce(news, None)

    async def settle(self, id: MatchId) -> Session:
        """Does what has become due: a day begins, or closes; what rooms show of it changes."""
        session, now = await self._sessions.load(id), self._now()
        contest = session.contest
        assert contest is not None
        day = daily.day(contest)
        if session.match.is_over:
            return session
        if now >= day.closes:
            await self.close(day)
            if id != day.table:
                return await self._save(id, _as_it_is, over=True)
        elif contest.begun is None and now >= day.opens:
            return await self._begin(day)
        return await self._sessions.load(id)

    async def _begin(self, day: Day) -> Session:
        """With the day's beginning the key of the next is made: it is never a day late."""
        next = self._made(day.plus(1))
        return await self._save(
            day.table, lambda contest: daily.begin(contest, self._now()), born=next
        )

    def _made(self, day: Day) -> Session:
        contest = daily.offer(day, self._fresh(SEED), self._now())
        home = Room("", None, day.label)  # of no platform: it is shown nowhere itself
        return Session(contests.table(contest, over=False), home, (), contest=contest)

    async def close(self, day: Day) -> None:
        """What is to be done once its time is up, if nobody has done it yet.

        Matches that go on are called off, each by itself; then the day is over, and all count.

        The day before closes first, for a streak goes on from it. If a crash comes in between, what
        is stored still says that it is due.
        """
        if self._now() < day.closes or not await self._goes_on(day):
            return
        await self.close(day.plus(-1))
        for id in await self._store.days.unfinished(day):
            with suppress(Refused, UnreadableMatch):  # the last press may have come first
                await self._changes.act(id, Abort(AbortCause.CONTEST_OVER))
        results = []
        entries = await self._store.days.entries(day)
        async for entry in self._sessions.readable(entries):  # a crash may leave one without match
            if not entry.match.annulled:
                results.append(alone(entry.match, entry.home, self._now()))
        await self._save(day.table, _as_it_is, over=True, results=tuple(results))

    async def _goes_on(self, day: Day) -> bool:
        try:
            return not (await self._sessions.load(day.table)).match.is_over
        except Refused:
            return False

    async def _save(
        self,
        id: MatchId,
        change: Change,
        *,
        over: bool = False,
        results: tuple[Result, ...] = (),
        born: Session | None = None,
    ) -> Session:
        """Change a day, unless that was done already."""

        async def update(session: Session) -> Update | None:
            assert session.contest is not None
            begun = born is not None and session.contest.begun is not None
            if session.match.is_over or begun:
                return None
            contest = change(session.contest)
            next = replace(session, contest=contest, match=contests.table(contest, over=over))
            return Update(next, results, () if born is None else (born,))

        return await self._changes.update(id, update)


def _as_it_is(contest: Contest) -> Contest:
    return contest
