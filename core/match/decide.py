"""The single entry point for changing a match.

`decide(match, command, now)` returns the next match and its events, or raises `Refused` and changes
nothing. It is pure: the same arguments always give the same result, on any platform, before or
after a restart.

A fallen flag takes precedence over the command: it follows from stored facts and does not depend on
a timer. Only commands that credit time come first. Moves, and the passes they force, are handled
here; other commands in `seating.py`, `offers.py`, `ending.py`, `pausing.py` and `absence.py`.
"""

from dataclasses import replace
from typing import assert_never

from core.errors import Reason, Refused
from core.game import PASS
from core.match import absence, deadlines, ending, offers, pausing, seating
from core.match import clock as clocks
from core.match import commands as c
from core.match import events as e
from core.match.decision import Decision, must_have_started
from core.match.model import Match, Ply, Status
from core.match.replay import positions
from core.registry import GAMES
from core.types import COMPUTER, Millis, Seat

__all__ = ["Decision", "decide"]


def decide(match: Match, command: c.Command, now: Millis) -> Decision:
    """Apply a command to a match.

    Raises:
        Refused: the player may not do that now; the code says why.
    """
    fallen = match.clock is not None and match.clock.has_fallen(now) and not match.is_over
    if fallen and not isinstance(command, c.CreditOutage | c.Freeze):
        return ending.flag_fall(match, now)
    decision = _decide(match, command, now)
    by = getattr(command, "by", None)
    return decision if by is None else replace(decision, match=absence.seen(decision.match, by))


def _decide(match: Match, command: c.Command, now: Millis) -> Decision:
    """Dispatch a command. One exhaustive match, so that the type checker finds missing commands."""
    match command:
        case c.TakeSeat():
            return seating.take_seat(match, command, now)
        case c.SeatComputer():
            return seating.seat_computer(match, command)
        case c.LeaveSeat():
            return seating.leave_seat(match, command)
        case c.Decline():
            return seating.decline(match, command)
        case c.Cancel():
            return seating.cancel(match, command)
        case c.Expire():
            return seating.expire(match, now)
        case c.Start():
            return seating.start(match, command, now)
        case c.PlayMove():
            return _play(match, command, now)
        case c.Resign():
            return offers.resign(match, command, now)
        case c.Claim():
            return ending.claim(match, command, now)
        case c.OfferDraw():
            return offers.offer_draw(match, command, now)
        case c.AskTakeback():
            return offers.ask_takeback(match, command, now)
        case c.AskPause():
            return offers.ask_pause(match, command, now)
        case c.Resume():
            return pausing.ask_resume(match, command, now)
        case c.AskRematch():
            return offers.ask_rematch(match, command, now)
        case c.AnswerOffer():
            return offers.answer(match, command, now)
        case c.WithdrawOffer():
            return offers.withdraw(match, command)
        case c.Depart():
            return absence.depart(match, command, now)
        case c.Abort():
            return ending.break_off(match, command)
        case c.Annul():
            return ending.annul(match)
        case c.FlagFall():
            raise Refused(Reason.TOO_EARLY)
        case c.Lapse():
            return absence.lapse(match, now)
        case c.Gone():
            return absence.leave(match, command, now)
        case c.Back():
            return absence.come_back(match, command)
        case c.Freeze():
            return pausing.freeze(match, command)
        case c.Thaw():
            return pausing.thaw(match, command, now)
        case c.CreditOutage():
            return pausing.credit_outage(match, command)
        case _:
            assert_never(command)


def _play(match: Match, command: c.PlayMove, now: Millis) -> Decision:
    must_have_started(match)
    game = GAMES[match.game]
    own_seats = match.seats_of(command.by)
    if not own_seats:
        raise Refused(Reason.NOT_SEATED)
    if command.turn != match.turn or match.is_over:
        raise Refused(_why_refused(match, command, own_seats))
    seat = game.to_act(match.position)
    if seat is None or seat not in own_seats:
        raise Refused(Reason.NOT_YOUR_TURN)
    if match.paused is not None and command.by == COMPUTER:
        raise Refused(Reason.PAUSED)
    match = pausing.running(match, now)
    position = game.play(match.position, command.move)
    plies = [*match.plies, Ply(seat, command.move, now)]
    events: list[e.Event] = [e.MovePlayed(seat, command.move)]
    while (following := game.to_act(position)) is not None:
        if game.legal_moves(position) != (PASS,):
            break
        position = game.play(position, PASS)
        plies.append(Ply(following, PASS, now))
        events.append(e.TurnPassed(following))
    moved = replace(
        match,
        plies=tuple(plies),
        position=position,
        turn=match.turn + 1,
        since=now,
        offers=offers.lasting(match),
        declined=None,
        absences=deadlines.departed_warnings(match),
        clock=match.clock and clocks.press(match.clock, following, now),
    )
    if outcome := game.outcome(position):
        finished = ending.finish(moved, outcome, now)
        return Decision(finished.match, (*events, *finished.events))
    return Decision(moved, tuple(events))


def _why_refused(match: Match, command: c.PlayMove, own_seats: tuple[Seat, ...]) -> Reason:
    """Return why a move for another turn is refused: repeated presses need no answer, others are
    stale."""
    if _is_repeated(match, command, own_seats):
        return Reason.REPEATED
    if match.status is Status.FINISHED:
        return Reason.FINISHED
    return Reason.ABORTED if match.status is Status.ABORTED else Reason.STALE_TURN


def _is_repeated(match: Match, command: c.PlayMove, own_seats: tuple[Seat, ...]) -> bool:
    """Return whether this is the player's last move, delivered again.

    Others may have moved since, even several times, as computers answer at once. A throw with a
    single split may have been played automatically, too.
    """
    chosen = [ply for ply in match.plies if ply.move != PASS]
    ago = match.turn - command.turn
    if not 0 < ago <= len(chosen):
        return False
    then, *since = chosen[-ago:]
    same = then.seat in own_seats and then.move == command.move
    own = sum(ply.seat in own_seats for ply in since)
    return same and (own == 0 or _had_one_choice(match, own))


def _had_one_choice(match: Match, count: int) -> bool:
    """Return whether the last `count` plies were throws with a single split."""
    game = GAMES[match.game]
    if not game.chance:
        return False
    before = [*positions(game, match.setup, match.plies)][-count - 1 : -1]
    return all(len(game.legal_moves(position)) == 1 for position in before)
