"""A match and the screens that display it.

The store keeps sessions. The list of screens lets one match be played in a Discord channel, a
Telegram chat and a web page at once: every unprompted message of the bot is a screen, rendered from
saved state, so it is posted once and survives a restart.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.app.model.room import Room
from core import contest as contests
from core.contest import Contest, ContestKind
from core.match.model import Match
from core.match.pending import deadline
from core.types import Millis


class SessionKind(StrEnum):
    """What a session is about. Requests are routed and cards are built by it."""

    MATCH = "match"
    PRIVATE_BOARD = "private-board"  # one entry of a contest, shown to its player alone
    DAILY_BOARD = "daily-board"  # the same in the daily dice
    CONTEST = "contest"
    DAY = "day"  # the daily dice of one day, or a message about it


class ScreenKind(StrEnum):
    BOARD = "board"
    CARD = "card"  # the offer, a link to the board, the result, when the match is played elsewhere
    NOTICE = "notice"
    RESULT = "result"
    REVIEW = "review"  # a published review


@dataclass(frozen=True, slots=True)
class Screen:
    """A message that displays the match.

    `message` is the platform's id once it is posted; `shown` is the session version it displays (0:
    none yet). Only `Store.mark_shown` changes these two.
    """

    room: Room
    kind: ScreenKind
    locale: str
    message: str | None = None
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Session:
    """A match as stored and displayed. `version` is the optimistic lock: each save increments it.

    `home` is the room where it was offered and to whose leaderboard it belongs. If `contest` is
    set, `match` is only its offer: screens display the contest, and no commands apply to the match.
    """

    match: Match
    home: Room
    screens: tuple[Screen, ...]
    version: int = 0
    contest: Contest | None = None

    @property
    def kind(self) -> SessionKind:
        """Return what the session is about."""
        if self.contest is not None:
            is_day = self.contest.kind is ContestKind.DAILY
            return SessionKind.DAY if is_day else SessionKind.CONTEST
        if self.match.contest is None:
            return SessionKind.MATCH
        return SessionKind.PRIVATE_BOARD if self.match.day is None else SessionKind.DAILY_BOARD

    @property
    def due(self) -> Millis | None:
        """Return the next deadline, if any."""
        if self.contest is not None:
            return None if self.match.is_over else contests.deadline(self.contest)
        due = deadline(self.match)
        return None if due is None else due[0]

    def is_shown_in(self, room: Room) -> bool:
        """Return whether a message in the room displays the session."""
        return any(screen.room == room for screen in self.screens)

    def has_card_in(self, room: Room) -> bool:
        """Whether that room has a card of a match that is played elsewhere."""
        return any((s.kind, s.room) == (ScreenKind.CARD, room) for s in self.screens)

    def is_at(self, number: int, room: Room | None = None) -> bool:
        """Return whether the screen of that number exists, and is in that room.

        Numbers change when a player's data are deleted.
        """
        return number < len(self.screens) and room in (None, self.screens[number].room)

    def number_of(self, room: Room, kind: ScreenKind) -> int | None:
        """Return the number of the room's screen of that kind."""
        same = (n for n, each in enumerate(self.screens) if (each.room, each.kind) == (room, kind))
        return next(same, None)

    def shown_too(self, screen: Screen) -> "Session":
        """Return the session with this screen added, unless its room has one of that kind."""
        if any((each.room, each.kind) == (screen.room, screen.kind) for each in self.screens):
            return self
        return replace(self, screens=(*self.screens, screen))
