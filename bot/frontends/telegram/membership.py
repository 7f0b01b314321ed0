"""Membership on Telegram: people in groups, the bot in groups, people who block it.

Telegram always reports the bot's own status, that of others only to administrators; small groups
also have service messages, which every bot sees. Reports of known facts change nothing.
"""

import asyncio
import logging

from telegram import Bot, ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.app.model.presence import Closed
from bot.app.presence.tracker import PresenceTracker
from bot.frontends.telegram.mapping import PLATFORM, is_private

log = logging.getLogger(__name__)

_IN = (ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


def is_in(member: ChatMember) -> bool:
    """Whether this member is in the chat."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status in _IN


class Membership:
    """Hands on what updates tell of them."""

    def __init__(self, bot: Bot, presence: PresenceTracker) -> None:
        self._bot = bot
        self._presence = presence
        presence.add_membership_check(PLATFORM, self.is_member)
        self._turn = asyncio.Lock()  # what comes first is served first: who left may be back

    async def is_member(self, group: str, user: str) -> bool | None:
        """Asks; Telegram promises an answer to administrators only."""
        if not user.isdecimal():
            return None  # a handle that resolves to no user
        try:
            return is_in(await self._bot.get_chat_member(int(group), int(user)))
        except TelegramError as error:
            log.info("nothing is known of a member: %s", error)
            return None

    async def of_bot(self, change: ChatMemberUpdated) -> None:
        """In a private chat this is whether the person has blocked it."""
        chat, here = str(change.chat.id), is_in(change.new_chat_member)
        if is_private(change.chat):
            await self._tell(chat, chat, here=here)
            return
        async with self._turn:
            group = Closed(PLATFORM, True, chat)
            await (self._presence.opened(group) if here else self._presence.closed(group))

    async def of_person(self, change: ChatMemberUpdated) -> None:
        user = str(change.new_chat_member.user.id)
        await self._tell(str(change.chat.id), user, here=is_in(change.new_chat_member))

    async def told(self, message: Message) -> None:
        """A service message, if it is one of these."""
        chat = str(message.chat.id)
        if message.left_chat_member is not None and not message.left_chat_member.is_bot:
            await self._tell(chat, str(message.left_chat_member.id), here=False)
        for person in message.new_chat_members:
            if not person.is_bot:
                await self._tell(chat, str(person.id), here=True)

    async def _tell(self, chat: str, user: str, *, here: bool) -> None:
        async with self._turn:
            told = self._presence.returned if here else self._presence.left
            await told(PLATFORM, chat, user)
