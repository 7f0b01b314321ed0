"""Everything sent besides boards: toasts, answers to texts, private cards, reactions, the welcome.

These share the chat's rate limit with the boards, and a failed answer never fails the action: it is
logged. Answers that would come too late are dropped.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot.app.keyed_lock import KeyedLock
from bot.app.lru import LRUDict
from bot.app.model.card import Card
from bot.app.model.request import Reply
from bot.app.model.room import Room
from bot.frontends.telegram import errors
from bot.frontends.telegram.mapping import chat_id
from bot.frontends.telegram.ordering import end_turn
from bot.frontends.telegram.outbound.rate_limit import RateLimit
from bot.frontends.telegram.outbound.sender import MessageSender
from bot.frontends.telegram.transport import FloodWait

log = logging.getLogger(__name__)

WITHIN = 10.0
"""Seconds after which an answer to a text has lost its point."""

STILL_WAITS = 10.0
"""Seconds for which Telegram surely takes the answer to a press; how long really is not told."""

ACCEPTED = "👍"
LATEST_KEPT = 1_000
"""Messages of which the latest change is remembered; older ones are at rest."""

T = TypeVar("T")


class Replies:
    """Sends what is no screen."""

    def __init__(self, bot: Bot, posts: MessageSender, pace: RateLimit) -> None:
        self._bot = bot
        self._posts = posts
        self._pace = pace
        self._edits = KeyedLock()
        self._stamps = count(1)
        self._latest: LRUDict[str, int] = LRUDict(LATEST_KEPT)  # by chat and message

    async def say(self, where: Room, card: Card, answering: int | None = None) -> str | None:
        """A card as a message, answering to another where that still exists; its number.

        None where nothing could be said.
        """
        return await self.paced(where, lambda: self._posts.card(where, card, answering=answering))

    async def follow(self, where: Room, reply: Reply, answering: int | None = None) -> None:
        """A card, and those that take its place later."""
        if reply.card is None:
            return
        message = await self.say(where, reply.card, answering)
        if message is not None:
            await self.amend(where, int(message), reply, pictured=bool(reply.card.files))

    async def amend(self, where: Room, message: int, reply: Reply, *, pictured: bool) -> None:
        """What follows takes the place of what this message says. `pictured`: whether it has a
        picture now."""
        if reply.following is None:
            return
        async for card in reply.following:
            await self.change(where, message, card, self.stamp(), pictured=pictured)
            pictured = pictured or bool(card.files)

    def stamp(self) -> int:
        """Return a number that orders incoming presses: taken at once on arrival."""
        return next(self._stamps)

    async def change(
        self, where: Room, message: int, card: Card, stamp: int, *, pictured: bool
    ) -> None:
        """Makes a message say this card. `pictured`: whether it has a picture now."""

        async def draw() -> str:
            return await self._posts.card(where, card, str(message), pictured=pictured)

        await self.redraw(where, message, draw, stamp)

    async def redraw(
        self, where: Room, message: int, draw: Callable[[], Awaitable[str]], stamp: int
    ) -> None:
        """Edits a message, one edit at a time; what was overtaken by a later stamp is left out."""
        key = f"{where.chat}/{message}"
        self._latest[key] = max(stamp, self._latest.get(key, 0))

        async def unless_overtaken() -> None:
            if self._latest.get(key, stamp) == stamp:
                await draw()

        async with self._edits.hold(key):
            await self.paced(where, unless_overtaken)

    async def toast(self, press: str, text: str, *, alert: bool, url: str | None) -> None:
        """Answer a callback query without waiting for the chat's turn; retry after a flood wait or
        a lost connection while the user still waits."""
        end_turn()
        for last in (False, True):
            try:
                await self._bot.answer_callback_query(
                    press, text or None, show_alert=alert or None, url=url
                )
                return
            except TelegramError as error:
                wait = errors.again_in(error)
                if last or wait is None or wait > STILL_WAITS:
                    log.info("a press was not answered: %s", error)
                    return
                await self._pace.pause(wait)

    async def strip(self, where: Room, message: int) -> None:
        """Takes the buttons from a board that was replaced."""
        await self.paced(
            where,
            lambda: self._bot.edit_message_reply_markup(chat_id(where), message),
        )

    async def react(self, where: Room, message: int) -> None:
        """Acknowledges a typed move without a message; chats may forbid it."""
        end_turn()
        try:
            await self._bot.set_message_reaction(chat_id(where), message, ACCEPTED)
        except TelegramError as error:
            log.info("no reaction in %s: %s", where.in_logs, error)

    async def making(self, where: Room) -> None:
        """Shows for some seconds that a file is being made, or until it comes."""
        try:
            await self._bot.send_chat_action(chat_id(where), ChatAction.UPLOAD_DOCUMENT)
        except TelegramError as error:
            log.info("nothing said of a file in %s: %s", where.in_logs, error)

    async def paced(self, where: Room, send: Callable[[], Awaitable[T]]) -> T | None:
        """Sends in the chat's turn; None, and a line in the log, where that came to nothing."""
        end_turn()
        try:
            async with asyncio.timeout(WITHIN):
                await self._pace.turn(where.chat)
            return await send()
        except TimeoutError:
            log.info("too busy in %s: an answer was left out", where.in_logs)
        except FloodWait as error:
            self._pace.hold(where.chat, error.seconds)
            log.info("flood wait in %s: an answer was left out", where.in_logs)
        except TelegramError as error:
            if not errors.is_same(error):
                log.info("nothing could be said in %s: %s", where.in_logs, error)
        return None
