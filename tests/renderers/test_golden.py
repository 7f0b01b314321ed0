"""Nothing changes its look unnoticed. A tolerance leaves room for another build of FreeType."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.renderers import goldens

MEAN = 0.6
"""Of 255, over all pixels and channels. Another build of FreeType differs by less."""


@pytest.mark.parametrize("scene", goldens.SCENES)
def test_a_picture_looks_as_it_did(scene: str) -> None:
    kept = Image.open(goldens.FOLDER / f"{scene}.png").convert("RGB")
    drawn = Image.open(BytesIO(goldens.SCENES[scene]())).convert("RGB")
    assert drawn.size == kept.size
    assert max(ImageStat.Stat(ImageChops.difference(drawn, kept)).mean) < MEAN


def test_the_tolerance_still_sees_a_missing_disc() -> None:
    one, other = (
        Image.open(goldens.FOLDER / f"reversi-classic-{name}.png").convert("RGB")
        for name in ("opening", "middle")
    )
    patch = one.crop((110, 130, 140, 160))
    other.paste(patch, (110, 130))
    kept = Image.open(goldens.FOLDER / "reversi-classic-middle.png").convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(other, kept)).mean) > MEAN


def test_every_kept_picture_is_compared_and_small() -> None:
    found = {path.stem: path.stat().st_size for path in Path(goldens.FOLDER).iterdir()}
    assert found.keys() == goldens.SCENES.keys()
    assert max(found.values()) < 16_000
