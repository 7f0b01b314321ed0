"""`tavola stats`: statistics of the installation, as text or with `--json` as JSON."""

import json

from bot.cli import DONE, FAILED, complain, say
from bot.config import Config
from bot.environment import clock
from bot.storage.errors import CannotOpen
from bot.storage.ops.stats import figures


def stats(config: Config, as_json: bool) -> int:
    """Count what is stored, whether or not the bot is running."""
    try:
        stored = figures(config.storage.path, clock(config.testing)())
    except CannotOpen as fault:
        complain(str(fault))
        return FAILED
    if as_json:
        say(json.dumps(stored))
        return DONE
    for name, value in stored.items():
        words = name.replace("_", " ")
        if isinstance(value, int):
            say(f"{words}: {value:,}")
        else:
            parts = ", ".join(f"{key} {count:,}" for key, count in value.items())
            say(f"{words}: {parts or 0}")
    return DONE
