"""Administrators of a group, asked from Telegram at each action that requires one.

Nothing is cached, so a removed administrator loses the rights at once. Without an answer from
Telegram the action is refused.
"""

import logging
from dataclasses import replace

from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.app.model.request import Request, Verb
from bot.frontends.telegram.mapping import chat_id

log = logging.getLogger(__name__)

RUNNING = frozenset({Verb.SETUP, Verb.END, Verb.ANNUL, Verb.BAR, Verb.UNBAR})
"""What only those who run a group may ask for."""

_MAY = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


class AdminCache:
    """Knows who is who."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def known(self, request: Request) -> Request:
        """The request, with whether its actor may manage the group where that matters."""
        if request.verb not in RUNNING or request.room.space is None:
            return request
        try:
            member = await self._bot.get_chat_member(chat_id(request.room), int(request.actor.user))
        except TelegramError as error:
            log.info("who runs %s is not known: %s", request.room.chat, error)
            return request
        return replace(request, actor=replace(request.actor, may_manage=member.status in _MAY))
