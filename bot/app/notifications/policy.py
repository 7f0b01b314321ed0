"""What one person is to be told when, given the facts: pure.

A board that waits is told of once at its turn, at the earliest two minutes after whatever the
person did last; then in steps, the last one before somebody may claim or a flag falls. Each step of
a turn is told once: late, and only the newest, where the bot was down at its instant. Quiet hours
put off what falls into them to their end. Whoever wants to be told once a day is, at nine or when
their quiet hours end; what cannot wait for that comes at its own instant.

Must not know rooms, messages or languages; which settings there are is `settings.py`'s.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from bot.app.model.notification import Told
from bot.app.model.session import Session
from bot.app.model.settings import Settings
from core import contest as contests
from core.match.clock import DAY, HOUR, MINUTE
from core.match.deadlines import NOTICE, awaited, late, term
from core.match.model import Match
from core.match.pending import mover
from core.types import MatchId, Millis, PlayerId

CALM = 2 * MINUTE
"""Nothing is told to somebody before so many milliseconds after their own last act."""

MORNING = 9
"""The hour at which those without quiet hours are told what is told once a day."""

CLAIM_NEAR, FLAG_NEAR, ALONE_NEAR = 6 * HOUR, 1 * HOUR, 1 * DAY
"""How long before a claim, a fallen flag, a game alone that ends by itself the last step comes."""

APART = 12 * HOUR
"""A day that ends so near a quarter of the time is not told of: the quarter is."""

SHORT = 2 * HOUR
"""Flags that fall sooner are watched by those who play, and nobody is reminded."""

HERE, PRIVATE, DAILY, OFF = "here", "private", "daily", "off"
FEW, NONE = "few", "none"


class ReminderStep(IntEnum):
    """How far somebody has been told, in the order in which it happens."""

    NOTHING = 0
    TURN = 1  # that it is their turn
    DAY = 2
    DAYS = 3
    WARNED = 4  # the board says that others may soon claim
    QUARTER = 5  # a quarter of the time is left
    LAST = 6


@dataclass(frozen=True, slots=True)
class Waiting:
    """A board that waits for one person since `since`.

    `acted` is what they did last in that match. `end` is when waiting ends without them: others may
    claim (`claimable`) or it ends by itself. `lively`: others wait for the move.
    `warned` is when the board said that others may soon claim.
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


def waiting(session: Session, player: PlayerId, contest: Session | None = None) -> Waiting | None:
    """The board as it waits for this person; None where it does not.

    Args:
        session: a match that they play.
        player: the person.
        contest: what the match is a part of, if it is.
    """
    match = session.match
    if mover(match) != player:
        return None
    acted = _last_act(match, player)
    if contest is not None and contest.contest is not None:
        return Waiting(session, match.since, acted, False, contests.deadline(contest.contest))
    lively = any(person != player for person in match.people)
    seat = awaited(match)
    if seat is None:
        flag = None if match.clock is None else match.clock.flag_at
        return Waiting(session, match.since, acted, lively, flag)
    if not lively:
        end = Millis(match.since + term(match, seat))
        return Waiting(session, match.since, acted, lively, end, near=ALONE_NEAR)
    warned = late(match)
    end = Millis(match.since + term(match, seat)) if warned is None else warned.until
    return Waiting(
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
    """Who has not moved yet has offered it, or taken a seat: at the first turn the last thing."""
    mine = set(match.seats_of(player))
    moved = [ply.at for ply in match.plies if ply.seat in mine]
    if moved:
        return moved[-1]
    return match.created if match.host == player or match.plies else match.since


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is due to somebody now, by match, and when to look again. `told` is what is to be kept
    of each board as soon as it is said, `idle` of those of which nothing is to be said for long."""

    due: Mapping[MatchId, ReminderStep] = field(default_factory=dict)
    told: Mapping[MatchId, Told] = field(default_factory=dict)
    next: Millis | None = None


def due_reminders(
    boards: Sequence[Waiting],
    told: Mapping[MatchId, Told],
    settings: Settings,
    seen: Millis,
    now: Millis,
) -> Outlook:
    """What is due now of these boards to one person.

    Args:
        boards: those that wait for them.
        told: what they have been told.
        settings: what they chose.
        seen: when they did anything last, as far as is known.
        now: the present instant.
    """
    calm = Millis(max((seen, *(board.acted for board in boards))) + CALM)
    due: dict[MatchId, ReminderStep] = {}
    kept: dict[MatchId, Told] = {}
    for board in boards:
        reached = step_of(board, told)
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
        kept[board.id] = Told(board.id, board.turn, reached, min(coming, default=None))
    later = [each.next_at for each in kept.values() if each.next_at is not None]
    return Outlook(due, kept, min(later, default=None))


def step_of(board: Waiting, told: Mapping[MatchId, Told]) -> ReminderStep:
    """How far the person has been told of this very turn."""
    known = told.get(board.id)
    return (
        ReminderStep(known.step)
        if known is not None and known.turn == board.turn
        else ReminderStep.NOTHING
    )


def _steps(board: Waiting, settings: Settings) -> Iterator[tuple[ReminderStep, Millis]]:
    """All steps of a board with their instants, in their order."""
    if board.lively:
        yield ReminderStep.TURN, board.since
    if board.warned is not None:
        yield ReminderStep.WARNED, board.warned  # nothing ends that was not announced
    if settings.reminders == NONE:
        return
    end = board.end
    if end is None or end - board.since < SHORT:
        return
    last = quarter = end - board.near
    if board.claimable:
        quarter = end - NOTICE  # then the board says so, and that is told
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


# --- the hours of a day ---------------------------------------------------------------------------


def _heard(at: Millis, step: ReminderStep, settings: Settings) -> Millis:
    """When it is said: not in quiet hours, and where it can wait once a day."""
    if settings.notices == DAILY and step not in (ReminderStep.WARNED, ReminderStep.LAST):
        return _next_at(at, _morning(settings), settings.zone)
    return audible(at, settings)


def audible(at: Millis, settings: Settings) -> Millis:
    """The instant itself, or the end of the quiet hours that it falls into."""
    if settings.quiet is None:
        return at
    begin, end = settings.quiet
    hour = (at + settings.zone * MINUTE) % DAY / HOUR
    is_quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next_at(at, end, settings.zone) if is_quiet else at


def _morning(settings: Settings) -> int:
    return MORNING if settings.quiet is None else settings.quiet[1]


def _next_at(at: Millis, hour: int, zone: int) -> Millis:
    """The first such hour of their day that is not before `at`."""
    local = at + zone * MINUTE
    wait = (hour * HOUR - local) % DAY
    return Millis(at + wait)
