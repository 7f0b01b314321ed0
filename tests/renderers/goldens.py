"""The pictures that are kept to compare with. `python -m tests.renderers.goldens` makes them anew.

Look at each before it is committed: the tests only say that nothing has changed.
"""

from pathlib import Path

from core.games.reversi.rules import REVERSI
from renderers import THEMES, render
from tests.renderers.positions import FULL, MIDDLE, OPENING, WIPE_OUT, view

FOLDER = Path(__file__).with_name("golden")
SIZE = 240

_SCENES = {
    "opening": (OPENING, ("Ann", "Bo")),
    "wipe-out": (WIPE_OUT, ("山田 太郎", "أحمد محمد")),
    "full": (FULL, ("Maximilian von Habsburg", "🎉 Zoë")),
}
SCENES = {
    **{f"reversi-classic-{name}": ("classic", *scene) for name, scene in _SCENES.items()},
    **{f"reversi-{theme}-middle": (theme, MIDDLE, ("Ann", "Bo")) for theme in THEMES},
}
"""Theme, transcript, names; by the name of the file."""


def draw(scene: str) -> bytes:
    theme, transcript, names = SCENES[scene]
    board = view(transcript)
    return render(REVERSI.id, board, names=names, theme=theme, size=SIZE, level=9)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for scene in SCENES:
        (FOLDER / f"{scene}.png").write_bytes(draw(scene))
