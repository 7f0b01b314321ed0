"""Nodes decide when thinking ends; the clock is asked now and then."""

from collections import deque
from itertools import repeat

import pytest

from core.budget import Budget, Ended
from core.engine import Limit


def spent(budget: Budget, step: int) -> int:
    """How many nodes are taken, so many at a time, until it ends."""
    with pytest.raises(Ended):
        deque(map(budget.spend, repeat(step)), maxlen=0)
    return budget.nodes


@pytest.mark.parametrize("step", [1, 7, 5_000])
def test_it_ends_with_the_first_node_too_many(step: int) -> None:
    budget = Budget(Limit(nodes=10_000, millis=0), lambda: False)
    assert spent(budget, step) == 10_000 // step * step + step
    assert not budget.cut


def test_no_nodes_at_all() -> None:
    assert spent(Budget(Limit(nodes=0, millis=0), lambda: False), 1) == 1


def test_the_clock_is_asked_about_every_thousand_nodes_and_ends_it() -> None:
    answers = iter([False, False, False, True])
    budget = Budget(Limit(nodes=1_000_000, millis=0), lambda: next(answers))
    assert 3_000 <= spent(budget, 10) <= 3_020
    assert budget.cut


def test_a_clock_that_has_run_out_allows_nothing() -> None:
    budget = Budget(Limit(nodes=1_000_000, millis=0), lambda: True)
    assert spent(budget, 1) == 1
    assert budget.cut
