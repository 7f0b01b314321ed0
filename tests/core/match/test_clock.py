"""Clocks: arithmetic on given instants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason
from core.match import clock as clocks
from core.match.clock import DAY, HOUR, MINUTE, SECOND, Clock, TimeControl
from core.types import Millis, Seat
from tests.core.refusals import refusal

BLITZ = TimeControl(main=5 * MINUTE, increment=3 * SECOND)
DAILY = TimeControl(per_move=DAY)
BLACK, WHITE = Seat(0), Seat(1)
NOON = Millis(1_000_000)

CONTROLS = st.one_of(
    st.builds(
        lambda minutes, seconds: TimeControl(main=minutes * MINUTE, increment=seconds * SECOND),
        st.integers(1, 999),
        st.integers(0, 999),
    ),
    st.builds(
        lambda count, unit: TimeControl(per_move=count * unit),
        st.integers(1, 30),
        st.sampled_from((SECOND, MINUTE, HOUR, DAY)),
    ),
)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", TimeControl()),
        ("5+3", BLITZ),
        ("10+0", TimeControl(main=10 * MINUTE)),
        ("90s", TimeControl(per_move=90 * SECOND)),
        ("10m", TimeControl(per_move=10 * MINUTE)),
        ("12h", TimeControl(per_move=12 * HOUR)),
        ("30d", TimeControl(per_move=30 * DAY)),
    ],
)
def test_text_forms(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert str(control) == text
    assert control.timed == (text != "none")


@pytest.mark.parametrize(
    "text",
    [
        *("", "5", "5+", "+3", "0+0", "0+5", "1000+1", "1.5+2", "-5+3", "5 + 3", "5+3 "),
        *("0d", "31d", "9999h", "3w", "None", "\N{ARABIC-INDIC DIGIT FIVE}+3"),
    ],
)
def test_anything_else_is_no_time_control(text: str) -> None:
    refused = refusal(TimeControl.parse, text)
    assert refused is not None
    assert refused.reason is Reason.UNKNOWN_OPTION
    assert (refused.details["option"], refused.details["value"]) == ("clock", text)
    examples = str(refused.details["fits"]).split(", ")
    assert [str(TimeControl.parse(each)) for each in examples] == examples


@given(CONTROLS)
def test_every_time_control_comes_back_from_its_text(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control


@given(st.text("0123459+smhd", max_size=5))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused = refusal(TimeControl.parse, text)
    if refused is None:
        assert TimeControl.parse(str(TimeControl.parse(text))) == TimeControl.parse(text)
    else:
        assert refused.reason is Reason.UNKNOWN_OPTION


def test_a_flag_falls_by_the_stored_facts() -> None:
    clock = clocks.start(BLITZ, 2, BLACK, NOON)
    assert clock.flag_at == NOON + 5 * MINUTE
    assert not clock.has_fallen(Millis(NOON + 5 * MINUTE - 1))
    assert clock.has_fallen(Millis(NOON + 5 * MINUTE))


def test_pressing_pays_the_increment_and_starts_the_other() -> None:
    clock = clocks.press(clocks.start(BLITZ, 2, BLACK, NOON), WHITE, Millis(NOON + MINUTE))
    assert clock.left == (4 * MINUTE + 3 * SECOND, 5 * MINUTE)
    assert (clock.running, clock.since) == (WHITE, NOON + MINUTE)


def test_time_per_move_begins_anew_with_each_move() -> None:
    clock = clocks.press(clocks.start(DAILY, 2, BLACK, NOON), WHITE, Millis(NOON + HOUR))
    assert clock.left == (DAY, DAY)
    assert clock.flag_at == NOON + HOUR + DAY


def test_turning_back_pays_no_increment() -> None:
    clock = clocks.press(clocks.start(BLITZ, 2, BLACK, NOON), WHITE, Millis(NOON + MINUTE))
    back = clocks.turn_back(clock, BLACK, Millis(NOON + 2 * MINUTE))
    assert back.left == (4 * MINUTE + 3 * SECOND, 4 * MINUTE)
    assert (back.running, back.since) == (BLACK, NOON + 2 * MINUTE)


def test_turning_back_gives_the_whole_time_per_move() -> None:
    clock = clocks.press(clocks.start(DAILY, 2, BLACK, NOON), WHITE, Millis(NOON + HOUR))
    back = clocks.turn_back(clock, BLACK, Millis(NOON + 3 * HOUR))
    assert back.left == (DAY, DAY)


def test_a_stopped_clock_shows_what_was_left_and_never_falls() -> None:
    stopped = clocks.stop(clocks.start(BLITZ, 2, BLACK, NOON), Millis(NOON + MINUTE))
    assert stopped.left == (4 * MINUTE, 5 * MINUTE)
    assert stopped.flag_at is None
    assert not stopped.has_fallen(Millis(NOON + DAY))
    assert clocks.stop(stopped, Millis(NOON + DAY)) == stopped


def test_an_instant_before_the_last_one_costs_nothing() -> None:
    clock = clocks.start(BLITZ, 2, BLACK, NOON)
    assert clock.remaining(BLACK, Millis(NOON - HOUR)) == 5 * MINUTE


STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, DAY)), max_size=20)


@given(CONTROLS, st.integers(2, 4), STEPS)
def test_time_is_never_negative_and_adds_up(
    control: TimeControl, seats: int, steps: list[tuple[bool, int]]
) -> None:
    """What is left and what was spent make up what was given, unless a flag fell on the way."""
    clock, now, fell = clocks.start(control, seats, BLACK, NOON), NOON, False
    paid, spent = seats * control.main, 0
    for back, span in steps:
        now = Millis(now + span)
        spent += span
        fell = fell or clock.has_fallen(now)
        following = Seat(((clock.running or 0) + 1) % seats)
        clock = (clocks.turn_back if back else clocks.press)(clock, following, now)
        paid += 0 if back else control.increment
        assert all(left >= 0 for left in clock.left)
        assert all(clock.remaining(Seat(seat), now) == clock.left[seat] for seat in range(seats))
        if control.per_move:
            assert set(clock.left) == {control.per_move}
        elif not fell:
            assert sum(clock.left) == paid - spent
    stopped = clocks.stop(clock, Millis(now + HOUR))
    assert all(0 <= left <= before for left, before in zip(stopped.left, clock.left, strict=True))


@given(CONTROLS, st.integers(0, 40 * DAY))
def test_what_remains_and_when_the_flag_falls_say_the_same(control: TimeControl, span: int) -> None:
    clock = clocks.start(control, 2, WHITE, NOON)
    now = Millis(NOON + span)
    assert clock.has_fallen(now) == (clock.remaining(WHITE, now) == 0)
    assert clock.remaining(BLACK, now) == clock.left[BLACK]


def test_a_clock_is_a_value() -> None:
    assert clocks.start(BLITZ, 2, BLACK, NOON) == Clock(BLITZ, (5 * MINUTE,) * 2, BLACK, NOON)
