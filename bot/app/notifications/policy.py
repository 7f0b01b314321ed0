"""Decide when a player is reminded, given the facts. Pure.

A waiting board is announced once at its turn, at the earliest two minutes after the player's last
action; then in steps, the last one before others may claim or a flag falls. Each step of a turn is
sent once; after downtime only the newest, late. Quiet hours postpone a step to their end. Players
with daily notifications get them at nine or when their quiet hours end, except for steps that
cannot wait, which keep their own time.

Knows neither rooms, messages nor languages; `bot/app/model/settings.py` defines the settings.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from bot.app.model.notification import ReminderState
from bot.app.model.session import Session
from bot.app.model.settings import Settings
from core import contest as contests
from core.match.clock import DAY, HOUR, MINUTE
from core.match.deadlines import NOTICE, awaited, late, term
from core.match.model import Match
from core.match.pending import mover
from core.types import MatchId, Millis, PlayerId

CALM = 2 * MINUTE
"""Milliseconds after a player's last action before they are notified."""

MORNING = 9
"""Hour of the daily notification for players without quiet hours."""

CLAIM_NEAR, FLAG_NEAR, ALONE_NEAR = 6 * HOUR, 1 * HOUR, 1 * DAY
"""Lead time of the last step before a claim, a fallen flag, and the end of an idle solo game."""

APART = 12 * HOUR
"""Steps at whole days closer than this to the quarter of the time left are dropped in its favour.
"""

SHORT = 2 * HOUR
"""Clocks shorter than this are watched by their players, without reminders."""

HERE, PRIVATE, DAILY, OFF = "here", "private", "daily", "off"
FEW, NONE = "few", "none"


class ReminderStep(IntEnum):
    """The reminders of a turn, in the order in which they are sent."""

    NOTHING = 0
    TURN = 1  # it is the player's turn
    DAY = 2
    DAYS = 3
    WARNED = 4  # the board shows that others may soon claim
    QUARTER = 5  # a quarter of the time is left
    LAST = 6


@dataclass(frozen=True, slots=True)
class WaitingBoard:
    """A board that has waited for one player since `since`.

    `acted` is the player's last action in that match. `end` is when waiting ends without them:
    others may claim (`claimable`), or the match ends by itself. `lively`: others wait for the move.
    `warned` is when the board announced that others may soon claim.
    """

    session: Session
    since: Millis
    acted: Millis
    lively: bool
    end: Millis | None = None
    claimable: bool = False
    near: int = FLAG_NEAR
    warned: Millis | None = None

    @property
    def id(self) -> MatchId:
        return self.session.match.id

    @property
    def turn(self) -> int:
        return self.session.match.turn


def waiting(
    session: Session, player: PlayerId, contest: Session | None = None
) -> WaitingBoard | None:
    """Return the board as it waits for this player, or None if it does not.

    Args:
        session: a match of the player.
        player: the player.
        contest: the contest that the match belongs to, if any.
    """
    match = session.match
    if mover(match) != player:
        return None
    acted = _last_act(match, player)
    if contest is not None and contest.contest is not None:
        return WaitingBoard(session, match.since, acted, False, contests.deadline(contest.contest))
    lively = any(person != player for person in match.people)
    seat = awaited(match)
    if seat is None:
        flag = None if match.clock is None else match.clock.flag_at
        return WaitingBoard(session, match.since, acted, lively, flag)
    if not lively:
        end = Millis(match.since + term(match, seat))
        return WaitingBoard(session, match.since, acted, lively, end, near=ALONE_NEAR)
    warned = late(match)
    end = Millis(match.since + term(match, seat)) if warned is None else warned.until
    return WaitingBoard(
        session,
        match.since,
        acted,
        lively,
        end,
        claimable=True,
        near=CLAIM_NEAR,
        warned=None if warned is None else warned.warned,
    )


def _last_act(match: Match, player: PlayerId) -> Millis:
    """Return the player's last move, or before it when they offered the match or took the seat."""
    own_seats = set(match.seats_of(player))
    moved = [ply.at for ply in match.plies if ply.seat in own_seats]
    if moved:
        return moved[-1]
    return match.created if match.host == player or match.plies else match.since


@dataclass(frozen=True, slots=True)
class DueReminders:
    """The reminders due to a player now, by match, and the time of the next check.

    `told` is the state to store for each board once it is sent, and for boards with nothing due for
    a long time.
    """

    due: Mapping[MatchId, ReminderStep] = field(default_factory=dict)
    told: Mapping[MatchId, ReminderState] = field(default_factory=dict)
    next: Millis | None = None


def due_reminders(
    boards: Sequence[WaitingBoard],
    notified: Mapping[MatchId, ReminderState],
    settings: Settings,
    seen: Millis,
    now: Millis,
) -> DueReminders:
    """Return the reminders of these boards that are due to one player.

    Args:
        boards: the boards that wait for the player.
        told: the stored state of earlier reminders.
        settings: the player's settings.
        seen: the player's last known action.
        now: the current instant.
    """
    calm = Millis(max((seen, *(board.acted for board in boards))) + CALM)
    due: dict[MatchId, ReminderStep] = {}
    kept: dict[MatchId, ReminderState] = {}
    for board in boards:
        reached = step_of(board, notified)
        coming: list[Millis] = []
        for step, at in _steps(board, settings):
            if step <= reached:
                continue
            when = _heard(Millis(max(at, calm)), step, settings)
            when = max(when, audible(now, settings)) if when <= now else when
            if when <= now:
                due[board.id] = reached = step
            else:
                coming.append(when)
        kept[board.id] = ReminderState(board.id, board.turn, reached, min(coming, default=None))
    later = [each.next_at for each in kept.values() if each.next_at is not None]
    return DueReminders(due, kept, min(later, default=None))


def step_of(board: WaitingBoard, notified: Mapping[MatchId, ReminderState]) -> ReminderStep:
    """Return the last step sent for this very turn."""
    state = notified.get(board.id)
    return (
        ReminderStep(state.step)
        if state is not None and state.turn == board.turn
        else ReminderStep.NOTHING
    )


def _steps(board: WaitingBoard, settings: Settings) -> Iterator[tuple[ReminderStep, Millis]]:
    """Yield all steps of a board with their instants, in order."""
    if board.lively:
        yield ReminderStep.TURN, board.since
    if board.warned is not None:
        yield ReminderStep.WARNED, board.warned  # the end is always announced
    if settings.reminders == NONE:
        return
    end = board.end
    if end is None or end - board.since < SHORT:
        return
    last = quarter = end - board.near
    if board.claimable:
        quarter = end - NOTICE  # from then on the board shows it, which is a step of its own
    elif board.lively:
        quarter = end - (end - board.since) // 4
    if settings.reminders != FEW:
        for step, days in ((ReminderStep.DAY, 1), (ReminderStep.DAYS, 2)):
            at = board.since + days * DAY
            if board.lively and at + APART <= quarter:
                yield step, Millis(at)
        if quarter < last and not board.claimable:
            yield ReminderStep.QUARTER, Millis(quarter)
    yield ReminderStep.LAST, Millis(last)


# --- quiet hours ----------------------------------------------------------------------------------


def _heard(at: Millis, step: ReminderStep, settings: Settings) -> Millis:
    """Return when the step is sent, given quiet hours and daily notifications."""
    if settings.notices == DAILY and step not in (ReminderStep.WARNED, ReminderStep.LAST):
        return _next_at(at, _morning(settings), settings.zone)
    return audible(at, settings)


def audible(at: Millis, settings: Settings) -> Millis:
    """Return the instant itself, or the end of the quiet hours it falls into."""
    if settings.quiet is None:
        return at
    begin, end = settings.quiet
    hour = (at + settings.zone * MINUTE) % DAY / HOUR
    is_quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next_at(at, end, settings.zone) if is_quiet else at


def _morning(settings: Settings) -> int:
    return MORNING if settings.quiet is None else settings.quiet[1]


def _next_at(at: Millis, hour: int, zone: int) -> Millis:
    """Return the first such hour in the player's time zone that is not before `at`."""
    local = at + zone * MINUTE
    wait = (hour * HOUR - local) % DAY
    return Millis(at + wait)
