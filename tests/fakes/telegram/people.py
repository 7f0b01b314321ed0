"""What people do: write, press buttons, come and go. The driving side of the fake.

Each act changes the world as the service would and queues the updates that the bot would get, with
the same blind spots: privacy mode, and nothing from other bots.
"""

import asyncio
from typing import Any

from tests.fakes.telegram import linking
from tests.fakes.telegram.errors import Json
from tests.fakes.telegram.methods import member_json
from tests.fakes.telegram.model import Chat, Kind, Message, Topic, User
from tests.fakes.telegram.state import Press, State


class People:
    """Acts of people in the chats."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._world = state.world
        self._press_ids = iter(range(4_000_000_000_000_000_001, 4_000_000_000_001_000_001))

    # --- places ----------------------------------------------------------------------------------

    def person(self, name: str, **more: Any) -> User:
        """Create a person, optionally with `language`, `username` and `last_name`."""
        return self._world.add_user(name, **more)

    def start(self, user: User, payload: str = "") -> Chat:
        """Opens the private chat and presses Start, by a deep link where there is a payload."""
        chat = self._world.private(user)
        chat.started, chat.blocked = True, False
        self.say(user, chat, f"/start {payload}".strip())
        return chat

    def private(self, user: User) -> Chat:
        """The private chat, opened before the test began."""
        chat = self._world.private(user)
        chat.started = True
        return chat

    def group(self, *people: User, title: str = "Friends", super: bool = False) -> Chat:
        """A group that the bot is already in."""
        chat = self._world.add_chat(Kind.SUPERGROUP if super else Kind.GROUP, title)
        chat.members = {user.id: "member" for user in (*people, self._state.bot)}
        return chat

    def forum(self, *people: User, title: str = "Forum") -> tuple[Chat, Topic]:
        """A supergroup with topics, and one topic in it."""
        chat = self.group(*people, title=title, super=True)
        chat.forum = True
        return chat, self._state.open_topic(chat, people[0], "Games")

    # --- acts ------------------------------------------------------------------------------------

    def say(
        self,
        user: User,
        chat: Chat,
        text: str,
        *,
        reply_to: Message | None = None,
        topic: Topic | None = None,
        mention: User | None = None,
    ) -> Message:
        """Write a message. `mention`: the person that `{}` in the text mentions by id."""
        entities: list[Json] = []
        if mention is not None:
            before = len(text[: text.index("{}")].encode("utf-16-le")) // 2
            name = mention.first_name
            text = text.replace("{}", name, 1)
            length = len(name.encode("utf-16-le")) // 2
            entity = {"type": "text_mention", "offset": before, "length": length}
            entities.append(entity | {"user": mention.json()})
        entities += linking.found(text, entities)
        if chat.is_private:
            chat.started = True
        message = self._add(chat, user, text=text, entities=entities, reply_to=reply_to)
        message.topic = topic.id if topic else reply_to.topic if reply_to else None
        if user.is_bot:
            chat.last_bot = user.id
        elif self._state.reaches_bot(message):
            self._state.updates.add("message", message.json())
        return message

    def forward(self, user: User, chat: Chat, text: str, author: User) -> Message:
        """Forwards what somebody else wrote."""
        date = int(self._state.now())
        origin = {"type": "user", "date": date, "sender_user": author.json()}
        message = self._add(chat, user, text=text, origin=origin)
        self._state.updates.add("message", message.json())
        return message

    def channel_post(self, group: Chat, text: str) -> Message:
        """A post of the channel whose discussion group this is, as Telegram forwards it there."""
        channel = {"id": -1009000000001, "type": "channel", "title": "News"}
        date = int(self._state.now())
        origin = {"type": "channel", "date": date, "chat": channel, "message_id": 5}
        telegram = User(777000, "Telegram")
        message = self._add(group, telegram, text=text, origin=origin, channel=channel)
        if self._state.reaches_bot(message):
            self._state.updates.add("message", message.json())
        return message

    def edit(self, message: Message, text: str) -> None:
        """The author changes what they wrote."""
        message.text, message.edited = text, int(self._state.now())
        if self._state.reaches_bot(message):
            self._state.updates.add("edited_message", message.json())

    def press(self, user: User, message: Message, button: str) -> Press:
        """Presses the button with this label or data. LookupError where the message has none."""
        return self.press_data(user, message, message.button(button)["callback_data"])

    def press_data(self, user: User, message: Message, data: str) -> Press:
        """Presses with any data, as an old client or a forger would."""
        press = Press(
            str(next(self._press_ids)),
            user,
            message,
            data,
            self._state.now(),
            asyncio.get_running_loop().create_future(),
        )
        self._state.presses[press.id] = press
        self._state.updates.add("callback_query", self._query(press))
        return press

    def _query(self, press: Press) -> Json:
        return {
            "id": press.id,
            "from": press.user.json(),
            "message": press.message.json(),
            "chat_instance": str(press.message.chat.id),
            "data": press.data,
        }

    def open_link(self, press: Press) -> Chat:
        """Follows the link that a press was answered with."""
        payload = press.url.partition("?start=")[2]
        return self.start(press.user, payload)

    def delete(self, message: Message) -> None:
        """Delete a message as an administrator; the bot receives no update."""
        del message.chat.messages[message.id]

    # --- coming and going ------------------------------------------------------------------------

    def add_bot(self, chat: Chat, by: User, status: str = "member") -> None:
        """Add the bot to a group or change its status there."""
        was = chat.status(self._state.bot.id)
        chat.members[self._state.bot.id] = status
        self._membership(chat, by, was)
        if was in ("left", "kicked"):
            self._service(chat, by, {"new_chat_members": [self._state.bot.json()]})

    def remove_bot(self, chat: Chat, by: User) -> None:
        """Remove the bot from a group."""
        was = chat.status(self._state.bot.id)
        chat.members[self._state.bot.id] = "kicked"
        self._membership(chat, by, was)

    def block(self, user: User) -> None:
        """Blocks the bot in the private chat."""
        chat = self._world.private(user)
        chat.blocked = True
        bot = self._state.bot.json()
        old = {"status": "member", "user": bot}
        new = {"status": "kicked", "user": bot, "until_date": 0}
        body = {"old_chat_member": old, "new_chat_member": new}
        self._state.updates.add("my_chat_member", self._change(chat, user) | body)

    def unblock(self, user: User) -> None:
        """Lets it write again."""
        chat = self._world.private(user)
        chat.blocked = False
        bot = self._state.bot.json()
        old = {"status": "kicked", "user": bot, "until_date": 0}
        new = {"status": "member", "user": bot}
        body = {"old_chat_member": old, "new_chat_member": new}
        self._state.updates.add("my_chat_member", self._change(chat, user) | body)

    def join(self, user: User, chat: Chat, *, told: bool = True) -> None:
        self._become(user, chat, "member")
        if told:
            self._service(chat, user, {"new_chat_members": [user.json()]})

    def leave(self, user: User, chat: Chat, *, told: bool = True) -> None:
        """`told`: by a service message, as in small groups."""
        self._become(user, chat, "left")
        if told:
            self._service(chat, user, {"left_chat_member": user.json()})

    def ban(self, user: User, chat: Chat) -> None:
        """An administrator throws them out."""
        self._become(user, chat, "kicked")

    def _become(self, user: User, chat: Chat, status: str) -> None:
        """A bot that is an administrator receives updates about every member."""
        old = member_json(chat, user)
        chat.members[user.id] = status
        if chat.status(self._state.bot.id) == "administrator":
            body = {"old_chat_member": old, "new_chat_member": member_json(chat, user)}
            self._state.updates.add("chat_member", self._change(chat, user) | body)

    def upgrade(self, chat: Chat, by: User, *, told: bool = True) -> Chat:
        """The group becomes a supergroup: new id, empty history. `told`: by service messages."""
        new = self._world.add_chat(Kind.SUPERGROUP, chat.title)
        new.members = dict(chat.members)
        chat.moved_to = new.id
        if told:
            self._service(chat, by, {"migrate_to_chat_id": new.id})
            self._service(new, by, {"migrate_from_chat_id": chat.id})
        return new

    def _change(self, chat: Chat, by: User) -> Json:
        return {"chat": chat.json(), "from": by.json(), "date": int(self._state.now())}

    def _membership(self, chat: Chat, by: User, was: str) -> None:
        bot = self._state.bot
        now = chat.members[bot.id]
        chat.members[bot.id] = was
        old = member_json(chat, bot)
        chat.members[bot.id] = now
        body = {"old_chat_member": old, "new_chat_member": member_json(chat, bot)}
        self._state.updates.add("my_chat_member", self._change(chat, by) | body)

    def _service(self, chat: Chat, by: User, fields: Json) -> None:
        message = self._add(chat, by, service=fields)
        if chat.status(self._state.bot.id) not in ("left", "kicked"):
            self._state.updates.add("message", message.json())

    def _add(self, chat: Chat, user: User, **more: Any) -> Message:
        id = self._world.next_message_id(chat)
        message = Message(id, chat, user, int(self._state.now()), **more)
        chat.messages[id] = message
        return message
