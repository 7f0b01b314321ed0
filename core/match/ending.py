"""Endings by resignation, claim, flag fall, agreement or abort.

Owns who wins if the board has not decided, and the form of a finished match.
"""

from dataclasses import replace

from core.errors import Reason, Refused
from core.game import Outcome, Termination
from core.match import clock as clocks
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.deadlines import may_claim
from core.match.decision import Decision, each_side_moved, partners, seated, sides
from core.match.model import AbortCause, Match, Occupant, Status
from core.registry import GAMES
from core.types import COMPUTER, Level, Millis, Seat


def resign(match: Match, seat: Seat, now: Millis) -> Decision:
    """Resign for the side of this seat, after partners have agreed."""
    if not each_side_moved(match):
        return abort(match, AbortCause.CALLED_OFF)
    return finish(match, _lost(match, seat, Termination.RESIGNATION), now)


def claim(match: Match, command: c.Claim, now: Millis) -> Decision:
    """Claim the match from a player who has kept the others waiting after a warning.

    A team does not lose by one partner's absence: if another is present, a computer takes the seat
    and the match becomes unrated.
    """
    seat, late = seated(match, command.by), may_claim(match, now)
    if late is None or late in match.seats_of(command.by):
        raise Refused(Reason.TOO_EARLY)
    if stand_in(match, late) is None and sides(match)[late] == sides(match)[seat]:
        raise Refused(Reason.TOO_EARLY)
    return give_up(match, late, now)


def give_up(match: Match, seat: Seat, now: Millis) -> Decision:
    """Apply the final absence of this seat's player."""
    level = stand_in(match, seat)
    if level is not None:
        return replace_with(match, seat, level)
    if not each_side_moved(match):
        return abort(match, AbortCause.NO_SHOW)
    why = Termination.CLAIM if not match.is_solo else Termination.RESIGNATION
    return finish(match, _lost(match, seat, why), now)


def stand_in(match: Match, late: Seat) -> Level | None:
    """Return the level that replaces this seat's player; None if their absence loses the match."""
    who = match.seats[late]
    if who is None or who.level is not None or not partners(match, who.player):
        return None
    return create.usual_level(match.game)


def replace_with(match: Match, seat: Seat, level: Level) -> Decision:
    """Let a computer play on for this seat; the match becomes unrated."""
    seats = (*match.seats[:seat], Occupant(COMPUTER, level), *match.seats[seat + 1 :])
    kept = tuple(each for each in match.absences if each.seat != seat)
    replaced = replace(match, seats=seats, rated=False, offers=(), declined=None, absences=kept)
    return Decision(replaced, (e.SeatReplaced(seat),))


def flag_fall(match: Match, now: Millis) -> Decision:
    assert match.clock is not None
    assert match.clock.running is not None
    if not each_side_moved(match):
        return abort(match, AbortCause.NO_SHOW)
    return finish(match, _lost(match, match.clock.running, Termination.FLAG), now)


def abandon(match: Match, now: Millis) -> Decision:
    """Abandon a single-player match: it has no winner."""
    return finish(match, _lost(match, Seat(0), Termination.FLAG), now)


def _lost(match: Match, seat: Seat, why: Termination) -> Outcome:
    """Return a win for all sides but that of `seat`; the board's scores do not count."""
    game = GAMES[match.game]
    present = sides(match)
    loser = game.side_of(match.setup, seat)
    winners = frozenset(present) - {loser}
    return Outcome(why, winners, tuple(int(side in winners) for side in sorted(set(present))))


def finish(match: Match, outcome: Outcome, now: Millis) -> Decision:
    finished = replace(
        match,
        status=Status.FINISHED,
        outcome=outcome,
        offers=(),
        declined=None,
        absences=(),
        paused=None,
        clock=match.clock and clocks.stop(match.clock, now),
    )
    return Decision(finished, (e.MatchFinished(outcome),))


def break_off(match: Match, command: c.Abort) -> Decision:
    """Abort the match. Refused(FINISHED) if it is over in any way."""
    if match.is_over:
        raise Refused(Reason.FINISHED)
    return abort(match, command.cause)


def abort(match: Match, cause: AbortCause) -> Decision:
    aborted = replace(
        match,
        status=Status.ABORTED,
        cause=cause,
        offers=(),
        absences=(),
        paused=None,
        clock=None,
    )
    return Decision(aborted, (e.MatchAborted(cause),))


def annul(match: Match) -> Decision:
    """Annul the match. Its moves are kept; leaderboards drop the result.

    Refused(NOT_FINISHED), Refused(ABORTED), Refused(REPEATED).
    """
    if match.status is Status.ABORTED:
        raise Refused(Reason.ABORTED)
    if match.status is not Status.FINISHED:
        raise Refused(Reason.NOT_FINISHED)
    if match.annulled:
        raise Refused(Reason.REPEATED)
    return Decision(replace(match, annulled=True), (e.MatchAnnulled(),))


def agree(match: Match, now: Millis) -> Decision:
    """Draw by agreement: all sides share first place, and no score counts."""
    present = frozenset(sides(match))
    return finish(match, Outcome(Termination.AGREEMENT, present, (0,) * len(present)), now)
