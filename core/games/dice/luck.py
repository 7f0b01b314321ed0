"""How lucky the dice of a game were.

A game's total is what is to be expected before its first throw, more or less by what the throws
brought and less by what the choices gave away; so the luck follows from the other three. How often
the dice are so kind was measured on 20,000 games of the strong computer player, which gives next to
nothing away: there all that differs from game to game is luck. Must not say it in words.
"""

from bisect import bisect
from enum import StrEnum

EXPECTED = 302
"""Points to be expected before the first throw, by the table of points. A test holds it to that."""

_TWENTIETHS = (
    -522, -392, -302, -232, -182, -132, -92, -52, -12,
    28, 68, 98, 128, 168, 208, 248, 298, 358, 428,
)  # fmt: skip
"""The luck of the unkindest twentieth of games is below the first of these, and so on."""


class LuckLevel(StrEnum):
    """How kind the dice were."""

    HARSH = "harsh"  # in one game of ten
    UNKIND = "unkind"  # in two of ten
    FAIR = "fair"  # in four of ten
    KIND = "kind"  # in two of ten
    GOLDEN = "golden"  # in one of ten


_FORTUNES = (
    (10, LuckLevel.HARSH),
    (30, LuckLevel.UNKIND),
    (70, LuckLevel.FAIR),
    (90, LuckLevel.KIND),
)


def luck(total: int, lost: int) -> int:
    """What the throws of a game brought beyond what was to be expected, in points, from its total
    and from what its choices gave away."""
    return total + lost - EXPECTED


def luck_percentile(luck: int) -> int:
    """In how many of a hundred games the dice are less kind, in steps of five."""
    return 5 * bisect(_TWENTIETHS, luck)


def luck_level(luck: int) -> LuckLevel:
    """The same as one of five."""
    percent = luck_percentile(luck)
    return next((kind for below, kind in _FORTUNES if percent < below), LuckLevel.GOLDEN)
