"""The dependency rule is watched: a violation planted into a copy of the tree is caught by the
contract that forbids it."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]

PLANTS = [
    ("roots", "core/types.py", "import renderers"),
    ("roots", "renderers/canvas.py", "import bot.app.model.card"),
    ("bot", "bot/text/catalog.py", "import bot.app.model.card"),
    ("bot", "bot/app/service.py", "import bot.storage.store"),
    ("bot", "bot/storage/store.py", "import bot.frontends.web"),
    ("bot", "bot/log.py", "import bot.config"),
    ("bot", "bot/stray.py", ""),
    ("frontends", "bot/frontends/discord/stray.py", "import bot.frontends.web"),
    ("frontends", "bot/frontends/irc.py", ""),
    ("core", "core/types.py", "import core.match.model"),
    ("core", "core/engine.py", "import core.registry"),
    ("core", "core/stray.py", ""),
    ("games", "core/games/chess/rules.py", "import core.games.reversi.rules"),
    ("cycles", "bot/app/keyed_lock.py", "import bot.app.service"),
    ("cycles", "core/match/model.py", "import core.match.decide"),
    ("pictures", "bot/text/catalog.py", "import renderers"),
    ("pure", "core/chance.py", "import random"),
    ("pure", "core/match/clock.py", "import time"),
    ("pure", "core/match/create.py", "from datetime import datetime"),
    ("pure", "core/registry.py", "import asyncio"),
    ("pure", "core/games/reversi/openings.py", "from pathlib import Path"),
    ("pure", "core/match/decide.py", "import logging"),
    ("pure", "core/chance.py", "import os.path"),
    ("numbers", "core/games/reversi/rules.py", "import numpy as np"),
    ("numbers", "core/games/reversi/bits.py", "import numba"),
    ("numbers", "core/review.py", "import numpy"),
    ("numbers", "renderers/plates.py", "import core.kernels"),
    ("numbers", "bot/app/analysis/hints.py", "import numpy"),
    ("clock", "bot/app/background/scheduler.py", "import time"),
    ("clock", "bot/storage/matches/sessions.py", "from time import time"),
    ("clock", "bot/frontends/web/rate_limit.py", "import random"),
    ("drawing", "renderers/canvas.py", "import time"),
    ("drawing", "renderers/fonts.py", "import os"),
    ("drawing", "renderers/chart.py", "import logging"),
    ("engines", "bot/app/service.py", "import core.games.reversi.engine"),
    ("engines", "core/games/reversi/rules.py", "import core.games.reversi.kernels.search"),
    ("engines", "bot/app/analysis/hints.py", "import core.games.dice.advisor"),
    ("engines", "core/review.py", "import core.games.pente.evaluation"),
    ("engines", "core/games/dice/luck.py", "import core.games.dice.values"),
    ("worker", "bot/engines/pool.py", "import bot.engines.registry"),
    ("worker", "bot/app/background/engine_moves.py", "import bot.engines.registry"),
    ("discord", "bot/app/service.py", "import discord"),
    ("telegram", "bot/frontends/web/frontend.py", "from telegram import Update"),
    ("http", "bot/storage/store.py", "import aiohttp"),
    ("sql", "bot/app/service.py", "import sqlite3"),
    ("sql", "bot/frontends/web/frontend.py", "import aiosqlite"),
    ("sql", "bot/engines/pool.py", "import psycopg"),
    ("pillow", "bot/app/presentation/board_images.py", "from PIL import Image"),
    ("pillow", "bot/app/people/profiles.py", "import matplotlib"),
    ("pillow", "core/rating.py", "from fontTools import ttLib"),
    ("babel", "bot/app/presentation/presenter.py", "import babel.numbers"),
    ("tests", "core/types.py", "import pytest"),
    ("tests", "bot/app/service.py", "import tests.fakes.clock"),
    ("tests", "core/blur.py", "import training.pente.selfplay"),
    ("tests", "bot/text/catalog.py", "import tools.messages"),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the contracts look at."""
    for package in ("bot", "core", "renderers"):
        for source in (ROOT / package).rglob("*.py"):
            target = tmp_path / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def lint(tree: Path, *options: str) -> tuple[int, str]:
    """The exit code and the words of import-linter."""
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as lint; lint()",
    ]
    done = subprocess.run(
        [*command, "--no-logo", "--no-cache", *options], cwd=tree, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def plant(tree: Path, file: str, line: str) -> None:
    """Adds the line at the end of the module, which is made where it is missing."""
    path = tree / file
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in path.relative_to(tree).parents[:-1]:
        (tree / folder / "__init__.py").touch()
    with path.open("a", encoding="utf-8") as source:
        source.write(f"\n{line}\n")


def test_the_tree_keeps_every_contract(tree: Path) -> None:
    code, words = lint(tree)
    assert code == 0, words


@pytest.mark.parametrize("contract", [contract["id"] for contract in CONTRACTS])
def test_planted_violations_are_caught(tree: Path, contract: str) -> None:
    planted = [(file, line) for name, file, line in PLANTS if name == contract]
    for file, line in planted:
        plant(tree, file, line)
    code, words = lint(tree, "--contract", contract)
    assert code == 1
    assert "BROKEN" in words
    for file, _ in planted:
        assert re.search(rf"[. ]{Path(file).stem}\b", words), words


def test_every_contract_has_a_plant() -> None:
    assert {contract["id"] for contract in CONTRACTS} == {contract for contract, _, _ in PLANTS}
