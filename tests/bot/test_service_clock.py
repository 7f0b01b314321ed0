"""Time that neither steps of the wall clock nor a standing process can charge to anybody."""

from bot.service_clock import EVERY, GAP, SETTLED, ServiceClock
from core.types import Millis

NOON = 1_772_366_400_000
HOUR = 3_600_000


class System:
    """The clocks of a machine, set by hand."""

    def __init__(self) -> None:
        self.wall = NOON
        self.monotonic = 5_000
        self.since_boot = 7_000
        self.outages: list[tuple[Millis, Millis]] = []
        self.clock = ServiceClock(
            0, lambda: self.wall, lambda: self.monotonic, lambda: self.since_boot
        )
        self.clock.on_outage = lambda began, ended: self.outages.append((began, ended))

    def run(self, millis: int) -> None:
        """The process runs and ticks."""
        for _ in range(millis // EVERY):
            self.stand_still(EVERY)
            self.clock.tick()

    def stand_still(self, millis: int) -> None:
        """Time passes and the process does not run."""
        self.wall += millis
        self.monotonic += millis
        self.since_boot += millis

    def suspend(self, millis: int) -> None:
        """The machine sleeps: its monotonic clock stands still."""
        self.wall += millis
        self.since_boot += millis


def test_time_passes() -> None:
    system = System()
    system.run(HOUR)
    assert system.clock() == NOON + HOUR
    assert system.outages == []


def test_it_passes_between_ticks_but_not_for_long() -> None:
    system = System()
    system.stand_still(700)
    assert system.clock() == NOON + 700
    system.stand_still(40_000)
    assert system.clock() == NOON + GAP


def test_a_stopped_process_is_an_outage() -> None:
    system = System()
    system.run(60_000)
    system.stand_still(40_000)
    system.clock.tick()
    assert system.clock() == system.wall
    assert system.outages == [(NOON + 60_000 + GAP, NOON + 100_000)]


def test_a_suspended_machine_is_an_outage() -> None:
    system = System()
    system.run(60_000)
    system.suspend(8 * HOUR)
    system.clock.tick()
    assert system.clock() == system.wall
    assert system.outages == [(NOON + 60_000, system.wall)]


def test_a_step_of_the_wall_clock_moves_nothing_until_it_has_settled() -> None:
    for step in (2 * HOUR, -2 * HOUR):
        system = System()
        system.wall += step
        system.run(SETTLED)
        assert system.clock() == NOON + SETTLED
        assert system.outages == []
        system.run(2 * EVERY)
        assert system.clock() == system.wall
        [(began, ended)] = system.outages
        assert ended - began == step


def test_a_step_that_is_taken_back_is_forgotten() -> None:
    system = System()
    system.wall += 48 * HOUR
    system.run(60_000)
    system.wall -= 48 * HOUR
    system.run(2 * SETTLED)
    assert system.outages == []
    assert system.clock() == system.wall


def test_a_small_difference_is_mended_slowly_and_time_never_goes_back() -> None:
    for difference in (1_500, -1_500):
        system = System()
        system.wall += difference
        last = system.clock()
        for _ in range(60):
            system.run(EVERY)
            assert last < system.clock() <= last + 2 * EVERY
            last = system.clock()
        assert system.clock() == system.wall
        assert system.outages == []


def test_stopped_and_stepped_at_once_is_told_apart() -> None:
    """The known part is an outage only where the wall clock agrees with it."""
    system = System()
    system.stand_still(40_000)
    system.wall += 2 * HOUR
    system.run(2 * EVERY)
    assert system.outages == []
    system.run(SETTLED + 2 * EVERY)
    assert len(system.outages) == 1
    assert system.clock() == system.wall
