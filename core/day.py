"""Days of the daily dice: dates, and the instants at which they begin and end.

A day is a UTC date. Players may enter until it is over and finish for six hours more; then its key
is disclosed. Everything that belongs to a day follows from its date: the label of its throws and
the id of its contest.
"""

import re
from dataclasses import dataclass

from core.types import MatchId, Millis

_LENGTH = 24 * 60 * 60 * 1_000
"""Length of a day in milliseconds: UTC as computers count it has no other."""

TAIL = _LENGTH // 4
"""For how long after its day an entry may be finished, in milliseconds."""

_LABEL = "daily/"
_TABLE = "daily"
_LETTERS = str.maketrans("0123456789", "abcdefghij")
_DIGITS = str.maketrans("abcdefghij", "0123456789")
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_EPOCH = 719_162
"""Days from the first of January of the year 1 to that of 1970."""


@dataclass(frozen=True, slots=True, order=True)
class Day:
    """A day by its number: 0 is the first of January 1970."""

    number: int

    @staticmethod
    def at(now: Millis) -> "Day":
        """The day of an instant."""
        return Day(now // _LENGTH)

    @staticmethod
    def parse(text: str) -> "Day | None":
        """Parse a date such as `2026-03-14`; None for anything else."""
        found = _DATE.fullmatch(text)
        if found is None:
            return None
        year, month, date = map(int, found.groups())
        if not (year and 1 <= month <= 12):
            return None
        day = Day(_before(year) + sum(_MONTHS[: month - 1]) + (month > 2 and _is_leap(year)))
        day = Day(day.number + date - 1 - _EPOCH)
        return day if day.date == text else None

    @property
    def date(self) -> str:
        """`2026-03-14`."""
        left = self.number + _EPOCH
        year = left * 400 // 146_097 + 1  # by the mean length: the right one, or one too few
        year += _before(year + 1) <= left
        left -= _before(year)
        for month, length in enumerate(_MONTHS, start=1):
            length += month == 2 and _is_leap(year)
            if left < length:
                return f"{year:04}-{month:02}-{left + 1:02}"
            left -= length
        raise AssertionError("a year has no more months")

    @property
    def opens(self) -> Millis:
        return Millis(self.number * _LENGTH)

    @property
    def shuts(self) -> Millis:
        """The instant from which entering is refused."""
        return Millis((self.number + 1) * _LENGTH)

    @property
    def closes(self) -> Millis:
        """The instant at which play ends and the key is disclosed."""
        return Millis(self.shuts + TAIL)

    @property
    def label(self) -> str:
        """What its throws are made from, beside the key."""
        return _LABEL + self.date

    @property
    def table(self) -> MatchId:
        """The id of the day's contest; the date is encoded in it as in other ids."""
        return MatchId(_TABLE + self.date.replace("-", "").translate(_LETTERS))

    def plus(self, days: int) -> "Day":
        return Day(self.number + days)


def day_of(label: str) -> Day | None:
    """The day whose throws bear that label; None for a match's or a contest's own."""
    return Day.parse(label.removeprefix(_LABEL)) if label.startswith(_LABEL) else None


def table_of(label: str) -> MatchId:
    """The contest whose throws bear that label: a day's table, or the contest of that id."""
    day = day_of(label)
    return MatchId(label) if day is None else day.table


def day_at(table: MatchId) -> Day | None:
    """The inverse of `Day.table`; None for any other id."""
    digits = table.removeprefix(_TABLE).translate(_DIGITS)
    if not table.startswith(_TABLE) or not digits.isdecimal():
        return None
    day = Day.parse(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}")
    return day if day is not None and day.table == table else None


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _before(year: int) -> int:
    """Days from the first of January of the year 1 to that of this one."""
    past = year - 1
    return past * 365 + past // 4 - past // 100 + past // 400
