"""The import contracts in `pyproject.toml` catch what they forbid.

All violations below are planted in one copy of the packages, which is linted once; each has to be
reported by its own contract. A second run lints the packages as they are.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "core", "renderers")
NAMES = {
    contract["id"]: contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}

PLANTS = [
    ("roots", "core/types.py", "import renderers"),
    ("roots", "renderers/canvas.py", "import bot.app.model.card"),
    ("bot", "bot/text/catalog.py", "import bot.app.model.card"),
    ("bot", "bot/app/service.py", "import bot.storage.store"),
    ("bot", "bot/storage/store.py", "import bot.frontends.web"),
    ("bot", "bot/log.py", "import bot.config"),
    ("bot", "bot/stray.py", ""),
    ("app", "bot/app/commit.py", "import bot.app.presentation.buttons"),
    ("app", "bot/app/people/profiles.py", "import bot.app.daily.cards"),
    ("app", "bot/app/presentation/presenter.py", "import bot.app.contests.cards"),
    ("app", "bot/app/stray.py", ""),
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
    ("clock", "bot/app/commit.py", "import secrets"),
    ("clock", "bot/app/matches/create.py", "from uuid import uuid4"),
    ("clock", "bot/storage/codec.py", "import uuid"),
    ("clock", "bot/frontends/telegram/client.py", "from secrets import token_hex"),
    ("drawing", "renderers/canvas.py", "import time"),
    ("drawing", "renderers/fonts.py", "import os"),
    ("drawing", "renderers/chart.py", "import logging"),
    ("engines", "bot/app/service.py", "import core.games.reversi.engine"),
    ("engines", "core/games/reversi/rules.py", "import core.games.reversi.kernels.search"),
    ("engines", "bot/app/analysis/hints.py", "import core.games.dice.advisor"),
    ("engines", "core/review.py", "import core.games.pente.evaluation"),
    ("engines", "core/games/dice/luck.py", "import core.games.dice.values"),
    ("engines", "bot/app/analysis/hints.py", "import core.games.reversi.searcher"),
    ("engines", "bot/app/analysis/hints.py", "import core.games.dice.throws"),
    ("engines", "bot/app/analysis/hints.py", "import core.noise"),
    ("engines", "bot/text/advice.py", "import core.games.pente.windows"),
    ("engines", "core/match/create.py", "import core.kernels"),
    ("translators", "bot/frontends/discord/client.py", "import core.match.decide"),
    ("translators", "bot/frontends/telegram/client.py", "from core.match.commands import Resign"),
    ("translators", "bot/frontends/web/handlers.py", "import core.games.pente.rules"),
    ("translators", "bot/frontends/web/serialize.py", "import core.games.dice.sheet"),
    ("facade", "bot/frontends/discord/client.py", "from bot.app.ports.store import Store"),
    ("facade", "bot/frontends/telegram/client.py", "import bot.app.session_cache"),
    ("facade", "bot/frontends/web/websocket.py", "import bot.app.ports.repositories"),
    ("facade", "bot/frontends/web/handlers.py", "import bot.app.ports.engines"),
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
    ("tests", "core/noise.py", "import training.pente.selfplay"),
    ("tests", "bot/text/catalog.py", "import tools.messages"),
]
"""Contract, file and the line that breaks it; an empty line where the file itself does."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the packages under contract."""
    for package in PACKAGES:
        for source in (ROOT / package).rglob("*.py"):
            target = tmp_path / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def lint(tree: Path) -> tuple[int, str]:
    """Return the exit code and the report of import-linter."""
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as lint; lint()",
    ]
    done = subprocess.run(
        [*command, "--no-logo", "--no-cache"], cwd=tree, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def plant(tree: Path, file: str, line: str) -> None:
    """Append the line to the module, which is created if it does not exist."""
    path = tree / file
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in path.relative_to(tree).parents[:-1]:
        (tree / folder / "__init__.py").touch()
    with path.open("a", encoding="utf-8") as source:
        source.write(f"\n{line}\n")


def sections(report: str) -> Mapping[str, str]:
    """Split a report into its sections, by heading."""
    _, *parts = re.split(r"^(\S.*)\n-+$", report, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def is_reported(section: str, contract: str, file: str, line: str) -> bool:
    """Whether a contract's section of the report names the planted import.

    Cycles are reported as a package and the siblings in it, modules without a layer by name alone.
    """
    module = file.removesuffix(".py").replace("/", ".")
    if contract == "cycles":
        package, _, name = module.rpartition(".")
        cycle = section.partition(f"No cycles are allowed in {package}.\n")[2].partition("\n\nNo ")[
            0
        ]
        return re.search(rf"^- \.{name} -> \.", cycle, re.MULTILINE) is not None
    if not line:
        return re.search(rf"^- {re.escape(module)}$", section, re.MULTILINE) is not None
    imported = line.split()[1]
    if imported.partition(".")[0] not in PACKAGES:  # external packages are squashed
        imported = imported.partition(".")[0]
    return re.search(rf" {re.escape(f'{module} -> {imported}')} ", section) is not None


def test_the_tree_keeps_every_contract(tree: Path) -> None:
    code, report = lint(tree)
    assert code == 0, report


def test_planted_violations_are_reported_by_their_contracts(tree: Path) -> None:
    for _, file, line in PLANTS:
        plant(tree, file, line)
    code, report = lint(tree)
    assert code == 1
    broken = sections(report)
    assert [
        planted
        for planted in PLANTS
        if not is_reported(broken.get(NAMES[planted[0]], ""), *planted)
    ] == [], report


def test_every_contract_has_a_plant() -> None:
    assert set(NAMES) == {contract for contract, _, _ in PLANTS}
