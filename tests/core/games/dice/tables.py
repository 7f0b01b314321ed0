"""Tables for tests: those that ship, and ones of any numbers with the same mirror symmetry."""

from functools import cache
from importlib import resources

import numpy as np

from core.games.dice.layout import SIZE
from core.games.dice.values import LOGIT_UNIT, POINT_UNIT, Aim, Values
from training.dice.pack import packed


@cache
def stored(aim: Aim) -> bytes:
    """A table's file: points or logits of a plausible size."""
    lots = np.random.default_rng(len(aim))
    unit, size = (POINT_UNIT, 20.0) if aim is Aim.MEAN else (LOGIT_UNIT, 0.2)
    return packed(lots.normal(0, size, SIZE).astype(np.float32), unit)


@cache
def values(aim: Aim) -> Values:
    return Values(stored(aim), aim)


@cache
def shipped(aim: Aim) -> bytes:
    """The file that training made."""
    return resources.files("core.games.dice").joinpath(f"{aim}.bin").read_bytes()
