"""One message, neutral of platform: finished text, a board, buttons.

`present.py` makes cards; front ends translate them into their platform's own shapes and never look
further. What a platform can show is told by its `Limits`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.app.model.session import Screen
from core.match.view import MatchView
from core.types import MatchId, Move, PlayerId
from renderers.lattice import Section


class Style(StrEnum):
    PLAIN = "plain"
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """`only` names who may press with effect (empty: anybody); others are refused privately.

    A front end that draws for one viewer may leave out what is not for them.
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
    """A choice of one out of at most 25, each a button's label and token. `opens` is the token that
    brings it alone, for platforms where menus do not fold."""

    placeholder: str
    choices: tuple[Button, ...]
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """The way to a board; the front end makes the address out of the screen."""

    label: str
    session: MatchId
    screen: Screen


@dataclass(frozen=True, slots=True)
class File:
    """Something to look at or to keep. The end of its name says what it is: `.gif`, `.png`, `.ggf`,
    `.txt`, `.json`."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Card:
    """A message.

    `board` is shown as a picture, as text or as a thing to click, as the platform allows; `names`
    are the seats' names for the picture. `points` maps each legal move to its token where the
    keyboard is the board (`Limits.grid`); a board that is clicked needs none, and elsewhere moves
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
    zoom: Section | None = None  # the part of the board to be shown enlarged
    choices: tuple[Move, ...] = ()  # what is named on it
    files: tuple[File, ...] = ()
    hidden: tuple[int, int] = (0, 0)  # characters of the text that are shown to who asks for them
    commands: bool = False  # words of the text in quotes are commands; of people it names none


@dataclass(frozen=True, slots=True)
class Limits:
    """What one screen can show. `text` in characters.

    `clickable`: the board itself takes moves. `grid`: the keyboard is the board. `compact`: all
    controls beyond `board` and `more` are asked for privately. `forms`: a press can open a form
    for the move. `abreast`: so many buttons of several words stand side by side; 0: up to
    `per_row`, grouped by what they are about. `timed`: whoever looks is shown instants by their own
    clock.
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
