"""The one place where a match changes.

`decide(match, command, now)` either gives the next match and what happened, or raises `Refused` and
nothing has changed. It is pure: the same three arguments always give the same answer, whoever asks,
from whatever chat, before or after a restart.

A fallen flag is decided first, whatever was asked: it fell by the stored facts, and no timer has to
be on time for it. Forced passes are played here, right after the move that forced them.
"""

from dataclasses import dataclass, replace
from typing import Any, assert_never

from core.errors import Reason, Refused
from core.game import PASS, Game, Outcome, Termination
from core.match import clock as clocks
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.model import (
    OPEN_FOR,
    PATIENCE,
    SLIP,
    AbortCause,
    Match,
    Occupant,
    Offer,
    OfferKind,
    Ply,
    Status,
)
from core.match.replay import fold
from core.registry import GAMES
from core.types import COMPUTER, Millis, PlayerId, Seat, Side


@dataclass(frozen=True, slots=True)
class Decision:
    match: Match
    events: tuple[e.Event, ...]


def decide(match: Match, command: c.Command, now: Millis) -> Decision:
    """What becomes of the match.

    Raises:
        Refused: the asker may not do that now; the code says why.
    """
    if match.clock is not None and match.clock.has_fallen(now) and not match.is_over:
        return _flag_fall(match, now)
    match command:
        case c.TakeSeat():
            return _take_seat(match, command, now)
        case c.LeaveSeat():
            return _leave_seat(match, command)
        case c.Decline():
            return _decline(match, command)
        case c.Cancel():
            _must_be_open(match)
            if command.by != match.host:
                raise Refused(Reason.NOT_HOST)
            return _abort(match, AbortCause.CANCELLED)
        case c.Expire():
            _must_be_open(match)
            if now < match.created + OPEN_FOR:
                raise Refused(Reason.NOT_EXPIRED)
            return _abort(match, AbortCause.EXPIRED)
        case c.Start():
            return _start(match, command, now)
        case c.PlayMove():
            return _play(match, command, now)
        case c.Resign():
            return _resign(match, command, now)
        case c.Claim():
            return _claim(match, command, now)
        case c.OfferDraw():
            return _offer_draw(match, command)
        case c.AskTakeback():
            return _ask_takeback(match, command, now)
        case c.AskRematch():
            return _ask_rematch(match, command)
        case c.AnswerOffer():
            return _answer(match, command, now)
        case c.WithdrawOffer():
            return _withdraw(match, command)
        case c.Abort():
            if match.is_over:
                raise Refused(Reason.FINISHED)
            return _abort(match, command.cause)
        case c.FlagFall():
            raise Refused(Reason.TOO_EARLY)
        case _:
            assert_never(command)


# --- seats ---------------------------------------------------------------------------------------


def _take_seat(match: Match, command: c.TakeSeat, now: Millis) -> Decision:
    if match.status is not Status.OPEN and match.seats_of(command.by):
        raise Refused(Reason.ALREADY_SEATED)
    _must_be_open(match)
    free = [Seat(i) for i, who in enumerate(match.seats) if who is None]
    if command.level is not None:
        return _seat_computer(match, command, free)
    if match.seats_of(command.by):
        raise Refused(Reason.OWN_CHALLENGE if command.by == match.host else Reason.ALREADY_SEATED)
    if match.invited is not None and command.by != match.invited:
        raise Refused(Reason.NOT_INVITED)
    seat = free[0] if command.seat is None else command.seat
    if seat not in free:
        raise Refused(Reason.SEAT_TAKEN)
    sat = _sit(match, seat, Occupant(command.by))
    if match.setup.seats == 2:  # accepting is starting: nobody else can join
        return Decision(create.started(sat, now), (e.SeatTaken(seat), e.MatchStarted()))
    return Decision(sat, (e.SeatTaken(seat),))


def _seat_computer(match: Match, command: c.TakeSeat, free: list[Seat]) -> Decision:
    if command.by != match.host:
        raise Refused(Reason.NOT_HOST)
    if command.level not in GAMES[match.game].levels:
        raise Refused(Reason.UNKNOWN_LEVEL, level=command.level or "")
    seat = free[0] if command.seat is None else command.seat
    if seat not in free:
        raise Refused(Reason.SEAT_TAKEN)
    sat = _sit(match, seat, Occupant(COMPUTER, command.level))
    return Decision(replace(sat, rated=False), (e.SeatTaken(seat),))


def _leave_seat(match: Match, command: c.LeaveSeat) -> Decision:
    _must_be_open(match)
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    left = _sit(match, seats[0], None)
    people = [who.player for who in left.seats if who is not None and who.level is None]
    if not people:
        return _abort(match, AbortCause.CANCELLED)
    host = match.host if match.host in people else people[0]
    return Decision(replace(left, host=host), (e.SeatLeft(seats[0]),))


def _sit(match: Match, seat: Seat, who: Occupant | None) -> Match:
    return replace(match, seats=match.seats[:seat] + (who,) + match.seats[seat + 1 :])


def _decline(match: Match, command: c.Decline) -> Decision:
    _must_be_open(match)
    if command.by != match.invited:
        raise Refused(Reason.NOT_INVITED)
    return _abort(match, AbortCause.DECLINED)


def _start(match: Match, command: c.Start, now: Millis) -> Decision:
    _must_be_open(match)
    if command.by != match.host:
        raise Refused(Reason.NOT_HOST)
    if any(who is None for who in match.seats):
        raise Refused(Reason.SEATS_EMPTY)
    return Decision(create.started(match, now), (e.MatchStarted(),))


# --- moves ---------------------------------------------------------------------------------------


def _play(match: Match, command: c.PlayMove, now: Millis) -> Decision:
    _must_have_started(match)
    game = GAMES[match.game]
    mine = match.seats_of(command.by)
    if not mine:
        raise Refused(Reason.NOT_SEATED)
    if command.turn != match.turn or match.is_over:
        raise Refused(_why_late(match, command, mine))
    _must_be_playing(match)
    seat = game.to_act(match.position)
    if seat is None or seat not in mine:
        raise Refused(Reason.NOT_YOUR_TURN)
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
        offers=(),
        clock=match.clock and clocks.press(match.clock, following, now),
    )
    if outcome := game.outcome(position):
        finished = _finish(moved, outcome, now)
        return Decision(finished.match, (*events, *finished.events))
    return Decision(moved, tuple(events))


def _why_late(match: Match, command: c.PlayMove, mine: tuple[Seat, ...]) -> Reason:
    """A repeated press is no fault and gets no answer; anything else about another turn is stale."""
    own = [ply.move for ply in match.plies if ply.seat in mine and ply.move != PASS]
    recent = 0 < match.turn - command.turn <= match.setup.seats
    if recent and own and own[-1] == command.move:
        return Reason.REPEATED
    if match.status is Status.FINISHED:
        return Reason.FINISHED
    return Reason.ABORTED if match.status is Status.ABORTED else Reason.STALE_TURN


# --- ends ----------------------------------------------------------------------------------------


def _resign(match: Match, command: c.Resign, now: Millis) -> Decision:
    seat = _seated(match, command.by)
    if not _each_side_moved(match):
        return _abort(match, AbortCause.CALLED_OFF)
    return _finish(match, _lost(match, seat, Termination.RESIGNATION), now)


def _claim(match: Match, command: c.Claim, now: Millis) -> Decision:
    seat = _seated(match, command.by)
    game = GAMES[match.game]
    to_act = game.to_act(match.position)
    if to_act is None or game.side_of(match.setup, to_act) == game.side_of(match.setup, seat):
        raise Refused(Reason.TOO_EARLY)
    if match.clock is not None or now < match.since + PATIENCE:
        raise Refused(Reason.TOO_EARLY)
    if not _each_side_moved(match):
        return _abort(match, AbortCause.NO_SHOW)
    return _finish(match, _lost(match, to_act, Termination.CLAIM), now)


def _flag_fall(match: Match, now: Millis) -> Decision:
    assert match.clock is not None
    assert match.clock.running is not None
    if not _each_side_moved(match):
        return _abort(match, AbortCause.NO_SHOW)
    return _finish(match, _lost(match, match.clock.running, Termination.FLAG), now)


def _lost(match: Match, seat: Seat, why: Termination) -> Outcome:
    """Everybody but the side of `seat` wins; the board's scores do not count."""
    game = GAMES[match.game]
    sides = _sides(game, match)
    loser = game.side_of(match.setup, seat)
    winners = frozenset(sides) - {loser}
    return Outcome(why, winners, tuple(int(side in winners) for side in sorted(set(sides))))


def _finish(match: Match, outcome: Outcome, now: Millis) -> Decision:
    finished = replace(
        match,
        status=Status.FINISHED,
        outcome=outcome,
        offers=(),
        clock=match.clock and clocks.stop(match.clock, now),
    )
    return Decision(finished, (e.MatchFinished(outcome),))


def _abort(match: Match, cause: AbortCause) -> Decision:
    aborted = replace(match, status=Status.ABORTED, cause=cause, offers=(), clock=None)
    return Decision(aborted, (e.MatchAborted(cause),))


# --- offers --------------------------------------------------------------------------------------


def _offer_draw(match: Match, command: c.OfferDraw) -> Decision:
    seat = _seated(match, command.by)
    _must_be_this_turn(match, command.turn)
    if match.against_computer:
        raise Refused(Reason.COMPUTER_PLAYS_ON)
    return _offer(match, Offer(OfferKind.DRAW, seat))


def _ask_takeback(match: Match, command: c.AskTakeback, now: Millis) -> Decision:
    seat = _seated(match, command.by)
    _must_be_this_turn(match, command.turn)
    if not GAMES[match.game].takeback:
        raise Refused(Reason.NO_TAKEBACK)
    own = [i for i, ply in enumerate(match.plies) if ply.seat == seat and ply.move != PASS]
    if not own:
        raise Refused(Reason.NOTHING_TO_TAKE_BACK)
    since_own = [ply for ply in match.plies[own[-1] + 1 :] if ply.move != PASS]
    slip = not since_own and match.clock is None and now < match.since + SLIP
    if slip or _only_computers_beside(match, command.by):
        return _take_back(match, seat, now)
    return _offer(match, Offer(OfferKind.TAKEBACK, seat))


def _ask_rematch(match: Match, command: c.AskRematch) -> Decision:
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    if match.status is not Status.FINISHED:
        raise Refused(Reason.NOT_FINISHED)
    if match.rematch is not None:
        raise Refused(Reason.REPEATED)
    standing = match.offer(OfferKind.REMATCH)
    if _only_computers_beside(match, command.by) or (standing and standing.seat not in seats):
        return _agree_rematch(match, seats[0])
    if standing:
        raise Refused(Reason.REPEATED)
    return _offer(match, Offer(OfferKind.REMATCH, seats[0]))


def _offer(match: Match, offer: Offer) -> Decision:
    if match.offer(offer.kind):
        raise Refused(Reason.OFFER_STANDS)
    offers = tuple(sorted((*match.offers, offer)))
    return Decision(replace(match, offers=offers), (e.OfferMade(offer.kind, offer.seat),))


def _answer(match: Match, command: c.AnswerOffer, now: Millis) -> Decision:
    if not match.seats_of(command.by):
        raise Refused(Reason.NOT_SEATED)
    if command.kind is OfferKind.REMATCH and match.rematch is not None:
        raise Refused(Reason.REPEATED)
    _must_be_this_turn(match, command.turn)
    offer = match.offer(command.kind)
    if offer is None:
        raise Refused(Reason.NO_OFFER)
    if offer.seat in match.seats_of(command.by):
        raise Refused(Reason.OWN_OFFER)
    if not command.accept:
        return _end_offer(match, offer)
    match offer.kind:
        case OfferKind.DRAW:
            game = GAMES[match.game]
            sides = frozenset(_sides(game, match))
            outcome = Outcome(Termination.AGREEMENT, sides, (0,) * len(sides))
            return _finish(match, outcome, now)
        case OfferKind.TAKEBACK:
            return _take_back(match, offer.seat, now)
        case OfferKind.REMATCH:
            return _agree_rematch(match, offer.seat)


def _withdraw(match: Match, command: c.WithdrawOffer) -> Decision:
    offer = match.offer(command.kind)
    if offer is None:
        raise Refused(Reason.NO_OFFER)
    if offer.seat not in match.seats_of(command.by):
        raise Refused(Reason.NOT_SEATED)
    return _end_offer(match, offer)


def _end_offer(match: Match, offer: Offer) -> Decision:
    rest = tuple(other for other in match.offers if other != offer)
    return Decision(replace(match, offers=rest), (e.OfferEnded(offer.kind, offer.seat, False),))


def _take_back(match: Match, seat: Seat, now: Millis) -> Decision:
    """Back to the asker's last decision, so that the asker is to act again."""
    last = max(i for i, ply in enumerate(match.plies) if ply.seat == seat and ply.move != PASS)
    plies = match.plies[:last]
    back = replace(
        match,
        plies=plies,
        position=fold(GAMES[match.game], match.setup, plies),
        turn=match.turn + 1,
        since=now,
        offers=(),
        clock=match.clock and replace(clocks.press(match.clock, seat, now)),
    )
    return Decision(back, (e.TakebackDone(seat, len(match.plies) - last),))


def _agree_rematch(match: Match, seat: Seat) -> Decision:
    id = create.rematch_id(match)
    agreed = replace(match, offers=(), rematch=id)
    return Decision(agreed, (e.OfferEnded(OfferKind.REMATCH, seat, True), e.RematchAgreed(id)))


# --- what must hold ------------------------------------------------------------------------------


def _must_be_open(match: Match) -> None:
    if match.status is Status.ABORTED:
        raise Refused(Reason.ABORTED)
    if match.status is not Status.OPEN:
        raise Refused(Reason.NOT_OPEN)


def _must_have_started(match: Match) -> None:
    if match.status is Status.OPEN:
        raise Refused(Reason.NOT_STARTED)


def _must_be_playing(match: Match) -> None:
    _must_have_started(match)
    if match.status is Status.ABORTED:
        raise Refused(Reason.ABORTED)
    if match.status is Status.FINISHED:
        raise Refused(Reason.FINISHED)


def _must_be_this_turn(match: Match, turn: int) -> None:
    if turn != match.turn:
        raise Refused(Reason.STALE_TURN)


def _seated(match: Match, player: PlayerId) -> Seat:
    """The asker's seat in a running match: the one to act where they hold several."""
    seats = match.seats_of(player)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    _must_be_playing(match)
    to_act = GAMES[match.game].to_act(match.position)
    return to_act if to_act in seats else seats[0]


def _sides(game: Game[Any, Any], match: Match) -> list[Side]:
    return [game.side_of(match.setup, Seat(i)) for i in range(match.setup.seats)]


def _each_side_moved(match: Match) -> bool:
    game = GAMES[match.game]
    moved = {game.side_of(match.setup, ply.seat) for ply in match.plies if ply.move != PASS}
    return moved == set(_sides(game, match))


def _only_computers_beside(match: Match, player: PlayerId) -> bool:
    return all(who is None or who.level is not None or who.player == player for who in match.seats)
