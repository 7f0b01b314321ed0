"""What is known and kept about telling people things: values, and nothing that decides.

A notice is one message to one person in one room: that boards wait for them, or something that was
asked for. `reminders.py` says what is due when, `notices.py` sends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.app.model.room import Room
from core.types import MatchId, Millis, PlayerId

BOARDS = "boards"
"""The kind of the notice that boards wait; every other kind is one of an `Ask`."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that somebody shall be told at an instant. There is one of each kind and argument;
    `room` None means privately, whatever they prefer."""

    player: PlayerId
    room: Room | None
    at: Millis
    kind: str
    arg: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """How far somebody has been told that a match waits for them: about this turn, up to this step
    (`reminders.Step`, 0: nothing yet). `next_at` is when the next one is due, if one is."""

    session: MatchId
    turn: int
    step: int
    next_at: Millis | None = None


@dataclass(frozen=True, slots=True)
class Outstanding:
    """A notice that stands in a room, or shall.

    `message` None: it is still to be posted; "": nothing stands there. `former` is a message that
    is still to be withdrawn. `at` is when it was decided on: posting it again bears the same nonce.
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
        """Whether nothing is left of it."""
        return self.message == "" and self.former is None


@dataclass(frozen=True, slots=True)
class Known:
    """All that is stored about telling one person things.

    `places` is where they last acted in each match, `shut` the platforms on which they cannot be
    written to privately and were told so.
    """

    told: Mapping[MatchId, Told] = field(default_factory=dict)
    notices: tuple[Outstanding, ...] = ()
    asks: tuple[Ask, ...] = ()
    places: Mapping[MatchId, Room] = field(default_factory=dict)
    shut: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be kept of one look at a person, in one transaction.

    `told` replaces what was stored of those matches, `over` forgets them; `settled` are sessions by
    version: unless they were saved since, they ask for no look any more. `notices` replaces those
    of the same room and kind, `asks` those of the same kind and argument; `done` are asks that are
    fulfilled.
    """

    player: PlayerId
    told: tuple[Told, ...] = ()
    over: tuple[MatchId, ...] = ()
    settled: tuple[tuple[MatchId, int], ...] = ()
    notices: tuple[Outstanding, ...] = ()
    asks: tuple[Ask, ...] = ()
    done: tuple[Ask, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Who has to be looked at now: the people to move in these matches, and these people. `unsent`
    are those to whom something could not be sent yet. `next` is the earliest instant to come."""

    matches: tuple[MatchId, ...]
    players: tuple[PlayerId, ...]
    unsent: tuple[PlayerId, ...]
    next: Millis | None
