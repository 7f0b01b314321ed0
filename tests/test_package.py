"""The wheel: everything that runs is in it, and nothing else."""

import asyncio
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from bot import __version__
from tests.bot.frontends.web.visitor import visitor
from tests.process import Tavola, environment

ROOT = Path(__file__).parents[1]
LATE = 20.0
"""Seconds within which it has answered, on a busy machine."""

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


@pytest.fixture
def installed(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as an installation lays it out."""
    folder = tmp_path_factory.mktemp("installed")
    wheel.extractall(folder)
    return folder


def test_every_file_is_in_it(tree: Path, wheel: zipfile.ZipFile) -> None:
    inside = set(wheel.namelist())
    for package in PACKAGES:
        for path in (tree / package).rglob("*"):
            assert path.is_dir() or path.relative_to(tree).as_posix() in inside


def test_nothing_else_is_in_it(wheel: zipfile.ZipFile) -> None:
    folders = {name.partition("/")[0] for name in wheel.namelist()}
    assert folders == {*PACKAGES, f"tavola-{__version__}.dist-info"}


def test_the_changelog_begins_with_this_version() -> None:
    """Changes since then are above it, under “Unreleased”."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    newest = next(line for line in headings if line != "## Unreleased")
    assert newest.removeprefix("## ").partition(",")[0] == __version__


def test_what_it_says_of_itself(wheel: zipfile.ZipFile) -> None:
    info = f"tavola-{__version__}.dist-info"
    said = message_from_bytes(wheel.read(f"{info}/METADATA"))
    assert said["Name"] == "tavola"
    assert said["Version"] == __version__
    assert said["License-Expression"] == "MIT"
    assert "tavola = bot.__main__:main" in wheel.read(f"{info}/entry_points.txt").decode()
    assert f"{info}/licenses/LICENSE" in wheel.namelist()


def test_what_is_installed_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import bot, core, renderers; print(bot.__file__)"],
        cwd=tmp_path,
        env=environment({"PYTHONPATH": str(installed)}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith(str(installed))


async def test_it_runs_with_the_page_the_schema_and_the_sentences(
    installed: Path, tmp_path: Path
) -> None:
    with Tavola(tmp_path, {"PYTHONPATH": str(installed)}) as running:
        async with visitor(running.url, running.link) as browser:
            assert "<title>Tavola" in await (await browser.http.get(running.url)).text()
            async with browser.window("Ann", locale="fr") as page, asyncio.timeout(LATE):
                await page.say("/challenge pente")
                await page.shown(lambda shown: "Ann propose" in shown["card"]["text"])
        assert "Traceback" not in running.log
