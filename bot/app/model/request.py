"""What a front end hands in and gets back.

A press, a typed line and a slash command become the same `Request`: who, where, which verb, about
which match and turn. Nothing platform-shaped crosses this line in either direction.
"""

import hashlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.app.model.card import Card
from bot.app.model.room import Room
from bot.app.model.session import Session
from core.errors import Reason
from core.types import MatchId


class Verb(StrEnum):
    """What can be asked. The values are what players type and what buttons carry (a-z only)."""

    # making matches
    CHALLENGE = "challenge"
    PLAY = "play"
    DICE = "dice"  # Solitaire Dice alone
    DAILY = "daily"  # the same throws for everybody; `arg`: a table, "share", "remind"
    # seats
    JOIN = "join"  # takes a seat; the accept button; `arg` is a code, or a side or seat of a team
    COMPUTER = "computer"  # the host seats one: `arg` such as "b2 club"; "b2 none" sends it away
    LEAVE = "leave"
    DECLINE = "decline"
    CANCEL = "cancel"
    SHEET = "sheet"  # one's own game in a contest; `arg`: that of the entry with this number
    CLOSE = "close"  # the host lets nobody else into a contest
    START = "start"
    INVITE = "invite"  # the code that leads here from elsewhere
    WATCH = "watch"  # a screen without a seat, by code
    AGAIN = "again"  # offers a declined or expired challenge once more
    # playing
    MOVE = "move"
    PLACE = "place"  # opens a form for the move, where a platform has forms (`Limits.forms`)
    SURE = "sure"  # the move that was asked about: plays it
    PICK = "pick"  # one step of choosing a point out of many; `arg` is what was chosen so far
    RESIGN = "resign"
    CLAIM = "claim"
    DRAW = "draw"
    TAKEBACK = "takeback"
    PAUSE = "pause"  # asks the others that no time runs for now
    RESUME = "resume"
    REMATCH = "rematch"
    YES = "yes"  # accepts the offer named by `arg` (an OfferKind)
    NO = "no"
    WITHDRAW = "withdraw"
    # looking
    BOARD = "board"
    TEXT = "text"  # the board as text, privately
    RECORD = "record"  # what lets anybody check a game with dice
    MORE = "more"  # the controls that the board itself has no room for
    GAMES = "games"
    HISTORY = "history"
    PROFILE = "profile"
    REPLAY = "replay"
    HINT = "hint"  # what the computer thinks best
    REVIEW = "review"  # where a match turned; `arg`: which of these moves, "show" for everybody
    IMPORT = "import"  # a record from elsewhere
    FROM = "from"  # against the computer from a position of a match; `arg`: after which move
    LEADERBOARD = "leaderboard"
    SETTINGS = "settings"  # shows them; `arg` such as "confirm yes" changes one
    # one's own data, and people one wants to be left alone by
    LINK = "link"  # accounts of one person; `arg`: a code, or how it goes on
    UNLINK = "unlink"
    BLOCK = "block"
    UNBLOCK = "unblock"
    EXPORT = "export"
    DELETE = "delete"  # `arg`: the answer to what was asked
    TELL = "tell"  # of offers made here; `arg`: yes or no
    # running a room, for those who manage it
    SETUP = "setup"  # shows its settings; `arg` such as "pente no" changes one
    END = "end"  # a match, without a result
    ANNUL = "annul"  # a finished match counts for nothing
    BAR = "bar"
    UNBAR = "unbar"
    # the bot itself
    HELP = "help"
    RULES = "rules"
    PRIVACY = "privacy"


@dataclass(frozen=True, slots=True)
class Actor:
    """A person as a platform describes them. `user` is the platform's stable id.

    `handle` is what others there can call them, such as `@bo`, in small letters; empty where they
    have none. Who is known by that alone has it as their `user`: whoever first comes with this
    handle is that person (Telegram lets no bot look names up). A guest is known by their window
    alone and could sit in a second one too: what guests play counts for no rating.
    """

    platform: str
    user: str
    name: str
    locale: str | None = None
    is_bot: bool = False
    may_manage: bool = False
    handle: str = ""
    is_guest: bool = False


OF_ONE = frozenset(
    {
        *(Verb.SETTINGS, Verb.LINK, Verb.UNLINK, Verb.EXPORT, Verb.DELETE),
        *(Verb.HINT, Verb.REVIEW),
    }
)
"""Wishes whose answers are for the asker's eyes alone, whatever the place shows to others."""


class ResponseHandle(Protocol):
    """A platform's acknowledgement of a press that can carry the new board: one request, not two.

    Opaque here. The publisher hands it to the front end with the next drawing of that room's board.
    """


@dataclass(frozen=True, slots=True)
class Request:
    """One wish of one person.

    `id` is what the platform gives the update or press and makes repeated delivery harmless.
    `session` and `turn` are what the button or the answered board was about, if any. `arg` is the
    verb's own argument (a move as typed, a game, an OfferKind); `options` are named ones: `level`,
    `clock`, `first`, `rated`, `seats`, `opening`, `scope`, `period`, `page`. `private` says that
    nobody but the actor sees this room. `to` is where the board shall be, if that is not `room`.
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

    @property
    def share(self) -> str:
        """What this press adds to throws of dice: a mark of its id from which nobody can tell
        whose press it was, for it is kept with the match and told at the end."""
        return hashlib.sha256(self.id.encode(errors="surrogatepass")).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the asker alone is told; public boards are the publisher's business.

    `text` is finished, in the asker's language, and may be empty: then there is nothing to say.
    `session` is what was just saved, if anything was. `replaced` is the message in the asker's room
    that showed the board until now: its buttons may go. `following` are cards that come later, of
    what takes a while: each takes the place of the one before.
    """

    text: str = ""
    card: Card | None = None
    reason: Reason | None = None  # set when refused
    session: Session | None = None
    replaced: str = ""
    following: AsyncIterator[Card] | None = None
