"""Parts of kernels as Python sees them. Boards are plain numbers here."""

from typing import Any

import numpy as np

from core.games.reversi.kernels import board, evaluation, order, stable, table
from core.games.reversi.kernels.patterns import LANES
from core.kernels import kernel

Boards = tuple[int, int]

WIDE = 2**64 - 1
"""Masks a `uint64` that comes back from a kernel: Python may see it as a negative number."""


def wide(own: int, opp: int) -> tuple[np.uint64, np.uint64]:
    return np.uint64(own), np.uint64(opp)


@kernel("uint64(uint64, uint64)")
def _mobility(own: Any, opp: Any) -> Any:
    return board.mobility(own, opp)


@kernel("uint64(uint64, uint64, int64)")
def _flips(own: Any, opp: Any, square: Any) -> Any:
    return board.flips(own, opp, square)


@kernel("int64(uint64, uint64)")
def _final(own: Any, opp: Any) -> Any:
    return board.final(own, opp)


@kernel("uint64(uint64, uint64)")
def _stable(own: Any, opp: Any) -> Any:
    return stable.stable(own, opp)


@kernel("int64(uint64, uint64, int64)")
def _most_possible(own: Any, opp: Any, alpha: Any) -> Any:
    return stable.most_possible(own, opp, alpha)


@kernel("uint64(uint64)")
def _odd(empty: Any) -> Any:
    return order.odd(empty)


@kernel("int64(int64[:, ::1], int64, int64)")
def _take(lists: Any, row: Any, count: Any) -> Any:
    return order.take(lists, row, count)


@kernel("void(int16[:, ::1], uint64, uint64, int64, int64)")
def _begin(lanes: Any, own: Any, opp: Any, sign: Any, empty: Any) -> None:
    evaluation.begin(lanes, own, opp, sign, empty)


@kernel("void(int16[:, ::1], int64, int64, uint64, int64)")
def _follow(lanes: Any, empty: Any, square: Any, turned: Any, sign: Any) -> None:
    evaluation.follow(lanes, empty, square, turned, sign)


@kernel("int64(int16[:, ::1], int64, int64, uint64[::1])")
def _evaluate(lanes: Any, empty: Any, sign: Any, weights: Any) -> Any:
    return evaluation.evaluate(lanes, empty, sign, weights)


@kernel("uint64(uint64, uint64)")
def _hashed(own: Any, opp: Any) -> Any:
    return table.hashed(own, opp)


@kernel("uint64(uint64[::1], uint64, int64)")
def _find(entries: Any, key: Any, generation: Any) -> Any:
    return table.find(entries, key, generation)


@kernel(
    "void(uint64[::1], uint64, int64, uint64, int64, int64, int64, int64, int64, int64)",
)
def _keep(
    entries: Any,
    key: Any,
    generation: Any,
    old: Any,
    depth: Any,
    sure: Any,
    alpha: Any,
    beta: Any,
    score: Any,
    square: Any,
) -> None:
    table.keep(entries, key, generation, old, depth, sure, alpha, beta, score, square)


@kernel("void(uint64, int64[::1])")
def _read(data: Any, fields: Any) -> None:
    fields[0] = table.lower(data)
    fields[1] = table.upper(data)
    fields[2] = table.depth_of(data)
    fields[3] = table.sure_of(data)
    fields[4] = table.square_of(data)


def mobility(own: int, opp: int) -> int:
    return int(_mobility(*wide(own, opp))) & WIDE


def flips(own: int, opp: int, square: int) -> int:
    return int(_flips(*wide(own, opp), square)) & WIDE


def final(own: int, opp: int) -> int:
    return int(_final(*wide(own, opp)))


def stable_of(own: int, opp: int) -> int:
    return int(_stable(*wide(own, opp))) & WIDE


def most_possible(own: int, opp: int, alpha: int) -> int:
    return int(_most_possible(*wide(own, opp), alpha))


def odd(empty: int) -> int:
    return int(_odd(np.uint64(empty))) & WIDE


def taken(row: list[int]) -> list[int]:
    """The squares of a row in the order in which they are taken."""
    lists = np.array([row], np.int64)
    return [int(_take(lists, 0, count)) for count in range(len(row), 0, -1)]


def lanes_of(own: int, opp: int, sign: int = 1) -> Any:
    empty = 64 - (own | opp).bit_count()
    lanes = np.zeros((65, LANES), np.int16)
    _begin(lanes, *wide(own, opp), sign, empty)
    return lanes


def followed(lanes: Any, empty: int, square: int, turned: int, sign: int) -> Any:
    """The row after a move."""
    _follow(lanes, empty, square, np.uint64(turned), sign)
    return lanes[empty - 1]


def evaluated(own: int, opp: int, weights: Any) -> int:
    empty = 64 - (own | opp).bit_count()
    return int(_evaluate(lanes_of(own, opp), empty, 1, weights))


def hashed(own: int, opp: int) -> int:
    return int(_hashed(*wide(own, opp))) & WIDE


def found(entries: Any, key: int, generation: int) -> tuple[int, ...] | None:
    """Lower and upper bound, depth, sureness, square; None where there is nothing."""
    data = _find(entries, np.uint64(key), generation)
    if not int(data):
        return None
    fields = np.zeros(5, np.int64)
    _read(np.uint64(int(data) & WIDE), fields)
    return tuple(int(field) for field in fields)


def keep(
    entries: Any,
    key: int,
    depth: int,
    score: int,
    window: tuple[int, int] = (-4096, 4096),
    generation: int = 1,
    sure: int = 9,
    square: int = 0,
) -> None:
    old = np.uint64(int(_find(entries, np.uint64(key), generation)) & WIDE)
    _keep(entries, np.uint64(key), generation, old, depth, sure, *window, score, square)
