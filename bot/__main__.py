"""The command line: `tavola COMMAND` or `python -m bot COMMAND`.

Parses arguments and configuration and dispatches; `bootstrap.py` composes what runs.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot import __version__, log
from bot.cli import UNUSABLE, backup, check, complain, migrate, ratings, stats, warm
from bot.config.reading import ConfigError, load

PAUSE = 1.5
"""Seconds between two moves of the demo."""

SERVING = ("run", "demo")
"""Commands with a full log. Others print their result only, and log nothing but errors unless the
level is `debug`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        config = load(asked.config, os.environ)
    except ConfigError as error:
        for fault in error.faults:
            complain(fault)
        return UNUSABLE
    quiet = asked.command not in SERVING and config.logging.level != "debug"
    level = "error" if quiet else config.logging.level
    log.set_up(level, config.logging.format, config.secrets)
    match asked.command:
        case "run":
            from bot.cli import run

            return run.run(config)
        case "demo":
            from bot.cli import demo

            return demo.demo(config, asked.pause)
        case "check":
            return check.check(config, asked.online)
        case "migrate":
            return migrate.migrate(config)
        case "ratings":
            return ratings.ratings(config)
        case "end" | "annul" | "bar" | "unbar":
            from bot.cli import operator

            return operator.give(config, asked.command, asked.name)
        case "stats":
            return stats.stats(config, asked.json)
        case "warm":
            return warm.warm()
        case "backup":
            return backup.backup(config, asked.file)
        case _:
            return backup.restore(config, asked.file)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds up to an hour")
    return seconds


_MATCH = ("name", {"metavar": "MATCH", "help": "its id: the names of its files end with it"})
_PERSON = (
    "name",
    {"metavar": "PERSON", "help": "an account such as telegram:123456, or p and a number"},
)
_PAUSE = (
    "--pause",
    {"type": _seconds, "default": PAUSE, "metavar": "SECONDS", "help": "between two moves"},
)
_ONLINE = (
    "--online",
    {"action": "store_true", "help": "also ask the platforms what the tokens open"},
)
_JSON = ("--json", {"action": "store_true", "help": "for machines: one object"})
_TO = ("file", {"type": Path, "metavar": "FILE", "help": "where the copy goes"})
_FROM = ("file", {"type": Path, "metavar": "FILE", "help": "the copy"})

COMMANDS: Mapping[str, tuple[str, tuple[str, Mapping[str, Any]] | None]] = {
    "run": ("run until stopped", None),
    "demo": ("run the web page with demo matches", _PAUSE),
    "check": ("check configuration, database and ports", _ONLINE),
    "migrate": ("migrate the database", None),
    "ratings": ("recompute all ratings", None),
    "annul": ("annul a match, removing it from ratings and leaderboards", _MATCH),
    "end": ("end a match without a result", _MATCH),
    "bar": ("ban a player everywhere", _PERSON),
    "unbar": ("lift a ban", _PERSON),
    "stats": ("print statistics", _JSON),
    "warm": ("compile the engines ahead of time", None),
    "backup": ("back up the database; the bot may be running", _TO),
    "restore": ("restore the database from a backup", _FROM),
}
"""By name: the help text, and an argument besides the configuration."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tavola", description="Reversi, Pente and dice in the chats where people already are."
    )
    parser.add_argument("--version", action="version", version=f"tavola {__version__}")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--config", type=Path, metavar="FILE", help="instead of config.toml in this folder"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (said, argument) in COMMANDS.items():
        command = commands.add_parser(name, parents=[shared], help=said)
        if argument is not None:
            flag, how = argument
            command.add_argument(flag, **how)
    return parser


if __name__ == "__main__":
    sys.exit(main())
