"""What a front end passes in and gets back.

A press, a typed line and a slash command become the same `Request`: actor, room, verb, match and
turn. No platform type crosses this boundary in either direction.
"""

import hashlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from bot.app.model.card import Card
from bot.app.model.room import Room
from bot.app.model.session import Session
from core.errors import Reason
from core.types import MatchId


class Verb(StrEnum):
    """All requests. Values are what players type and what buttons carry (a-z only)."""

    # making matches
    CHALLENGE = "challenge"
    PLAY = "play"
    DICE = "dice"  # solo Solitaire Dice
    DAILY = "daily"  # the same rolls for everyone; `arg`: a table, "share", "remind"
    # seats
    JOIN = "join"  # takes a seat; the accept button; `arg` is a code, or a side or seat of a team
    COMPUTER = "computer"  # seats a computer: `arg` such as "b2 club"; "b2 none" removes it
    LEAVE = "leave"
    DECLINE = "decline"
    CANCEL = "cancel"
    SHEET = "sheet"  # the asker's board in a contest; `arg`: that of another entry, by number
    CLOSE = "close"  # closes a contest to further entries
    START = "start"
    INVITE = "invite"  # a code that leads here from other rooms
    WATCH = "watch"  # a screen for a spectator, by code
    AGAIN = "again"  # repeats a declined or expired challenge
    # playing
    MOVE = "move"
    PLACE = "place"  # opens a form for the move (`Limits.forms`)
    SURE = "sure"  # plays the move after the confirmation
    PICK = "pick"  # one step of picking a point; `arg` is the path so far
    RESIGN = "resign"
    CLAIM = "claim"
    DRAW = "draw"
    TAKEBACK = "takeback"
    PAUSE = "pause"  # asks the opponents to pause the clocks
    RESUME = "resume"
    REMATCH = "rematch"
    YES = "yes"  # accepts the offer named by `arg` (an OfferKind)
    NO = "no"
    WITHDRAW = "withdraw"
    # looking
    BOARD = "board"
    TEXT = "text"  # the board as text, privately
    RECORD = "record"  # the data that verify a game with dice
    MORE = "more"  # the controls for which the board has no room
    GAMES = "games"
    HISTORY = "history"
    PROFILE = "profile"
    REPLAY = "replay"
    HINT = "hint"  # the computer's suggestion
    REVIEW = "review"  # turning points; `arg`: one of them, or "show" to publish
    IMPORT = "import"  # a record from another site
    FROM = "from"  # against the computer from a position of a match; `arg`: the move number
    LEADERBOARD = "leaderboard"
    SETTINGS = "settings"  # shows them; `arg` such as "confirm yes" changes one
    # personal data, and blocked players
    LINK = "link"  # links accounts; `arg`: a code, or the next step
    UNLINK = "unlink"
    BLOCK = "block"
    UNBLOCK = "unblock"
    EXPORT = "export"
    DELETE = "delete"  # `arg`: the answer to a confirmation
    TELL = "tell"  # subscribes to offers made here; `arg`: yes or no
    # managing a room
    SETUP = "setup"  # shows its settings; `arg` such as "pente no" changes one
    END = "end"  # ends a match without a result
    ANNUL = "annul"  # annuls a finished match
    BAR = "bar"
    UNBAR = "unbar"
    # the bot itself
    HELP = "help"
    RULES = "rules"
    PRIVACY = "privacy"


def _readable(text: str) -> str:
    if text.isascii():
        return text
    return "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in text)


@dataclass(frozen=True, slots=True)
class Actor:
    """A user as a platform describes them. `user` is the platform's stable id.

    `handle` is the user name on the platform, such as `@bo`, in lower case; empty if there is none.
    An actor known by handle only has it as `user`, until an account with that handle appears
    (Telegram bots cannot look up names). A guest is identified by one browser session and could
    open a second one, so matches of guests are unrated. `browser` and
    `address` say where a guest comes from, for limits that a new guest must not escape; they are
    not stored.
    """

    platform: str
    user: str
    name: str
    locale: str | None = None
    is_bot: bool = False
    may_manage: bool = False
    handle: str = ""
    is_guest: bool = False
    browser: str = ""
    address: str = ""

    def readable(self) -> "Actor":
        """As `Request.readable`."""
        return replace(self, name=_readable(self.name), handle=_readable(self.handle))


OF_ONE = frozenset(
    {
        *(Verb.SETTINGS, Verb.LINK, Verb.UNLINK, Verb.EXPORT, Verb.DELETE),
        *(Verb.HINT, Verb.REVIEW),
    }
)
"""Verbs answered privately in every room."""


class ResponseHandle(Protocol):
    """A platform's pending response to a press, which can carry the new board: one call, not two.

    Opaque here. The publisher passes it to the front end when it next renders that room's board.
    """


@dataclass(frozen=True, slots=True)
class Request:
    """One request of one user.

    `id` is the platform's id of the update or interaction; it makes repeated delivery harmless.
    `session` and `turn` are those of the button or the board replied to, if any. `arg` is the
    verb's own argument (a move as typed, a game, an OfferKind); `options` are named ones: `level`,
    `clock`, `first`, `rated`, `seats`, `opening`, `scope`, `period`, `page`. `private` says that
    only the actor sees the room. `to` is where the board is to be posted, if not in `room`.
    """

    id: str
    actor: Actor
    room: Room
    verb: Verb
    session: MatchId | None = None
    turn: int | None = None
    arg: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    opponent: Actor | None = None
    private: bool = False
    ack: ResponseHandle | None = None
    to: Room | None = None

    def readable(self) -> "Request":
        """Return the request with U+FFFD for each half of a surrogate pair in what was typed.

        Platforms deliver JSON, which can escape such halves. They cannot be stored, drawn or sent.
        """
        options = {_readable(key): _readable(value) for key, value in self.options.items()}
        return replace(
            self,
            actor=self.actor.readable(),
            arg=_readable(self.arg),
            options=options,
            opponent=None if self.opponent is None else self.opponent.readable(),
        )

    @property
    def share(self) -> str:
        """Return this press's contribution to the entropy of the dice.

        A hash of the request id, which does not reveal the presser: it is stored with the match and
        disclosed at the end.
        """
        return hashlib.sha256(self.id.encode(errors="surrogatepass")).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Reply:
    """The private reply to a request; the publisher updates the public boards.

    `text` is finished and in the asker's language; empty if there is nothing to say. `session` is
    what was saved, if anything. `replaced` is the message in the asker's room that displayed the
    board until now, whose buttons may be removed. `following` yields later cards of a long
    operation, each replacing the one before.
    """

    text: str = ""
    card: Card | None = None
    reason: Reason | None = None  # set if refused
    session: Session | None = None
    replaced: str = ""
    following: AsyncIterator[Card] | None = None
