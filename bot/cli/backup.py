"""`tavola backup FILE` and `tavola restore FILE`."""

import asyncio
from pathlib import Path

from bot.cli import DONE, FAILED, complain, say
from bot.config import Config
from bot.storage.errors import CannotOpen
from bot.storage.ops import backup as copying


def backup(config: Config, to: Path) -> int:
    """Write a consistent copy, whether or not the bot is running."""
    try:
        asyncio.run(copying.backup(config.storage.path, to.absolute()))
    except CannotOpen as fault:
        complain(str(fault))
        return FAILED
    say(f"copied {config.storage.path} to {to}")
    return DONE


def restore(config: Config, source: Path) -> int:
    """Replace the database by a copy; keep the old one beside it."""
    try:
        aside = asyncio.run(copying.restore(source.absolute(), config.storage.path))
    except CannotOpen as fault:
        complain(str(fault))
        return FAILED
    say(f"restored {config.storage.path} from {source}")
    if aside is not None:
        say(f"the previous database is kept as {aside}")
    return DONE
