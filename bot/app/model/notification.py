"""Values of notifications.

A notification is one message to one player in one room: about waiting boards, or scheduled by a
feature. `bot/app/notifications` decides when they are due and sends them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.app.model.room import Room
from core.types import MatchId, Millis, PlayerId

BOARDS = "boards"
"""The kind of notifications about waiting boards; every other kind is scheduled."""


@dataclass(frozen=True, slots=True)
class ScheduledNotification:
    """A notification scheduled for an instant, unique by player, kind and argument.

    `room` None means privately, regardless of the player's settings.
    """

    player: PlayerId
    room: Room | None
    at: Millis
    kind: str
    arg: str = ""


@dataclass(frozen=True, slots=True)
class ReminderState:
    """The reminders a player got about a match: for this turn, up to this step.

    `step` is a `policy.ReminderStep`, 0 for none yet. `next_at` is when the next one is due, if
    any.
    """

    session: MatchId
    turn: int
    step: int
    next_at: Millis | None = None


@dataclass(frozen=True, slots=True)
class DisplayedNotification:
    """A notification displayed in a room, or about to be.

    `message` is None until it is posted and "" once it is withdrawn. `former` is a message still to
    be withdrawn. `at` is when it was decided on; posting it again uses the same nonce.
    """

    player: PlayerId
    room: Room
    kind: str
    at: Millis
    arg: str = ""
    boards: tuple[MatchId, ...] = ()
    message: str | None = None
    former: str | None = None

    @property
    def is_done(self) -> bool:
        """Return whether no message is left."""
        return self.message == "" and self.former is None


@dataclass(frozen=True, slots=True)
class NotificationRecord:
    """Everything stored about the notifications of one player.

    `places` is where they last acted in each match, `shut` the platforms on which they cannot
    receive private messages and know it.
    """

    told: Mapping[MatchId, ReminderState] = field(default_factory=dict)
    notices: tuple[DisplayedNotification, ...] = ()
    asks: tuple[ScheduledNotification, ...] = ()
    places: Mapping[MatchId, Room] = field(default_factory=dict)
    shut: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class NotificationChange:
    """What one pass changes in the store, in one transaction.

    `told` replaces the stored state of those matches, `over` deletes it; `settled` are sessions by
    version, which need no pass unless they were saved since. `notices` replaces those of the same
    room and kind, `asks` those of the same kind and argument; `done` are asks to delete.
    """

    player: PlayerId
    told: tuple[ReminderState, ...] = ()
    over: tuple[MatchId, ...] = ()
    settled: tuple[tuple[MatchId, int], ...] = ()
    notices: tuple[DisplayedNotification, ...] = ()
    asks: tuple[ScheduledNotification, ...] = ()
    done: tuple[ScheduledNotification, ...] = ()


@dataclass(frozen=True, slots=True)
class DueNotifications:
    """The players to check now: those to move in `matches`, and `players`.

    `unsent` are players with a notification not sent yet. `next` is the earliest future instant.
    """

    matches: tuple[MatchId, ...]
    players: tuple[PlayerId, ...]
    unsent: tuple[PlayerId, ...]
    next: Millis | None
