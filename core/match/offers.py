"""Offers: draw, takeback and rematch, and the answers to them.

Owns what one seat may ask of the others; an offer lapses when the turn rises. Must not know how
moves are played: a takeback cuts plies off and folds the rest again.
"""

from dataclasses import replace

from core.errors import Reason, Refused
from core.game import PASS
from core.match import clock as clocks
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.decision import (
    Decision,
    must_be_playing,
    must_be_this_turn,
    only_computers_beside,
    seated,
)
from core.match.ending import agree
from core.match.model import SLIP, Match, Offer, OfferKind, Status
from core.match.replay import fold
from core.registry import GAMES
from core.types import Millis, Seat


def offer_draw(match: Match, command: c.OfferDraw, now: Millis) -> Decision:
    """Where the other side has offered one already, offering is agreeing."""
    seat = seated(match, command.by)
    must_be_this_turn(match, command.turn)
    if match.setup.seats == 1:
        raise Refused(Reason.PLAYED_ALONE)
    if match.against_computer:
        raise Refused(Reason.COMPUTER_PLAYS_ON)
    standing = match.offer(OfferKind.DRAW)
    if standing and standing.seat not in match.seats_of(command.by):
        return agree(match, now)
    return _offer(match, Offer(OfferKind.DRAW, seat))


def ask_takeback(match: Match, command: c.AskTakeback, now: Millis) -> Decision:
    seat = seated(match, command.by)
    must_be_this_turn(match, command.turn)
    if not GAMES[match.game].takeback:
        raise Refused(Reason.NO_TAKEBACK)
    last = _last_decision(match, seat)
    if last is None:
        raise Refused(Reason.NOTHING_TO_TAKE_BACK)
    if _is_slip(match, last, now) or only_computers_beside(match, command.by):
        return _take_back(match, seat, now)
    return _offer(match, Offer(OfferKind.TAKEBACK, seat))


def ask_rematch(match: Match, command: c.AskRematch) -> Decision:
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    if match.status is not Status.FINISHED:
        raise Refused(Reason.NOT_FINISHED)
    if match.rematch is not None:
        raise Refused(Reason.REPEATED)
    standing = match.offer(OfferKind.REMATCH)
    if only_computers_beside(match, command.by) or (standing and standing.seat not in seats):
        return _agree_rematch(match, seats[0])
    return _offer(match, Offer(OfferKind.REMATCH, seats[0]))


def _offer(match: Match, offer: Offer) -> Decision:
    if match.offer(offer.kind):
        raise Refused(Reason.OFFER_STANDS)
    offers = tuple(sorted((*match.offers, offer)))
    offered = replace(match, offers=offers, declined=None)
    return Decision(offered, (e.OfferMade(offer.kind, offer.seat),))


def answer(match: Match, command: c.AnswerOffer, now: Millis) -> Decision:
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    if command.kind is not OfferKind.REMATCH:
        must_be_playing(match)
    elif match.rematch is not None:
        raise Refused(Reason.REPEATED)
    must_be_this_turn(match, command.turn)
    offer = match.offer(command.kind)
    if offer is None:
        raise Refused(Reason.NO_OFFER)
    if offer.seat in seats:
        raise Refused(Reason.OWN_OFFER)
    if not command.accept:
        return _end_offer(replace(match, declined=offer), offer)
    match offer.kind:
        case OfferKind.DRAW:
            return agree(match, now)
        case OfferKind.TAKEBACK:
            return _take_back(match, offer.seat, now)
        case OfferKind.REMATCH:
            return _agree_rematch(match, offer.seat)


def withdraw(match: Match, command: c.WithdrawOffer) -> Decision:
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    offer = match.offer(command.kind)
    if offer is None or offer.seat not in seats:
        raise Refused(Reason.NO_OFFER)
    return _end_offer(match, offer)


def _end_offer(match: Match, offer: Offer) -> Decision:
    rest = tuple(other for other in match.offers if other != offer)
    return Decision(replace(match, offers=rest), (e.OfferEnded(offer.kind, offer.seat, False),))


def _take_back(match: Match, seat: Seat, now: Millis) -> Decision:
    """Back to the asker's last decision, so that the asker is to act again."""
    last = _last_decision(match, seat)
    assert last is not None  # or it could not have been asked for
    plies = match.plies[:last]
    back = replace(
        match,
        plies=plies,
        position=fold(GAMES[match.game], match.setup, plies),
        turn=match.turn + 1,
        since=now,
        offers=(),
        declined=None,
        clock=match.clock and clocks.turn_back(match.clock, seat, now),
    )
    return Decision(back, (e.TakebackDone(seat, len(match.plies) - last),))


def _last_decision(match: Match, seat: Seat) -> int | None:
    """Which ply was the last one that this seat chose."""
    chosen = (i for i, ply in enumerate(match.plies) if ply.seat == seat and ply.move != PASS)
    return max(chosen, default=None)


def _is_slip(match: Match, last: int, now: Millis) -> bool:
    """A mis-tap may be taken back unasked: just made, nobody has moved since, no clock ran."""
    moved_since = any(ply.move != PASS for ply in match.plies[last + 1 :])
    return match.clock is None and not moved_since and now < match.plies[last].at + SLIP


def _agree_rematch(match: Match, seat: Seat) -> Decision:
    id = create.rematch_id(match)
    agreed = replace(match, offers=(), declined=None, rematch=id)
    return Decision(agreed, (e.OfferEnded(OfferKind.REMATCH, seat, True), e.RematchAgreed(id)))
