"""The one place where a match changes.

`decide(match, command, now)` either gives the next match and what happened, or raises `Refused` and
nothing has changed. It is pure: the same three arguments always give the same answer, whoever asks,
from whatever chat, before or after a restart.

A fallen flag is decided first, whatever was asked: it fell by the stored facts, and no timer has to
be on time for it. Only what says that time is not to be charged comes before. Moves are played
here, with the passes they force; the other commands are beside, one noun a file: `seating.py`,
`offers.py`, `ending.py`, `pausing.py`, `absence.py`.
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
    """What becomes of the match.

    Raises:
        Refused: the asker may not do that now; the code says why.
    """
    fallen = match.clock is not None and match.clock.has_fallen(now) and not match.is_over
    if fallen and not isinstance(command, c.CreditOutage | c.Freeze):
        return ending.flag_fall(match, now)
    decision = _decide(match, command, now)
    by = getattr(command, "by", None)
    return decision if by is None else replace(decision, match=absence.seen(decision.match, by))


def _decide(match: Match, command: c.Command, now: Millis) -> Decision:
    """Whose it is, one line a command; in one piece, so that the type checker misses none."""
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
    """A repeated press is no fault and gets no answer; anything else of another turn is stale."""
    if _is_repeated(match, command, own_seats):
        return Reason.REPEATED
    if match.status is Status.FINISHED:
        return Reason.FINISHED
    return Reason.ABORTED if match.status is Status.ABORTED else Reason.STALE_TURN


def _is_repeated(match: Match, command: c.PlayMove, own_seats: tuple[Seat, ...]) -> bool:
    """The very move that the asker made last, at the turn they made it.

    The others may have moved since, even several times: a computer answers at once. So may a throw
    that left no choice have been played by itself.
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
    """Whether the last `count` plies were throws with one way to split them."""
    game = GAMES[match.game]
    if not game.chance:
        return False
    before = [*positions(game, match.setup, match.plies)][-count - 1 : -1]
    return all(len(game.legal_moves(position)) == 1 for position in before)
