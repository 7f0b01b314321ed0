"""Evaluation noise for the weaker computer players.

Lower levels misjudge positions, as people do: noise is added to the score of each choice. It is
derived from the salt and the choice alone, so the same position is always misjudged the same way.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_BELL = 12
"""Hash bytes summed per draw; 12 of them have a standard deviation of 256."""
_BELL_MEAN = 1530
_BELL_DEVIATION = 256
_FURTHEST = 4
"""Choices further behind the best than this many standard deviations are not considered."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Score offsets for a search.

    `offsets` is added to the score of each choice. Choices less than `reach` behind the best are
    scored exactly, so that noise can change their order. Ties go to the larger offset.
    """

    offsets: Mapping[int, int]
    reach: int


def draw_noise(salt: bytes, choices: Iterable[int], deviation: int) -> Noise:
    """Draw noise with the given standard deviation, in the unit of scores."""
    offsets = {choice: _draw(salt, choice, deviation) for choice in choices}
    return Noise(offsets, _FURTHEST * deviation)


def _draw(salt: bytes, choice: int, deviation: int) -> int:
    """Return one approximately normal draw."""
    text = salt + choice.to_bytes(choice.bit_length() // 8 + 1, "big")
    total = sum(hashlib.sha256(text).digest()[:_BELL]) - _BELL_MEAN
    return total * deviation // _BELL_DEVIATION
