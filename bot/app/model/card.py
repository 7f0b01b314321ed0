"""A platform-neutral message: finished text, a board, buttons.

`bot.app.presentation` makes cards; front ends translate them into their platform's format. `Limits`
describe what a screen can display.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.app.model.session import Screen
from core.match.view import MatchView
from core.types import MatchId, Move, PlayerId
from renderers.section import Section


class Style(StrEnum):
    PLAIN = "plain"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button. `only` lists the players for whom it works (empty: everyone).

    A front end that renders for one viewer may leave out buttons of others.
    """

    label: str
    token: str
    style: Style = Style.PLAIN
    enabled: bool = True
    only: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Buttons:
    row: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """A choice of one out of at most 25, each with a label and a token.

    `opens` is the token that shows the menu alone, for platforms without drop-down menus.
    """

    placeholder: str
    choices: tuple[Button, ...]
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a board; the front end derives the address from the screen."""

    label: str
    session: MatchId
    screen: Screen


@dataclass(frozen=True, slots=True)
class File:
    """An attachment. Its suffix is the type: `.gif`, `.png`, `.ggf`, `.txt`, `.json`."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Card:
    """A message.

    `board` is displayed as a picture, as text or as a clickable board, depending on the platform;
    `names` are the seats' names for the picture. `points` maps each legal move to its token for
    keyboards that are the board (`Limits.grid`); clickable boards need none, and elsewhere moves
    are in `rows`.
    """

    text: str
    board: MatchView | None = None
    names: tuple[str, ...] = ()
    alt: str = ""
    rows: tuple[Buttons | Menu, ...] = ()
    points: Mapping[Move, str] = field(default_factory=dict)
    mentions: tuple[PlayerId, ...] = ()
    links: tuple[Link, ...] = ()
    monospace: str = ""  # a text board below the text
    zoom: Section | None = None  # the section of the board to enlarge
    choices: tuple[Move, ...] = ()  # the moves labelled on it
    files: tuple[File, ...] = ()
    hidden: tuple[int, int] = (0, 0)  # range of the text to reveal on request
    commands: bool = False  # quoted words are commands; the text names no players


@dataclass(frozen=True, slots=True)
class Limits:
    """What a screen can display. `text` is a number of characters.

    `clickable`: the board itself takes moves. `grid`: the keyboard is the board. `compact`: all
    controls beyond `board` and `more` open privately. `forms`: a press can open a form for the
    move. `abreast`: maximum buttons of several words per row; 0: up to `per_row`, grouped by topic.
    `timed`: instants are displayed in the viewer's time zone.
    """

    text: int
    buttons: int
    per_row: int
    menu: int
    pictures: bool
    clickable: bool = False
    grid: bool = False
    compact: bool = False
    forms: bool = False
    timed: bool = False
    abreast: int = 0
