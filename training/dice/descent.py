"""Games that a table plays against the dice, and what it learns from them, compiled.

After each game every sheet on its way is drawn to what followed, from the end backwards
(TD(lambda)). What followed is not the throws as they fell but the mean over all 252 different ones,
a control variate, which leaves a seventh of the noise. Step sizes are those of temporal coherence:
an entry whose corrections point both ways takes smaller ones.
"""

import numpy as np
from numpy.typing import NDArray

from core.games.dice.layout import SUMS, VALUES
from core.kernels import kernel
from training.dice.throwing import FIVES, choose, drawn, mark, thrown
from training.dice.worths import KINDS, MOST, Table, entries, outlook, worth_of

LONGEST = 200
"""Rounds that a game is followed."""

_STEEPEST = 4.0
"""A logit has to move four times as much as the probability it represents."""


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
    """Play `games` games and learn from each; return the mean result without the luck foreseen by
    the table.

    `trace` is lambda, `strays` the share of random choices, `pace` the largest step.
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
            size = pace / count[t] * (_STEEPEST if aim else 1.0)
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
