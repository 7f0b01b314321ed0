"""When reminders are due: each step once, never in quiet hours, never just after an action."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.notification import ReminderState
from bot.app.model.settings import Settings, settings_of
from bot.app.notifications.policy import (
    CALM,
    ReminderStep,
    WaitingBoard,
    audible,
    due_reminders,
    waiting,
)
from core import contest as contests
from core.contest import ContestKind
from core.match import commands as c
from core.match import create
from core.match.clock import DAY, HOUR
from core.match.create import Terms
from core.match.model import ABANDON_AFTER, CLAIM_AFTER, Match
from core.types import GameId, Level, MatchId, Millis, PlayerId
from tests.bot.storage.sessions import named, session
from tests.core.match import matches
from tests.core.match.matches import ANN, BO, NOON

USUAL = Settings()
MIDNIGHT = Millis(NOON - NOON % DAY)


def board(match: Match, player: PlayerId = ANN, name: str = "one") -> WaitingBoard:
    found = waiting(session(name, match), player)
    assert found is not None
    return found


def life(
    boards: list[WaitingBoard], settings: Settings, until: int = 40 * DAY
) -> list[tuple[Millis, ReminderStep]]:
    """Return when each step is sent if the bot checks at the announced instants."""
    told: Mapping[MatchId, ReminderState] = {}
    now, said = Millis(max(each.since for each in boards)), []
    end = now + until
    while now <= end:
        view = due_reminders(boards, told, settings, Millis(0), now)
        said += [(now, step) for step in view.due.values()]
        told = view.told
        if view.next is None:
            break
        assert view.next > now
        now = view.next
    return said


def after(said: list[tuple[Millis, ReminderStep]]) -> list[tuple[float, ReminderStep]]:
    """Convert instants to hours after noon."""
    return [((at - NOON) / HOUR, step) for at, step in said]


def test_without_a_clock_a_day_then_the_warning_then_the_last_hours() -> None:
    match = matches.playing("d3c3")  # Ann to move; her last move was at noon too
    assert after(life([board(match)], USUAL)) == [
        (CALM / HOUR, ReminderStep.TURN),
        (24, ReminderStep.DAY),
        (66, ReminderStep.LAST),
    ]
    warned = matches.after(match, c.Lapse(), now=Millis(NOON + 2 * DAY))
    assert (
        ReminderStep.WARNED in dict((step, at) for at, step in life([board(warned)], USUAL))
    ) is True


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("3d", [(24, ReminderStep.DAY), (54, ReminderStep.QUARTER), (71, ReminderStep.LAST)]),
        (
            "14d",
            [
                (24, ReminderStep.DAY),
                (48, ReminderStep.DAYS),
                (252, ReminderStep.QUARTER),
                (335, ReminderStep.LAST),
            ],
        ),
        ("12h", [(9, ReminderStep.QUARTER), (11, ReminderStep.LAST)]),
        ("90m", []),
        ("5+3", []),
    ],
)
def test_before_a_flag_falls(time: str, expected: list[tuple[float, ReminderStep]]) -> None:
    match = matches.playing("d3c3", time)
    assert after(life([board(match)], USUAL))[1:] == expected


def test_few_is_the_last_one_and_none_is_none_but_the_turn_and_a_warning() -> None:
    match = matches.playing("d3c3", "3d")
    few, none = replace(USUAL, reminders="few"), replace(USUAL, reminders="none")
    assert [step for _, step in life([board(match)], few)] == [ReminderStep.TURN, ReminderStep.LAST]
    assert [step for _, step in life([board(match)], none)] == [ReminderStep.TURN]
    warned = matches.after(matches.playing("d3c3"), c.Lapse(), now=Millis(NOON + 2 * DAY))
    assert ReminderStep.WARNED in [step for _, step in life([board(warned)], none)]


def test_a_computer_does_not_wait_and_a_game_alone_ends_with_a_word_before() -> None:
    against = create.against_computer(
        matches.ID, matches.FIRST, ANN, Level("club"), matches.LOT, NOON
    )
    alone = create.challenge(named("one"), Terms(GameId("dice")), ANN, None, bytes(32), NOON)
    begun = matches.after(alone, c.Start(ANN, "x"))
    days = (ABANDON_AFTER - DAY) / HOUR
    for match in (against, begun):
        assert after(life([board(match)], USUAL)) == [(days, ReminderStep.LAST)]


def test_a_contest_is_reminded_of_before_it_closes() -> None:
    offer = contests.offer(matches.ID, GameId("dice"), ContestKind.DUEL, ANN, None, bytes(32), NOON)
    entered = contests.enter(offer, BO, "x", NOON)
    table = session("table", matches.offered())
    together = replace(table, contest=entered.contest)
    mine = next(match for match in entered.matches if match.seats_of(BO))
    found = waiting(session("mine", mine), BO, together)
    assert found is not None
    assert after(life([found], USUAL)) == [(47, ReminderStep.LAST)]


def test_field_report_10_down_across_a_deadline_it_is_told_once_late_and_only_the_newest() -> None:
    waits = board(matches.playing("d3c3", "3d"))
    late = due_reminders([waits], {}, USUAL, Millis(0), Millis(NOON + 60 * HOUR))
    assert late.due == {waits.id: ReminderStep.QUARTER}
    again = due_reminders([waits], late.told, USUAL, Millis(0), Millis(NOON + 60 * HOUR))
    assert again.due == {}
    assert again.next == NOON + 71 * HOUR


def test_another_turn_begins_anew() -> None:
    waits = board(matches.playing("d3c3"))
    told = {waits.id: ReminderState(waits.id, waits.turn - 2, ReminderStep.LAST)}
    view = due_reminders([waits], told, USUAL, Millis(0), Millis(NOON + CALM))
    assert view.due == {waits.id: ReminderStep.TURN}


def test_two_minutes_count_from_whatever_they_did_last_anywhere() -> None:
    waits = board(matches.playing("d3c3"))
    seen = Millis(NOON + HOUR)
    for now, due in ((seen + CALM - 1, {}), (seen + CALM, {waits.id: ReminderStep.TURN})):
        assert due_reminders([waits], {}, USUAL, seen, Millis(now)).due == due


def test_who_has_to_be_waited_for_is_nobody_else() -> None:
    match = matches.playing("d3c3")
    assert waiting(session("one", match), BO) is None
    over = matches.after(match, c.Resign(ANN))
    assert waiting(session("one", over), ANN) is None


def at(hour: float) -> Millis:
    return Millis(MIDNIGHT + int(hour * HOUR))


@pytest.mark.parametrize(
    ("quiet", "zone", "hour", "heard"),
    [
        ("22-8", "0", 21.9, 21.9),
        ("22-8", "0", 22, 32),
        ("22-8", "0", 3, 8),
        ("22-8", "0", 8, 8),
        ("22-8", "2", 20.5, 30),  # 10:30 local time
        ("22-8", "-3:30", 1, 1),  # 21:30 local time
        ("22-8", "-3:30", 2, 11.5),
        ("1-13", "0", 12.9, 13),
        ("none", "0", 3, 3),
    ],
)
def test_quiet_hours_put_off_to_their_end(quiet: str, zone: str, hour: float, heard: float) -> None:
    chosen = {"quiet": quiet.replace("-", " "), "zone": zone.replace("-", "m").replace(":", " ")}
    assert audible(at(hour), settings_of(chosen)) == at(heard)


def test_once_a_day_is_in_the_morning_and_the_last_word_does_not_wait() -> None:
    match = matches.playing("d3c3", "3d", Millis(MIDNIGHT + 12 * HOUR))
    daily = replace(USUAL, notices="daily")
    told = life([board(match)], daily)
    hours = [(when - MIDNIGHT) / HOUR for when, _ in told]
    assert hours == [33, 57, 81, 83]
    assert told[-1][1] is ReminderStep.LAST
    early = replace(daily, quiet=(23, 7), zone=120)
    assert (life([board(match)], early)[0][0] - MIDNIGHT) / HOUR == 29, "seven o'clock there"


hours = st.integers(0, 23)
chosen = st.builds(
    Settings,
    notices=st.sampled_from(["here", "private", "daily"]),
    reminders=st.sampled_from(["usual", "few", "none"]),
    quiet=st.none() | st.tuples(hours, hours).filter(lambda pair: pair[0] != pair[1]),
    zone=st.integers(-11 * 60, 14 * 60),
)
clocks = st.sampled_from(["none", "1h", "5h", "1d", "3d", "10d", "10+5"])


@given(chosen, st.lists(clocks, min_size=1, max_size=4), st.integers(-DAY, DAY))
def test_every_step_once_in_order_and_only_when_it_may_be_heard(
    settings: Settings, times: list[str], seen: int
) -> None:
    boards = [
        board(matches.playing("d3c3", time, Millis(NOON + i * HOUR)), ANN, str(i))
        for i, time in enumerate(times)
    ]
    last = Millis(NOON + seen)
    told: Mapping[MatchId, ReminderState] = {}
    steps: dict[MatchId, list[ReminderStep]] = {each.id: [] for each in boards}
    now = Millis(NOON + 4 * HOUR)
    for _ in range(200):
        view = due_reminders(boards, told, settings, last, now)
        told = view.told
        for id, step in view.due.items():
            steps[id].append(step)
            assert now >= last + CALM
            assert audible(now, settings) == now
        if view.next is None:
            break
        now = view.next
    else:
        pytest.fail("it never ends")
    for found in steps.values():
        assert found == sorted(set(found))
        assert found, "it waits, and somebody waits for them"


def test_patience_is_what_a_claim_takes() -> None:
    assert board(matches.playing("d3c3")).end == NOON + CLAIM_AFTER
