"""One's own sheet of throws that others have too: shown to its player alone.

In the rooms that are theirs alone it is a screen, everywhere else a private answer that is made
anew at each press. Owns what may be asked about such a match, and by whom. Must not know how one
comes to take part, nor what is to happen when all are done (`contests.py`, `daily.py`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.app.commit import MatchWriter
from bot.app.contests import cards as contest_cards
from bot.app.daily import cards as daily_cards
from bot.app.model.card import Card, Limits
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text.catalog import texts
from core.errors import Reason, Refused
from core.types import MatchId, PlayerId

PRIVATE = Limits(text=1500, buttons=30, per_row=5, menu=25, pictures=True)
"""What a private answer can show, on whatever platform has them."""

LOOKING = frozenset(
    {Verb.BOARD, Verb.RULES, Verb.GAMES, Verb.LEADERBOARD, Verb.HELP, Verb.PRIVACY, Verb.SETTINGS}
    | {Verb.HISTORY, Verb.PROFILE, Verb.IMPORT}
    | {Verb.SETUP, Verb.TELL, Verb.END, Verb.ANNUL, Verb.BAR, Verb.UNBAR}
)
"""Wishes that are served as about any match, or about none."""

_OWN = frozenset({Verb.MOVE, Verb.RESIGN, Verb.BOARD, Verb.TEXT, Verb.MORE, Verb.RULES})
_TELLING = frozenset({Verb.RECORD, Verb.REPLAY, Verb.REVIEW})

Settle = Callable[[MatchId], Awaitable[Session]]
"""Does what has become due of a contest."""


class PrivateBoards:
    """Serves what is asked of them, as far as they differ from any match."""

    def __init__(
        self,
        sessions: SessionCache,
        presenter: Presenter,
        changes: MatchWriter,
        now: Now,
        settle: Settle,
    ) -> None:
        self._sessions = sessions
        self._presenter = presenter
        self._changes = changes
        self._now = now
        self._settle = settle

    async def serve(
        self, session: Session, request: Request, player: PlayerId, locale: str
    ) -> Reply | None:
        """A wish about somebody's own match. None: as for any match."""
        match = session.match
        assert match.contest is not None
        if request.verb in LOOKING - _OWN:
            return None
        table = await self._sessions.load(match.contest)
        if table.due is not None and table.due <= self._now():
            table = await self._settle(match.contest)
            match = (await self._sessions.load(match.id)).match
        if request.verb in _TELLING:
            if not table.match.is_over:
                raise Refused(Reason.NOT_FINISHED)
            return None
        if not match.seats_of(player):
            raise Refused(Reason.NOT_SEATED)
        if request.verb not in _OWN:
            raise Refused(Reason.PLAYED_ALONE)
        if session.is_shown_in(request.room):
            return None
        late = request.turn is not None and request.turn != match.turn
        if request.verb is Verb.BOARD or (request.verb is Verb.MOVE and (late or match.is_over)):
            return await self.own(await self._sessions.load(match.id), request, locale)
        return None

    async def own(self, sheet: Session, request: Request, locale: str) -> Reply:
        """Somebody's own sheet: a screen in a room that is theirs alone, else a private answer."""
        if not request.private:
            return await self.reply(sheet, request, locale)
        screen = Screen(request.room, ScreenKind.BOARD, locale)
        return Reply(session=await self._changes.show(sheet.match.id, screen, request))

    async def reply(self, saved: Session, request: Request, locale: str) -> Reply:
        """What is answered when a match was changed: a sheet that no screen shows here is shown."""
        if saved.match.contest is None or saved.is_shown_in(request.room):
            return Reply(session=saved)
        table = await self._sessions.load(saved.match.contest)
        return Reply(card=await self.card(saved, table, request.room, locale))

    async def card(self, sheet: Session, table: Session, room: Room, locale: str) -> Card:
        """Somebody's sheet as an answer; once it is full, with the way to others that are."""
        screen, language = Screen(room, ScreenKind.BOARD, locale), texts(locale)
        card = await self._presenter.card(sheet, screen, PRIVATE)
        if sheet.match.day is not None and sheet.match.is_over:
            standing = await self._presenter.daily.standing(language, sheet.match, sheet.home)
            return daily_cards.with_standing(card, standing)
        [who] = sheet.match.seats
        if not sheet.match.is_over or table.match.is_over or table.contest is None or who is None:
            return card
        said = language.t("The result will be posted in the room.")
        shown = await self._presenter.contest_view(language, table, table.contest, room)
        others = contest_cards.sheets(language, shown, who.player)
        return replace(card, text=f"{card.text}\n{said}", rows=(*card.rows, *others))
