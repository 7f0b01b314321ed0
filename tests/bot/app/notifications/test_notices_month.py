"""A month of waiting boards, on a fixed clock, with downtime and a restart."""

from pathlib import Path

from core.match.clock import DAY, HOUR
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, harness
from tests.bot.app.notifications.test_scheduler import later
from tests.fakes.clock import FixedNow

HOURS = 30 * 24
DOWN = range(245, 260)
"""Hours of downtime."""

RESTARTS = (20, 259, 400, 401, 650)

DIARY = [
    # hour, and the newest notification about the matches against Bo (14 days per move) and Eve (25)
    (1, "13 days left", "24 days left"),
    (24, "13 days left", "24 days left"),
    (48, "12 days left", "23 days left"),
    (260, "3 days left", "14 days left"),  # due at 252, during the downtime
    (335, "1 hour left", "11 days left"),
    (450, "", "6 days left"),
    (599, "", "1 hour left"),
]


async def started(home: Harness) -> None:
    for other, time in ((BO, "14d"), (EVE, "25d")):
        await home.say(ANN, f"challenge @{other.name} first=challenger clock={time}")
        await home.click(other, home.paper.last(ROOM), "Accept")


def said(home: Harness, seen: set[str]) -> list[str]:
    """Return the notifications posted to Ann since the last call."""
    new = [m for m in home.paper.notes if m not in seen]
    seen.update(new)
    return [str(home.paper.notes[m]) for m in new if home.paper.notes[m].notice.name == "Ann"]


async def test_every_reminder_of_a_month_once_at_its_hour_with_what_is_true(
    tmp_path: Path,
) -> None:
    now, diary, hour = FixedNow(), [], 0
    ends = iter((*RESTARTS, HOURS))
    while hour < HOURS:
        end = next(ends)
        async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
            seen: set[str] = set()
            if not hour:
                await started(home)
            await later(home)
            while hour < end:
                hour += 1
                if hour in DOWN:
                    now.advance(HOUR)
                    continue
                await later(home, HOUR)
                diary += [(hour, *_told(line)) for line in said(home, seen)]
    assert diary == DIARY
    assert now() == FixedNow()() + 30 * DAY


def _told(line: str) -> tuple[str, str]:
    """Return what the notification says of each match."""
    parts = [part.rstrip("] ").rpartition(" · ") for part in line.split("[")[1:]]
    found = {head.rpartition(" · ")[2]: time for head, _, time in parts}
    return found.get("Bo", ""), found.get("Eve", "")
