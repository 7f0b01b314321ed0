"""Requests about the daily dice: enter, open one's own board, tables, sharing.

A player's game is a match like any entry of a contest, shown to its player alone. Totals are
hidden from a player until their own game is over, and the seed from everyone until the day has
closed.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.app.commit import MatchWriter
from bot.app.contests.private_boards import PRIVATE, PrivateBoards
from bot.app.daily import cards
from bot.app.daily.cards import Asked, DailyCards
from bot.app.daily.lifecycle import DailyLifecycle
from bot.app.model.button_token import NO_MATCH
from bot.app.model.card import Card
from bot.app.model.leaderboard import Scope, ScopeKind
from bot.app.model.notification import ScheduledNotification
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.session_cache import SessionCache
from bot.text.catalog import Texts, texts
from core import contest as contests
from core import daily
from core.contest import Contest
from core.day import Day
from core.errors import Reason, Refused
from core.match.clock import DAY
from core.match.model import Match, Occupant
from core.types import COMPUTER, MatchId, Millis, PlayerId

REPOST_EVERY = 30_000
"""A room's line is reposted at most this often, in milliseconds."""

REMINDER = "daily"
"""The kind of notification for players who asked to be reminded."""

Remind = Callable[[PlayerId, Room | None, Millis, str], Awaitable[None]]
"""Schedule a notification of a kind for an instant, in a room or privately."""


class DailyHandlers:
    """Serves requests about the daily dice."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        days: DailyLifecycle,
        sheets: PrivateBoards,
        now: Now,
        writer: MatchWriter,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._cards = DailyCards(store, now)
        self._days = days
        self._sheets = sheets
        self._now = now
        self._writer = writer
        self._reposted: dict[MatchId, Millis] = {}
        self._remind: Remind = store.notices.ask

    def reminds_by(self, remind: Remind) -> None:
        """Set the scheduler of reminders."""
        self._remind = remind

    async def reminder(self, ask: ScheduledNotification, language: Texts) -> Card | None:
        """Return the reminder; None if the player has played already."""
        day = Day.at(self._now())
        entry = await self._store.days.entry(day, ask.player)
        return None if entry is not None and entry.over else cards.again(language, day)

    async def serve(self, request: Request, player: Player, locale: str) -> Reply:
        """Serve `daily`: today's board or line, a table, sharing, a reminder."""
        about = await self._about(request)
        match request.arg.lower().split():
            case [] if request.private:
                return await self._own(Day.at(self._now()), None, request, player, locale)
            case []:
                await self._must_be_welcome(request.room, player.id)
                return await self._line(request, locale)
            case ["share"]:
                return await self._share(self._own_match(about, player), about, request, locale)
            case ["remind"]:
                self._own_match(about, player)
                return await self._tomorrow(player, locale)
            case asked:
                return await self._table(request, asked, about, player, locale)

    async def _about(self, request: Request) -> Session | None:
        """Return the session whose button was pressed."""
        if request.session is None or request.session == NO_MATCH:
            return None
        return await self._sessions.load(request.session)

    async def sheet(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Open the player's own board of the day whose button was pressed."""
        assert session.contest is not None
        day = daily.day(session.contest)
        here = None if request.private else request.room
        home = here if session.match.id == day.table else session.home
        return await self._own(day, home, request, player, locale)

    # --- coming in --------------------------------------------------------------------------------

    async def _own(
        self, day: Day, home: Room | None, request: Request, player: Player, locale: str
    ) -> Reply:
        """Open the player's own board; the first request enters the day.

        The entry counts for the room of the button, and later for every room where it is opened.
        """
        await self._must_be_welcome(home or request.room, player.id)
        now = self._now()
        is_today = day == Day.at(now)
        contest = await (self._days.today() if is_today else self._days.contest(day))
        entry = await self._store.days.entry(day, player.id)
        if entry is None:
            if contest is None or not daily.is_open(contest, now):
                return Reply(card=cards.shut(texts(locale), day, Day.at(now)))
            return await self._enter(contest, home, request, player, locale)
        if contest is not None and daily.is_open(contest, now):
            match = daily.entry(contest, Occupant(player.id), now)
            session = await self._admit(day, match, entry.ranked, home, request.room)
        else:
            session = await self._sessions.load(entry.match)
        return await self._sheets.own(session, request, locale)

    async def _enter(
        self,
        contest: Contest,
        home: Room | None,
        request: Request,
        player: Player,
        locale: str,
    ) -> Reply:
        """Enter the player, and the computer first, so that there is always one to compare with."""
        day, now, room = daily.day(contest), self._now(), request.room
        computer = daily.entry(contest, Occupant(COMPUTER, daily.STRONGEST), now)
        await self._admit(day, computer, True, None, room)
        match = daily.entry(contest, Occupant(player.id), now)
        session = await self._admit(day, match, not request.actor.is_guest, home, room)
        return await self._sheets.own(session, request, locale)

    async def _admit(
        self, day: Day, match: Match, ranked: bool, home: Room | None, room: Room
    ) -> Session:
        """Record the entry, then create its match.

        A crash in between leaves an entry whose match the next press creates, under the same id.
        """
        [who] = match.seats
        assert who is not None
        entry = await self._store.days.entry(day, who.player)
        stands = entry is not None and (
            home is None or await self._store.days.stands(day, ScopeKind.ROOM, home, who.player)
        )
        if entry is None or not stands:
            entry = await self._store.days.enter(
                day, who.player, match.id, ranked=ranked, room=home
            )
        if entry.match != match.id:  # made by an account that was linked since
            return await self._sessions.load(entry.match)
        try:
            return await self._sessions.load(match.id)
        except Refused:
            session = await self._sessions.create(Session(match, home or room, ()))
        self._writer.publish(session)
        return session

    async def _must_be_welcome(self, room: Room, player: PlayerId) -> None:
        if await self._store.houses.is_barred(room, player):
            raise Refused(Reason.BARRED)

    # --- what is asked for ------------------------------------------------------------------------

    async def _line(self, request: Request, locale: str) -> Reply:
        """Show the room's message about today, reposting it if it exists."""
        room, now = request.room, self._now()
        contest = await self._days.today()
        session = await self._days.notice(contest, "line", room, ScreenKind.BOARD, locale)
        [screen] = session.screens
        id, replaced = session.match.id, screen.message
        if replaced is not None:
            if now - self._reposted.get(id, Millis(0)) < REPOST_EVERY:
                raise Refused(Reason.TOO_OFTEN)
            self._reposted[id] = now
            await self._sessions.repost(id, 0)
            session = await self._sessions.load(id)
        self._writer.publish(session, request)
        return Reply(session=session, replaced=replaced or "")

    def _own_match(self, about: Session | None, player: Player) -> Match:
        """Return the player's finished match to which the button belongs."""
        if about is None or about.match.day is None:
            raise Refused(Reason.BUTTON_EXPIRED)
        if not about.match.seats_of(player.id):
            raise Refused(Reason.NOT_SEATED)
        if not about.match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        if about.match.annulled:
            raise Refused(Reason.BUTTON_EXPIRED)
        return about.match

    async def _share(
        self, match: Match, about: Session | None, request: Request, locale: str
    ) -> Reply:
        """Share a result in this room, from a private chat in the room of the entry.

        Without such a room it is shown to the player, to forward.
        """
        day, language = match.day, texts(locale)
        assert day is not None
        assert about is not None
        contest = await self._days.contest(day)
        [player] = match.people
        if contest is None:
            raise Refused(Reason.BUTTON_EXPIRED)
        room = about.home if request.private else request.room
        noted = self._days.noted(contest, f"share {match.id}", room, player)
        screens = (Screen(room, ScreenKind.BOARD, locale),)
        shared = Session(contests.table(noted, over=True), room, screens, contest=noted)
        if room == request.room and request.private:
            card = await self._cards.card(language, shared, screens[0], PRIVATE)
            return Reply(card=cards.handed_on(language, card, day))
        self._writer.publish(await self._sessions.create(shared))
        return Reply(language.t("Shared."))

    async def _tomorrow(self, player: Player, locale: str) -> Reply:
        """Schedule a reminder a day from now."""
        await self._remind(player.id, None, Millis(self._now() + DAY), REMINDER)
        return Reply(texts(locale).t("I'll remind you tomorrow at this time."))

    async def _table(
        self,
        request: Request,
        asked: list[str],
        about: Session | None,
        player: Player,
        locale: str,
    ) -> Reply:
        """Show a table, as far as the player may see it here.

        The reply to a typed request may be public, so it is about closed days.
        """
        wanted = _read(request, asked)
        day = None if wanted.all else wanted.day or await self._usual(request)
        if day is not None and not await self._may_see(day, player.id):
            return Reply(card=cards.first_own(texts(locale), day))
        if day is not None and not _alone(request) and self._now() < day.closes:
            return Reply(card=cards.for_each_alone(texts(locale), day))
        if day is not None:
            await self._days.close(day)
        scope = await self._scope(wanted.kind, day, request, about, player.id)
        table = Asked(day, scope, wanted.page, player.id, request.actor.platform)
        return Reply(card=await self._cards.table(texts(locale), table))

    async def _usual(self, request: Request) -> Day:
        """Return the default day."""
        today = Day.at(self._now())
        if _alone(request):
            return today
        return await self._store.days.last_closed() or today.plus(-1)

    async def _may_see(self, day: Day, player: PlayerId) -> bool:
        """Whether other totals can no longer help the player, or the day has closed."""
        if self._now() >= day.closes:
            return True
        entry = await self._store.days.entry(day, player)
        return entry is not None and entry.over

    async def _scope(
        self,
        kind: ScopeKind | None,
        day: Day | None,
        request: Request,
        about: Session | None,
        player: PlayerId,
    ) -> Scope:
        """Return the rooms of a table: around this room, or in private around that of the entry."""
        room = request.room
        if request.private:
            if about is None or about.match.day is None:
                entry = await self._store.days.entry(day or Day.at(self._now()), player)
                about = None if entry is None else await self._sessions.load(entry.match)
            room = room if about is None else about.home
        if kind is None:
            alone = request.private and room == request.room
            kind = ScopeKind.EVERYWHERE if alone else ScopeKind.ROOM
        return Scope(kind, room)


def _alone(request: Request) -> bool:
    """Whether only the player sees the reply. The reply to a press is always private."""
    return request.private or request.turn is not None


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A parsed request for a table; None is the default."""

    all: bool = False
    day: Day | None = None
    kind: ScopeKind | None = None
    page: int = 1


def _read(request: Request, asked: list[str]) -> _Wanted:
    """Parse the words of a request for a table. Raises Refused(UNKNOWN_OPTION)."""
    wanted = _Wanted()
    for word in asked:
        if word == "table":
            continue
        if word == "all":
            wanted = replace(wanted, all=True)
        elif word in set(ScopeKind):
            wanted = replace(wanted, kind=ScopeKind(word))
        elif (day := _day(word)) is not None:
            wanted = replace(wanted, day=day)
        elif word.isdecimal() and len(word) < _NUMBER:
            wanted = replace(wanted, page=int(word))
        else:
            raise Refused(Reason.UNKNOWN_OPTION, verb=request.verb, value=word[:20])
    return wanted


_NUMBER = 5
"""Digits in the number of a day until 2243; page numbers have fewer."""


def _day(word: str) -> Day | None:
    """Parse a date, or the number of a day as buttons carry it."""
    if word.isdecimal() and len(word) == _NUMBER:
        return Day(int(word))
    return Day.parse(word)
