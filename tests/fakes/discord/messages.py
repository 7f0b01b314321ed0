"""Messages as they are kept and shown, and what a reader sees in them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.discord.errors import JSON
from tests.fakes.discord.moments import iso

if TYPE_CHECKING:
    from tests.fakes.discord.world import Channel, User

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
_MARKED_OFF = re.compile(r"\\([^0-9A-Za-z\s])")
ROW, BUTTON, SELECT, TEXT_DISPLAY, GALLERY, FILE, CONTAINER = 1, 2, 3, 10, 12, 13, 17


@dataclass(eq=False)
class Attachment:
    id: str
    filename: str
    data: bytes
    url: str
    description: str | None = None

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of a PNG, else None."""
        if self.data[:8] != b"\x89PNG\r\n\x1a\n":
            return None
        return int.from_bytes(self.data[16:20], "big"), int.from_bytes(self.data[20:24], "big")

    def payload(self) -> JSON:
        body: JSON = {
            "id": self.id,
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
        }
        if self.description is not None:
            body["description"] = self.description
        if self.size:
            body |= {"width": self.size[0], "height": self.size[1], "content_type": "image/png"}
        return body


@dataclass(eq=False)
class Message:
    """One message. `for_user` is set on ephemeral ones; `edits` counts changes after creation."""

    id: str
    channel: "Channel"
    author: "User"
    made: int
    content: str = ""
    components: list[JSON] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    for_user: str | None = None
    reply_to: str | None = None
    edited: int | None = None
    edits: int = 0
    pinged: tuple[str, ...] = ()
    by_interaction: str | None = None

    def walk(self) -> Iterator[JSON]:
        """Every component, nested ones too, in order."""
        return walk(self.components)

    @property
    def text(self) -> str:
        """All there is to read, as it looks: a sign marked off by a backslash is just itself."""
        return _MARKED_OFF.sub(r"\1", self.source)

    @property
    def source(self) -> str:
        """All text as it was sent."""
        shown = [c["content"] for c in self.walk() if c["type"] == TEXT_DISPLAY]
        return "\n".join([self.content, *shown] if self.content else shown)

    @property
    def buttons(self) -> list[JSON]:
        return [c for c in self.walk() if c["type"] == BUTTON]

    @property
    def rows(self) -> list[list[str]]:
        """The labels of the buttons, row by row."""
        rows = [c["components"] for c in self.walk() if c["type"] == ROW]
        return [[b.get("label", "") for b in row] for row in rows if row[0]["type"] == BUTTON]

    @property
    def alt(self) -> str:
        """The alternative text of the first picture."""
        items = [item for c in self.walk() if c["type"] == GALLERY for item in c["items"]]
        return str(items[0].get("description") or "") if items else ""

    @property
    def picture(self) -> bytes | None:
        return self.attachments[0].data if self.attachments else None

    def find(self, label: str) -> JSON:
        """The component with that label or custom_id."""
        for part in self.walk():
            if part.get("custom_id") and label in (part.get("label"), part["custom_id"]):
                return part
        there = [part.get("label") or part["custom_id"] for part in self.walk() if _acts(part)]
        raise AssertionError(f"no {label!r} on the message, only {there}")

    def payload(self) -> JSON:
        body: JSON = {
            "id": self.id,
            "channel_id": self.channel.id,
            "type": 19 if self.reply_to else 0,
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": iso(self.made),
            "edited_timestamp": iso(self.edited) if self.edited else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [attachment.payload() for attachment in self.attachments],
            "embeds": [],
            "components": self._resolved(),
            "pinned": False,
            "flags": self.flags,
            "application_id": self.author.id,
        }
        if self.nonce is not None:
            body["nonce"] = self.nonce
        if self.reply_to:
            body["message_reference"] = {
                "type": 0,
                "message_id": self.reply_to,
                "channel_id": self.channel.id,
            }
        return body

    def _resolved(self) -> list[JSON]:
        """The components with ids of their own and `attachment://` names made into links."""
        named = {attachment.filename: attachment for attachment in self.attachments}
        numbers = iter(range(1, 1000))
        return [_resolve(component, named, numbers) for component in self.components]


def walk(components: Sequence[JSON]) -> Iterator[JSON]:
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


def _acts(component: JSON) -> bool:
    return bool(component.get("custom_id"))


def _resolve(component: JSON, named: dict[str, Attachment], numbers: Iterator[int]) -> JSON:
    shown: dict[str, Any] = {"id": next(numbers)} | component
    if component["type"] == CONTAINER:
        shown = {"accent_color": None, "spoiler": False} | shown
    if "components" in component:
        shown["components"] = [_resolve(c, named, numbers) for c in component["components"]]
    if component["type"] == GALLERY:
        shown["items"] = [_resolve_item(item, named) for item in component["items"]]
    if component["type"] == FILE:
        shown |= _resolve_file(component["file"]["url"], named)
    return shown


def _resolve_file(url: str, named: dict[str, Attachment]) -> JSON:
    found = named[url.removeprefix("attachment://")]
    media: JSON = {"url": found.url, "proxy_url": found.url, "loading_state": 2, "id": found.id}
    return {"file": media, "name": found.filename, "size": len(found.data), "spoiler": False}


def _resolve_item(item: JSON, named: dict[str, Attachment]) -> JSON:
    url = item["media"]["url"]
    media: JSON = {"url": url, "proxy_url": url, "loading_state": 2}
    found = named.get(url.removeprefix("attachment://"))
    if found is not None:
        media |= {"id": found.id, "attachment_id": found.id, "url": found.url}
        media |= {"proxy_url": found.url, "content_type": "image/png"}
        if found.size:
            media |= {"width": found.size[0], "height": found.size[1]}
    return {"description": None, "spoiler": False} | item | {"media": media}
