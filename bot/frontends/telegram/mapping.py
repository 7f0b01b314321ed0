"""From Telegram's people and chats to actors and rooms, and back to what calls need.

A group is its own space, so that a forum's topics, which are rooms of their own, share its
leaderboard. Only real topics are threads: replies in ordinary supergroups carry a thread number
too, which is no place.
"""

import re

from telegram import Chat, Message, User
from telegram.constants import ChatType

from bot.app.model import display_names
from bot.app.model.request import Actor
from bot.app.model.room import Room

PLATFORM = "telegram"
_USERNAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{3,31}")
_BOTS = "bot"  # their usernames end so, and no person's does


def room(chat: int, thread: int | None = None) -> Room:
    """The room of a chat id; groups have negative ones."""
    space = str(chat) if chat < 0 else None
    return Room(PLATFORM, space, str(chat), None if thread is None else str(thread))


def room_of(message: Message) -> Room:
    thread = message.message_thread_id if message.is_topic_message else None
    return room(message.chat.id, thread)


def is_private(chat: Chat) -> bool:
    return chat.type == ChatType.PRIVATE


def actor(user: User) -> Actor:
    """The person; a name of nothing visible is replaced."""
    name = display_names.person(user.full_name) or user.username or str(user.id)
    handle = f"@{user.username.lower()}" if user.username else ""
    return Actor(PLATFORM, str(user.id), name, user.language_code, user.is_bot, handle=handle)


def called(name: str) -> Actor | None:
    """Who is only known by what comes after an `@`; None where nobody can be called that."""
    if not _USERNAME.fullmatch(name):
        return None
    handle = f"@{name.lower()}"
    return Actor(PLATFORM, handle, f"@{name}", is_bot=handle.endswith(_BOTS))


def chat_id(of: Room) -> int:
    return int(of.chat)


def thread_id(of: Room) -> int | None:
    return None if of.thread is None else int(of.thread)


def link(to: Room, message: str) -> str | None:
    """The address of a message; only supergroups give their members one."""
    if not to.chat.startswith("-100"):
        return None
    number = to.chat.removeprefix("-100")
    parts = [number, message] if to.thread is None else [number, to.thread, message]
    return "https://t.me/c/" + "/".join(parts)
