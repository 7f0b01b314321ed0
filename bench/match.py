"""Games against another program: `python -m bench match GAME --opponent CMD [options]`.

Owns what all games share: who played how many, and how sure that makes one. Draws count half. How a
game's opponents are talked to is the game's own module's; `docs/performance.md` says more.
"""

import argparse
import importlib
import math
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from bench import form
from bench.talk import PROCESSES
from core import registry
from core.types import GameId

GAMES = ("pente", "reversi")
"""Those with a module `bench/match_GAME.py`, whose `games(asked)` plays one after the other."""

USUAL = 40
_SURE = 1.96  # standard deviations to either side of 95 %


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments: an opponent's command, the number of games, our level and nodes per move."""

    opponent: tuple[str, ...]
    games: int
    level: str | None
    nodes: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """One game: 1 won, 0.5 drawn, 0 lost, seen from us; how many moves each side made, and the CPU
    seconds they took."""

    score: float
    seconds: float
    ours: int
    their_seconds: float
    theirs: int
    note: str


def run(args: list[str]) -> Iterator[str]:
    """Yield `match.win` with `match.low` and `match.high`, and the CPU seconds per move of both
    sides; the opponent's only where the system reports the times of processes."""
    game, asked = _read(args)
    played = []
    for number, each in enumerate(importlib.import_module(f"bench.match_{game}").games(asked), 1):
        played.append(each)
        yield f"# game {number}: {each.note}"
    scores = [each.score for each in played]
    yield f"# won-drawn-lost: {scores.count(1)}-{scores.count(0.5)}-{scores.count(0)}"
    low, high = interval(sum(scores), len(scores))
    yield form.line("match.win", 100 * sum(scores) / len(scores), "%")
    yield form.line("match.low", 100 * low, "%")
    yield form.line("match.high", 100 * high, "%")
    ours = sum(each.seconds for each in played) / max(1, sum(each.ours for each in played))
    theirs = sum(each.their_seconds for each in played) / max(
        1, sum(each.theirs for each in played)
    )
    yield form.line("match.cpu_ours", ours, "s")
    if PROCESSES.exists():
        yield form.line("match.cpu_theirs", theirs, "s")


def interval(won: float, games: int) -> tuple[float, float]:
    """Where the true share lies in 95 of 100 cases (Wilson's score interval)."""
    share, spread = won / games, _SURE**2 / games
    middle = share + spread / 2
    reach = math.sqrt(spread * (share * (1 - share) + spread / 4))
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


def _read(args: list[str]) -> tuple[str, Asked]:
    parser = argparse.ArgumentParser(prog="python -m bench match")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--opponent", required=True, help="a command")
    parser.add_argument("--games", type=form.positive, default=USUAL)
    parser.add_argument("--level", help="of ours; the strongest unless told")
    parser.add_argument(
        "--nodes", type=form.positive, help="of ours for a move, instead of the level's"
    )
    found = parser.parse_args(args)
    try:
        command = tuple(shlex.split(found.opponent))
    except ValueError as fault:
        parser.error(f"{found.opponent!r} is no command: {fault}")
    levels = registry.GAMES[GameId(found.game)].levels
    if found.level and found.level not in levels:
        parser.error(f"{found.level!r} is no level; there are {', '.join(levels)}")
    if not command:
        parser.error("the opponent's command is empty")
    return found.game, Asked(command, found.games, found.level, found.nodes)
