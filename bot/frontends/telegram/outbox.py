"""What is said besides boards: answers to texts, private cards, reactions, the welcome.

Owns that these take their turn with the boards of the chat, and that a failure to say something
never fails what was done: it is logged. What would come too late to make sense is not said at all.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from telegram import Bot
from telegram.error import TelegramError

from bot.app.card import Card
from bot.app.session import Room
from bot.frontends.telegram import faults
from bot.frontends.telegram.pace import Pace
from bot.frontends.telegram.posts import Posts
from bot.frontends.telegram.rooms import chat_id
from bot.frontends.telegram.transport import FloodWait

log = logging.getLogger(__name__)

WITHIN = 10.0
"""Seconds after which an answer to a text has lost its point."""

ACCEPTED = "👍"

T = TypeVar("T")


class Outbox:
    """Sends what is no screen."""

    def __init__(self, bot: Bot, posts: Posts, pace: Pace) -> None:
        self._bot = bot
        self._posts = posts
        self._pace = pace

    async def say(self, where: Room, card: Card, answering: int | None = None) -> str | None:
        """A card as a message, answering to another where that still exists; its number.

        None where nothing could be said.
        """
        return await self.paced(where, lambda: self._posts.card(where, card, answering=answering))

    async def change(self, where: Room, message: int, card: Card, *, pictured: bool) -> None:
        """Makes a message say this card. `pictured`: whether it has a picture now."""
        await self.paced(
            where, lambda: self._posts.card(where, card, str(message), pictured=pictured)
        )

    async def strip(self, where: Room, message: int) -> None:
        """Takes the buttons from a board that was replaced."""
        await self.paced(
            where,
            lambda: self._bot.edit_message_reply_markup(chat_id(where), message),
        )

    async def react(self, where: Room, message: int) -> None:
        """Acknowledges a typed move without a message; chats may forbid it."""
        try:
            await self._bot.set_message_reaction(chat_id(where), message, ACCEPTED)
        except TelegramError as error:
            log.info("no reaction in %s: %s", where.chat, error)

    async def paced(self, where: Room, send: Callable[[], Awaitable[T]]) -> T | None:
        """Sends in the chat's turn; None, and a line in the log, where that came to nothing."""
        try:
            async with asyncio.timeout(WITHIN):
                await self._pace.turn(where.chat)
            return await send()
        except TimeoutError:
            log.info("too busy in %s: an answer was left out", where.chat)
        except FloodWait as error:
            self._pace.hold(where.chat, error.seconds)
            log.info("flood wait in %s: an answer was left out", where.chat)
        except TelegramError as error:
            if not faults.is_same(error):
                log.info("nothing could be said in %s: %s", where.chat, error)
        return None
