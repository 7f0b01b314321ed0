"""The port of front ends: what the application asks of a platform, and how delivery can fail.

Separate from the ports of the store so that a front end can implement it without seeing the store:
what front ends need to know, they ask `bot/app/facade.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.app.model.card import Card, Limits
from bot.app.model.request import ResponseHandle
from bot.app.model.session import Room, Screen, Session
from core.types import Millis, PlayerId

Now = Callable[[], Millis]
"""The present instant. Real in production, set by hand in tests."""

RandomBytes = Callable[[int], bytes]
"""So many fresh random bytes: the system's generator in production, seeded in tests."""


class DeliveryError(Exception):
    """A front end could not show a screen; the publisher knows what to do about each kind.

    NotShown
      +-- MessageGone      the message was deleted or cannot be edited any more: post anew
      +-- RoomGone         the chat is gone or closed to us: stop showing there
      |     +-- RoomClosed     for good
      +-- RoomMoved        the chat has a new id: rewrite the rooms and try again
      +-- SlowDown         flood wait: this chat waits so long, then shows only the newest
      +-- Unreachable      nothing was done: try again later
      +-- EffectUnknown    the answer was lost: it may have been done
    """


class MessageGone(DeliveryError):
    pass


class RoomGone(DeliveryError):
    pass


class RoomClosed(RoomGone):
    """For good: the chat was deleted, the bot removed from it or blocked by its one member."""


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
    """A card for one person, who is mentioned in it, and nobody else is; in a private chat nobody
    needs to be.

    `user` is their account on the platform and `name` what they are called there. `message` is what
    is to be edited, None to post it; `nonce` is the same whenever the same notice is posted again.
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
    """A platform. `show` draws a screen of the session it is given and returns the message id."""

    @property
    def platform(self) -> str: ...

    @property
    def remembers(self) -> bool:
        """Whether what was posted stands there without us."""
        ...

    def limits(self, screen: Screen) -> Limits: ...

    async def turn(self, screen: Screen) -> None:
        """Returns when the platform's pace lets this chat have its next message or edit."""
        ...

    async def show(
        self, session: Session, screen: Screen, via: ResponseHandle | None = None
    ) -> str:
        """Posts or edits; raises NotShown. "Not modified" is success."""
        ...

    async def private(self, user: str) -> Room:
        """The chat with this person alone; that one is there does not mean that it can be written
        to. Raises NotShown where there is none: SlowDown, Unreachable and EffectUnknown say only
        that it is not known now."""
        ...

    async def notify(self, notice: Notification) -> str:
        """Posts it so that it is heard, or edits it, and returns the message id. Raises NotShown:
        RoomGone where this person or room cannot be reached."""
        ...

    async def withdraw(self, notice: Notification) -> None:
        """Takes its message away; where it cannot be taken away any more it says the card instead.
        Raises NotShown, but not where it is gone already."""
        ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...
