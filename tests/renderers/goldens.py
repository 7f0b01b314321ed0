"""The pictures that are kept to compare with. `python -m tests.renderers.goldens` makes them anew.

Look at each before it is committed: the tests only say that nothing has changed.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from core.games.dice.rules import View
from core.games.reversi.rules import REVERSI
from renderers import dice, pente
from renderers.registry import render
from renderers.section import Section
from renderers.theme import THEMES
from tests.renderers import dice_positions, pente_positions
from tests.renderers.positions import FULL, MIDDLE, OPENING, WIPE_OUT, view

FOLDER = Path(__file__).with_name("golden")
SIZE, LATTICE, SHEET = 240, 400, 320
SMALL = 9


def reversi_scene(theme: str, transcript: str, names: tuple[str, ...]) -> bytes:
    board = view(transcript)
    return render(REVERSI.id, board, names=names, theme=theme, size=SIZE, level=SMALL)


def pente_scene(theme: str, moves: str) -> bytes:
    return pente.draw(pente_positions.view(moves), ("Ann", "Bo"), theme, LATTICE).png(SMALL)


def pente_teams() -> bytes:
    names = ("Ann", "Bo", "Cyril", "Dominique Toussaint")
    return pente.draw(pente_positions.crowded(90, 4), names, "classic", LATTICE).png(SMALL)


def pente_zoom() -> bytes:
    board = pente_positions.crowded(90)
    return pente.zoom(board, Section(12, 12, 7, 7), board.legal, "wood", LATTICE).png(SMALL)


def dice_scene(theme: str, view: View) -> bytes:
    return dice.draw(view, ("Ann",), theme, SHEET).png(SMALL)


_LONG = ("Maximilian von Habsburg", "🎉 Zoë")
_ABROAD = ("山田 太郎", "أحمد محمد")

SCENES: Mapping[str, Callable[[], bytes]] = {
    "reversi-classic-opening": partial(reversi_scene, "classic", OPENING, ("Ann", "Bo")),
    "reversi-classic-full": partial(reversi_scene, "classic", FULL, _LONG),
    "reversi-classic-wipe-out": partial(reversi_scene, "classic", WIPE_OUT, _ABROAD),
    **{
        f"reversi-{theme}-middle": partial(reversi_scene, theme, MIDDLE, ("Ann", "Bo"))
        for theme in THEMES
    },
    "pente-wood-second": partial(pente_scene, "wood", pente_positions.SECOND_STONE),
    "pente-shapes-capture": partial(pente_scene, "shapes", pente_positions.CAPTURE),
    "pente-dark-win": partial(pente_scene, "dark", pente_positions.WIN),
    "pente-classic-teams": pente_teams,
    "pente-wood-zoom": pente_zoom,
    "dice-wood-before": partial(dice_scene, "wood", dice_positions.before()),
    "dice-classic-middle": partial(dice_scene, "classic", dice_positions.after(11)),
    "dice-shapes-free": partial(dice_scene, "shapes", dice_positions.free_ride()),
    "dice-dark-won": partial(dice_scene, "dark", dice_positions.won()),
    "dice-classic-lost": partial(dice_scene, "classic", dice_positions.lost()),
}
"""By the name of the file."""


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for scene, draw in SCENES.items():
        (FOLDER / f"{scene}.png").write_bytes(draw())
