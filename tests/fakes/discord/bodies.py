"""Validate message bodies and apply them to messages.

The same rules hold for channel messages, interaction responses, their edits and follow-ups. Source:
developers/resources/message; a bot's content limit is 2,000 although the schema allows more.
"""

import re
from collections.abc import Mapping

from tests.fakes.discord import components, errors
from tests.fakes.discord.errors import JSON, invalid
from tests.fakes.discord.messages import EPHEMERAL, LOADING, V2, Attachment, Message
from tests.fakes.discord.world import World

CONTENT, FILE_BYTES, REQUEST_BYTES, FILES, NONCE = 2000, 10 << 20, 25 << 20, 10, 25
UNMODELLED = ("embeds", "poll", "sticker_ids")
_MENTION = re.compile(r"<@!?(\d+)>")
_MARKED_OFF = re.compile(r"\\.")

Files = Mapping[int, tuple[str, bytes]]
"""Uploads by their number: file name and content."""


class Writer:
    """Applies bodies to messages. `cdn` is where attachments are served from, once known."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.cdn = ""

    def apply(self, message: Message, body: JSON, files: Files, *, fresh: bool) -> None:
        """Changes the message as the body says, or raises ApiError and changes nothing."""
        for key in UNMODELLED:
            if body.get(key):
                raise components.not_modelled(key)
        attachments = self._attachments(message, body, files)
        wanted = body.get("flags") or 0
        v2 = bool((wanted | message.flags) & V2)
        content = message.content if "content" not in body else body["content"] or ""
        parts = message.components if "components" not in body else body["components"] or []
        if len(content) > CONTENT:
            raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer.")
        if v2 and content:
            raise invalid("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "V2")
        components.check(parts, v2=v2, files={a.filename for a in attachments})
        if not content and not parts and (v2 or not attachments):
            raise errors.empty_message()
        message.content, message.components, message.attachments = content, parts, attachments
        if fresh:
            message.flags = wanted & (V2 | EPHEMERAL | 1 << 2 | 1 << 12)
        else:
            message.flags = (message.flags | wanted & V2) & ~LOADING
            message.edited = self._world.now()
            message.edits += 1
        message.pinged = _pinged(message, body.get("allowed_mentions"))

    def _attachments(self, message: Message, body: JSON, files: Files) -> list[Attachment]:
        """What stays plus what is new. Unlisted old ones are removed, unlisted new ones kept."""
        for name, data in files.values():
            if len(data) > FILE_BYTES:
                raise errors.ApiError(413, 40005, f"Request entity too large: {name}")
        if sum(len(data) for _, data in files.values()) > REQUEST_BYTES:
            raise errors.ApiError(413, 40005, "Request entity too large")
        old = {attachment.id: attachment for attachment in message.attachments}
        if body.get("attachments") is None:
            kept = list(old.values())
            return kept + [self._upload(message, *file) for file in files.values()]
        result: list[Attachment] = []
        for index, listed in enumerate(body["attachments"]):
            id = str(listed["id"])
            if id in old:
                result.append(old[id])
            elif id.isdigit() and int(id) in files:
                name, data = files[int(id)]
                name = listed.get("filename") or name
                result.append(self._upload(message, name, data, listed.get("description")))
            else:
                raise invalid(f"attachments.{index}.id", "ATTACHMENT_NOT_FOUND", f"no file {id}")
        if len(result) > FILES:
            raise invalid("attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer.")
        return result

    def _upload(
        self, message: Message, name: str, data: bytes, description: str | None = None
    ) -> Attachment:
        id = self._world.ids.next()
        url = f"{self.cdn}/attachments/{message.channel.id}/{id}/{name}"
        return Attachment(id, name, data, url, description)


def _pinged(message: Message, allowed: JSON | None) -> tuple[str, ...]:
    """Whom the message would notify: people's ids, and `everyone`."""
    text = _MARKED_OFF.sub("", message.source)
    named = tuple(dict.fromkeys(_MENTION.findall(text)))
    crowd = ("everyone",) if re.search(r"@(everyone|here)", text) else ()
    if allowed is None:
        return named + crowd
    kinds = allowed.get("parse") or []
    people = named if "users" in kinds else tuple(map(str, allowed.get("users") or ()))
    return tuple(id for id in named if id in people) + (crowd if "everyone" in kinds else ())
