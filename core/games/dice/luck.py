"""How lucky the dice of a game were.

The final total is the expected score before the first throw, plus luck, minus what the choices
lost; so luck follows from the other three. Percentiles were measured on 20,000 games of the strong
computer player, which loses next to nothing by its choices, so that all variance is luck.
"""

from bisect import bisect
from enum import StrEnum

EXPECTED = 302
"""The expected score before the first throw, by the table of points. A test verifies it."""

_TWENTIETHS = (
    -522, -392, -302, -232, -182, -132, -92, -52, -12,
    28, 68, 98, 128, 168, 208, 248, 298, 358, 428,
)  # fmt: skip
"""Upper bounds of the twentieths of games by luck, unluckiest first."""


class LuckLevel(StrEnum):
    """A class of luck."""

    HARSH = "harsh"  # one game in ten
    UNKIND = "unkind"  # two in ten
    FAIR = "fair"  # four in ten
    KIND = "kind"  # two in ten
    GOLDEN = "golden"  # one in ten


_FORTUNES = (
    (10, LuckLevel.HARSH),
    (30, LuckLevel.UNKIND),
    (70, LuckLevel.FAIR),
    (90, LuckLevel.KIND),
)


def luck(total: int, lost: int) -> int:
    """Return the luck of a game in points, from its total and from what its choices lost."""
    return total + lost - EXPECTED


def luck_percentile(luck: int) -> int:
    """Return the percentage of games with less luck, in steps of five."""
    return 5 * bisect(_TWENTIETHS, luck)


def luck_level(luck: int) -> LuckLevel:
    """Return the class of luck."""
    percent = luck_percentile(luck)
    return next((kind for below, kind in _FORTUNES if percent < below), LuckLevel.GOLDEN)
