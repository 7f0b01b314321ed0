"""How long the moving picture of a whole match takes. CPU time, with what the bot keeps kept.

The floor has Pillow write as many blank frames of the same size as one animated file.
"""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from bench import form
from bench.render import PLAYERS, reversi_views
from core.games.reversi.rules import REVERSI
from renderers.animation import replay
from renderers.theme import THEMES


def run(args: list[str]) -> Iterator[str]:
    """Lines `replay.gif_60` and `replay.floor` (ms), their ratio, the size in kB."""
    form.nothing(args)
    views = reversi_views()
    lines = [f"{number}. Ann d3" for number in range(len(views))]

    def moving() -> bytes:
        return replay(REVERSI.id, views, lines, names=PLAYERS, theme=THEMES[0])

    gif = moving()
    first, *others = _blank(Image.open(BytesIO(gif)), len(views))

    def blank() -> None:
        first.save(BytesIO(), "GIF", save_all=True, append_images=others, optimize=False)

    timings = form.interleaved({"drawn": moving, "blank": blank})
    over, under = (timings[name].best * 1000 for name in ("drawn", "blank"))
    yield from form.ratio(
        "replay.floor_ratio", ("replay.gif_60", over), ("replay.floor", under), "ms"
    )
    yield form.line("replay.size", len(gif) / 1000, "kB")
    yield form.spread(timings)


def _blank(like: Image.Image, count: int) -> list[Image.Image]:
    """Even frames of that size, each in another colour, so that none can be left out."""
    palette = bytes(like.getpalette() or ())
    frames = []
    for number in range(count):
        frame = Image.new("P", like.size, number % 2)
        frame.putpalette(palette)
        frames.append(frame)
    return frames
