"""Requests about contests: offer one, enter, look at a board, close, offer again.

What they change is saved by `lifecycle.py`. Boards are shown by `private_boards.py`, to their
player alone.
"""

from bot.app.commit import MatchWriter
from bot.app.contests.lifecycle import Change, ContestLifecycle, unchanged
from bot.app.contests.private_boards import PrivateBoards
from bot.app.matches import create
from bot.app.matches.commands import has_code
from bot.app.matches.invite_codes import InviteCodes
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.rooms.access import AccessPolicy
from bot.app.session_cache import SessionCache
from core import contest as contests
from core.contest import Contest, ContestKind, EntryResult
from core.errors import Reason, Refused
from core.types import Level, Millis, PlayerId


def fits_contest(request: Request, session: Session, contest: Contest, player: PlayerId) -> bool:
    """Whether a request that names no session can refer to this contest."""
    if session.match.is_over or contest.kind is ContestKind.DAILY:
        return False
    is_in, offered = contest.entry_of(player) is not None, contest.begun is None
    match request.verb:
        case Verb.JOIN:
            return not is_in and not contest.closed and contest.invited in (None, player)
        case Verb.SHEET:
            return is_in or not contest.closed
        case Verb.DECLINE:
            return offered and contest.invited == player
        case Verb.CANCEL | Verb.COMPUTER:
            return offered and contest.host == player
        case Verb.CLOSE:
            return not offered and not contest.closed and contest.host == player
        case Verb.INVITE:
            return is_in or contest.host == player
        case _:
            return request.verb is Verb.BOARD


class ContestHandlers:
    """Serves requests about contests and about the boards in them."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        guests: InviteCodes,
        admission: AccessPolicy,
        sheets: PrivateBoards,
        contests: ContestLifecycle,
        writer: MatchWriter,
        now: Now,
        fresh: RandomBytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._guests = guests
        self._admission = admission
        self._sheets = sheets
        self._contests = contests
        self._writer = writer
        self._now = now
        self._fresh = fresh

    async def join(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Enter and open one's own board: by a button of the contest, or by an invite code.

        A code is confirmed first, and brings the contest to the room where it is used.
        """
        if not has_code(request):
            return await self._own(session, request, player.id, locale)
        await self._admission.join(session, request, player.id)
        contest = _contest(session)
        if contest.entry_of(player.id):
            if not request.private:
                screen = _screen(request, locale)
                session = await self._contests.change(contest.id, unchanged, request, screen)
            return await self._own(session, request, player.id, locale)
        contests.enter(contest, player.id, request.share, self._now())  # refused if it is closed
        asked = request.session == contest.id
        confirmed = asked and self._guests.has_asked(contest.id, request, player.id)
        if not confirmed and not session.is_shown_in(request.room):
            return await self._guests.ask(session, request, player.id, locale)
        return await self._own(session, request, player.id, locale, _screen(request, locale))

    async def watch(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Show the contest in one more room, by an invite code."""
        await self._admission.join(session, request, player.id)
        screen, id = _screen(request, locale), session.match.id
        return Reply(session=await self._contests.change(id, unchanged, request, screen))

    async def board(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Open one's own board, entering first, or look at that of the entry with this number."""
        if request.arg:
            return await self._others(session, _contest(session), request, player.id, locale)
        return await self._own(session, request, player.id, locale)

    async def again(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Offer a contest again that is over."""
        del locale
        again = create.contest_again(session, player.id, self._fresh(32), self._now())
        await self._admission.begin(again, player.id)
        return Reply(session=await self._writer.begin(again, request))

    async def invite(
        self, session: Session, request: Request, player: Player, locale: str
    ) -> Reply:
        """Give the invite code to the host or a player of the contest."""
        del request
        return await self._guests.invite_to(session, _contest(session), player.id, locale)

    async def change(
        self, session: Session, request: Request, player: Player, locale: str
    ) -> Reply:
        """Decline, cancel, close, or seat a computer."""
        del locale
        change = _change_of(request, player.id)
        return Reply(session=await self._contests.change(session.match.id, change, request))

    async def offer(self, request: Request, player: Player, locale: str) -> Reply:
        """Offer a contest."""
        invited = None
        if request.opponent is not None:
            invited = (await self._store.player_for(request.opponent)).id
        entropy, now = self._fresh(32), self._now()
        offered = create.contest(request, player.id, invited, locale, entropy, now)
        await self._admission.begin(offered, player.id)
        return Reply(session=await self._writer.begin(offered, request))

    async def _own(
        self,
        session: Session,
        request: Request,
        player: PlayerId,
        locale: str,
        screen: Screen | None = None,
    ) -> Reply:
        """Open the player's own board. The first request enters the contest."""
        assert session.contest is not None
        if session.contest.entry_of(player) is None:
            await self._admission.join(session, request, player)

            def enter(contest: Contest, now: Millis) -> EntryResult:
                if contest.entry_of(player):  # the same press delivered twice at once
                    return unchanged(contest, now)
                return contests.enter(contest, player, request.share, now)

            session = await self._contests.change(session.match.id, enter, None, screen)
        entry = None if session.contest is None else session.contest.entry_of(player)
        assert entry is not None
        return await self._sheets.own(await self._sessions.load(entry.match), request, locale)

    async def _others(
        self, session: Session, contest: Contest, request: Request, player: PlayerId, locale: str
    ) -> Reply:
        """Show the board of the entry with this number. Refused(NOT_FINISHED) if it is hidden."""
        number = int(request.arg) if request.arg.isdecimal() else len(contest.entries)
        if number >= len(contest.entries):
            raise Refused(Reason.BUTTON_EXPIRED)
        entry, matches = contest.entries[number], await self._contests.matches(contest)
        if not contests.sees(contest, matches, player, entry, self._now()):
            raise Refused(Reason.NOT_FINISHED)
        theirs = await self._sessions.load(entry.match)
        return Reply(card=await self._sheets.card(theirs, session, request.room, locale))


def _contest(session: Session) -> Contest:
    assert session.contest is not None
    return session.contest


def _screen(request: Request, locale: str) -> Screen:
    return Screen(request.to or request.room, ScreenKind.BOARD, locale)


def _change_of(request: Request, by: PlayerId) -> Change:
    """Return the change that is asked for."""
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
