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
_COMMENTS = "c"
"""Begins the thread of comments, which is the id of the post in the discussion group."""

_SERVICE_ACCOUNTS = (777000, 136817688, 1087968824)
"""Telegram itself, which forwards channel posts, and its accounts for channels and anonymous
administrators (Bot API, "Message", `from`)."""

_BOTS = "bot"  # their usernames end so, and no person's does


def room(chat: int, thread: int | str | None = None) -> Room:
    """The room of a chat id; groups have negative ones."""
    space = str(chat) if chat < 0 else None
    return Room(PLATFORM, space, str(chat), None if thread is None else str(thread))


def room_of(message: Message) -> Room:
    """Return the room of a message: its chat, topic, or the comments of the channel post that it
    answers."""
    if message.is_topic_message:
        return room(message.chat.id, message.message_thread_id)
    answered = message.reply_to_message
    if answered is not None and answered.is_automatic_forward:
        return room(message.chat.id, f"{_COMMENTS}{answered.message_id}")
    return room(message.chat.id)


def is_in_reply_thread(message: Message) -> bool:
    """Whether the message belongs to a thread that is no topic: maybe comments, as only the
    first message of the thread shows."""
    return message.message_thread_id is not None and not message.is_topic_message


def is_impersonal(message: Message) -> bool:
    """Whether no person wrote it, but a channel, a group or one of Telegram's service accounts."""
    author = message.from_user
    return author is None or message.sender_chat is not None or author.id in _SERVICE_ACCOUNTS


def is_private(chat: Chat) -> bool:
    return chat.type == ChatType.PRIVATE


def actor(user: User) -> Actor:
    """The person; a name of nothing visible is replaced."""
    name = display_names.person(user.full_name) or user.username or str(user.id)
    handle = f"@{user.username.lower()}" if user.username else ""
    return Actor(PLATFORM, str(user.id), name, user.language_code, user.is_bot, handle=handle)


def called(name: str) -> Actor | None:
    """Return an actor known only by the name after an `@`; None if that is no valid username."""
    if not _USERNAME.fullmatch(name):
        return None
    handle = f"@{name.lower()}"
    return Actor(PLATFORM, handle, f"@{name}", is_bot=handle.endswith(_BOTS))


def chat_id(of: Room) -> int:
    return int(of.chat)


def thread_id(of: Room) -> int | None:
    """Return the topic to send to. Comments have none: a message gets there by answering."""
    return None if of.thread is None or comments_root(of) else int(of.thread)


def comments_root(of: Room) -> int | None:
    """Return the channel post to answer, if the room is its comments."""
    if of.thread is None or not of.thread.startswith(_COMMENTS):
        return None
    return int(of.thread.removeprefix(_COMMENTS))


def link(to: Room, message: str) -> str | None:
    """The address of a message; only supergroups give their members one."""
    if not to.chat.startswith("-100"):
        return None
    number = to.chat.removeprefix("-100")
    thread = thread_id(to)
    parts = [number, message] if thread is None else [number, str(thread), message]
    return "https://t.me/c/" + "/".join(parts)
