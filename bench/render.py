"""How long a picture takes, against the floor: a blank one of the same size and palette. CPU time.

What is drawn are all the positions of one whole game, names and counts included, with everything
kept that the bot keeps between pictures, and no picture kept. The floor writes a blank image of the
same size with a palette of the same length at the same level of compression.
"""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from bench import form
from bench.rules import SIXTY
from core.game import Setup
from core.games.reversi.rules import REVERSI, View
from core.types import Move
from renderers import THEMES, render

LEVEL = 1
NAMES = ("Ann Example", "Bo Example")


def run(args: list[str]) -> Iterator[str]:
    """Lines `reversi_640.floor_ratio` (x; the first theme), the other themes', and sizes in kB."""
    del args
    views = _views()
    subjects = [("reversi_640", THEMES[0], 640), ("reversi_320", THEMES[0], 320)]
    subjects += [(f"reversi_640_{theme}", theme, 640) for theme in THEMES[1:]]
    taken: dict[str, form.Timing] = {}
    for name, theme, size in subjects:
        pictures = [_draw(view, theme, size) for view in views]
        timings = _timings(views, theme, size, pictures[0])
        micros = {key: timing.best / len(views) * 1e6 for key, timing in timings.items()}
        over, under = (f"{name}.picture", micros["drawn"]), (f"{name}.floor", micros["blank"])
        yield from form.ratio(f"{name}.floor_ratio", over, under, "us")
        yield form.line(f"{name}.size", max(map(len, pictures)) / 1000, "kB")
        taken |= {f"{name}.{key}": timing for key, timing in timings.items()}
    yield form.spread(taken)


def _timings(views: list[View], theme: str, size: int, like: bytes) -> dict[str, form.Timing]:
    """All views drawn, and as many blank pictures written that are otherwise `like` that one."""
    pattern = Image.open(BytesIO(like))
    palette = bytes(pattern.getpalette() or ())

    def drawn() -> None:
        for view in views:
            _draw(view, theme, size)

    def blank() -> None:
        for _ in views:
            image = Image.new("P", pattern.size)
            image.putpalette(palette)
            image.save(BytesIO(), "PNG", compress_level=LEVEL)

    return form.interleaved({"drawn": drawn, "blank": blank})


def _draw(view: View, theme: str, size: int) -> bytes:
    return render(REVERSI.id, view, names=NAMES, theme=theme, size=size, level=LEVEL)


def _views() -> list[View]:
    """Every position of one game, the first and the last included."""
    position = REVERSI.start(Setup(seats=2))
    views = [REVERSI.look(position)]
    for i in range(0, len(SIXTY), 2):
        position = REVERSI.play(position, Move(SIXTY[i : i + 2]))
        views.append(REVERSI.look(position))
    return views
