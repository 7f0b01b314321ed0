"""Two toy games that prove that a game needs only its rules, its drawing and its strings.

`lights.py` is a solo puzzle without chance, `race.py` a game for two with dice. Only tests register
them: `toys()` adds both to the registries and takes them out again.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from bot.text import games
from core.registry import GAMES
from renderers.registry import RENDERERS
from tests.toys import drawings, strings
from tests.toys.lights import LIGHTS
from tests.toys.race import RACE


@contextmanager
def toys() -> Iterator[None]:
    """Register the toy games."""
    added: list[tuple[Mapping[Any, Any], Mapping[Any, Any]]] = [
        (GAMES, {LIGHTS.id: LIGHTS, RACE.id: RACE}),
        (RENDERERS, drawings.RENDERERS),
        (games.NAMES, strings.NAMES),
        (games.MARKS, strings.MARKS),
        (games.HINTS, strings.HINTS),
        (games.RULES, strings.RULES),
    ]
    for registry, entries in added:
        cast("dict[Any, Any]", registry).update(entries)
    try:
        yield
    finally:
        for registry, entries in added:
            for key in entries:
                del cast("dict[Any, Any]", registry)[key]
