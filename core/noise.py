"""How far from its best a computer player strays.

The lower levels misjudge, as people do: noise is added to the score of each choice. It is drawn
from the salt and the choice alone, so the same question is always misjudged in the same way. Must
not know games: a choice is a number.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_BELL = 12
"""So many bytes are added up for one draw of noise: 12 have a standard deviation of 256."""
_BELL_MEAN = 1530
_BELL_DEVIATION = 256
_FURTHEST = 4
"""Choices behind the best by more than so many standard deviations are not considered."""


@dataclass(frozen=True, slots=True)
class Noise:
    """What a search does about it.

    `noise` is added to the score of each choice; those less than `reach` behind the best are scored
    exactly, so that it can change their order. Between equal ones the greater noise decides.
    """

    offsets: Mapping[int, int]
    reach: int


def draw_noise(salt: bytes, choices: Iterable[int], deviation: int) -> Noise:
    """Noise with that standard deviation, in the unit of scores."""
    offsets = {choice: _draw(salt, choice, deviation) for choice in choices}
    return Noise(offsets, _FURTHEST * deviation)


def _draw(salt: bytes, choice: int, deviation: int) -> int:
    """A draw from (nearly) a bell curve."""
    text = salt + choice.to_bytes(choice.bit_length() // 8 + 1, "big")
    total = sum(hashlib.sha256(text).digest()[:_BELL]) - _BELL_MEAN
    return total * deviation // _BELL_DEVIATION
