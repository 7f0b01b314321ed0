"""What a screen looks like on Telegram: draws, posts, edits.

The board is the keyboard, under three lines of text; a setting makes it a picture with the legal
moves as buttons. The end is told in a message of its own that answers the board, with the final
board as a picture. Where pictures are forbidden there is text, and the message says why. Holds no
state but file ids of pictures already sent, which spare sending their bytes again.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from telegram import Bot, InputMediaPhoto, Message, ReplyParameters
from telegram.error import TelegramError

from bot.app.card import Card, Limits
from bot.app.grid import fits, grid
from bot.app.pictures import Pictures
from bot.app.ports import Store
from bot.app.present import Presenter, name
from bot.app.session import Screen, ScreenKind, Session
from bot.frontends.telegram import faults, messages
from bot.frontends.telegram.messages import Drawn
from bot.frontends.telegram.rooms import PLATFORM, chat_id, thread_id
from bot.text import chats
from bot.text.catalog import texts

THEME, SIZE, FILE = "classic", 640, "board.png"
FILE_IDS_KEPT = 1_000


class Boards(StrEnum):
    """How running boards are shown."""

    KEYBOARD = "keyboard"
    PICTURE = "picture"


class Screens:
    """Shows screens."""

    def __init__(
        self, bot: Bot, presenter: Presenter, store: Store, pictures: Pictures, boards: Boards
    ) -> None:
        self._bot = bot
        self._presenter = presenter
        self._store = store
        self._pictures = pictures
        self._boards = boards
        self._file_ids: OrderedDict[bytes, str] = OrderedDict()

    def limits(self, screen: Screen) -> Limits:
        """What this screen can show."""
        pictured = screen.kind is ScreenKind.RESULT or self._boards is Boards.PICTURE
        return Limits(
            text=messages.CAPTION if pictured else messages.TEXT,
            buttons=messages.PER_KEYBOARD,
            per_row=messages.PER_ROW,
            menu=messages.PER_ROW,
            pictures=pictured,
            uploads=pictured,
            grid=not pictured,
        )

    async def show(self, session: Session, screen: Screen) -> str:
        """Posts or edits; the message's id. Raises TelegramError."""
        limits = self.limits(screen)
        if limits.grid and not fits(session.match.game):
            limits = replace(limits, grid=False)
        card = await self._presenter.card(session, screen, limits)
        if screen.kind is ScreenKind.RESULT:
            return await self._result(session, screen, card, limits)
        if not limits.pictures or card.board is None:
            drawn = await self._written(screen, card, limits)
            return await self._text(screen, drawn, silent=card.board is not None)
        picture = self._pictures.board(card, THEME, SIZE)
        try:
            return await self._picture(screen, self._draw(card, limits), picture)
        except TelegramError as error:
            if not faults.forbids_pictures(error):
                raise
            plain = replace(limits, text=messages.TEXT, grid=fits(session.match.game))
            card = await self._presenter.card(session, screen, plain)
            return await self._text(screen, self._draw(_excused(card, screen), plain), silent=True)

    def _draw(self, card: Card, limits: Limits, people: Mapping[str, str] | None = None) -> Drawn:
        rows = grid(card) if limits.grid else ()
        return messages.draw(card, self._bot.username, limits.text, rows, people)

    async def _written(self, screen: Screen, card: Card, limits: Limits) -> Drawn:
        """Those a challenge is for are mentioned; boards mention nobody, they are silent."""
        people: Mapping[str, str] = {}
        if card.board is None and card.mentions:
            language = texts(screen.locale)
            accounts = await self._store.accounts(PLATFORM, card.mentions)
            known = await self._store.players(tuple(accounts))
            people = {
                name(language, known[id], PLATFORM): user
                for id, user in accounts.items()
                if user.isdecimal()  # Telegram marks an `@name` by itself
            }
        return self._draw(card, limits, people)

    async def _text(
        self, screen: Screen, drawn: Drawn, answering: str | None = None, *, silent: bool = False
    ) -> str:
        """A message of text and keyboard."""
        at, fields = chat_id(screen.room), drawn.fields("entities")
        if screen.message:
            await self._bot.edit_message_text(
                drawn.text, at, int(screen.message), api_kwargs=fields
            )
            return screen.message
        sent = await self._bot.send_message(
            at,
            drawn.text,
            message_thread_id=thread_id(screen.room),
            disable_notification=silent,
            reply_parameters=_answer(answering),
            api_kwargs=fields,
        )
        return str(sent.message_id)

    async def _picture(
        self, screen: Screen, drawn: Drawn, picture: bytes, answering: str | None = None
    ) -> str:
        """A message of picture, caption and keyboard."""
        at, media = chat_id(screen.room), self._file_ids.get(picture, picture)
        if screen.message:
            photo = InputMediaPhoto(media, drawn.text, filename=FILE)
            edited = await self._bot.edit_message_media(
                photo, at, int(screen.message), api_kwargs=drawn.fields("caption_entities")
            )
            self._remember(picture, edited)
            return screen.message
        sent = await self._bot.send_photo(
            at,
            media,
            drawn.text,
            filename=FILE,
            message_thread_id=thread_id(screen.room),
            disable_notification=screen.kind is ScreenKind.BOARD,
            reply_parameters=_answer(answering),
            api_kwargs=drawn.fields("caption_entities"),
        )
        self._remember(picture, sent)
        return str(sent.message_id)

    def _remember(self, picture: bytes, message: Message | bool) -> None:
        if isinstance(message, Message) and message.photo:
            self._file_ids[picture] = message.photo[-1].file_id
            if len(self._file_ids) > FILE_IDS_KEPT:
                self._file_ids.popitem(last=False)

    async def _result(self, session: Session, screen: Screen, card: Card, limits: Limits) -> str:
        """The end, answering the board; later only its words and buttons change."""
        drawn = self._draw(card, limits)
        if screen.message:
            return await self._reworded(screen, drawn)
        boards = (s.message for s in session.screens if s.room == screen.room and s.message)
        answering = next(boards, None)
        shown = replace(screen, kind=ScreenKind.BOARD)
        board = await self._presenter.card(session, shown, limits)
        try:
            if board.board is not None:
                picture = self._pictures.board(board, THEME, SIZE)
                return await self._picture(screen, drawn, picture, answering)
        except TelegramError as error:
            if not faults.forbids_pictures(error):
                raise
            drawn = self._draw(_excused(card, screen), limits)
        return await self._text(screen, drawn, answering)

    async def _reworded(self, screen: Screen, drawn: Drawn) -> str:
        """Changes caption or text, whichever this message has."""
        assert screen.message
        at, message = chat_id(screen.room), int(screen.message)
        try:
            await self._bot.edit_message_caption(
                at, message, caption=drawn.text, api_kwargs=drawn.fields("caption_entities")
            )
        except TelegramError as error:
            if not faults.has_no_caption(error):
                raise
            await self._text(screen, drawn)
        return screen.message


def _answer(to: str | None) -> ReplyParameters | None:
    return None if to is None else ReplyParameters(int(to), allow_sending_without_reply=True)


def _excused(card: Card, screen: Screen) -> Card:
    """The card, saying why it has no picture."""
    return replace(card, text=f"{card.text}\n{chats.no_pictures(texts(screen.locale))}")
