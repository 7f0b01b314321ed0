"""Time controls and clocks as arithmetic on given instants.

Nothing here reads the time. A clock stores how much each seat had left at `since` and which seat is
running; readers compute the rest, so a flag falls by stored facts and not by a timer.
"""

import re
from dataclasses import dataclass, replace

from core.errors import Reason, Refused
from core.types import Millis, Seat

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
_UNITS = {"s": SECOND, "m": MINUTE, "h": HOUR, "d": DAY}
_PER_MOVE = re.compile(r"([0-9]{1,4})([smhd])")
_MAIN = re.compile(r"([0-9]{1,3})\+([0-9]{1,3})")
_LONGEST = 30 * DAY
_EXAMPLES = "none, 5+3, 90s, 10m, 12h, 3d"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time per move, main time plus increment, or (all zero) no clock. Milliseconds.

    Text form: `none`, `5+3` (minutes, seconds), `90s`, `10m`, `12h`, `3d` (per move).
    """

    main: int = 0
    increment: int = 0
    per_move: int = 0

    @property
    def timed(self) -> bool:
        return bool(self.main or self.per_move)

    def __str__(self) -> str:
        if self.per_move:
            unit = next(u for u in "dhms" if self.per_move % _UNITS[u] == 0)
            return f"{self.per_move // _UNITS[unit]}{unit}"
        if self.main:
            return f"{self.main // MINUTE}+{self.increment // SECOND}"
        return "none"

    @staticmethod
    def parse(text: str) -> "TimeControl":
        """Parse the output of `str`. Refused(UNKNOWN_OPTION) for other texts or beyond 30 days."""
        control: TimeControl | None = None
        if text == "none":
            control = TimeControl()
        elif found := _PER_MOVE.fullmatch(text):
            control = TimeControl(per_move=int(found[1]) * _UNITS[found[2]])
        elif found := _MAIN.fullmatch(text):
            control = TimeControl(main=int(found[1]) * MINUTE, increment=int(found[2]) * SECOND)
        too_long = control and max(control.main, control.per_move) > _LONGEST
        if control is None or too_long or (text != "none" and not control.timed):
            raise Refused(Reason.UNKNOWN_OPTION, option="clock", value=text, fits=_EXAMPLES)
        return control


@dataclass(frozen=True, slots=True)
class Clock:
    """The time each seat had left at `since`, and the seat whose clock is running, if any."""

    control: TimeControl
    left: tuple[int, ...]
    running: Seat | None
    since: Millis

    @property
    def flag_at(self) -> Millis | None:
        """The instant at which the running flag falls."""
        return None if self.running is None else Millis(self.since + self.left[self.running])

    def has_fallen(self, now: Millis) -> bool:
        return self.flag_at is not None and now >= self.flag_at

    def remaining(self, seat: Seat, now: Millis) -> int:
        """Return the milliseconds left, at least zero."""
        spent = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.left[seat] - spent)


def start(control: TimeControl, seats: int, seat: Seat, now: Millis) -> Clock:
    """Return a fresh clock with `seat` to move."""
    return Clock(control, (control.per_move or control.main,) * seats, seat, now)


def press(clock: Clock, to: Seat | None, now: Millis) -> Clock:
    """Stop the running seat, add its increment, and start the clock of `to` (None: no seat)."""
    left = list(clock.left)
    if clock.running is not None:
        rest = clock.remaining(clock.running, now)
        control = clock.control
        left[clock.running] = control.per_move or rest + control.increment
    return replace(clock, left=tuple(left), running=to, since=now)


def turn_back(clock: Clock, to: Seat, now: Millis) -> Clock:
    """Restart the clock of `to` after a takeback. As no move was played, no increment is added and
    the time spent on the withdrawn move is lost. Time per move is reset."""
    stopped = stop(clock, now)
    left = (clock.control.per_move,) * len(clock.left) if clock.control.per_move else stopped.left
    return replace(stopped, left=left, running=to)


def stop(clock: Clock, now: Millis) -> Clock:
    """Stop the clock at the end of a match; the time left stays readable."""
    if clock.running is None:
        return clock
    left = list(clock.left)
    left[clock.running] = clock.remaining(clock.running, now)
    return replace(clock, left=tuple(left), running=None, since=now)
