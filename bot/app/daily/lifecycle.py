"""The life of a day of the daily dice: its seed, its begin and end, its messages in rooms.

A day is a contest whose id encodes its date. Its seed is made when the day before begins. What has
become due, `settle` finds in what is stored. Messages in rooms are sessions without the seed: a
line with a button, and morning news if the room wants it. Nothing is kept in memory and every step
is idempotent.
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
from core.match.model import AbortCause, Match
from core.types import COMPUTER, MatchId, PlayerId

SEED = 32
"""Bytes per seed."""

Change = Callable[[Contest], Contest]


class DailyLifecycle:
    """Begins and closes days, and posts their messages."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        writer: MatchWriter,
        now: Now,
        fresh: RandomBytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._writer = writer
        self._now = now
        self._fresh = fresh
        self._told: set[tuple[Day, Room]] = set()  # news known to be posted

    async def contest(self, day: Day) -> Contest | None:
        """Return the contest of a day, if its seed exists."""
        try:
            return (await self._sessions.load(day.table)).contest
        except Refused as refused:
            if refused.reason is not Reason.UNKNOWN_MATCH:
                raise
            return None

    async def today(self) -> Contest:
        """Return today's contest, begun. It is made now if the bot was down yesterday."""
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
        """Return the message about a day in a room. It is created once."""
        noted = self.noted(contest, what, room, COMPUTER)
        table = contests.table(noted, over=False)
        screens = (Screen(room, kind, locale),)
        return await self._sessions.create(Session(table, room, screens, contest=noted))

    def noted(self, contest: Contest, what: str, room: Room, host: PlayerId) -> Contest:
        """Return the contest of such a message.

        The seed is part of its id. Otherwise ids could be guessed, to enter by an unseen room.
        """
        key, place = contest.chance.seed.hex(), (room.platform, room.chat, room.thread or "")
        id = create.match_id("daily", key, what, *place)
        return daily.notice(contest, id, host, self._now())

    # --- what becomes due -------------------------------------------------------------------------

    async def tend(self) -> None:
        """Make the seeds of today and tomorrow, and post the news in the rooms that want it.

        News is posted once a day, even if its hour has passed or the chat has a new id since.
        """
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
        await self.close(day.plus(-1))  # the news names the best
        locale = (await self._store.houses.settings(room)).language or DEFAULT
        news = await self.notice(contest, "news", room, ScreenKind.NOTICE, locale)
        self._writer.publish(news)

    async def settle(self, id: MatchId) -> Session:
        """Begin or close a day that is due, and update its messages in rooms."""
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

    async def leave(self, id: MatchId, player: PlayerId) -> Session:
        """Change nothing: a day is not a player's offer."""
        del player
        return await self._sessions.load(id)

    async def depart(self, id: MatchId, player: PlayerId) -> None:
        """Change nothing: entries are deleted with the player."""

    async def end(self, id: MatchId) -> Session:
        """Refuse: no moderator runs the daily dice. Raises Refused(NOT_MANAGER)."""
        del id
        raise Refused(Reason.NOT_MANAGER)

    async def entry_ended(self, match: Match) -> None:
        """Change nothing: a day closes at its hour, however many have finished."""

    async def _begin(self, day: Day) -> Session:
        """Begin a day, and make the seed of the next in the same transaction."""
        next = self._made(day.plus(1))
        return await self._save(
            day.table, lambda contest: daily.begin(contest, self._now()), born=next
        )

    def _made(self, day: Day) -> Session:
        contest = daily.offer(day, self._fresh(SEED), self._now())
        home = Room("", None, day.label)  # no platform: the day itself is shown nowhere
        return Session(contests.table(contest, over=False), home, (), contest=contest)

    async def close(self, day: Day) -> None:
        """Close a day whose time is up: abort its running matches, then save the results.

        The day before is closed first, since streaks continue from it. A crash in between leaves
        the day due.
        """
        if self._now() < day.closes or not await self._goes_on(day):
            return
        await self.close(day.plus(-1))
        for id in await self._store.days.unfinished(day):
            with suppress(Refused, UnreadableMatch):  # the player may have finished meanwhile
                await self._writer.apply(id, _abort, None)
        results = []
        entries = await self._store.days.entries(day)
        async for entry in self._sessions.readable(entries):  # an entry may lack its match
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
        """Change a day, unless it is over or has begun already."""

        async def update(session: Session) -> Update | None:
            assert session.contest is not None
            begun = born is not None and session.contest.begun is not None
            if session.match.is_over or begun:
                return None
            contest = change(session.contest)
            next = replace(session, contest=contest, match=contests.table(contest, over=over))
            return Update(next, results, () if born is None else (born,))

        return await self._writer.update(id, update)


def _abort(match: Match) -> Abort:
    del match
    return Abort(AbortCause.CONTEST_OVER)


def _as_it_is(contest: Contest) -> Contest:
    return contest
