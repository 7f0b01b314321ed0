"""Notifications on Telegram: messages to one person, who is mentioned in a group.

Unlike boards they alert their reader. A person who never started the bot and one who blocked it
cause the same refusal. What to send, to whom and when is decided by `bot/app/notifications`.
"""

from dataclasses import replace

from telegram import Bot
from telegram.error import BadRequest, TelegramError

from bot.app.model.room import Room
from bot.app.ports.frontend import Notification, RoomGone
from bot.frontends.telegram import mapping
from bot.frontends.telegram.mapping import chat_id
from bot.frontends.telegram.outbound import render
from bot.frontends.telegram.outbound.render import RenderedMessage
from bot.frontends.telegram.outbound.sender import MessageSender

_NOT_THERE = "message to delete not found"
_TOO_OLD = "message can't be deleted"


class NotificationSender:
    """Posts, edits and withdraws. Every method raises TelegramError, or RoomGone."""

    def __init__(self, bot: Bot, posts: MessageSender) -> None:
        self._bot = bot
        self._posts = posts

    def private(self, user: str) -> Room:
        """A private chat has the number of the person; who is known by handle alone has none."""
        if not user.isdecimal():
            raise RoomGone("known by handle alone")
        return mapping.room(int(user))

    async def notify(self, notice: Notification) -> str:
        """Answers the board where it is about one alone, so that a tap leads there."""
        answering = None
        if len(notice.card.links) == 1:
            board = notice.card.links[0].screen
            if board.room == notice.room and board.message:
                answering = int(board.message)
        return await self._posts.text(
            notice.room, self._drawn(notice), notice.message, answering, silent=False
        )

    async def withdraw(self, notice: Notification) -> None:
        """Telegram lets bots delete what is less than two days old; an older one is reworded."""
        assert notice.message is not None
        try:
            await self._bot.delete_message(chat_id(notice.room), int(notice.message))
        except BadRequest as error:
            said = str(error).lower()
            if _TOO_OLD in said:
                await self._reword(notice)
            elif _NOT_THERE not in said:
                raise

    async def _reword(self, notice: Notification) -> None:
        bare = replace(notice.card, rows=(), links=())
        drawn = render.draw(bare, self._bot.username)
        try:
            await self._posts.text(notice.room, drawn, notice.message)
        except TelegramError as error:
            if not isinstance(error, BadRequest):
                raise

    def _drawn(self, notice: Notification) -> RenderedMessage:
        if notice.private:
            return render.draw(notice.card, self._bot.username)
        named = replace(notice.card, text=f"{notice.name}\n{notice.card.text}")
        return render.draw(named, self._bot.username, people={notice.name: notice.user})
