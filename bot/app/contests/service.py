"""Contests at work: offering them, coming in, the end.

A contest is a session like a match, whose screens stand in rooms and show who takes part; each who
takes part has a match of their own, a session too, which only they see (`private_boards.py`).
Nothing here is remembered. Who comes in is saved with their match in one transaction; a match that
ends gives the contest its next version in the same one (`Store.save`); whatever that leaves to be
done, `settle` finds in what is stored. Must not know how a game is played.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.app.commit import MatchWriter, Update
from bot.app.contests.private_boards import LOOKING, PrivateBoards
from bot.app.matches import commands, create
from bot.app.matches.invite_codes import InviteCodes
from bot.app.model.button_token import NO_MATCH
from bot.app.model.leaderboard import Result
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.placement import Placement
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.presentation.entries import entry_matches
from bot.app.results import alone
from bot.app.rooms.access import AccessPolicy
from bot.app.session_cache import SessionCache
from core import contest as contests
from core.contest import Contest, ContestKind, EntryResult, Matches
from core.errors import Reason, Refused
from core.match.commands import Abort
from core.match.model import AbortCause, Match
from core.types import Level, MatchId, Millis, PlayerId

_AT_TABLES = frozenset(
    {Verb.DECLINE, Verb.CANCEL, Verb.SHEET, Verb.CLOSE, Verb.COMPUTER, Verb.INVITE}
)

Change = Callable[[Contest, Millis], EntryResult]


def may_be_meant(request: Request) -> bool:
    """Whether a wish that names nothing may be about a contest in its room."""
    return request.verb in _AT_TABLES or (request.verb is Verb.JOIN and not request.arg)


def fits(request: Request, session: Session, player: PlayerId) -> bool:
    """Whether a wish that names nothing can mean this, be it a match or a contest."""
    contest = session.contest
    if contest is None:
        return commands.fits(request, session.match, player)
    if session.match.is_over or contest.kind is ContestKind.DAILY:
        return False
    mine, offered = contest.entry_of(player) is not None, contest.begun is None
    match request.verb:
        case Verb.JOIN:
            return not mine and not contest.closed and contest.invited in (None, player)
        case Verb.SHEET:
            return mine or not contest.closed
        case Verb.DECLINE:
            return offered and contest.invited == player
        case Verb.CANCEL | Verb.COMPUTER:
            return offered and contest.host == player
        case Verb.CLOSE:
            return not offered and not contest.closed and contest.host == player
        case Verb.INVITE:
            return mine or contest.host == player
        case _:
            return request.verb is Verb.BOARD


class ContestService:
    """Serves what is asked of contests and of the sheets in them."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        guests: InviteCodes,
        admission: AccessPolicy,
        places: Placement,
        sheets: PrivateBoards,
        changes: MatchWriter,
        now: Now,
        fresh: RandomBytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._guests = guests
        self._admission = admission
        self._places = places
        self._sheets = sheets
        self._changes = changes
        self._now = now
        self._fresh = fresh

    async def serve(self, request: Request, who: Player, locale: str) -> Reply | None:
        """The reply; None where the wish is about no contest, or is served as for any match."""
        player = who.id
        if create.is_contest(request):
            return await self._offer(request, player, locale)
        id, by_code = request.session, request.verb is Verb.JOIN and bool(request.arg)
        if id is None or id == NO_MATCH or by_code:
            return None
        session = await self._sessions.load(id)
        if session.contest is not None and session.contest.kind is not ContestKind.DAILY:
            return await self._at_table(session, session.contest, request, player, locale)
        if session.match.contest is not None:
            return await self._sheets.serve(session, request, player, locale)
        return None

    async def come_in(
        self, found: Session, request: Request, player: PlayerId, locale: str
    ) -> Reply:
        """By a code, from anywhere: asks first, shows the contest there, opens one's own sheet."""
        place, contest = request.to or request.room, found.contest
        id, screen = found.match.id, Screen(place, ScreenKind.BOARD, locale)
        assert contest is not None
        if request.verb is Verb.JOIN and request.private and contest.entry_of(player):
            return await self._own(found, request, player, locale)  # only the sheet is missing
        if request.verb is Verb.WATCH or contest.entry_of(player):
            saved = await self._change(id, _as_it_is, request, screen)
            if request.verb is Verb.WATCH:
                return Reply(session=saved)
            return await self._own(saved, request, player, locale)
        contests.enter(contest, player, request.share, self._now())  # is it open to them?
        told = request.session == id and self._guests.has_asked(id, request, player)
        if not told and not found.is_shown_in(request.room):
            return await self._guests.ask(found, request, player, locale)
        return await self._own(found, request, player, locale, screen)

    async def note(self, match: Match) -> None:
        """A match was saved. If it ended, or was annulled, its contest has changed too; it may be
        over."""
        if match.contest is None or match.day is not None or not match.is_over:
            return
        self._sessions.forget(match.contest)
        session = await self._sessions.load(match.contest)
        assert session.contest is not None
        contest, matches = session.contest, await self._matches(session.contest)
        going_on = session.match.is_over or contests.unfinished(contest, matches)
        if not going_on and contests.is_over(contest, matches, self._now()):
            await self._change(contest.id, _as_it_is)
        else:
            self._changes.tell(session, None)

    async def leave(self, id: MatchId, who: PlayerId) -> Session:
        """Somebody is no longer there: what they offered, or were offered, comes to nothing."""
        return await self._change(id, lambda c, _: EntryResult(contests.leave(c, who), ()))

    async def settle(self, id: MatchId) -> Session:
        """Does what has become due: an offer expires; the time is up, it was ended, all are done.

        Matches that still go on are called off first, each by itself. If a crash comes between,
        what is stored still says that it is due.
        """
        session, now = await self._sessions.load(id), self._now()
        contest = session.contest
        assert contest is not None
        if session.match.is_over:
            return session
        if contest.begun is None:
            return await self._change(id, lambda c, now: EntryResult(contests.expire(c, now), ()))
        matches = await self._matches(contest)
        if not contests.is_over(contest, matches, now):
            return session
        for match in contests.unfinished(contest, matches):
            with suppress(Refused):  # somebody's last press may have come first
                await self._changes.act(match, Abort(contest.cause or AbortCause.CONTEST_OVER))
        return await self._change(id, _as_it_is)

    async def end(self, id: MatchId) -> Session:
        """Ends it without a result, whoever plays: those who run the room want that."""
        await self._change(id, lambda contest, _: EntryResult(contests.end(contest), ()))
        return await self.settle(id)

    async def depart(self, id: MatchId, player: PlayerId) -> None:
        """Somebody is gone for good: what they offered is withdrawn, what was offered to them alone
        declined, and what they hosted takes nobody else, for nobody could ever close it."""

        def change(contest: Contest, _: Millis) -> EntryResult:
            if contest.begun is not None:
                return EntryResult(contests.close(contest, player), ())
            return EntryResult(contests.leave(contest, player), ())

        await self._change(id, change)

    # --- at the table -----------------------------------------------------------------------------

    async def _offer(self, request: Request, player: PlayerId, locale: str) -> Reply:
        invited = None
        if request.opponent is not None:
            invited = (await self._store.player_for(request.opponent)).id
        entropy, now = self._fresh(32), self._now()
        offered = create.contest(request, player, invited, locale, entropy, now)
        await self._admission.begin(offered, player)
        return await self._create(offered, request)

    async def _create(self, offered: Session, request: Request) -> Reply:
        created = await self._sessions.create(await self._places.begin(offered))
        self._changes.tell(created, request)
        return Reply(session=created)

    async def _at_table(
        self, session: Session, contest: Contest, request: Request, player: PlayerId, locale: str
    ) -> Reply | None:
        id = contest.id
        match request.verb:
            case Verb.SHEET if request.arg:
                return await self._others(session, contest, request, player, locale)
            case Verb.SHEET | Verb.JOIN:
                return await self._own(session, request, player, locale)
            case Verb.AGAIN:
                entropy, now = self._fresh(32), self._now()
                again = create.contest_again(session, player, entropy, now)
                await self._admission.begin(again, player)
                return await self._create(again, request)
            case Verb.INVITE:
                return await self._guests.invite_to(session, contest, player, locale)
            case Verb.DECLINE | Verb.CANCEL | Verb.COMPUTER | Verb.CLOSE:
                change = _change_of(request, player)
                return Reply(session=await self._change(id, change, request))
            case _ if request.verb in LOOKING or request.verb is Verb.NO:
                return None
            case _:
                raise Refused(Reason.UNKNOWN_VERB, verb=request.verb)

    async def _own(
        self,
        session: Session,
        request: Request,
        player: PlayerId,
        locale: str,
        screen: Screen | None = None,
    ) -> Reply:
        """One's own sheet. The first time, this press is what brings one in."""
        assert session.contest is not None
        if session.contest.entry_of(player) is None:
            await self._admission.join(session, request, player)

            def enter(contest: Contest, now: Millis) -> EntryResult:
                if contest.entry_of(player):  # the same press delivered twice at once
                    return _as_it_is(contest, now)
                return contests.enter(contest, player, request.share, now)

            session = await self._change(session.match.id, enter, None, screen)
        entry = None if session.contest is None else session.contest.entry_of(player)
        assert entry is not None
        return await self._sheets.own(await self._sessions.load(entry.match), request, locale)

    async def _others(
        self, session: Session, contest: Contest, request: Request, player: PlayerId, locale: str
    ) -> Reply:
        """The sheet of the entry with this number, as far as it may be seen."""
        number = int(request.arg) if request.arg.isdecimal() else len(contest.entries)
        if number >= len(contest.entries):
            raise Refused(Reason.BUTTON_EXPIRED)
        entry, matches = contest.entries[number], await self._matches(contest)
        if not contests.sees(contest, matches, player, entry, self._now()):
            raise Refused(Reason.NOT_FINISHED)
        theirs = await self._sessions.load(entry.match)
        return Reply(card=await self._sheets.card(theirs, session, request.room, locale))

    async def _change(
        self,
        id: MatchId,
        change: Change,
        request: Request | None = None,
        screen: Screen | None = None,
    ) -> Session:
        """Change the contest; matches of new entries and, at the end, the results go with it."""

        async def update(session: Session) -> Update | None:
            now, contest = self._now(), session.contest
            assert contest is not None
            if session.match.is_over and change is _as_it_is:
                return None
            if session.match.is_over:
                raise Refused(Reason.FINISHED)
            entered = change(contest, now)
            matches = await self._matches(contest)
            matches |= {match.id: match for match in entered.matches}
            wider = session if screen is None else session.shown_too(screen)
            next, results = _settled(
                replace(wider, contest=entered.contest), entered.contest, matches, now
            )
            created = [Session(match, session.home, ()) for match in entered.matches]
            return Update(next, results, created)

        return await self._changes.update(id, update, request)

    async def _matches(self, contest: Contest) -> dict[MatchId, Match]:
        return await entry_matches(contest, self._sessions.load)


def _change_of(request: Request, by: PlayerId) -> Change:
    """What is asked for, as a change of the contest."""
    match request.verb:
        case Verb.DECLINE:
            return lambda contest, _: EntryResult(contests.decline(contest, by), ())
        case Verb.CANCEL:
            return lambda contest, _: EntryResult(contests.cancel(contest, by), ())
        case Verb.CLOSE:
            return lambda contest, _: EntryResult(contests.close(contest, by), ())
        case _:
            level = Level(request.arg.strip().lower())
            return lambda contest, _: EntryResult(contests.seat_computer(contest, by, level), ())


def _as_it_is(contest: Contest, now: Millis) -> EntryResult:
    del now
    return EntryResult(contest, ())


def _settled(
    session: Session, contest: Contest, matches: Matches, now: Millis
) -> tuple[Session, tuple[Result, ...]]:
    """The session with the table that follows from its contest, and the results if it is over."""
    done = not contests.unfinished(contest, matches)
    over = done and contests.is_over(contest, matches, now)
    changed = replace(session, match=contests.table(contest, over=over))
    if not over or contest.cause is not None:
        return changed, ()
    people = [matches[entry.match] for entry in contest.entries if entry.who.level is None]
    results = tuple(alone(match, session.home, now) for match in people if not match.annulled)
    return changed, results
