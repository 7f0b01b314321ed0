"""How long a picture takes, against the floor: a blank one of the same size and palette. CPU time.

What is drawn are positions all along one game, names and counts included, with everything kept that
the bot keeps between pictures, and no picture kept. The floor writes a blank image of the same size
with a palette of the same length at the same level of compression.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image

from bench import form
from bench.rules import SIXTY, dice_game
from core.game import Setup
from core.games.dice.rules import DICE
from core.games.pente.points import CENTRE, NAMES, POINTS
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.match.replay import positions
from core.types import Move
from renderers import dice, pente, reversi
from renderers.canvas import Canvas
from renderers.theme import THEMES

LEVEL = 1
PLAYERS = ("Ann Example", "Bo Example")
STONES, STRIDE = 120, 23  # a row and four columns on: stones fall evenly all over the board


@dataclass(frozen=True, slots=True)
class Subject:
    """Views drawn one after the other in one theme and size."""

    name: str
    draw: Callable[[Any, tuple[str, ...], str, int], Canvas]
    views: tuple[Any, ...]
    theme: str
    size: int

    def pictures(self) -> list[bytes]:
        return [self.draw(view, PLAYERS, self.theme, self.size).png(LEVEL) for view in self.views]


def run(args: list[str]) -> Iterator[str]:
    """Lines `reversi_640.floor_ratio`, `pente_1000.floor_ratio`, `dice.floor_ratio` (x), other
    themes', sizes in kB."""
    form.nothing(args)
    taken: dict[str, form.Timing] = {}
    for subject in _subjects():
        name, pictures = subject.name, subject.pictures()
        timings = _timings(subject, pictures[0])
        micros = {key: timing.best / len(pictures) * 1e6 for key, timing in timings.items()}
        over, under = (f"{name}.picture", micros["drawn"]), (f"{name}.floor", micros["blank"])
        yield from form.ratio(f"{name}.floor_ratio", over, under, "us")
        yield form.line(f"{name}.size", max(map(len, pictures)) / 1000, "kB")
        taken |= {f"{name}.{key}": timing for key, timing in timings.items()}
    yield form.spread(taken)


def _subjects() -> Iterator[Subject]:
    """The usual theme first and under the plain name; it is the one that has a goal."""
    for name, draw, views, size in (
        ("reversi_640", reversi.draw, reversi_views(), 640),
        ("pente_1000", pente.draw, _pente_views(), 1000),
        ("dice", dice.draw, _dice_views(), 640),
    ):
        yield Subject(name, draw, views, THEMES[0], size)
        for theme in THEMES[1:]:
            yield Subject(f"{name}_{theme}", draw, views, theme, size)
    yield Subject("reversi_320", reversi.draw, reversi_views(), THEMES[0], 320)


def _timings(subject: Subject, like: bytes) -> dict[str, form.Timing]:
    """All pictures drawn, and as many blank ones written that are otherwise `like` that one."""
    pattern = Image.open(BytesIO(like))
    palette = bytes(pattern.getpalette() or ())

    def blank() -> None:
        for _ in subject.views:
            image = Image.new("P", pattern.size)
            image.putpalette(palette)
            image.save(BytesIO(), "PNG", compress_level=LEVEL)

    return form.interleaved({"drawn": subject.pictures, "blank": blank})


def reversi_views() -> tuple[Any, ...]:
    """Every position of one game, the first and the last included."""
    position = REVERSI.start(Setup(seats=2))
    views = [REVERSI.look(position)]
    for i in range(0, len(SIXTY), 2):
        position = REVERSI.play(position, Move(SIXTY[i : i + 2]))
        views.append(REVERSI.look(position))
    return tuple(views)


def _dice_views() -> tuple[Any, ...]:
    """Every sheet of one game, before the first choice and after the last included."""
    setup, plies = dice_game()
    return tuple(DICE.look(position) for position in positions(DICE, setup, plies))


def _pente_views() -> tuple[Any, ...]:
    """Every sixth position of a match in which stones fall all over the board."""
    position = PENTE.start(Setup(2, opening=PENTE.opening({}, b"")))
    views = [PENTE.look(position)]
    for i in range(1, POINTS):
        move = NAMES[(CENTRE + i * STRIDE) % POINTS]
        if PENTE.is_legal(position, move):
            position = PENTE.play(position, move)
            if position.stones % 6 == 0:
                views.append(PENTE.look(position))
        if position.over or position.stones == STONES:
            return tuple(views)
    raise ValueError("the stones ran out of points")
