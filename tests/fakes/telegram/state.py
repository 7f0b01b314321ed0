"""The state of the fake, and the checks that most methods make first."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.telegram.args import Args
from tests.fakes.telegram.errors import Json, bad, forbidden, migrated
from tests.fakes.telegram.flood import Flood
from tests.fakes.telegram.model import Chat, Kind, Message, Topic, User, World
from tests.fakes.telegram.updates import Updates

ANSWER_WITHIN = 15.0
"""Seconds after which a press can no longer be answered; the real window is not documented."""

TOPIC_COLOR = 0x6FB9F0


@dataclass
class Press:
    """A pending button press. `done` resolves with the answer's text."""

    id: str
    user: User
    message: Message
    data: str
    at: float
    done: asyncio.Future[str]
    alert: bool = False
    url: str = ""

    @property
    def answered(self) -> bool:
        return self.done.done()

    def answer(self, text: str, alert: bool, url: str) -> None:
        self.alert, self.url = alert, url
        self.done.set_result(text)


@dataclass
class State:
    """`now` is in seconds since 1970; `commands` are by scope (JSON) and language."""

    world: World
    bot: User
    now: Callable[[], float]
    flood: Flood
    updates: Updates = field(default_factory=Updates)
    presses: dict[str, Press] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    webhook: str = ""
    answer_within: float = ANSWER_WITHIN

    def chat(self, args: Args) -> Chat:
        """The chat a call is about; the bot must be there."""
        chat = self.world.chats.get(args.need("chat_id"))
        if chat is None or (chat.is_private and not chat.started):
            user = chat.person if chat else self.world.users.get(args.need("chat_id"))
            if user is None:
                raise bad("chat not found")
            raise forbidden("bot can't initiate conversation with a user")
        if chat.moved_to is not None:
            raise migrated(chat.moved_to)
        if chat.is_private:
            if chat.blocked:
                raise forbidden("bot was blocked by the user")
            return chat
        where = "supergroup" if chat.kind is Kind.SUPERGROUP else "group"
        status = chat.status(self.bot.id)
        if status == "kicked":
            raise forbidden(f"bot was kicked from the {where} chat")
        if status == "left":
            raise forbidden(f"bot is not a member of the {where} chat")
        return chat

    def writable(self, args: Args) -> Chat:
        """The same, where the bot may write."""
        chat = self.chat(args)
        if not chat.may_write:
            raise bad("not enough rights to send text messages to the chat")
        return chat

    def open_topic(self, chat: Chat, by: User, name: str) -> Topic:
        """A new topic; its number is that of the service message that opens it."""
        topic = Topic(self.world.next_message_id(chat), name)
        opened = {"forum_topic_created": {"name": name, "icon_color": TOPIC_COLOR}}
        now = int(self.now())
        chat.messages[topic.id] = Message(topic.id, chat, by, now, topic=topic.id, service=opened)
        chat.topics[topic.id] = topic
        return topic

    def reaches_bot(self, message: Message) -> bool:
        """Whether the bot gets to see a person's message, by privacy mode as it really is.

        Bot features page, "Privacy mode": always commands that name it, replies to it and service
        messages; general commands only if it was the last bot to speak; everything to those whose
        privacy mode is off and to administrators. Nothing in its own or other bots' messages.
        """
        chat = message.chat
        if chat.is_private or message.service:
            return True
        if chat.status(self.bot.id) in ("left", "kicked"):
            return False
        if self.bot.reads_all or chat.status(self.bot.id) in ("administrator", "creator"):
            return True
        if message.reply_to is not None and message.reply_to.sender.id == self.bot.id:
            return True
        if not message.text.startswith("/"):
            return False
        _, _, named = message.text.split()[0].partition("@")
        if named:
            return named.lower() == (self.bot.username or "").lower()
        return chat.last_bot == self.bot.id
