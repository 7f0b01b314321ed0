"""Days: dates as the calendar has them, instants, and the names of what belongs to a day."""

import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.day import TAIL, Day, day_at, day_of, table_of
from core.types import MatchId, Millis

HOUR = 3_600_000
DATES = st.dates(min_value=date(1, 1, 1), max_value=date(9999, 12, 31))


def of(at: date) -> Day:
    return Day((at - date(1970, 1, 1)).days)


@given(DATES)
def test_a_date_is_the_calendars_and_read_back(at: date) -> None:
    day = of(at)
    assert day.date == at.isoformat()
    assert Day.parse(at.isoformat()) == day


@given(st.integers(min_value=0, max_value=4_000_000_000_000))
def test_an_instant_lies_in_its_day_of_utc(now: int) -> None:
    day = Day.at(Millis(now))
    assert day.date == datetime.fromtimestamp(now // 1000, UTC).date().isoformat()
    assert day.opens <= now < day.shuts == day.plus(1).opens
    assert day.closes - day.shuts == TAIL == 6 * HOUR


@pytest.mark.parametrize(
    "text",
    [
        *("", "2026-3-14", "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31"),
        *("0000-01-01", "20260314", "2026-03-14 ", "2026-03-00", "daily", "٢٠٢٦-٠٣-١٤"),
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert Day.parse(text) is None
    assert day_of(f"daily/{text}") is None


@given(DATES)
def test_label_and_table_lead_back_to_the_day(at: date) -> None:
    day = of(at)
    assert day.label == f"daily/{at.isoformat()}"
    assert day_of(day.label) == day
    assert table_of(day.label) == day.table
    assert day_at(day.table) == day
    assert re.fullmatch("[a-z2-7]{13}", day.table)


@given(st.from_regex("[a-z2-7]{13}", fullmatch=True))
def test_ids_of_other_matches_are_no_days(id: str) -> None:
    day = day_at(MatchId(id))
    assert day is None or day.table == id
    assert day_of(id) is None
    assert table_of(id) == id


@pytest.mark.parametrize("id", ["dailyzzzzzzzz", "dailycacgbdab", "daily", "dailycacgadbee"])
def test_an_id_that_begins_like_a_days_may_be_none(id: str) -> None:
    assert day_at(MatchId(id)) is None


def test_days_are_counted_on() -> None:
    leap = Day.parse("2028-02-28")
    assert leap is not None
    assert leap.plus(1).date == "2028-02-29"
    assert leap.plus(2).date == "2028-03-01"
    assert leap.plus(-59).date == "2027-12-31"
