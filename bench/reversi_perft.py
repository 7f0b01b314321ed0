"""Counts the leaves of Reversi's game tree with the compiled boards.

`python -m bench reversi-perft [DEPTH]`, 11 unless told. A forced pass is one ply and a finished
game is one leaf (`docs/architecture.md`, Names: perft). The last ply is counted, not played. That
the rules themselves, in plain Python, count the same is a test.
"""

import argparse
import time
from collections.abc import Iterator

from bench.form import line
from core.game import Setup
from core.games.reversi.kernels.board import perft
from core.games.reversi.rules import REVERSI

DEPTH = 11


def run(args: list[str]) -> Iterator[str]:
    """`perft.depth_N` for each depth, and `perft.leaves` a second of CPU time at the deepest."""
    parser = argparse.ArgumentParser(prog="python -m bench reversi-perft")
    parser.add_argument("depth", nargs="?", type=int, choices=range(1, DEPTH + 1), default=DEPTH)
    deepest = parser.parse_args(args).depth
    count, took = 0, 0.0
    for depth in range(1, deepest + 1):
        count, took = counted(depth)
        yield line(f"perft.depth_{depth}", count, "n")
    yield line("perft.leaves", count / max(took, 1e-9), "/s")


def counted(depth: int) -> tuple[int, float]:
    """Return the number of leaves at this depth and the CPU seconds it took to count them."""
    start = REVERSI.start(Setup(seats=2))
    begun = time.process_time()
    count = perft(start.black, start.white, depth)
    return count, time.process_time() - begun
