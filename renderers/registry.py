"""The renderer of each game, and the functions that draw a view by its game's id.

`render` returns PNG bytes, `text_board` the same board in characters. Each game has one entry in
`RENDERERS`. The first picture of a theme and size takes about a fifth of a second, because its
static parts are drawn and cached then; later ones take about two milliseconds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core.game import BoardView
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.types import GameId, Move
from renderers import dice, pente, reversi
from renderers.canvas import Canvas
from renderers.section import Section

SMALLEST, LARGEST = 160, 1280
"""Limits of picture widths, in pixels."""

WIDTH = 640
"""Default width of a picture in a chat, in pixels."""


@dataclass(frozen=True, slots=True)
class Renderer:
    """One game's renderers. Each takes the game's own view.

    `width` is the width of its pictures in chats, in pixels: finer boards are larger.
    """

    draw: Callable[[Any, tuple[str, ...], str, int], Canvas]
    text: Callable[[Any], str]
    zoom: Callable[[Any, Section, tuple[Move, ...], str, int], Canvas] | None = None
    width: int = WIDTH
    dark_begins: bool = True  # the first side has the dark tokens


RENDERERS: Mapping[GameId, Renderer] = {
    REVERSI.id: Renderer(reversi.draw, reversi.text_board),
    PENTE.id: Renderer(pente.draw, pente.text_board, pente.zoom, width=960, dark_begins=False),
    DICE.id: Renderer(dice.draw, dice.text_board),
}


def render(
    game: GameId,
    view: BoardView,
    *,
    names: tuple[str, ...],
    theme: str,
    size: int,
    level: int = 1,
) -> bytes:
    """The board as PNG. The same arguments give the same bytes.

    Args:
        game: whose view it is.
        view: what `Game.look` gave; with `to_act` None nobody's turn is shown.
        names: by seat, anything a platform lets people call themselves.
        theme: one of `renderers.theme.THEMES`.
        size: width in pixels, `SMALLEST` to `LARGEST`; the picture is a tenth higher.
        level: of compression, 1 (fast) to 9 (small, for what is stored or sent again).

    Raises:
        KeyError: no such game or theme.
        ValueError: a size out of range.
    """
    _must_fit(size)
    return RENDERERS[game].draw(view, names, theme, size).png(level)


def zoom(
    game: GameId,
    view: BoardView,
    section: Section,
    *,
    named: tuple[Move, ...],
    theme: str,
    size: int,
    level: int = 1,
) -> bytes:
    """A part of the board enlarged, as PNG, with the names of the points `named` on it.

    Raises:
        KeyError: no such game or theme.
        ValueError: a size out of range, or a game whose board is small enough as it is.
    """
    _must_fit(size)
    enlarged = RENDERERS[game].zoom
    if enlarged is None:
        raise ValueError(f"no part of a {game} board is drawn by itself")
    return enlarged(view, section, named, theme, size).png(level)


def text_board(game: GameId, view: BoardView) -> str:
    """Return the board in monospaced characters, at most 22 columns wide, to fit on a phone.

    Raises:
        KeyError: no such game.
    """
    return RENDERERS[game].text(view)


def _must_fit(size: int) -> None:
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"a picture {size} pixels wide; {SMALLEST} to {LARGEST} are drawn")
