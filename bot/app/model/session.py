"""A match and the places that show it.

A session is what the store keeps. Its list of screens is what makes one match playable in a Discord
channel, a Telegram chat and a web page at once: everything the bot says unasked is a screen, drawn
from the saved state, so it is said once and survives a restart. Must not know how it is stored or
drawn.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.app.model.room import Room
from core import contest as contests
from core.contest import Contest
from core.match.model import Match
from core.match.pending import deadline
from core.types import Millis


class ScreenKind(StrEnum):
    BOARD = "board"
    CARD = "card"  # the offer, the way to the board, the result: the match lives elsewhere
    NOTICE = "notice"
    RESULT = "result"
    REVIEW = "review"  # what somebody wanted everybody to see


@dataclass(frozen=True, slots=True)
class Screen:
    """A message that shows the match.

    `message` is the platform's id once it is posted; `shown` the session version it shows (0: none
    yet). Only `Store.mark_shown` changes these two.
    """

    room: Room
    kind: ScreenKind
    locale: str
    message: str | None = None
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Session:
    """A match as kept and shown. `version` is the optimistic lock: it rises with every save.

    `home` is the room where it was offered; the match counts for it. Where `contest` is set the
    `match` is its table: then screens show the contest, and nothing is decided about the match.
    """

    match: Match
    home: Room
    screens: tuple[Screen, ...]
    version: int = 0
    contest: Contest | None = None

    @property
    def due(self) -> Millis | None:
        """When something must happen without anybody pressing."""
        if self.contest is not None:
            return None if self.match.is_over else contests.deadline(self.contest)
        due = deadline(self.match)
        return None if due is None else due[0]

    def is_shown_in(self, room: Room) -> bool:
        """Whether some message there shows it."""
        return any(screen.room == room for screen in self.screens)

    def is_at(self, number: int, room: Room | None = None) -> bool:
        """Whether there is a screen of that number, and in that room. Numbers change when somebody
        has their data deleted."""
        return number < len(self.screens) and room in (None, self.screens[number].room)

    def number_of(self, room: Room, kind: ScreenKind) -> int | None:
        """The number of the screen of that kind in that room."""
        same = (n for n, each in enumerate(self.screens) if (each.room, each.kind) == (room, kind))
        return next(same, None)

    def shown_too(self, screen: Screen) -> "Session":
        """The session with one more screen, unless that room has one of that kind already."""
        if any((each.room, each.kind) == (screen.room, screen.kind) for each in self.screens):
            return self
        return replace(self, screens=(*self.screens, screen))
