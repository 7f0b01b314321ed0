"""A player's private board in a contest with shared dice.

In a private chat the board is a screen; elsewhere it is a private reply, sent again after each
press. This module decides what may be asked about such a match, and by whom.
"""

from dataclasses import replace

from bot.app.commit import MatchWriter
from bot.app.contests.cards import ContestCards, sheets
from bot.app.lifecycle import CommandDispatcher
from bot.app.matches.playing import PlayHandlers
from bot.app.matches.screens import ScreenHandlers
from bot.app.model.card import Card, Limits
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session, SessionKind
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text.catalog import texts
from core.errors import Reason, Refused
from core.types import PlayerId

PRIVATE = Limits(text=1500, buttons=30, per_row=5, menu=25, pictures=True)
"""What a private reply can show, on every platform that has them."""

_OWN = frozenset({Verb.MOVE, Verb.RESIGN, Verb.BOARD, Verb.TEXT, Verb.MORE})
_TELLING = frozenset({Verb.RECORD, Verb.REPLAY, Verb.REVIEW})


class PrivateBoards:
    """Serves requests about private boards, where they differ from those about any match."""

    def __init__(
        self,
        sessions: SessionCache,
        presenter: Presenter,
        cards: ContestCards,
        writer: MatchWriter,
        now: Now,
        dispatcher: CommandDispatcher,
        playing: PlayHandlers,
        screens: ScreenHandlers,
    ) -> None:
        self._sessions = sessions
        self._presenter = presenter
        self._cards = cards
        self._writer = writer
        self._now = now
        self._dispatcher = dispatcher
        self._playing = playing
        self._screens = screens

    async def authorise(self, board: Session, request: Request, player: PlayerId) -> Session:
        """Check what a player may ask about a board, and return the board as it is now.

        A contest that is due is settled first.

        Raises:
            Refused: NOT_SEATED for another player's board, PLAYED_ALONE for what needs an opponent,
                NOT_FINISHED for a record, replay or review before the contest is over.
        """
        assert board.match.contest is not None
        contest = await self._sessions.load(board.match.contest)
        if contest.due is not None and contest.due <= self._now():
            contest = await self._dispatcher.settle(board.match.contest)
        if request.verb in _TELLING:
            if not contest.match.is_over:
                raise Refused(Reason.NOT_FINISHED)
        elif not board.match.seats_of(player):
            raise Refused(Reason.NOT_SEATED)
        elif request.verb not in _OWN:
            raise Refused(Reason.PLAYED_ALONE)
        return await self._sessions.load(board.match.id)

    async def move(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Play a move. A button of an earlier turn gets the board as it is now."""
        late = request.turn is not None and request.turn != session.match.turn
        if not session.is_shown_in(request.room) and (late or session.match.is_over):
            return await self.own(session, request, locale)
        return await self.play(session, request, player, locale)

    async def play(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Carry out a command, and show the board unless this room has a screen for it."""
        reply = await self._playing.play(session, request, player, locale)
        if reply.session is None:
            return reply
        return await self.reply(reply.session, request, locale)

    async def show(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Show the board to its player, reposting it in a room that is theirs alone."""
        if session.is_shown_in(request.room):
            return await self._screens.show(session, request, player, locale)
        return await self.own(session, request, locale)

    async def own(self, sheet: Session, request: Request, locale: str) -> Reply:
        """Show a board to its player: as a screen in a private chat, else in the reply."""
        if not request.private:
            return await self.reply(sheet, request, locale)
        screen = Screen(request.room, ScreenKind.BOARD, locale)
        return Reply(session=await self._writer.show(sheet.match.id, screen, request))

    async def reply(self, saved: Session, request: Request, locale: str) -> Reply:
        """Reply to a change of a board, and show the board unless this room has a screen for it."""
        if saved.match.contest is None or saved.is_shown_in(request.room):
            return Reply(session=saved)
        table = await self._sessions.load(saved.match.contest)
        return Reply(card=await self.card(saved, table, request.room, locale))

    async def card(self, sheet: Session, table: Session, room: Room, locale: str) -> Card:
        """Return a board as a reply; once it is full, with links to others that are."""
        screen, language = Screen(room, ScreenKind.BOARD, locale), texts(locale)
        card = await self._presenter.card(sheet, screen, PRIVATE)
        if sheet.kind is SessionKind.DAILY_BOARD and sheet.match.is_over:
            below = replace(screen, kind=ScreenKind.RESULT)
            result = await self._presenter.card(sheet, below, PRIVATE, locale=locale)
            text = f"{card.text}\n{result.text}"
            return replace(card, text=text, rows=(*card.rows, *result.rows))
        [who] = sheet.match.seats
        if not sheet.match.is_over or table.match.is_over or table.contest is None or who is None:
            return card
        said = language.t("The result will be posted in the room.")
        shown = await self._cards.view(language, table, room)
        others = sheets(language, shown, who.player)
        return replace(card, text=f"{card.text}\n{said}", rows=(*card.rows, *others))
