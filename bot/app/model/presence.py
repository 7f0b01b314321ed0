"""Facts about reachability: players and chats that are gone, and times the bot was down."""

from dataclasses import dataclass

from core.types import Millis, PlayerId


@dataclass(frozen=True, slots=True)
class Absent:
    """A player left a server or group, or blocked the bot in their private chat.

    `place` is the space of the rooms there, or the chat if they have none.
    """

    player: PlayerId
    platform: str
    place: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The bot was removed from a server or group (`is_space`), or from one chat in it."""

    platform: str
    is_space: bool
    place: str


@dataclass(frozen=True, slots=True)
class Outage:
    """The bot was down between these instants. `ended < began`: the clock was set back."""

    began: Millis
    ended: Millis
