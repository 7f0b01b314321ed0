"""The wire format of the page's WebSocket, in both directions.

Inbound messages are type-checked when they are decoded. Outbound ones are finished text and plain
values; the page decides nothing about rules. Every match that is shown carries its session's
version, so the page never goes back to an older one, in any order of arrival.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from bot.frontends.web import sanitize
from core.types import GameId, MatchId, Millis, PlayerId, Seat, Side
from renderers.theme import THEMES

# --- from the page --------------------------------------------------------------------------------

PAGE = 60
"""Entries of a room's log in one message."""

Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]
Short = Annotated[str, Meta(max_length=100)]


class Inbound(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """`id` is the page's own number of the request; a repeated one is harmless."""

    id: Id


class Hello(Inbound, frozen=True, tag="hello"):
    """Who sits there and where they look; sent first, and again whenever one of these changes."""

    room: str
    locale: Short
    name: str = ""
    ticket: str = ""
    last: Annotated[int, Meta(ge=1, le=PAGE)] = PAGE  # entries of the log


class Ping(Inbound, frozen=True, tag="ping"):
    """Asks whether the connection is alive; answered at once, beside what takes longer."""


class Earlier(Inbound, frozen=True, tag="earlier"):
    """Asks for the page of the room's log that ends before this entry."""

    before: Annotated[int, Meta(ge=0, lt=2**53)]


class Look(Inbound, frozen=True, tag="look"):
    """Asks for the match at an address, also where it is no longer in the log."""

    session: MatchId


class Steps(Inbound, frozen=True, tag="steps"):
    """Asks for every position of a match so far."""

    session: MatchId


class PressButton(Inbound, frozen=True, tag="press"):
    token: Short


class PlayMove(Inbound, frozen=True, tag="move"):
    """A move chosen on the board that was shown for this turn."""

    session: MatchId
    turn: Annotated[int, Meta(ge=0, lt=1_000_000_000)]
    move: Short


class Say(Inbound, frozen=True, tag="say"):
    """A typed line. `session` is the match on the stage: a bare move is for that one."""

    text: str
    session: MatchId | None = None


class Ask(Inbound, frozen=True, tag="ask"):
    """A verb from a form or a menu. `opponent` is a person of this page."""

    verb: Short
    arg: Short = ""
    session: MatchId | None = None
    options: dict[Short, Short] = {}
    opponent: PlayerId | None = None


class Invite(Inbound, frozen=True, tag="invite"):
    """Asks for a fresh link."""


Wish = PressButton | PlayMove | Say | Ask | Invite
Readable = Hello | Earlier | Look | Steps | Wish
_inbound = msgspec.json.Decoder(Readable)


class _Identified(Struct, frozen=True):
    id: Id


LONGEST_PING = 100
"""Characters; a longer text is no ping and is not decoded twice."""

_ping = msgspec.json.Decoder(Ping)
_identified = msgspec.json.Decoder(_Identified)


def read(text: str) -> Readable:
    """Decode a message. Half a surrogate pair in a text of it becomes U+FFFD.

    Raises:
        msgspec.DecodeError: it is not one of the messages above.
        RecursionError: it is nested too deeply.
    """
    try:
        message: Readable = _inbound.decode(text)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        if (whole := sanitize.surrogates(text)) == text:
            raise
        message = _inbound.decode(whole)
    return message


def ping(text: str) -> Ping | None:
    """Return the message if it is a ping."""
    if len(text) > LONGEST_PING:
        return None
    try:
        return _ping.decode(text)
    except msgspec.DecodeError:
        return None


def id_of(text: str) -> str | None:
    """Return the id of a message that cannot be read, so that it can be refused."""
    try:
        return _identified.decode(text).id
    except (msgspec.DecodeError, RecursionError):
        return None


# --- to the page ----------------------------------------------------------------------------------


class Outbound(Struct, frozen=True, tag_field="type", kw_only=True):
    pass


class Person(Struct, frozen=True):
    id: PlayerId
    name: str


class SeatShown(Struct, frozen=True):
    player: PlayerId | None
    name: str
    tally: int | None
    side: Side


class ClockShown(Struct, frozen=True):
    """`left` by seat at `since`; `now` is the server's time, for a page whose clock is wrong."""

    left: Sequence[int]
    running: Seat | None
    since: Millis
    now: Millis


class BoardShown(Struct, frozen=True):
    """`view` is the game's own view, as plain values; its `legal` is what the seat `to_act` may
    play. `moves` are those of the opening, `opening` in number, and all that followed; a game for
    one player has no list."""

    game: str
    view: dict[str, Any]
    to_act: Seat | None
    clock: ClockShown | None
    moves: Sequence[str] = ()
    opening: int = 0


class ButtonShown(Struct, frozen=True):
    label: str
    token: str
    style: str
    enabled: bool


class RowShown(Struct, frozen=True):
    """Buttons, or with a placeholder a menu to choose from."""

    buttons: Sequence[ButtonShown]
    placeholder: str | None = None


class LinkShown(Struct, frozen=True):
    """The way to a match; `room` is None where it is not on the page."""

    label: str
    session: MatchId
    room: str | None


class FileShown(Struct, frozen=True):
    """Something to look at or to keep, under an address of the page."""

    name: str
    address: str


class CardShown(Struct, frozen=True):
    """A card as one viewer sees it."""

    text: str
    alt: str
    rows: Sequence[RowShown]
    board: BoardShown | None = None
    links: Sequence[LinkShown] = ()
    monospace: str = ""
    files: Sequence[FileShown] = ()
    hidden: tuple[int, int] = (0, 0)  # characters of the text that are shown when asked for


class ScreenShown(Struct, frozen=True, kw_only=True):
    """One screen of a session; `mine` are the viewer's seats, `asked` says the challenge is theirs
    to answer, `offered` that an offer (a draw, a takeback, a rematch) is."""

    session: MatchId
    game: GameId
    screen: int
    kind: str
    version: int
    turn: int
    status: str
    seats: Sequence[SeatShown]
    mine: Sequence[Seat]
    host: bool
    asked: bool
    offered: bool
    previous: MatchId | None
    contest: MatchId | None  # the throws are shared with others there
    card: CardShown


class Entry(Struct, frozen=True, kw_only=True):
    """One line of the log: something said, or a screen."""

    id: int
    at: Millis
    who: Person | None = None
    said: str = ""
    shown: ScreenShown | None = None


class MyMatch(Struct, frozen=True, kw_only=True):
    """One of the viewer's matches, wherever it is; `rooms` of the page that show it.

    `names` are those of the seats, or of the host and the invited while seats are free.
    """

    session: MatchId
    game: GameId
    version: int
    rooms: Sequence[str]
    names: Sequence[str]
    mine: Sequence[Seat]
    status: str
    host: bool
    yours: bool
    asked: bool
    offered: bool
    contest: MatchId | None  # where it is one's own board in a contest


class Welcome(Outbound, frozen=True, tag="welcome"):
    """The whole state of a window; what it knew before is replaced."""

    id: str
    ticket: str
    me: Person
    room: str
    rooms: Sequence[str]
    people: Sequence[Person]
    log: Sequence[Entry]
    more: int  # there are entries before the one with this id; 0: none
    matches: Sequence[MyMatch]
    owns: bool = False  # this is the operator's browser, who runs the rooms
    locale: str = ""  # what this person has chosen; "": what the page asks for
    theme: str = THEMES[0]
    notices: Sequence[CardShown] = ()


class Liked(Outbound, frozen=True, tag="liked"):
    """What this person prefers now, chosen here or elsewhere; as in `Welcome`."""

    locale: str
    theme: str


class Noticed(Outbound, frozen=True, tag="noticed"):
    """All that the viewer is to be told wherever they look; it replaces what was told before."""

    notices: Sequence[CardShown]


class Moved(Outbound, frozen=True, tag="moved"):
    """The player of this connection was merged into another, whom the next hello names; or (`gone`)
    their data was deleted."""

    gone: bool


class Logged(Outbound, frozen=True, tag="logged"):
    """A new entry, or a screen that changed in place."""

    entry: Entry


class MatchChanged(Outbound, frozen=True, tag="match"):
    match: MyMatch


class People(Outbound, frozen=True, tag="people"):
    people: Sequence[Person]


class Rooms(Outbound, frozen=True, tag="rooms"):
    rooms: Sequence[str]


class Ok(Outbound, frozen=True, tag="ok"):
    """Done. `text`, `card` and `shown` are for the asker alone, `shown` being a board that has no
    screen in the room; `session` is what was changed or made."""

    id: str
    text: str = ""
    card: CardShown | None = None
    shown: ScreenShown | None = None
    session: MatchId | None = None
    link: str = ""
    local: bool = False  # the link works on this machine only


class Pong(Outbound, frozen=True, tag="pong"):
    """The connection is alive."""

    id: str


class Older(Outbound, frozen=True, tag="ok"):
    """A page of the log, oldest first; the answer to `Earlier`."""

    id: str
    log: Sequence[Entry]
    more: int


class Looked(Outbound, frozen=True, tag="ok"):
    """What the page shows of a match; nothing where it is one's own board that no room shows."""

    id: str
    screens: Sequence[ScreenShown]


class Stepped(Outbound, frozen=True, tag="ok"):
    """The board before the first move and after each, without what may be played."""

    id: str
    views: Sequence[dict[str, Any]]


class Later(Outbound, frozen=True, tag="later"):
    """The card that takes the place of the one in the answer with this id."""

    id: str
    card: CardShown


class Refusal(Outbound, frozen=True, tag="refused"):
    id: str
    reason: str
    text: str


_encoder = msgspec.json.Encoder()


def write(message: Outbound) -> str:
    return _encoder.encode(message).decode()
