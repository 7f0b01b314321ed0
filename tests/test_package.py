"""The wheel: everything that runs is in it, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from bot import __version__

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "core", "renderers")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is built."""
    tree = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        skipped = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tree / package, ignore=skipped)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, tree / name)
    return tree


@pytest.fixture(scope="module")
def wheel(tree: Path) -> Iterator[zipfile.ZipFile]:
    """Built by the pinned setuptools, as `make` and the container do it."""
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", "dist", "."]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (file,) = (tree / "dist").glob("*.whl")
    with zipfile.ZipFile(file) as opened:
        yield opened


def test_every_file_is_in_it(tree: Path, wheel: zipfile.ZipFile) -> None:
    inside = set(wheel.namelist())
    for package in PACKAGES:
        for path in (tree / package).rglob("*"):
            assert path.is_dir() or path.relative_to(tree).as_posix() in inside


def test_nothing_else_is_in_it(wheel: zipfile.ZipFile) -> None:
    folders = {name.partition("/")[0] for name in wheel.namelist()}
    assert folders == {*PACKAGES, f"tavola-{__version__}.dist-info"}


def test_what_it_says_of_itself(wheel: zipfile.ZipFile) -> None:
    info = f"tavola-{__version__}.dist-info"
    said = message_from_bytes(wheel.read(f"{info}/METADATA"))
    assert said["Name"] == "tavola"
    assert said["Version"] == __version__
    assert said["License-Expression"] == "MIT"
    assert "tavola = bot.__main__:main" in wheel.read(f"{info}/entry_points.txt").decode()
    assert f"{info}/licenses/LICENSE" in wheel.namelist()
