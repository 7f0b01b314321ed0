"""The keeper of time: it stops what takes too long, and nothing else."""

import threading
import time

from bot.engines.deadline import DeadlineTimer
from core.engine import Stop


def stopped(stop: Stop, within: float = 10.0) -> bool:
    """Whether it is set before so many seconds have gone by."""
    end = time.monotonic() + within
    while not stop() and time.monotonic() < end:
        threading.Event().wait(0.001)
    return stop()


def test_time_that_is_up_stops() -> None:
    begun = time.monotonic()
    with DeadlineTimer().until(20) as stop:
        assert stopped(stop)
    assert time.monotonic() - begun >= 0.02


def test_no_time_at_all_stops_at_once() -> None:
    with DeadlineTimer().until(0) as stop:
        assert stopped(stop)


def test_what_ended_in_time_is_not_stopped_later() -> None:
    watch = DeadlineTimer()
    with watch.until(1) as other:
        assert stopped(other)
    with watch.until(20) as early:
        pass
    with watch.until(40) as late:
        assert stopped(late)
    assert not early()


def test_a_shorter_question_after_a_longer_one_is_stopped_in_its_own_time() -> None:
    watch = DeadlineTimer()
    with watch.until(600_000) as first:
        pass
    with watch.until(10) as second:
        assert stopped(second)
    with watch.until(10) as third:
        assert stopped(third)
    assert not first()


def test_many_questions_need_one_thread() -> None:
    watch = DeadlineTimer()
    before = threading.active_count()
    for _ in range(100):
        with watch.until(60_000) as stop:
            assert not stop()
    assert threading.active_count() == before
