"""Screens on Telegram: drawing, posting, editing.

A board that fits is the keyboard itself, under three lines of text; a setting makes it a picture
with the legal moves as buttons. A larger board is always a picture: in private its zones are the
keyboard, in a group a button leads to them. The result is a message of its own that replies to the
board, with the final board as a picture. Where pictures are forbidden the board is text, and the
first such message in a chat says why; only this is remembered, and losing it costs one request and
one sentence.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from telegram import Bot
from telegram.error import TelegramError

from bot.app.facade import Facade
from bot.app.lru import LRUDict
from bot.app.model.button_token import says
from bot.app.model.card import Buttons, Card, Limits, Menu
from bot.app.model.request import Verb
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.presentation import point_picker
from bot.app.presentation.keyboard_board import fits, grid
from bot.app.presentation.presenter import Presenter
from bot.frontends.telegram import errors
from bot.frontends.telegram.mapping import PLATFORM
from bot.frontends.telegram.outbound import render
from bot.frontends.telegram.outbound.render import RenderedMessage
from bot.frontends.telegram.outbound.sender import MessageSender, display_prefs
from bot.text import chats
from bot.text.catalog import texts
from core.types import GameId
from renderers.registry import text_board

ABREAST = 2
"""Buttons of a few words that a telephone shows side by side."""

BARRED_KEPT = 1_000
"""Chats that are remembered to forbid pictures."""


class Boards(StrEnum):
    """How running boards are shown that fit a keyboard."""

    KEYBOARD = "keyboard"
    PICTURE = "picture"


class Screens:
    """Shows screens."""

    def __init__(
        self,
        bot: Bot,
        presenter: Presenter,
        facade: Facade,
        posts: MessageSender,
        boards: Boards,
    ) -> None:
        self._bot = bot
        self._presenter = presenter
        self._facade = facade
        self._posts = posts
        self._boards = boards
        self._barred: LRUDict[str, None] = LRUDict(BARRED_KEPT)  # chats, once they were told

    def limits(self, screen: Screen) -> Limits:
        """What this screen can show of a board that fits a keyboard."""
        plotted = screen.kind in (ScreenKind.RESULT, ScreenKind.REVIEW)
        pictured = plotted or self._boards is Boards.PICTURE
        return limited(pictured=pictured, grid=not pictured)

    def _limits_of(self, game: GameId, screen: Screen) -> Limits:
        if fits(game):
            return self.limits(screen)
        return limited(pictured=True, grid=screen.room.space is None and point_picker.picks(game))

    async def show(self, session: Session, screen: Screen) -> str:
        """Posts or edits; the message's id. Raises TelegramError."""
        limits = self._limits_of(session.match.game, screen)
        if session.contest is not None:  # lists participants: there is no board
            limits = limited(pictured=False, grid=False)
        card = await self._presenter.card(session, screen, limits)
        wanted = (await display_prefs(self._facade, screen.room, session.match)).pictures
        if screen.kind is ScreenKind.RESULT:
            return await self._result(session, screen, card, limits, pictured=wanted)
        if card.files and wanted:
            return await self._plotted(screen, card, limits)
        if not limits.pictures or card.board is None:
            drawn = await self._written(screen, card, limits)
            silent = card.board is not None
            return await self._posts.text(screen.room, drawn, screen.message, silent=silent)
        if not wanted:
            return await self._as_text(session, screen, excused=False)
        if not (screen.message and screen.room.chat in self._barred):
            try:
                return await self._pictured(screen, card, self._draw(card, screen, limits))
            except TelegramError as error:
                if not errors.forbids_pictures(error):
                    raise
        return await self._as_text(session, screen)

    async def _plotted(self, screen: Screen, card: Card, limits: Limits) -> str:
        """A card with its plot; where pictures are forbidden its words alone."""
        drawn = self._draw(card, screen, limits)
        try:
            return await self._posts.picture(
                screen.room, drawn, card.files[0].data, screen.message, silent=True
            )
        except TelegramError as error:
            if not errors.forbids_pictures(error):
                raise
        return await self._posts.text(screen.room, drawn, screen.message, silent=True)

    async def _pictured(
        self, screen: Screen, card: Card, drawn: RenderedMessage, answering: int | None = None
    ) -> str:
        silent = screen.kind is ScreenKind.BOARD
        sent = await self._posts.picture(
            screen.room,
            drawn,
            await self._posts.picture_of(card, screen.room),
            screen.message,
            answering,
            silent=silent,
        )
        self._barred.pop(screen.room.chat, None)
        return sent

    async def _as_text(self, session: Session, screen: Screen, *, excused: bool = True) -> str:
        """A board where pictures are forbidden, or (not `excused`) not wanted: the keyboard, or
        characters."""
        grid = fits(session.match.game)
        limits = limited(pictured=False, grid=grid)
        card = await self._presenter.card(session, screen, limits)
        if card.board is not None and not grid:
            card = replace(card, monospace=text_board(session.match.game, card.board.board))
        if not excused:
            drawn = self._draw(card, screen, limits)
            return await self._posts.text(screen.room, drawn, screen.message, silent=True)
        drawn = self._draw(self._excused(card, screen), screen, limits)
        sent = await self._posts.text(screen.room, drawn, screen.message, silent=True)
        self._barred[screen.room.chat] = None
        return sent

    def _excused(self, card: Card, screen: Screen) -> Card:
        """The card, saying why it has no picture where this chat was not told yet."""
        if screen.room.chat in self._barred:
            return card
        return replace(card, text=f"{card.text}\n{chats.no_pictures(texts(screen.locale))}")

    def _draw(
        self,
        card: Card,
        screen: Screen,
        limits: Limits,
        people: Mapping[str, str] | None = None,
    ) -> RenderedMessage:
        if screen.room.space is not None:
            card = replace(card, rows=tuple(_in_private(row, screen.locale) for row in card.rows))
        above = _keys(card) if limits.grid else ()
        return render.draw(card, self._bot.username, limits.text, above, people)

    async def _written(self, screen: Screen, card: Card, limits: Limits) -> RenderedMessage:
        """Mention the players of a challenge; boards are silent and mention none."""
        people: Mapping[str, str] = {}
        if card.board is None and card.mentions:
            language = texts(screen.locale)
            people = await self._facade.mentions(language, PLATFORM, card.mentions)
        return self._draw(card, screen, limits, people)

    async def _result(
        self, session: Session, screen: Screen, card: Card, limits: Limits, *, pictured: bool
    ) -> str:
        """The end, answering the board; later only its words and buttons change."""
        drawn = self._draw(card, screen, limits)
        if screen.message:
            await self._posts.reworded(screen.room, drawn, screen.message)
            return screen.message
        boards = (int(s.message) for s in session.screens if s.room == screen.room and s.message)
        answering = next(boards, None)
        shown = replace(screen, kind=ScreenKind.BOARD)
        board = await self._presenter.card(session, shown, limits)
        try:
            if board.board is not None and pictured:
                return await self._pictured(screen, board, drawn, answering)
        except TelegramError as error:
            if not errors.forbids_pictures(error):
                raise
            drawn = self._draw(self._excused(card, screen), screen, limits)
            sent = await self._posts.text(screen.room, drawn, None, answering)
            self._barred[screen.room.chat] = None
            return sent
        return await self._posts.text(screen.room, drawn, None, answering)


def limited(*, pictured: bool, grid: bool) -> Limits:
    """`grid`: the keyboard is the board, or its zones."""
    return Limits(
        text=render.CAPTION if pictured else render.TEXT,
        buttons=render.PER_KEYBOARD,
        per_row=render.PER_ROW,
        menu=render.PER_ROW,
        pictures=pictured,
        grid=grid,
        abreast=ABREAST,
    )


def _keys(card: Card) -> tuple[Buttons, ...]:
    """The keyboard that is the board, or its zones where it is too fine for that."""
    view = card.board
    if view is None or view.to_act is None or not point_picker.picks(view.match.game):
        return ()
    return grid(card) if fits(view.match.game) else point_picker.zones(view)


def _in_private(row: Buttons | Menu, locale: str) -> Buttons | Menu:
    """Replace step-by-step picking with a button that leads to the private chat."""
    if isinstance(row, Menu):
        return row
    label = chats.pick_in_private(texts(locale))
    return Buttons(
        tuple(
            replace(each, label=label) if says(each.token, Verb.PICK) else each for each in row.row
        )
    )
