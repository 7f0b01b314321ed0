"""Routes about channels, messages, threads and people, with the app's own token.

What the app may do is decided by its rights in the place, with the codes of the real service: 50001
where it cannot look in, 50013 where one right is missing.
"""

from collections.abc import Callable
from typing import Any

from tests.fakes.discord import errors
from tests.fakes.discord.bodies import NONCE, Writer
from tests.fakes.discord.errors import JSON, invalid
from tests.fakes.discord.messages import Message
from tests.fakes.discord.permissions import Permission
from tests.fakes.discord.ratelimits import Limiter
from tests.fakes.discord.rest import Call, Route
from tests.fakes.discord.world import (
    ANNOUNCEMENTS,
    DM,
    TEXT,
    THREAD,
    VOICE,
    Channel,
    World,
)

NONCE_KEPT = 5 * 60_000
"""For how long an enforced nonce is remembered: "the past few minutes"."""
WRITABLE = (TEXT, DM, VOICE, ANNOUNCEMENTS, 10, 11, 12)


class Channels:
    """The routes; `announce` sends a gateway event."""

    def __init__(
        self,
        world: World,
        writer: Writer,
        limiter: Limiter,
        announce: Callable[[str, JSON], None],
    ) -> None:
        self._world = world
        self._writer = writer
        self._limiter = limiter
        self._announce = announce
        self._deleted: set[tuple[str, str | int]] = set()

    def routes(self) -> dict[tuple[str, str], Route]:
        one = "/channels/{channel_id}/messages/{message_id}"
        return {
            ("GET", "/channels/{channel_id}"): self.get,
            ("PATCH", "/channels/{channel_id}"): self.change,
            ("POST", "/channels/{channel_id}/messages"): self.post,
            ("GET", one): self.look,
            ("PATCH", one): self.edit,
            ("DELETE", one): self.delete,
            ("POST", one + "/threads"): self.thread_from,
            ("POST", "/channels/{channel_id}/threads"): self.thread,
            ("POST", "/users/@me/channels"): self.direct,
        }

    def get(self, call: Call) -> tuple[int, Any]:
        return 200, self._open(call).payload()

    def change(self, call: Call) -> tuple[int, Any]:
        """Change `archived` and the name, of threads only. Members who may write can unarchive a
        thread unless it is locked (developers/resources/channel, "Modify Channel")."""
        channel = self._open(call)
        own = channel.owner is self._world.app or call.body == {"archived": False}
        if not channel.is_thread:
            raise errors.missing_permissions()
        if (channel.locked or not own) and not self._may(channel) & Permission.MANAGE_THREADS:
            raise errors.missing_permissions()
        channel.archived = call.body.get("archived", channel.archived)
        channel.name = call.body.get("name", channel.name)
        self._announce("THREAD_UPDATE", channel.payload())
        return 200, channel.payload()

    def post(self, call: Call) -> tuple[int, Any]:
        channel = self._open(call)
        call.headers.update(self._limiter.take(f"post:{channel.id}"))
        if channel.kind not in WRITABLE:
            raise errors.ApiError(400, 50008, "Cannot send messages in a non-text channel")
        send = Permission.SEND_MESSAGES
        self._need(channel, Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else send)
        self._need_files(channel, call)
        if channel.kind == DM and not channel.people[0].takes_messages:
            raise errors.cannot_send_to_user()
        if channel.locked and not self._may(channel) & Permission.MANAGE_THREADS:
            raise errors.locked_thread()
        again = self._same_nonce(channel, call.body)
        if again is not None:
            return 200, again.payload()
        world = self._world
        message = Message(world.ids.next(), channel, world.app, world.now())
        message.reply_to = self._reply_to(channel, call.body)
        self._writer.apply(message, call.body, call.files, fresh=True)
        message.nonce = call.body.get("nonce")
        channel.messages[message.id] = message
        channel.archived = False  # writing opens a thread again
        return 200, message.payload()

    def _same_nonce(self, channel: Channel, body: JSON) -> Message | None:
        nonce = body.get("nonce")
        if isinstance(nonce, str) and len(nonce) > NONCE:
            raise invalid("nonce", "NONCE_TYPE_TOO_LONG", f"Must be {NONCE} or fewer.")
        if nonce is None or not body.get("enforce_nonce"):
            return None
        recent = self._world.now() - NONCE_KEPT
        for message in channel.messages.values():
            if message.nonce == nonce and message.made >= recent:
                return message
        if (channel.id, nonce) in self._deleted:  # the library's documentation says so
            raise errors.unknown_message()
        return None

    @staticmethod
    def _reply_to(channel: Channel, body: JSON) -> str | None:
        reference = body.get("message_reference")
        if not reference:
            return None
        id = str(reference["message_id"])
        if id in channel.messages:
            return id
        if reference.get("fail_if_not_exists", True):
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None

    def look(self, call: Call) -> tuple[int, Any]:
        return 200, self._message(self._open(call), call).payload()

    def edit(self, call: Call) -> tuple[int, Any]:
        channel = self._open(call)
        call.headers.update(self._limiter.take(f"edit:{channel.id}"))
        message = self._message(channel, call)
        if message.author is not self._world.app:
            raise errors.not_the_author()
        if channel.archived:
            raise errors.archived_thread()
        self._need_files(channel, call)
        self._limiter.edit(channel.id, message.made)
        self._writer.apply(message, call.body, call.files, fresh=False)
        return 200, message.payload()

    def delete(self, call: Call) -> tuple[int, Any]:
        channel = self._open(call)
        message = self._message(channel, call)
        if message.author is not self._world.app:
            self._need(channel, Permission.MANAGE_MESSAGES)
        self.delete_quietly(message)
        return 204, None

    def delete_quietly(self, message: Message) -> None:
        """Delete a message; its nonce stays spent."""
        message.channel.messages.pop(message.id)
        if message.nonce is not None:
            self._deleted.add((message.channel.id, message.nonce))

    def thread_from(self, call: Call) -> tuple[int, Any]:
        """A thread on a message; it has the message's id."""
        channel = self._open(call)
        message = self._message(channel, call)
        self._need(channel, Permission.CREATE_PUBLIC_THREADS)
        if message.id in self._world.channels:
            raise errors.thread_exists()
        return self._made(channel, call, message.id)

    def thread(self, call: Call) -> tuple[int, Any]:
        channel = self._open(call)
        self._need(channel, Permission.CREATE_PUBLIC_THREADS)
        return self._made(channel, call, None)

    def _made(self, channel: Channel, call: Call, id: str | None) -> tuple[int, Any]:
        name = call.body.get("name") or ""
        if not 1 <= len(name) <= 100:
            raise invalid("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        if channel.is_thread or channel.guild is None:
            raise errors.ApiError(400, 50024, "Cannot execute action on this channel type")
        thread = self._world.add_channel(THREAD, name, guild=channel.guild, parent=channel, id=id)
        thread.owner = self._world.app
        self._announce("THREAD_CREATE", thread.payload() | {"newly_created": True})
        return 201, thread.payload()

    def direct(self, call: Call) -> tuple[int, Any]:
        user = self._world.users.get(str(call.body.get("recipient_id")))
        if user is None or user.bot:
            raise errors.unknown_user()
        return 200, self._world.direct(user).payload()

    def _open(self, call: Call) -> Channel:
        """The channel, where the app may look in."""
        channel = self._world.channels.get(call.params["channel_id"])
        if channel is None:
            raise errors.unknown_channel()
        if not self._may(channel) & Permission.VIEW_CHANNEL:
            raise errors.missing_access()
        return channel

    def _message(self, channel: Channel, call: Call) -> Message:
        message = channel.messages.get(call.params["message_id"])
        if message is None or message.for_user is not None:
            raise errors.unknown_message()
        return message

    def _may(self, channel: Channel) -> Permission:
        return self._world.app_may(channel)

    def _need(self, channel: Channel, right: Permission) -> None:
        if not self._may(channel) & right:
            raise errors.missing_permissions()

    def _need_files(self, channel: Channel, call: Call) -> None:
        if call.files:
            self._need(channel, Permission.ATTACH_FILES)
