"""The fit finds weights that are really there."""

import random

import pytest

from core.games.reversi import evaluation
from core.games.reversi.bits import mobility
from core.games.reversi.evaluation import COUNTED, FEATURES, WEIGHTS, expand
from core.games.reversi.weights import KNOTS, TABLE
from tests.core.games.reversi.boards import sides, wander
from training.reversi.weights import Fit, measured, source


def test_measures_what_the_evaluation_weighs() -> None:
    own, opp = sides(wander(seed=4, empty=30))
    for score, _, next_own, next_opp, *_ in expand(own, opp, mobility(own, opp)):
        counted = measured(next_opp, next_own, empty=29)[:COUNTED]
        *weights, constant = WEIGHTS[29]
        assert score == constant + sum(a * b for a, b in zip(weights, counted, strict=True))


def test_finds_planted_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = dict(
        zip(FEATURES, (2.0, -1.0, 9.0, -6.0, -3.0, 4.0, 1.0, 0.5, 3.0, -1.0), strict=True)
    )
    monkeypatch.setattr("training.reversi.weights.RIDGE", 0.001)
    fit, lots = Fit(), random.Random(1)
    for seed in range(700):
        own, opp = sides(wander(seed, empty=lots.randrange(KNOTS[0], KNOTS[-1] + 1)))
        empty = 64 - (own | opp).bit_count()
        values = measured(opp, own, empty)
        fit.add(own, opp, round(sum(a * b for a, b in zip(values, planted.values(), strict=True))))
    table = fit.solve()
    assert fit.error(table) < 0.4  # the rounding of the margins
    row = dict(zip(FEATURES, table[2 * len(FEATURES) :], strict=False))
    for name in ("mobility", "frontier", "edge_middles", "discs"):
        assert row[name] == pytest.approx(planted[name], abs=0.3)


def test_writes_the_module_it_read() -> None:
    """The file in the tree is in the form in which the script writes it."""
    flat = [weight / evaluation.DISC for row in TABLE for weight in row]
    written: dict[str, object] = {}
    exec(source(flat), written)
    assert written["TABLE"] == TABLE
    assert written["KNOTS"] == KNOTS
