"""The layout of the few flat arrays that kernels work on.

Owns `S`, all that changes (stones, windows, runs, the field, the undo stack, lists of moves,
history, weights), and `T`, the tables that never do. Three arrays instead of thirty: each costs
seven words a call. The only rules known here are those of `windows.py`: a five fills a window, a
pair lies in a run.

The field is one word per point, White's half in the low 32 bits and Black's in the high ones, with
the effect of a stone of that side there: GAIN is how much it would further own windows; THREES
counts the windows it makes fours, FOURS those it makes fives; PAIRS the pairs it captures; FLANKS
the pairs it would threaten to capture. Halves are sums over windows and runs, so a stone updates
them by addition alone.
"""

import numpy as np

from core.games.pente.points import POINTS, TRIPLES
from core.games.pente.rules import BLACK, EMPTY, WHITE
from core.games.pente.windows import CODES, RUNS, RUNS_OF, STEPS, WINDOWS, WINDOWS_OF

RUN_CODES = 81

# The field, from the low bit of a half.
GAIN_BITS = 14
THREES_AT, FOURS_AT, PAIRS_AT, FLANKS_AT = 14, 19, 24, 28
HALF = 32

# Counts of windows with 1, 2, 3, 4 stones of a side, none of the other's: a word a side.
COUNT_BITS = 12

PLIES = 120
"""How far a search may go from where it was asked."""
WIDTH = 64
"""How long a list of moves may be."""
TAKEN = 16  # stones that one can take at most
NOWHERE = 511
"""No point; points are packed into nine bits."""
SPENT, TIME_UP = 1, 2
"""Why a search ended."""

_sizes = {
    "CELLS": POINTS,
    "WINDOW": len(WINDOWS),
    "RUN": len(RUNS),
    "FIELD": POINTS,
    "COUNTS": 2,  # by side, as above
    "OPEN": 2,  # by side: pairs it can take at once, and 16 bits higher pairs it could flank
    "TOOK": 2,  # by side: pairs taken
    "SIDE": 1,
    "HASH": 1,
    "TOP": 1,  # moves made since the search was asked
    "UNDO": PLIES * (2 + TAKEN),
    "LIST": (PLIES + 2) * WIDTH,
    "KILLER": PLIES * 2,
    "HISTORY": 2 * POINTS,
    "NODES": 1,
    "MOST": 1,
    "ENDED": 1,
    "FOUR_NODES": 1,  # what a search of fours may still spend
    "FOUND": 1,  # the first stone of the forced win found last
    "WEIGHTS": 32,
    "FIELD_OF": CODES,
    "COUNTS_OF": 2 * CODES,
    "FIRST_OF": RUN_CODES,
    "LAST_OF": RUN_CODES,
    "OPEN_OF": 2 * RUN_CODES,
    "STONE_KEY": 2 * POINTS,
    "PAIRS_KEY": 2 * 32,
    "SIDE_KEY": 1,
}


def _offsets(sizes: dict[str, int]) -> tuple[dict[str, int], int]:
    at, offsets = 0, {}
    for name, size in sizes.items():
        offsets[name] = at
        at += size
    return offsets, at


_AT, STATE_SIZE = _offsets(_sizes)
CELLS, WINDOW, RUN, FIELD = _AT["CELLS"], _AT["WINDOW"], _AT["RUN"], _AT["FIELD"]
COUNTS, OPEN, TOOK, SIDE = _AT["COUNTS"], _AT["OPEN"], _AT["TOOK"], _AT["SIDE"]
HASH, TOP, UNDO, LIST = _AT["HASH"], _AT["TOP"], _AT["UNDO"], _AT["LIST"]
KILLER, HISTORY, NODES, MOST = _AT["KILLER"], _AT["HISTORY"], _AT["NODES"], _AT["MOST"]
ENDED, FOUR_NODES, FOUND = _AT["ENDED"], _AT["FOUR_NODES"], _AT["FOUND"]
WEIGHTS = _AT["WEIGHTS"]
FIELD_OF, COUNTS_OF = _AT["FIELD_OF"], _AT["COUNTS_OF"]
FIRST_OF, LAST_OF, OPEN_OF = _AT["FIRST_OF"], _AT["LAST_OF"], _AT["OPEN_OF"]
STONE_KEY, PAIRS_KEY, SIDE_KEY = _AT["STONE_KEY"], _AT["PAIRS_KEY"], _AT["SIDE_KEY"]
WEIGHTS_COUNT = _sizes["WEIGHTS"]
UNDO_STEP = 2 + TAKEN

_tables = {
    "WINDOW_START": len(WINDOWS),
    "WINDOW_STRIDE": len(WINDOWS),
    "RUN_START": len(RUNS),
    "RUN_STRIDE": len(RUNS),
    "WINDOWS_FROM": POINTS + 1,
    "WINDOWS_AT": sum(map(len, WINDOWS_OF)),
    "RUNS_FROM": POINTS + 1,
    "RUNS_AT": 2 * sum(map(len, RUNS_OF)),
    "TRIPLES_FROM": POINTS + 1,
    "TRIPLES_AT": 3 * sum(map(len, TRIPLES)),
}
_TAT, TABLE_SIZE = _offsets(_tables)
WINDOW_START, WINDOW_STRIDE = _TAT["WINDOW_START"], _TAT["WINDOW_STRIDE"]
RUN_START, RUN_STRIDE = _TAT["RUN_START"], _TAT["RUN_STRIDE"]
WINDOWS_FROM, WINDOWS_AT = _TAT["WINDOWS_FROM"], _TAT["WINDOWS_AT"]
RUNS_FROM, RUNS_AT = _TAT["RUNS_FROM"], _TAT["RUNS_AT"]
TRIPLES_FROM, TRIPLES_AT = _TAT["TRIPLES_FROM"], _TAT["TRIPLES_AT"]

GAINS = (0, 2, 12, 50, 0, 0)
"""Gain of a stone in a window, by how many of its side are there; for move ordering."""


def _half(code: int, side: int) -> int:
    """What a window adds to each of its points for that side."""
    black, white = divmod(code, STEPS[1])
    own, enemy = (black, white) if side else (white, black)
    if enemy or own > 4:
        return 0
    return GAINS[own] | (own == 3) << THREES_AT | (own == 4) << FOURS_AT


def _counts(code: int, side: int) -> int:
    black, white = divmod(code, STEPS[1])
    own, enemy = (black, white) if side else (white, black)
    return 1 << COUNT_BITS * (own - 1) if not enemy and 1 <= own <= 4 else 0


def _run(code: int) -> tuple[int, ...]:
    return tuple(code // 3**place % 3 for place in range(4))


def _signed(word: int) -> int:
    """As it lies in an `int64`."""
    return word - (1 << 64) if word >> 63 else word


def _key(number: int) -> int:
    """A well-mixed word (the finaliser of splitmix64), the same on every machine."""
    mask = (1 << 64) - 1
    word = (number + 1) * 0x9E3779B97F4A7C15 & mask
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & mask
    word = (word ^ word >> 27) * 0x94D049BB133111EB & mask
    return word ^ word >> 31


def blank() -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """`S` of an empty board, White to move."""
    words = [0] * STATE_SIZE
    for code in range(CODES):
        words[FIELD_OF + code] = _half(code, 0) | _half(code, 1) << HALF
        for side in (0, 1):
            words[COUNTS_OF + side * CODES + code] = _counts(code, side)
    for code in range(RUN_CODES):
        first, near, far, last = _run(code)
        if near != far or near == EMPTY:
            continue
        side = 1 if near == WHITE else 0
        own, shift = (BLACK if side else WHITE), HALF * side
        if first == EMPTY and last == own:
            words[FIRST_OF + code] = 1 << PAIRS_AT + shift
            words[OPEN_OF + side * RUN_CODES + code] = 1
        elif first == own and last == EMPTY:
            words[LAST_OF + code] = 1 << PAIRS_AT + shift
            words[OPEN_OF + side * RUN_CODES + code] = 1
        elif first == last == EMPTY:
            words[FIRST_OF + code] = words[LAST_OF + code] = 1 << FLANKS_AT + shift
            words[OPEN_OF + side * RUN_CODES + code] = 1 << 16
    keys = range(STONE_KEY, SIDE_KEY + 1)
    for at in keys:
        words[at] = _key(at)
    return np.array([_signed(word) for word in words], dtype=np.int64)


def tables() -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    """`T`."""
    table = np.zeros(TABLE_SIZE, dtype=np.int32)
    for starts, strides, rows in (
        (WINDOW_START, WINDOW_STRIDE, WINDOWS),
        (RUN_START, RUN_STRIDE, RUNS),
    ):
        for number, row in enumerate(rows):
            table[starts + number] = row[0]
            table[strides + number] = row[1] - row[0]
    at = 0
    for point, windows in enumerate(WINDOWS_OF):
        table[WINDOWS_FROM + point] = at
        for number, *_ in windows:
            table[WINDOWS_AT + at] = number
            at += 1
    table[WINDOWS_FROM + POINTS] = at
    at = 0
    for point, runs in enumerate(RUNS_OF):
        table[RUNS_FROM + point] = at
        for number, place in runs:
            table[RUNS_AT + 2 * at : RUNS_AT + 2 * at + 2] = number, place
            at += 1
    table[RUNS_FROM + POINTS] = at
    at = 0
    for point, triples in enumerate(TRIPLES):
        table[TRIPLES_FROM + point] = at
        for triple in triples:
            table[TRIPLES_AT + 3 * at : TRIPLES_AT + 3 * at + 3] = triple
            at += 1
    table[TRIPLES_FROM + POINTS] = at
    return table
