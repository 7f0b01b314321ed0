"""The toy games' pictures: their text on an even ground."""

from functools import lru_cache

from PIL import Image

from renderers import typeset
from renderers.canvas import Canvas, Palette, Stage
from renderers.registry import Renderer
from renderers.theme import LOOKS
from tests.toys import lights, race


@lru_cache(maxsize=8)
def _stage(theme: str, size: int) -> Stage:
    look = LOOKS[theme]
    backdrop = Image.new("RGB", (size, round(size * 1.1)), look.plate)
    return Stage(backdrop, Palette([(backdrop, 1)], [look.plate, look.text]), {})


def _drawn(text: str, theme: str, size: int) -> Canvas:
    canvas, pixels, look = Canvas(_stage(theme, size)), size // 12, LOOKS[theme]
    for number, line in enumerate(text.splitlines(), 1):
        at = (pixels, number * pixels * 2)
        canvas.write(typeset.line(line, pixels, 600, size), at, look.plate, look.text)
    return canvas


def _lights(view: lights.View) -> str:
    rows = [view.cells[start : start + lights.SIZE] for start in range(0, len(view.cells), 3)]
    return "\n".join(rows)


def _race(view: race.View) -> str:
    return "\n".join(f"{' '.join(map(str, own))}" for own in view.tokens) + f"\n{view.die or '-'}"


def _draw_lights(view: lights.View, names: tuple[str, ...], theme: str, size: int) -> Canvas:
    return _drawn("\n".join((_lights(view), *names)), theme, size)


def _draw_race(view: race.View, names: tuple[str, ...], theme: str, size: int) -> Canvas:
    return _drawn("\n".join((_race(view), *names)), theme, size)


RENDERERS = {
    lights.LIGHTS.id: Renderer(_draw_lights, _lights),
    race.RACE.id: Renderer(_draw_race, _race),
}
