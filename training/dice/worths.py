"""What sheets are worth by a table that still learns, compiled.

The same as `core/games/dice/values.py`, for a table of floats in which of two entries that are each
other's mirror image one is used; a test holds the two together. A sheet is the marks of eleven
sums, none above ten, and of six rejects. Where `aim` is 0 worths are points, where it is 1 they are
logits of the chance of 500.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.games.dice import layout
from core.games.dice.layout import (
    BLOCK,
    FINISHED_AT,
    LEAST,
    LIST,
    LISTS_AT,
    MISSING,
    MISSING_AT,
    OPEN,
    PAID,
    PAID_AT,
    PAID_BINS,
    PILE,
    PILES_AT,
    POINT,
    POINTS_AT,
    POINTS_BINS,
    REJECTS,
    STEPS,
    SUMS,
    TALLIES,
    VALUES,
)
from core.games.dice.rules import WIN
from core.games.dice.sheet import HIGHEST, LAST_REJECT, OPENED, PAID_OFF, POINTS
from core.games.dice.throws import ALL, FOURS
from core.kernels import part
from training.dice.throwing import (
    ANY,
    COUNT,
    FIRST,
    FIVES,
    FREE,
    REST,
    SECOND,
    WAYS,
    allowed,
    left_over,
)

Table = NDArray[np.float32]

CLASS = np.array(layout.CLASS, np.int64)
ROW = np.array(layout.ROW, np.int64)
MIRRORED = np.array(layout.MIRRORED, np.int64)
PAIR = np.array(layout.PAIR, np.int64)
SET = np.array(layout.SET, np.int64)
IMAGE = np.array(layout.IMAGE, np.int64)
WORTH = np.array(list(POINTS.values()), np.int64)
KINDS = len(FIRST)
CERTAIN = 100.0
"""As a logit."""
MOST = 84
"""Entries that a sheet picks out, at most."""


@part
def places(rejects: NDArray[np.int64], at: NDArray[np.int64]) -> None:
    """Where a list of rejects has its block, its lists and its pile."""
    bits = np.int64(0)
    total = np.int64(0)
    counts = np.zeros(3, np.int64)
    listed = 0
    for value in range(VALUES):
        if rejects[value]:
            bits |= np.int64(1) << value
            counts[listed] = rejects[value]
            total += rejects[value]
            listed += 1
    at[0] = CLASS[(counts[0] * TALLIES + counts[1]) * TALLIES + counts[2]] * BLOCK
    image = IMAGE[bits]
    at[1] = LISTS_AT + (SET[bits] * REJECTS + total) * LIST
    at[2] = LISTS_AT + (SET[image] * REJECTS + total) * LIST
    turned = SET[image] < SET[bits] or (image == bits and counts[0] > counts[1])
    if turned:
        other = counts[0]
        counts[0] = counts[max(listed - 1, 0)]
        counts[max(listed - 1, 0)] = other
    pile = (counts[0] * TALLIES + counts[1]) * TALLIES + counts[2]
    at[3] = PILES_AT + min(SET[bits], SET[image]) * PILE + pile


@part
def list_at(at: NDArray[np.int64], sum: int, marks: int) -> Any:
    """The entry of a sum in the lists; the 7 has one for a list and its mirror image."""
    begin = at[2] if MIRRORED[sum] else at[1]
    if sum == SUMS // 2:
        begin = min(at[1], at[2])
    return begin + ROW[sum] * STEPS + marks


@part
def pair_at(block: int, one: int, other: int, a: int, b: int) -> Any:
    if one + other == SUMS - 1 and a > b:
        return block + PAIR[one, other, 0] + PAIR[one, other, 1] * b + PAIR[one, other, 2] * a
    return block + PAIR[one, other, 0] + PAIR[one, other, 1] * a + PAIR[one, other, 2] * b


@part
def worth(sum: int, marks: int) -> Any:
    if marks == 0:
        return np.int64(0)
    if marks < PAID_OFF:
        return np.int64(OPENED)
    return (min(marks, HIGHEST) - PAID_OFF) * WORTH[sum]


@part
def measured(sum: int, marks: int, figures: NDArray[np.int64], times: int) -> None:
    """Adds what a sum brings to points, opened, missing, finished and paid."""
    points = worth(sum, marks)
    figures[0] += times * points
    if 0 < marks < PAID_OFF:
        figures[1] += times
        figures[2] += times * (PAID_OFF - marks)
    if marks >= PAID_OFF:
        figures[3] += times
        figures[4] += times * points


@part
def points_at(block: int, points: int) -> Any:
    return block + POINTS_AT + min(max((points - LEAST) // POINT, 0), POINTS_BINS - 1)


@part
def missing_at(block: int, opened: int, missing: int) -> Any:
    return block + MISSING_AT + min(opened, OPEN - 1) * MISSING + min(missing, MISSING - 1)


@part
def finished_at(block: int, opened: int, finished: int) -> Any:
    return block + FINISHED_AT + opened * (SUMS + 1) + finished


@part
def paid_at(block: int, opened: int, paid: int) -> Any:
    return block + PAID_AT + min(opened, OPEN - 1) * PAID_BINS + min(paid // PAID, PAID_BINS - 1)


@part
def figures_at(table: Table, block: int, f: NDArray[np.int64]) -> Any:
    return (
        table[points_at(block, f[0])]
        + table[missing_at(block, f[1], f[2])]
        + table[finished_at(block, f[1], f[3])]
        + table[paid_at(block, f[1], f[4])]
    )


@part
def entries(marks: NDArray[np.int64], rejects: NDArray[np.int64], found: NDArray[np.int64]) -> Any:
    """The entries that a sheet picks out; how many."""
    at = np.empty(4, np.int64)
    f = np.zeros(5, np.int64)
    places(rejects, at)
    block = at[0]
    n = 0
    for i in range(SUMS):
        found[n] = block + ROW[i] * STEPS + marks[i]
        found[n + 1] = list_at(at, i, marks[i])
        n += 2
        for j in range(i + 1, SUMS):
            found[n] = pair_at(block, i, j, marks[i], marks[j])
            n += 1
        measured(i, marks[i], f, 1)
    found[n] = points_at(block, f[0])
    found[n + 1] = missing_at(block, f[1], f[2])
    found[n + 2] = finished_at(block, f[1], f[3])
    found[n + 3] = paid_at(block, f[1], f[4])
    found[n + 4] = at[3]
    return n + 5


@part
def after(
    table: Table,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    values: NDArray[np.float64],
) -> None:
    """What each two sums are worth, once the rejects are these."""
    at = np.empty(4, np.int64)
    places(rejects, at)
    block = at[0]
    f = np.zeros(5, np.int64)
    more = np.zeros((SUMS, 3, 5), np.int64)
    alone = np.empty((SUMS, 3))
    step = np.empty((SUMS, 3), np.int64)
    for i in range(SUMS):
        measured(i, marks[i], f, 1)
        for k in range(3):
            step[i, k] = min(marks[i] + k, HIGHEST)
            measured(i, step[i, k], more[i, k], 1)
            measured(i, marks[i], more[i, k], -1)
    base = np.float64(table[at[3]])
    now = np.empty((SUMS, SUMS))  # what two sums say together, and with a mark more of the first
    more_now = np.empty((SUMS, SUMS))
    for i in range(SUMS):
        for k in range(3):
            alone[i, k] = table[block + ROW[i] * STEPS + step[i, k]]
            alone[i, k] += table[list_at(at, i, step[i, k])]
        base += alone[i, 0]
        for j in range(SUMS):
            if j == i:
                continue
            now[i, j] = table[pair_at(block, i, j, step[i, 0], marks[j])]
            more_now[i, j] = table[pair_at(block, i, j, step[i, 1], marks[j])]
            alone[i, 0] += now[i, j]
            alone[i, 1] += more_now[i, j]
            alone[i, 2] += table[pair_at(block, i, j, step[i, 2], marks[j])]
            if i < j:
                base += now[i, j]
    g = np.empty(5, np.int64)
    for kind in range(KINDS):
        i, j = FIRST[kind], SECOND[kind]
        if i == j:
            value = base + alone[i, 2] - alone[i, 0]
            for k in range(5):
                g[k] = f[k] + more[i, 2, k]
        else:
            value = base + alone[i, 1] - alone[i, 0] + alone[j, 1] - alone[j, 0]
            value += table[pair_at(block, i, j, step[i, 1], step[j, 1])]
            value += now[i, j] - more_now[i, j] - more_now[j, i]
            for k in range(5):
                g[k] = f[k] + more[i, 1, k] + more[j, 1, k]
        values[kind] = value + figures_at(table, block, g)


@part
def final(marks: NDArray[np.int64], aim: int, values: NDArray[np.float64]) -> None:
    """What each two sums are worth where the game ends with them: points, or a logit so far out
    that it is certain."""
    base = np.int64(0)
    for i in range(SUMS):
        base += worth(i, marks[i])
    for kind in range(KINDS):
        i, j = FIRST[kind], SECOND[kind]
        points = base
        if i == j:
            points += worth(i, marks[i] + 2) - worth(i, marks[i])
        else:
            points += worth(i, marks[i] + 1) - worth(i, marks[i])
            points += worth(j, marks[j] + 1) - worth(j, marks[j])
        values[kind] = np.float64(points)
        if aim:
            values[kind] = CERTAIN if points >= WIN else -CERTAIN
            values[kind] += points / 1e5  # between games that are lost the points decide


@part
def worth_of(aim: int, value: float) -> Any:
    """Return the expectation for a table value: points or a probability."""
    return 1.0 / (1.0 + np.exp(-value)) if aim else value


@part
def outlook(
    table: Table,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    aim: int,
    values: NDArray[np.float64],
    best: NDArray[np.float64],
) -> Any:
    """Fills in what each way is worth (by reject, then two sums), and the best of each throw; the
    mean of those, as points or as a chance."""
    fours = np.empty((VALUES + 1, FOURS))
    may = allowed(rejects)
    for reject in range(VALUES + 1):
        if reject == FREE:
            if may == ANY:
                continue
            after(table, marks, rejects, values[reject])
        elif may >> reject & 1:
            rejects[reject] += 1
            if rejects[reject] == LAST_REJECT:
                final(marks, aim, values[reject])
            else:
                after(table, marks, rejects, values[reject])
            rejects[reject] -= 1
        else:
            continue
        for four in range(FOURS):
            fours[reject, four] = max(
                values[reject, WAYS[four, 0]],
                values[reject, WAYS[four, 1]],
                values[reject, WAYS[four, 2]],
            )
    mean = 0.0
    for throw in range(FIVES):
        most = -1e9
        for at in range(5):
            reject = left_over(may, throw, at)
            if reject >= 0:
                most = max(most, fours[reject, REST[throw, at]])
        best[throw] = most
        mean += COUNT[throw] * worth_of(aim, most)
    return mean / ALL
