"""Pente's computer players among themselves, every move checked: `pente-selfplay [GAMES] [SEED]`.

A thousand games unless told otherwise, half of two and half of four, with the opening rule and
without, each seat at a level of its own; seats, rule, levels and noise are drawn from the seed. A
move is held against the rules before it is played. Nodes are few, so that searches also end in the
middle and a game takes a twentieth of a second.
"""

import random
from collections import Counter
from collections.abc import Iterator

from bench import form
from core.engine import Limit, Stop
from core.game import Setup, Termination
from core.games.pente.engine import ENGINE
from core.games.pente.rules import BY_RULE, FREE, PENTE

USUAL = 1000
NODES = 2_000
"""At most, a move."""


def run(args: list[str]) -> Iterator[str]:
    """How many games and moves there were, illegal ones, and games that the fifth pair ended."""
    games = int(args[0]) if args else USUAL
    seed = args[1] if len(args) > 1 else "0"
    counts: Counter[str] = Counter()
    for number in range(games):
        counts += played(random.Random(f"{seed}/{number}"), seats=(2, 4)[number % 2])
    for name in ("games", "moves", "illegal", "by_pairs", "by_four_seats", "by_rule"):
        yield form.line(f"selfplay.{name}", counts[name], "n")


def played(lots: random.Random, seats: int) -> Counter[str]:
    """What one game adds to the counts; an illegal move ends it."""
    counts = Counter(games=1, by_four_seats=int(seats == 4))
    rule = lots.choice((BY_RULE, FREE))
    counts["by_rule"] = int(rule == BY_RULE)
    levels = [lots.choice(PENTE.levels) for _ in range(seats)]
    options = {"rule": rule}
    position = PENTE.start(Setup(seats, options, opening=PENTE.opening(options, b"")))
    while (seat := PENTE.to_act(position)) is not None:
        level = levels[seat]
        limit = Limit(min(NODES, ENGINE.limit(level).nodes), 0)
        view = PENTE.look(position)
        move = ENGINE.choose(view, level, limit, lots.randbytes(32), Stop()).move
        counts["moves"] += 1
        if not PENTE.is_legal(position, move):
            counts["illegal"] += 1
            return counts
        position = PENTE.play(position, move)
    counts["by_pairs"] = int(position.over is Termination.PAIRS)
    return counts
