"""`tavola check`: what would start, and what would prevent it.

Reads only: creates no folder, migrates nothing, and uses no token unless requested. Findings go to
stdout, each obstacle is one line on stderr.
"""

import asyncio
import os
import socket
from collections.abc import Iterator, Sequence
from typing import Protocol

from bot.cli import DONE, FAILED, complain, say
from bot.config import (
    Config,
    DiscordConfig,
    EnginesConfig,
    MetricsConfig,
    TelegramConfig,
    WebConfig,
)
from bot.config.listening import cannot_listen
from bot.storage.errors import CannotOpen
from bot.storage.health import DatabaseHealth, check_health, library, nearest
from core.types import MatchId

DAMAGED_LISTED = 20
"""Ids of damaged matches that are listed; the count says how many there are."""


class Finding(Protocol):
    """A platform's answer to a token. An obstacle prevents starting."""

    @property
    def text(self) -> str: ...

    @property
    def obstacle(self) -> bool: ...


def check(config: Config, online: bool = False) -> int:
    """Return DONE if the bot would start. `online`: query the platforms too."""
    obstacles: list[str] = []
    _tell("configuration", str(config.source or "no config.toml, the defaults hold"))
    for name, listener in _listeners(config):
        try:
            _tell(name, _free(listener))
        except OSError as error:
            obstacles.append(cannot_listen(listener, config.source, error))
    try:
        health = check_health(config.storage.path)
        _tell("database", _database(config, health))
        if health.unreadable:
            _tell("damaged", _damaged(health.unreadable))
    except CannotOpen as fault:
        obstacles.append(str(fault))
    _tell("backups", _backups(config))
    _tell("SQLite", _sqlite())
    _tell("computer players", _players(config.engines))
    for name, platform in (("Discord", config.discord), ("Telegram", config.telegram)):
        _tell(name, _platform(name, platform, asked=online))
    for name, finding in _asked(config) if online else ():
        if finding.obstacle:
            obstacles.append(finding.text)
        else:
            _tell(name, finding.text)
    for obstacle in obstacles:
        complain(obstacle)
    say("Tavola would not start." if obstacles else "Tavola would start.")
    return FAILED if obstacles else DONE


def _tell(name: str, what: str) -> None:
    say(f"{name:<18}{what}")


def _listeners(config: Config) -> Iterator[tuple[str, WebConfig | MetricsConfig]]:
    """Yield the listeners and their names."""
    yield "page", config.web
    if config.metrics.port:
        yield "metrics", config.metrics


def _free(listener: WebConfig | MetricsConfig) -> str:
    """Bind the address briefly. Raises OSError if it is unavailable."""
    family, kind, _, _, address = socket.getaddrinfo(
        listener.host, listener.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    with socket.socket(family, kind) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind(address)
    where = f"{listener.host} port {listener.port or 'as it comes'}"
    if isinstance(listener, WebConfig) and listener.public_url:
        return f"{where}, reached as {listener.public_url}"
    return where


def _damaged(ids: Sequence[MatchId]) -> str:
    """The matches that cannot be read. They keep nothing else from starting."""
    listed = ", ".join(ids[:DAMAGED_LISTED]) + (", …" if len(ids) > DAMAGED_LISTED else "")
    return f"{len(ids)} of the stored matches cannot be read: {listed}"


def _database(config: Config, health: DatabaseHealth) -> str:
    path = config.storage.path
    if not health.schema:
        return f"{path}, will be made"
    if health.schema == health.newest:
        return f"{path}, schema {health.schema}"
    return f"{path}, schema {health.schema}, will become {health.newest}"


def _backups(config: Config) -> str:
    wanted = config.backups
    if not wanted.every:
        return "none are made by themselves"
    folder = nearest(wanted.folder)
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return f"cannot be made in {wanted.folder}: {folder} is no folder that can be written"
    return f"every {wanted.every} h in {wanted.folder}, {wanted.keep} are kept"


def _sqlite() -> str:
    version, has_bug = library()
    warning = ", has the WAL-reset bug: no other program may write to the database"
    return version + (warning if has_bug else "")


def _players(engines: EnginesConfig) -> str:
    if engines.workers:
        return f"{engines.workers} at a time"
    return "as many at a time as there are cores, less one"


def _platform(name: str, config: DiscordConfig | TelegramConfig, *, asked: bool) -> str:
    if not config.token:
        return f"does not start, TAVOLA_{name.upper()}_TOKEN is not set"
    untried = "" if asked else " (the token was not tried)"
    return f"starts, by way of {config.api}{untried}"


def _asked(config: Config) -> Iterator[tuple[str, Finding]]:
    """Query the platforms with their tokens; imported here to keep other checks fast."""
    if config.discord.token:
        from bot.frontends.discord.diagnostics import check as ask_discord

        yield from (("Discord", finding) for finding in asyncio.run(ask_discord(config.discord)))
    if config.telegram.token:
        from bot.frontends.telegram.diagnostics import check as ask_telegram

        yield from (("Telegram", finding) for finding in asyncio.run(ask_telegram(config.telegram)))
