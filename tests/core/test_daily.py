"""The daily dice as a contest: when a day may be entered, what comes due, what is told."""

from collections.abc import Iterator

import pytest

from core import contest as contests
from core import daily
from core.chance import commitment, roll
from core.contest import Contest, ContestKind
from core.day import Day
from core.errors import Reason
from core.games.dice.rules import DICE
from core.match import commands as c
from core.match.decide import decide
from core.match.model import Occupant, Status
from core.match.pending import deadline, engine_seat
from core.match.view import see
from core.types import COMPUTER, Millis
from tests.core.match.matches import ANN, BO, NOON, registered
from tests.core.refusals import refusal

SEED = bytes(range(32))
DAY = Day.at(NOON)


@pytest.fixture(autouse=True)
def _dice() -> Iterator[None]:
    with registered(DICE):
        yield


def today() -> Contest:
    return daily.begin(daily.offer(DAY, SEED, Millis(DAY.opens - 1)), DAY.opens)


def test_a_day_waits_for_its_day_and_then_for_its_end() -> None:
    coming = daily.offer(DAY, SEED, Millis(DAY.opens - 1))
    assert (coming.id, coming.kind, coming.chance.label) == (
        DAY.table,
        ContestKind.DAILY,
        DAY.label,
    )
    assert daily.day(coming) == DAY
    assert contests.deadline(coming) == DAY.opens
    refused = refusal(daily.begin, coming, Millis(DAY.opens - 1))
    assert refused is not None
    assert refused.reason is Reason.TOO_EARLY
    begun = daily.begin(coming, DAY.opens)
    assert contests.deadline(begun) == DAY.closes
    again = refusal(daily.begin, begun, DAY.opens)
    assert again is not None
    assert again.reason is Reason.REPEATED


def test_it_is_over_when_it_closes_and_not_before() -> None:
    begun = today()
    for now, over in ((DAY.opens, False), (DAY.closes - 1, False), (DAY.closes, True)):
        assert contests.is_over(begun, {}, Millis(now)) is over
        told = contests.told(begun, {}, Millis(now))
        assert told.commitment == commitment(SEED)
        assert told.seed == (SEED.hex() if over else None)


@pytest.mark.parametrize(
    ("now", "may"), [(-1, False), (0, True), (86_399_999, True), (86_400_000, False)]
)
def test_it_may_be_entered_on_its_day_alone(now: int, may: bool) -> None:
    at = Millis(DAY.opens + now)
    assert daily.is_open(today(), at) is may
    refused = refusal(daily.entry, today(), Occupant(ANN), at)
    assert (refused is None) is may
    assert refused is None or refused.reason is Reason.NOT_OPEN


def test_everybody_has_the_same_throws_from_the_first_press_on() -> None:
    anns, bos = (daily.entry(today(), Occupant(who), NOON) for who in (ANN, BO))
    assert anns.status is Status.PLAYING
    assert anns.position.throw == bos.position.throw == roll(today().chance, 1)
    assert anns.id != bos.id
    assert daily.entry(today(), Occupant(ANN), Millis(NOON + 1)).id == anns.id
    assert (anns.day, anns.contest, anns.rated) == (DAY, DAY.table, False)
    assert deadline(anns) is None  # the day decides


def test_a_computer_takes_part_and_the_keys_of_others_are_in_no_id() -> None:
    computer = daily.entry(today(), Occupant(COMPUTER, daily.STRONGEST), NOON)
    assert engine_seat(computer) == 0
    other = daily.offer(DAY, bytes(32), NOON)
    assert (
        daily.entry(other, Occupant(ANN), NOON).id != daily.entry(today(), Occupant(ANN), NOON).id
    )


def test_no_view_of_an_entry_tells_the_key_even_when_it_is_over() -> None:
    match = daily.entry(today(), Occupant(ANN), NOON)
    ended = decide(match, c.Resign(ANN), NOON).match
    for each in (match, ended):
        view = see(each)
        assert view.proof is not None
        assert view.proof.seed is None
        assert SEED.hex() not in repr(view)
        assert repr(SEED) not in repr(view)


def test_nobody_is_helped_with_throws_that_others_have_too() -> None:
    assert not daily.entry(today(), Occupant(ANN), NOON).allows_hints


def test_a_rooms_message_about_the_day_has_no_key() -> None:
    noted = daily.notice(today(), DAY.plus(9).table, ANN, NOON)
    assert noted.chance.seed == b""
    assert daily.day(noted) == DAY
    assert contests.deadline(noted) == DAY.closes
    assert contests.table(noted, over=False).host == ANN
