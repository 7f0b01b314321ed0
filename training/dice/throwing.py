"""Throws and splits by number, compiled: what falls, what is chosen, what is marked.

A split is a pair of numbers: the value left over (0 to 5, or FREE on a free ride) and the kind of
its two sums (`core/games/dice/throws.py`). Chance is a generator whose state is one number, so that
a run can be broken off and go on.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.games.dice.layout import VALUES
from core.games.dice.sheet import HIGHEST, LAST_REJECT, LISTED
from core.games.dice.throws import ALL, FIVE_DICE, FOUR_DICE, KINDS, falls, kinds_of
from core.kernels import part

FIVES = len(FIVE_DICE)
NUMBER = {tuple(value + 1 for value in five): number for number, five in enumerate(FIVE_DICE)}
"""Five dice in order -> the number of the throw."""

FREE = VALUES
"""Left over on a free ride: nothing."""


WAYS = np.array([kinds_of(four) for four in FOUR_DICE], np.int64)
"""For four dice the three ways to make two sums of them."""

FIRST = np.array([one for one, _ in KINDS], np.int64)
SECOND = np.array([other for _, other in KINDS], np.int64)
DICE = np.array(FIVE_DICE, np.int64)
REST = np.array(
    [[FOUR_DICE.index(five[:at] + five[at + 1 :]) for at in range(5)] for five in FIVE_DICE],
    np.int64,
)
"""For five dice the four that remain when one is left over."""

COUNT = np.array([falls(five) for five in FIVE_DICE], np.float64)
"""In how many ways each throw falls."""

DIFFERENT = np.array(
    [[at == 0 or five[at - 1] != five[at] for at in range(5)] for five in FIVE_DICE], np.bool_
)
"""Whether a die of a throw is not the same as the one before it."""

SHOWN = np.array([sum(1 << value for value in set(five)) for five in FIVE_DICE], np.int64)
"""Bits of the values that a throw shows."""

ANY = np.int64((1 << VALUES) - 1)

UPTO = np.cumsum(COUNT) / ALL


@part
def drawn(state: NDArray[np.uint64]) -> Any:
    """The next number of the generator (splitmix64), from 0 to below 1."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.float64(z >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@part
def thrown(state: NDArray[np.uint64]) -> Any:
    """The number of a throw."""
    return min(np.searchsorted(UPTO, drawn(state), side="right"), FIVES - 1)


@part
def allowed(rejects: NDArray[np.int64]) -> Any:
    """Bits of the values that may be left over: those listed, all while the list is not full."""
    bits = np.int64(0)
    listed = 0
    for value in range(VALUES):
        if rejects[value]:
            bits |= np.int64(1) << value
            listed += 1
    return bits if listed == LISTED else ANY


@part
def left_over(values: int, throw: int, at: int) -> Any:
    """Return the value left over for that die of the throw, FREE, or -1 if it may not be left over
    or equals the die before it."""
    if not DIFFERENT[throw, at]:
        return np.int64(-1)
    if values >> DICE[throw, at] & 1:
        return DICE[throw, at]
    return np.int64(-1) if values & SHOWN[throw] else np.int64(FREE)


@part
def choose(
    values: NDArray[np.float64],
    rejects: NDArray[np.int64],
    throw: int,
    stray: bool,
    state: NDArray[np.uint64],
    chosen: NDArray[np.int64],
) -> None:
    """The best way to split a throw, or any where it strays: the reject and the two sums."""
    most = -1e9
    may = allowed(rejects)
    for at in range(5):
        reject = left_over(may, throw, at)
        if reject < 0:
            continue
        for way in range(3):
            kind = WAYS[REST[throw, at], way]
            value = drawn(state) if stray else values[reject, kind]
            if value > most:
                most = value
                chosen[0] = reject
                chosen[1] = kind


@part
def mark(marks: NDArray[np.int64], rejects: NDArray[np.int64], chosen: NDArray[np.int64]) -> Any:
    """Enters a choice; whether the game is over with it."""
    i, j = FIRST[chosen[1]], SECOND[chosen[1]]
    marks[i] = min(marks[i] + 1, HIGHEST)
    marks[j] = min(marks[j] + 1, HIGHEST)
    if chosen[0] == FREE:
        return False
    rejects[chosen[0]] += 1
    return rejects[chosen[0]] == LAST_REJECT
