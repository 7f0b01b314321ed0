"""The daily dice at the desk: coming in, one's own sheet, tables, what is shared.

Everybody's own game is a match like an entry of any contest, shown to its player alone
(`contests/private_boards.py`). Nobody is told a total before their own game is over, and no key
before the day has closed (`days.py`). Must not know platforms, nor how a card is worded
(`almanac.py`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.app.commit import Announce
from bot.app.contests.private_boards import LOOKING, PrivateBoards
from bot.app.daily import cards
from bot.app.daily.cards import Asked
from bot.app.daily.lifecycle import DailyLifecycle
from bot.app.model.button_token import NO_MATCH
from bot.app.model.card import Card
from bot.app.model.leaderboard import Scope, ScopeKind
from bot.app.model.notification import ScheduledNotification
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text.catalog import Texts, texts
from core import contest as contests
from core import daily
from core.contest import Contest, ContestKind
from core.day import Day
from core.errors import Reason, Refused
from core.match.clock import DAY
from core.match.model import Match, Occupant
from core.types import COMPUTER, MatchId, Millis, PlayerId

REPOST_EVERY = 30_000
"""A room's line is posted anew at most this often, in milliseconds."""

REMINDER = "daily"
"""The kind of the notice that a new day is there."""

Remind = Callable[[PlayerId, Room | None, Millis, str], Awaitable[None]]
"""Has somebody told something of a kind at an instant, in a room or privately."""


class DailyHandlers:
    """Serves what is asked of the daily dice."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        days: DailyLifecycle,
        sheets: PrivateBoards,
        now: Now,
        announce: Announce,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._almanac = presenter.daily
        self._days = days
        self._sheets = sheets
        self._now = now
        self._announce = announce
        self._reposted: dict[MatchId, Millis] = {}
        self._remind: Remind = store.notices.ask

    def reminds_by(self, remind: Remind) -> None:
        """Who looks at the clock for those who want to be reminded."""
        self._remind = remind

    async def reminder(self, ask: ScheduledNotification, language: Texts) -> Card | None:
        """What who asked for it is told; nothing where they have played already."""
        day = Day.at(self._now())
        entry = await self._store.days.entry(day, ask.player)
        return None if entry is not None and entry.over else cards.again(language, day)

    async def serve(self, request: Request, player: Player, locale: str) -> Reply | None:
        """The reply; None where the wish is not about a day, or is served as about any match."""
        about = await self._about(request)
        if request.verb is Verb.DAILY:
            return await self._daily(request, about, player, locale)
        if about is None or about.contest is None or about.contest.kind is not ContestKind.DAILY:
            return None
        if request.verb is Verb.SHEET:
            day = daily.day(about.contest)
            here = None if request.private else request.room
            home = here if about.match.id == day.table else about.home
            return await self._own(day, home, request, player, locale)
        if request.verb in LOOKING - {Verb.BOARD}:
            return None
        raise Refused(Reason.UNKNOWN_VERB, verb=request.verb)

    async def _about(self, request: Request) -> Session | None:
        """The session whose button it is; a code leads to another one."""
        by_code = request.verb in (Verb.JOIN, Verb.WATCH) and bool(request.arg)
        if request.session is None or request.session == NO_MATCH or by_code:
            return None
        return await self._sessions.load(request.session)

    async def _daily(
        self, request: Request, about: Session | None, player: Player, locale: str
    ) -> Reply:
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

    # --- coming in --------------------------------------------------------------------------------

    async def _own(
        self, day: Day, home: Room | None, request: Request, player: Player, locale: str
    ) -> Reply:
        """One's own sheet. The first time, this press is what brings one in; it counts for the room
        whose button it is, and from then on for every other room where one asks for it."""
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
        """The computer comes first, so that wherever people play there is one to compare with."""
        day, now, room = daily.day(contest), self._now(), request.room
        computer = daily.entry(contest, Occupant(COMPUTER, daily.STRONGEST), now)
        await self._admit(day, computer, True, None, room)
        match = daily.entry(contest, Occupant(player.id), now)
        session = await self._admit(day, match, not request.actor.is_guest, home, room)
        return await self._sheets.own(session, request, locale)

    async def _admit(
        self, day: Day, match: Match, ranked: bool, home: Room | None, room: Room
    ) -> Session:
        """Notes the entry, then keeps its match. A crash between the two leaves an entry whose
        match the next press makes: its id is the same."""
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
        if entry.match != match.id:  # of an account that turned out to be theirs
            return await self._sessions.load(entry.match)
        try:
            return await self._sessions.load(match.id)
        except Refused:
            session = await self._sessions.create(Session(match, home or room, ()))
        self._announce(session, None)
        return session

    async def _must_be_welcome(self, room: Room, player: PlayerId) -> None:
        if await self._store.houses.is_barred(room, player):
            raise Refused(Reason.BARRED)

    # --- what is asked for ------------------------------------------------------------------------

    async def _line(self, request: Request, locale: str) -> Reply:
        """The room's message about today; asked for again it comes to the end of the room."""
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
        self._announce(session, request)
        return Reply(session=session, replaced=replaced or "")

    def _own_match(self, about: Session | None, player: Player) -> Match:
        """The finished match that one's own button is about."""
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
        """Said in the room where it is asked for, or in the one that one came from; where there is
        none it is said to oneself, to be handed on."""
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
            platform = request.room.platform
            card = await self._almanac.card(language, shared, ScreenKind.BOARD, platform)
            return Reply(card=cards.handed_on(language, card, day))
        self._announce(await self._sessions.create(shared), None)
        return Reply(language.t("Shared."))

    async def _tomorrow(self, player: Player, locale: str) -> Reply:
        """A reminder, a day from now."""
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
        """A table, as far as it may be told to this person here. What is typed in a room may be
        answered for all to see, so it is about days that have closed."""
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
        return Reply(card=await self._almanac.table(texts(locale), table))

    async def _usual(self, request: Request) -> Day:
        """The day that is meant where none is named."""
        today = Day.at(self._now())
        if _alone(request):
            return today
        return await self._store.days.last_closed() or today.plus(-1)

    async def _may_see(self, day: Day, player: PlayerId) -> bool:
        """Nobody's total can be used any more: by this person, or by anybody."""
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
        """Which rooms are meant: those around this one, or in private those one came from."""
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
    """Whether nobody else reads the answer. A press is answered to its presser alone."""
    return request.private or request.turn is not None


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A table as asked for; what is not said is None."""

    all: bool = False
    day: Day | None = None
    kind: ScopeKind | None = None
    page: int = 1


def _read(request: Request, asked: list[str]) -> _Wanted:
    """Refused(UNKNOWN_OPTION)."""
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
"""A day's number has so many digits until 2243; a page's has fewer."""


def _day(word: str) -> Day | None:
    """As a date, or as buttons say it, by its number."""
    if word.isdecimal() and len(word) == _NUMBER:
        return Day(int(word))
    return Day.parse(word)
