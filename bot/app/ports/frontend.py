"""A front end as the application uses it: show screens, deliver notifications.

Its failures are exceptions of one family, because callers decide by what went wrong: post again,
wait, or stop showing there.
"""

from dataclasses import dataclass
from typing import Protocol

from bot.app.model.card import Card, Limits
from bot.app.model.request import ResponseHandle
from bot.app.model.room import Room
from bot.app.model.session import Screen, Session
from core.types import PlayerId


class DeliveryError(Exception):
    """A front end could not display a screen; the publisher handles each kind.

    DeliveryError
     +-- MessageGone      the message was deleted or is no longer editable: post again
     +-- RoomGone         the chat is gone or closed to the bot: stop publishing there
     |     +-- RoomClosed     permanently
     +-- RoomMoved        the chat has a new id: rewrite the rooms and retry
     +-- SlowDown         flood wait: pause this chat, then publish only the newest card
     +-- Unreachable      nothing was sent: retry later
     +-- DeliveryUnknown  the response was lost: it may have been sent
    """


class MessageGone(DeliveryError):
    pass


class RoomGone(DeliveryError):
    pass


class RoomClosed(RoomGone):
    """Permanently: the chat was deleted, the bot was removed, or its only member blocked
    the bot."""


class RoomMoved(DeliveryError):
    def __init__(self, to: Room) -> None:
        super().__init__(to)
        self.to = to


class SlowDown(DeliveryError):
    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Unreachable(DeliveryError):
    pass


class DeliveryUnknown(DeliveryError):
    pass


@dataclass(frozen=True, slots=True)
class Notification:
    """A card for one player, who is the only one mentioned; private chats need no mention.

    `user` is the player's account on the platform and `name` its name there. `message` is the
    message to edit, None to post; `nonce` is the same whenever the same notification is posted
    again.
    """

    player: PlayerId
    user: str
    name: str
    room: Room
    card: Card
    private: bool
    message: str | None = None
    nonce: str = ""


class FrontEnd(Protocol):
    """A platform. `show` renders a screen of the given session and returns the message id."""

    @property
    def platform(self) -> str: ...

    @property
    def remembers(self) -> bool:
        """Whether messages outlive this process."""
        ...

    def limits(self, screen: Screen) -> Limits: ...

    async def wait_for_slot(self, screen: Screen) -> None:
        """Return when the platform's rate limit allows this chat its next message or edit."""
        ...

    async def show(
        self, session: Session, screen: Screen, via: ResponseHandle | None = None
    ) -> str:
        """Post or edit a screen. Raises DeliveryError. "Not modified" is success."""
        ...

    async def private(self, user: str) -> Room:
        """Return the private chat with this person; it may exist and still not be writable.

        Raises DeliveryError if there is none; SlowDown, Unreachable and DeliveryUnknown only mean
        that it is not known now.
        """
        ...

    async def notify(self, notice: Notification) -> str:
        """Post it so that it is heard, or edit it, and return the message id.

        Raises DeliveryError: RoomGone if this person or room cannot be reached.
        """
        ...

    async def withdraw(self, notice: Notification) -> None:
        """Delete its message, or replace the text by the card if it cannot be deleted any more.

        Raises DeliveryError, but not if the message is gone already.
        """
        ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...
