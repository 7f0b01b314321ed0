"""Counts the leaves of Reversi's game tree through the rules themselves, in plain Python.

`python -m bench reversi-perft [DEPTH]`, 9 unless told. A forced pass is one ply and a finished game
is one leaf (`docs/architecture.md`, Names: perft). Every node is one `play`, so the rate is that of
the rules as matches use them; the last ply is counted from the list of moves.
"""

import argparse
import time
from collections.abc import Iterator

from bench.form import line
from core.game import Setup
from core.games.reversi.rules import REVERSI, Position

DEPTH = 9


def run(args: list[str]) -> Iterator[str]:
    """`perft.depth_N` for each depth, and `perft.leaves` a second of CPU time at the deepest."""
    parser = argparse.ArgumentParser(prog="python -m bench reversi-perft")
    parser.add_argument("depth", nargs="?", type=int, choices=range(1, DEPTH + 3), default=DEPTH)
    deepest = parser.parse_args(args).depth
    start = REVERSI.start(Setup(seats=2))
    count, took = 0, 0.0
    for depth in range(1, deepest + 1):
        begun = time.process_time()
        count = leaves(start, depth)
        took = time.process_time() - begun
        yield line(f"perft.depth_{depth}", count, "n")
    yield line("perft.leaves", count / max(took, 1e-9), "/s")


def leaves(position: Position, depth: int) -> int:
    """The leaves `depth` plies below (1 or more), a finished game counting as one."""
    moves = REVERSI.legal_moves(position)
    if depth == 1 or not moves:
        return max(1, len(moves))
    return sum(leaves(REVERSI.play(position, move), depth - 1) for move in moves)
