"""The chats, people and messages behind the fake, as the service would hold them.

Owns state and its JSON form; knows nothing of HTTP, limits or faults. Message ids are numbered as
the service does it: a supergroup counts its own, private chats and basic groups share one counter,
so equal ids in different chats do occur and a client that keys by message id alone is found out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any

from tests.fakes.telegram.errors import Json


class Kind(StrEnum):
    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


@dataclass
class User:
    """A person or a bot. `reads_all`: a bot whose privacy mode is off."""

    id: int
    first_name: str
    username: str | None = None
    language: str | None = None
    is_bot: bool = False
    last_name: str | None = None
    reads_all: bool = False

    def json(self) -> Json:
        known = {
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language,
        }
        told = {key: value for key, value in known.items() if value is not None}
        return {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name} | told


@dataclass
class Topic:
    id: int
    name: str
    closed: bool = False


@dataclass
class Photo:
    """A stored picture; `file_id` sends it again."""

    file_id: str
    data: bytes
    width: int
    height: int

    def json(self) -> list[Json]:
        size = {"width": self.width, "height": self.height, "file_size": len(self.data)}
        unique = self.file_id.removeprefix("file-")
        return [{"file_id": self.file_id, "file_unique_id": unique} | size]


@dataclass
class Upload:
    """Something sent to be kept or to play: `kind` is `animation` or `document`."""

    kind: str
    data: bytes

    def json(self, number: int) -> Json:
        body: Json = {"file_id": f"upload-{number}", "file_unique_id": f"u{number}"}
        body["file_size"] = len(self.data)
        if self.kind == "animation":  # GIF89a specification, 18: the logical screen's size
            width, height = (int.from_bytes(self.data[at : at + 2], "little") for at in (6, 8))
            body |= {"width": width, "height": height, "duration": 1}
        return body


@dataclass
class Message:
    """`text` is the caption where there is a photo or an upload.

    `service` holds the fields of service messages. `markup` is the inline keyboard as sent;
    `origin` is where a forwarded message comes from; of an automatic forward the channel.
    `reaction` what the bot set on it. `linked` are the entities that the service found by itself,
    `preview` says that one of them is shown enlarged.
    """

    id: int
    chat: "Chat"
    sender: User
    date: int
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    photo: Photo | None = None
    markup: Json | None = None
    topic: int | None = None
    reply_to: "Message | None" = None
    edited: int | None = None
    edits: int = 0
    silent: bool = False
    service: Json = field(default_factory=dict)
    reaction: str | None = None
    linked: list[Json] = field(default_factory=list)
    preview: bool = False
    upload: Upload | None = None
    origin: Json | None = None
    channel: Json | None = None

    @property
    def thread_root(self) -> "Message":
        return self if self.reply_to is None else self.reply_to.thread_root

    def json(self, nested: bool = True) -> Json:
        body: Json = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.json(),
            "from": self.sender.json(),
        } | self.service
        media = self.photo or self.upload
        word, marks = ("caption", "caption_entities") if media else ("text", "entities")
        if self.text:
            body[word] = self.text
        if self.entities or self.linked:
            body[marks] = [*self.entities, *self.linked]
        if self.photo:
            body["photo"] = self.photo.json()
        if self.upload:
            body[self.upload.kind] = self.upload.json(self.id)
        if self.markup:
            body["reply_markup"] = self.markup
        if self.topic is not None:
            body |= {"message_thread_id": self.topic, "is_topic_message": True}
        elif self.reply_to is not None and self.chat.kind is Kind.SUPERGROUP:
            body["message_thread_id"] = self.thread_root.id  # a reply thread is no topic
        if self.origin is not None:
            body["forward_origin"] = self.origin
        if self.channel is not None:
            body |= {"sender_chat": self.channel, "is_automatic_forward": True}
        if self.edited is not None:
            body["edit_date"] = self.edited
        if nested and (answered := self.reply_to or self._topic_begin()) is not None:
            body["reply_to_message"] = answered.json(nested=False)
        return body

    def _topic_begin(self) -> "Message | None":
        """What else answers to nothing, in a topic answers to the message that opened it."""
        if self.topic is None or self.service:
            return None
        return self.chat.messages.get(self.topic)

    @property
    def links(self) -> list[str]:
        """The words that the service made links of by itself."""
        coded = self.text.encode("utf-16-le")
        ends = [(2 * e["offset"], 2 * (e["offset"] + e["length"])) for e in self.linked]
        return [coded[start:end].decode("utf-16-le") for start, end in ends]

    @property
    def buttons(self) -> list[list[Json]]:
        """The rows of the inline keyboard."""
        rows: list[list[Json]] = self.markup["inline_keyboard"] if self.markup else []
        return rows

    def button(self, wanted: str) -> Json:
        """The first button with this label or data. LookupError where there is none."""
        for row in self.buttons:
            for button in row:
                if wanted in (button["text"], button.get("callback_data")):
                    return button
        raise LookupError(f"no button {wanted!r} in message {self.id}: {self.labels}")

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons, row by row."""
        return [button["text"] for row in self.buttons for button in row]


@dataclass
class Chat:
    """`members` maps a user's id to their status; `moved_to` is set once it became a supergroup.

    `actions`: what a bot was said to be doing, such as `typing`. `may_write`, `may_photo`: what the
    bots may do here; `blocked`, `started`: of private chats.
    """

    id: int
    kind: Kind
    title: str = ""
    person: User | None = None
    members: dict[int, str] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    forum: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    moved_to: int | None = None
    may_write: bool = True
    may_photo: bool = True
    reactions: bool = True
    actions: list[str] = field(default_factory=list)
    started: bool = False
    blocked: bool = False
    last_bot: int | None = None
    own_ids: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def is_private(self) -> bool:
        return self.kind is Kind.PRIVATE

    def json(self) -> Json:
        body: Json = {"id": self.id, "type": self.kind.value}
        if self.person is not None:
            told = self.person.json()
            names = ("first_name", "last_name", "username")
            return body | {key: told[key] for key in names if key in told}
        body["title"] = self.title
        return body | {"is_forum": True} if self.forum else body

    def status(self, user: int) -> str:
        return self.members.get(user, "left")

    def history(self) -> list[Message]:
        """All messages that still exist, oldest first."""
        return list(self.messages.values())


class World:
    """Every chat and person, and the counters they share."""

    def __init__(self) -> None:
        self.users: dict[int, User] = {}
        self.chats: dict[int, Chat] = {}
        self.photos: dict[str, Photo] = {}
        self._shared_ids = count(1)
        self._user_ids = count(6_000_000_001)  # beyond 32 bits, as real ones are
        self._group_ids = count(4_000_001)
        self._supergroup_ids = count(2_100_000_001)
        self._file_ids = count(1)

    def add_user(self, name: str, **more: Any) -> User:
        user = User(next(self._user_ids), name, **more)
        self.users[user.id] = user
        return user

    def add_chat(self, kind: Kind, title: str, **more: Any) -> Chat:
        numbers = self._group_ids if kind is Kind.GROUP else self._supergroup_ids
        prefix = "-" if kind is Kind.GROUP else "-100"
        chat = Chat(int(f"{prefix}{next(numbers)}"), kind, title, **more)
        self.chats[chat.id] = chat
        return chat

    def private(self, user: User) -> Chat:
        """The private chat with a person; every bot's is the same here, for there is one client."""
        if user.id not in self.chats:
            self.chats[user.id] = Chat(user.id, Kind.PRIVATE, person=user)
        return self.chats[user.id]

    def next_message_id(self, chat: Chat) -> int:
        return next(chat.own_ids if chat.kind is Kind.SUPERGROUP else self._shared_ids)

    def keep_photo(self, data: bytes) -> Photo:
        """Store a PNG; its size is read from the header (PNG specification, 11.2.2 IHDR)."""
        if data[:8] != b"\x89PNG\r\n\x1a\n":
            raise ValueError("only PNG is modelled")
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        photo = Photo(f"file-{next(self._file_ids)}", data, width, height)
        self.photos[photo.file_id] = photo
        return photo
