"""Messages as the Bot API takes them: text, picture or file, posted or edited.

Owns how either kind is sent and changed, and the file ids of pictures already sent, which save
uploading them again. Callers decide what to send and when.
"""

import hashlib
from dataclasses import replace

from telegram import Bot, InputMediaPhoto, Message, ReplyParameters
from telegram.error import TelegramError

from bot.app.facade import DisplayPrefs, Facade
from bot.app.lru import LRUDict
from bot.app.model.card import Card, File
from bot.app.model.room import Room
from bot.app.presentation.board_images import BoardImages
from bot.frontends.telegram import errors
from bot.frontends.telegram.mapping import chat_id, comments_root, thread_id
from bot.frontends.telegram.outbound import render
from bot.frontends.telegram.outbound.render import RenderedMessage
from core.match.model import Match
from renderers.registry import RENDERERS, WIDTH

FILE = "board.png"
FILE_IDS_KEPT = 1_000


class MessageSender:
    """Posts and edits messages. Every method raises TelegramError."""

    def __init__(self, bot: Bot, pictures: BoardImages, facade: Facade) -> None:
        self._bot = bot
        self._pictures = pictures
        self._facade = facade
        self._file_ids: LRUDict[bytes, str] = LRUDict(FILE_IDS_KEPT)

    async def picture_of(self, card: Card, at: Room) -> bytes:
        """Return the picture of a card's board, or of the section it enlarges."""
        assert card.board is not None
        match = card.board.match
        size = WIDTH if card.zoom else RENDERERS[match.game].width
        theme = (await display_prefs(self._facade, at, match)).theme
        return self._pictures.zoom(card, theme, size)

    async def card(
        self,
        at: Room,
        card: Card,
        message: str | None = None,
        answering: int | None = None,
        *,
        pictured: bool = False,
    ) -> str:
        """A card that is no screen, silently; `pictured`: the message to edit has a picture."""
        if card.board is not None:
            drawn = render.draw(card, self._bot.username, render.CAPTION)
            picture = await self.picture_of(card, at)
            return await self.picture(at, drawn, picture, message, answering, silent=True)
        if card.files and not message:
            return await self._with_file(at, card, card.files[0], answering)
        if message and card.files and card.files[0].name.endswith(".png"):
            return await self._plotted(at, card, card.files[0], message)
        card = render.pressable(card, self._bot.username, group=at.space is not None)
        drawn = render.draw(card, self._bot.username)
        if message and pictured:
            await self.reworded(at, drawn, message)
            return message
        return await self.text(at, drawn, message, answering, silent=True)

    async def _with_file(self, at: Room, card: Card, file: File, answering: int | None) -> str:
        """A card with something to look at or to keep; a short text to keep is shown as it is.

        Where files are barred the words come alone.
        """
        block = render.units(card.text) + 1 + render.units(card.monospace)
        if card.monospace and block <= render.TEXT:
            drawn = render.draw(card, self._bot.username)
            return await self.text(at, drawn, None, answering, silent=True)
        bare = replace(card, monospace="")
        drawn = render.draw(bare, self._bot.username, render.CAPTION)
        try:
            return await self._file(at, drawn, file, answering)
        except TelegramError as error:
            if not errors.forbids_pictures(error):
                raise
            drawn = render.draw(card, self._bot.username)
            return await self.text(at, drawn, None, answering, silent=True)

    async def _plotted(self, at: Room, card: Card, file: File, message: str) -> str:
        """A message that gets another picture, or its first one; where pictures are barred it is
        changed in its words alone."""
        drawn = render.draw(card, self._bot.username, render.CAPTION)
        try:
            return await self.picture(at, drawn, file.data, message)
        except TelegramError as error:
            if not errors.forbids_pictures(error):
                raise
            await self.reworded(at, drawn, message)
            return message

    async def _file(
        self, at: Room, drawn: RenderedMessage, file: File, answering: int | None
    ) -> str:
        """A picture, a moving picture or anything else, with its caption."""
        if file.name.endswith(".png"):
            return await self.picture(at, drawn, file.data, None, answering, silent=True)
        send = self._bot.send_animation if file.name.endswith(".gif") else self._bot.send_document
        sent = await send(
            chat_id(at),
            file.data,
            caption=drawn.text,
            filename=file.name,
            message_thread_id=thread_id(at),
            disable_notification=True,
            reply_parameters=_answer(answering, at),
            api_kwargs=drawn.fields(render.CAPTIONS),
        )
        return str(sent.message_id)

    async def text(
        self,
        at: Room,
        drawn: RenderedMessage,
        message: str | None = None,
        answering: int | None = None,
        *,
        silent: bool = False,
    ) -> str:
        """A message of text and keyboard, posted or, where it has a number, edited; its number."""
        fields = drawn.fields("entities")
        if message:
            await self._bot.edit_message_text(
                drawn.text, chat_id(at), int(message), api_kwargs=fields
            )
            return message
        sent = await self._bot.send_message(
            chat_id(at),
            drawn.text,
            message_thread_id=thread_id(at),
            disable_notification=silent,
            reply_parameters=_answer(answering, at),
            api_kwargs=fields,
        )
        return str(sent.message_id)

    async def picture(
        self,
        at: Room,
        drawn: RenderedMessage,
        picture: bytes,
        message: str | None = None,
        answering: int | None = None,
        *,
        silent: bool = False,
    ) -> str:
        """The same of picture, caption and keyboard; an edited text becomes a picture."""
        key, fields = _key(picture), drawn.fields(render.CAPTIONS)
        media = self._file_ids.get(key, picture)
        if message:
            photo = InputMediaPhoto(media, drawn.text, filename=FILE)
            edited = await self._bot.edit_message_media(
                photo, chat_id(at), int(message), api_kwargs=fields
            )
            self._remember(key, edited)
            return message
        sent = await self._bot.send_photo(
            chat_id(at),
            media,
            drawn.text,
            filename=FILE,
            message_thread_id=thread_id(at),
            disable_notification=silent,
            reply_parameters=_answer(answering, at),
            api_kwargs=fields,
        )
        self._remember(key, sent)
        return str(sent.message_id)

    async def reworded(self, at: Room, drawn: RenderedMessage, message: str) -> None:
        """Changes caption or text, whichever this message has, and its keyboard."""
        fields = drawn.fields(render.CAPTIONS)
        try:
            await self._bot.edit_message_caption(
                chat_id(at), int(message), caption=drawn.text, api_kwargs=fields
            )
        except TelegramError as error:
            if not errors.has_no_caption(error):
                raise
            await self.text(at, drawn, message)

    def _remember(self, key: bytes, message: Message | bool) -> None:
        if isinstance(message, Message) and message.photo:
            self._file_ids[key] = message.photo[-1].file_id


async def display_prefs(facade: Facade, room: Room, match: Match) -> DisplayPrefs:
    """Return how boards look in a room; a private chat has the id of its person."""
    return await facade.display_prefs(room, match, shared=room.space is not None, account=room.chat)


def _key(picture: bytes) -> bytes:
    """Return a digest as the key: a thousand pictures would take a hundred megabytes."""
    return hashlib.blake2b(picture, digest_size=16).digest()


def _answer(to: int | None, at: Room) -> ReplyParameters | None:
    """Answer a message, or in comments at least the post, which puts it among them."""
    to = to or comments_root(at)
    return None if to is None else ReplyParameters(to, allow_sending_without_reply=True)
