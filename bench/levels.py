"""How far apart the levels are: `python -m bench levels GAME [GAMES] [--seed S] [--steps 1 2]`.

Neighbours play each other, 40 games unless told otherwise, from balanced openings, each opening
twice with the colours swapped. A draw counts half. The engines are asked as the worker asks them,
but in this process. `levels.step_N` is what level N + 1 scores against level N, and
`levels.slowest_N` the processor time of the slowest answer of level N + 1 in those games. Which
openings are drawn follows from the seed, so that what was set on some is measured on others.
"""

import argparse
import hashlib
import random
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bench import form
from bench.match import interval
from bot.engines.registry import ENGINES
from core.engine import Stop
from core.game import Setup
from core.games.pente.rules import PENTE
from core.registry import GAMES
from core.types import GameId, Level, Side
from training.pente.selfplay import opened as opened_pente

USUAL = 40


def run(args: list[str]) -> Iterator[str]:
    """A line a step, and behind `# ` the games won, drawn and lost, and the interval of 95 %."""
    asked = _read(args)
    game, games = GameId(asked.game), asked.games
    for step, (weaker, stronger) in enumerate(pairwise(GAMES[game].levels), start=1):
        if asked.steps and step not in asked.steps:
            continue
        won, drawn, slowest = 0, 0, dict.fromkeys((weaker, stronger), 0.0)
        for number in range(games):
            levels = (weaker, stronger) if number % 2 else (stronger, weaker)
            winner = play(game, levels, f"{asked.seed}/{number // 2}", slowest)
            won += winner == (Side(1) if number % 2 else Side(0))
            drawn += winner is None
        low, high = interval(won + drawn / 2, games)
        yield (
            f"# {stronger} against {weaker}: {won}-{drawn}-{games - won - drawn},"
            f" {100 * low:.0f} to {100 * high:.0f} %"
        )
        yield form.line(f"levels.step_{step}", 100 * (won + drawn / 2) / games, "%")
        yield form.line(f"levels.slowest_{step}", slowest[stronger], "s")


def _read(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench levels")
    parser.add_argument("game", choices=("pente", "reversi"), nargs="?", default="reversi")
    parser.add_argument("games", type=form.positive, nargs="?", default=USUAL)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, nargs="+", help="only these, 1 being the lowest")
    asked = parser.parse_args(args)
    steps = range(1, len(GAMES[GameId(asked.game)].levels))
    if set(asked.steps or ()) - set(steps):
        parser.error(f"there are steps {steps[0]} to {steps[-1]}")
    return asked


def play(
    id: GameId, levels: tuple[Level, Level], lot: str, slowest: dict[Level, float]
) -> Side | None:
    """Who wins a game between two levels; everything that is drawn follows from `lot`. Keeps in
    `slowest` the longest that each level took for an answer, in seconds of processor time."""
    game, engine = GAMES[id], ENGINES[id].engine
    position = opened(id, hashlib.sha256(f"levels {lot}".encode()).digest())
    turn = 0
    while (seat := game.to_act(position)) is not None:
        turn += 1
        level = levels[seat]
        salt = hashlib.sha256(f"levels {lot} {levels} {turn}".encode()).digest()
        since = time.process_time()
        choice = engine.choose(game.look(position), level, engine.limit(level), salt, Stop())
        slowest[level] = max(slowest[level], time.process_time() - since)
        position = game.play(position, choice.move)
    outcome = game.outcome(position)
    assert outcome is not None
    return outcome.winner


def opened(id: GameId, lot: bytes) -> Any:
    """Where a game begins: a balanced opening drawn by lot, or in Pente, which has none, the first
    stones."""
    if id == PENTE.id:
        return opened_pente(random.Random(lot))
    game, options = GAMES[id], {"opening": "balanced"}
    return game.start(Setup(2, options, opening=game.opening(options, lot)))
