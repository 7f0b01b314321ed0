"""Games that a table plays against the dice, and what it learns from them, compiled.

The table is a row of floats by `core/games/dice/layout.py`; a sheet's value is a sum of its
entries: points, or (where `aim` is 1) the logit of the chance of 500. A sheet is the marks of
eleven sums and of six rejects.

After each game every sheet on its way is drawn to what followed, from the end backwards
(TD(lambda)). What followed is not the throws as they fell but the mean over all 252 different ones,
a control variate, which leaves a seventh of the noise. Step sizes are those of temporal coherence:
an entry whose corrections point both ways takes smaller ones.
"""

from itertools import combinations_with_replacement
from math import factorial, prod
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
from core.games.dice.sheet import HIGHEST, LAST_REJECT, OPENED, PAID_OFF, POINTS
from core.kernels import kernel, part

Table = NDArray[np.float32]

CLASS = np.array(layout.CLASS, np.int64)
ROW = np.array(layout.ROW, np.int64)
MIRRORED = np.array(layout.MIRRORED, np.int64)
PAIR = np.array(layout.PAIR, np.int64)
SET = np.array(layout.SET, np.int64)
IMAGE = np.array(layout.IMAGE, np.int64)
WORTH = np.array(list(POINTS.values()), np.int64)

MOST = 84
"""Entries that a sheet picks out, at most."""
LONGEST = 200
"""Rounds that a game is followed."""

_SUM_PAIRS = [(i, j) for i in range(SUMS) for j in range(i, SUMS)]
_NUMBER = {pair: n for n, pair in enumerate(_SUM_PAIRS)}
KINDS = len(_SUM_PAIRS)

_FOURS: list[tuple[int, ...]] = list(combinations_with_replacement(range(VALUES), 4))
_FIVES: list[tuple[int, ...]] = list(combinations_with_replacement(range(VALUES), 5))
FOURS = len(_FOURS)
FIVES = len(_FIVES)
FREE = VALUES
"""The row, behind those of rejects, for what leaves nothing over."""


def _both(one: int, other: int) -> int:
    return _NUMBER[min(one, other), max(one, other)]


WAYS = np.array(
    [[_both(a + b, c + d), _both(a + c, b + d), _both(a + d, b + c)] for a, b, c, d in _FOURS],
    np.int64,
)
"""For four dice the three ways to make two sums of them."""

FIRST = np.array([pair[0] for pair in _SUM_PAIRS], np.int64)
SECOND = np.array([pair[1] for pair in _SUM_PAIRS], np.int64)
DICE = np.array(_FIVES, np.int64)
REST = np.array(
    [[_FOURS.index(five[:at] + five[at + 1 :]) for at in range(5)] for five in _FIVES], np.int64
)
"""For five dice the four that remain when one is left over."""
CHANCE = np.array(
    [
        factorial(5) / prod(factorial(five.count(v)) for v in range(VALUES)) / VALUES**5
        for five in _FIVES
    ]
)
UPTO = np.cumsum(CHANCE)


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
    for i in range(SUMS):
        for k in range(3):
            total = np.float64(table[block + ROW[i] * STEPS + step[i, k]])
            total += table[list_at(at, i, step[i, k])]
            pairs = np.float64(0)
            for j in range(SUMS):
                if j != i:
                    pairs += table[pair_at(block, i, j, step[i, k], marks[j])]
            if k == 0:
                base += total + pairs / 2
            alone[i, k] = total + pairs
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
            value -= table[pair_at(block, i, j, step[i, 1], marks[j])]
            value -= table[pair_at(block, i, j, marks[i], step[j, 1])]
            value += table[pair_at(block, i, j, marks[i], marks[j])]
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
            values[kind] = 100.0 if points >= 500 else -100.0 + points / 1e5


@part
def worth_of(aim: int, value: float) -> Any:
    """What is to be expected where the table says so: points or a chance."""
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
    listed = 0
    for value in range(VALUES):
        listed += rejects[value] > 0
    full = listed == 3
    for reject in range(VALUES + 1):
        if reject == FREE:
            if not full:
                continue
            after(table, marks, rejects, values[reject])
        elif full and rejects[reject] == 0:
            continue
        else:
            rejects[reject] += 1
            if rejects[reject] == LAST_REJECT:
                final(marks, aim, values[reject])
            else:
                after(table, marks, rejects, values[reject])
            rejects[reject] -= 1
        for four in range(FOURS):
            fours[reject, four] = max(
                values[reject, WAYS[four, 0]],
                values[reject, WAYS[four, 1]],
                values[reject, WAYS[four, 2]],
            )
    mean = 0.0
    for throw in range(FIVES):
        most = -1e9
        free = full
        for at in range(5):
            reject = DICE[throw, at]
            if not full or rejects[reject]:
                free = False
                most = max(most, fours[reject, REST[throw, at]])
        if free:
            for at in range(5):
                most = max(most, fours[FREE, REST[throw, at]])
        best[throw] = most
        mean += CHANCE[throw] * worth_of(aim, most)
    return mean


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
    listed = 0
    shown = False
    for value in range(VALUES):
        listed += rejects[value] > 0
    for at in range(5):
        shown = shown or rejects[DICE[throw, at]] > 0
    most = -1e9
    for at in range(5):
        reject = DICE[throw, at]
        if listed == 3:
            if shown and rejects[reject] == 0:
                continue
            if not shown:
                reject = np.int64(FREE)
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


@kernel(
    "float64(float32[::1], float32[::1], float32[::1], uint64[::1], int64, int64, float64, float64,"
    " float64)"
)
def learn(
    table: Table,
    drift: Table,
    travel: Table,
    state: NDArray[np.uint64],
    aim: int,
    games: int,
    trace: float,
    strays: float,
    pace: float,
) -> float:
    """Plays so many games and learns from each; the mean of what came out, free of the luck that
    the table foresaw.

    `trace` is lambda, `strays` the share of choices drawn by lot, `pace` the largest step.
    """
    values = np.zeros((VALUES + 1, KINDS))
    best = np.zeros(FIVES)
    found = np.zeros((LONGEST, MOST), np.int64)
    count = np.zeros(LONGEST, np.int64)
    said = np.zeros(LONGEST)
    ahead = np.zeros(LONGEST)
    strayed = np.zeros(LONGEST, np.bool_)
    chosen = np.zeros(2, np.int64)
    sum_of_all = 0.0
    for _ in range(games):
        marks = np.zeros(SUMS, np.int64)
        rejects = np.zeros(VALUES, np.int64)
        rounds = 0
        over = False
        while not over and rounds < LONGEST:
            count[rounds] = entries(marks, rejects, found[rounds])
            total = 0.0
            for n in range(count[rounds]):
                total += table[found[rounds, n]]
            said[rounds] = worth_of(aim, total)
            ahead[rounds] = outlook(table, marks, rejects, aim, values, best)
            strayed[rounds] = drawn(state) < strays
            throw = thrown(state)
            choose(values, rejects, throw, strayed[rounds], state, chosen)
            over = mark(marks, rejects, chosen)
            rounds += 1
        correction = 0.0
        for t in range(rounds - 1, -1, -1):
            if strayed[t]:
                correction = 0.0
            target = ahead[t] + trace * correction
            error = target - said[t]
            correction = target - said[t]
            size = pace / count[t] * (4.0 if aim else 1.0)
            for n in range(count[t]):
                entry = found[t, n]
                coherent = 1.0
                if travel[entry] > 0:
                    coherent = abs(drift[entry]) / travel[entry]
                table[entry] += np.float32(size * coherent * error)
                drift[entry] += np.float32(error)
                travel[entry] += np.float32(abs(error))
        sum_of_all += said[0] + correction
    return sum_of_all / games


@kernel("void(float32[::1], uint64[::1], int64, int64, float64[::1], float64[::1])")
def trial(
    table: Table,
    state: NDArray[np.uint64],
    aim: int,
    games: int,
    totals: NDArray[np.float64],
    foreseen: NDArray[np.float64],
) -> None:
    """Plays so many games as well as the table can: the points of each, and the luck in it that the
    table foresaw (points, or chance of 500), whose mean is nought."""
    values = np.zeros((VALUES + 1, KINDS))
    best = np.zeros(FIVES)
    chosen = np.zeros(2, np.int64)
    for game in range(games):
        marks = np.zeros(SUMS, np.int64)
        rejects = np.zeros(VALUES, np.int64)
        over = False
        luck = 0.0
        while not over:
            mean = outlook(table, marks, rejects, aim, values, best)
            throw = thrown(state)
            luck += worth_of(aim, best[throw]) - mean
            choose(values, rejects, throw, False, state, chosen)
            over = mark(marks, rejects, chosen)
        points = np.int64(0)
        for i in range(SUMS):
            points += worth(i, marks[i])
        totals[game] = points
        foreseen[game] = luck
