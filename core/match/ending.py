"""Endings: by resignation, claim, flag or agreement, and matches that come to nothing.

Owns who wins where the board has not decided, and what a finished match looks like. Must not know
how a move is played.
"""

from dataclasses import replace

from core.errors import Reason, Refused
from core.game import Outcome, Termination
from core.match import clock as clocks
from core.match import commands as c
from core.match import events as e
from core.match.decision import Decision, each_side_moved, seated, sides
from core.match.model import PATIENCE, AbortCause, Match, Status
from core.registry import GAMES
from core.types import Millis, Seat


def resign(match: Match, command: c.Resign, now: Millis) -> Decision:
    seat = seated(match, command.by)
    if not each_side_moved(match):
        return abort(match, AbortCause.CALLED_OFF)
    return finish(match, _lost(match, seat, Termination.RESIGNATION), now)


def claim(match: Match, command: c.Claim, now: Millis) -> Decision:
    seat = seated(match, command.by)
    game = GAMES[match.game]
    to_act = game.to_act(match.position)
    if to_act is None or game.side_of(match.setup, to_act) == game.side_of(match.setup, seat):
        raise Refused(Reason.TOO_EARLY)
    if match.clock is not None or now < match.since + PATIENCE:
        raise Refused(Reason.TOO_EARLY)
    if not each_side_moved(match):
        return abort(match, AbortCause.NO_SHOW)
    return finish(match, _lost(match, to_act, Termination.CLAIM), now)


def flag_fall(match: Match, now: Millis) -> Decision:
    assert match.clock is not None
    assert match.clock.running is not None
    if not each_side_moved(match):
        return abort(match, AbortCause.NO_SHOW)
    return finish(match, _lost(match, match.clock.running, Termination.FLAG), now)


def _lost(match: Match, seat: Seat, why: Termination) -> Outcome:
    """Everybody but the side of `seat` wins; the board's scores do not count."""
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
        clock=match.clock and clocks.stop(match.clock, now),
    )
    return Decision(finished, (e.MatchFinished(outcome),))


def abort(match: Match, cause: AbortCause) -> Decision:
    aborted = replace(match, status=Status.ABORTED, cause=cause, offers=(), clock=None)
    return Decision(aborted, (e.MatchAborted(cause),))


def agree(match: Match, now: Millis) -> Decision:
    """A draw by agreement: every side shares first place, and no score counts."""
    present = frozenset(sides(match))
    return finish(match, Outcome(Termination.AGREEMENT, present, (0,) * len(present)), now)
