"""Offers and answers: draw, takeback, pause, rematch, and resignation in a team.

Owns what a seat may offer and who has to accept. In teams a draw and a rematch need all players, a
takeback one opponent, and a resignation the partner. Offers lapse on the next turn; until then a
refused player may not ask again. A takeback drops plies and folds the rest again.
"""

from dataclasses import replace
from typing import assert_never

from core.errors import Reason, Refused
from core.game import PASS
from core.match import clock as clocks
from core.match import commands as c
from core.match import create, ending, pausing
from core.match import events as e
from core.match.deadlines import departed_warnings
from core.match.decision import (
    Decision,
    must_be_playing,
    must_be_this_turn,
    opponents,
    others,
    partners,
    seated,
)
from core.match.model import MISTAP_WINDOW, Match, Offer, OfferKind, PauseCause, Status
from core.match.replay import fold
from core.registry import GAMES
from core.types import Millis, PlayerId, Seat


def asked(match: Match, offer: Offer) -> tuple[PlayerId, ...]:
    """Return the people who still have to answer an offer."""
    maker = match.seats[offer.seat]
    assert maker is not None
    match offer.kind:
        case OfferKind.DRAW | OfferKind.PAUSE | OfferKind.REMATCH:
            wanted = others(match, maker.player)
        case OfferKind.TAKEBACK:
            wanted = opponents(match, maker.player)
        case OfferKind.RESIGN:
            wanted = partners(match, maker.player)
        case _:
            assert_never(offer.kind)
    agreed = {who.player for seat in offer.agreed if (who := match.seats[seat]) is not None}
    return tuple(who for who in wanted if who not in agreed)


def lasting(match: Match) -> tuple[Offer, ...]:
    """Return offers that survive a move: resignations, as a partner may not look before others
    move."""
    return tuple(offer for offer in match.offers if offer.kind is OfferKind.RESIGN)


def offer_draw(match: Match, command: c.OfferDraw, now: Millis) -> Decision:
    """Offer a draw, or accept the one that is open."""
    seat = seated(match, command.by)
    must_be_this_turn(match, command.turn)
    if match.is_solo:
        raise Refused(Reason.PLAYED_ALONE)
    if not opponents(match, command.by):
        raise Refused(Reason.COMPUTER_PLAYS_ON)
    return _agree_or_offer(match, Offer(OfferKind.DRAW, seat), command.by, now)


def ask_pause(match: Match, command: c.AskPause, now: Millis) -> Decision:
    """Ask for a pause. Computers always accept."""
    seat = seated(match, command.by)
    must_be_this_turn(match, command.turn)
    if match.paused is not None:
        raise Refused(Reason.PAUSED)
    if match.is_solo:
        raise Refused(Reason.PLAYED_ALONE)
    if not others(match, command.by):
        return _pause(match, now)
    return _agree_or_offer(match, Offer(OfferKind.PAUSE, seat), command.by, now)


def _pause(match: Match, now: Millis) -> Decision:
    agreed = pausing.pause(match, PauseCause.AGREED, now)
    return Decision(agreed, (e.Paused(PauseCause.AGREED),))


def resign(match: Match, command: c.Resign, now: Millis) -> Decision:
    """Resign. In a team the second partner's word ends the match."""
    seat = seated(match, command.by)
    if not partners(match, command.by):
        return ending.resign(match, seat, now)
    return _agree_or_offer(match, Offer(OfferKind.RESIGN, seat), command.by, now)


def ask_takeback(match: Match, command: c.AskTakeback, now: Millis) -> Decision:
    seat = seated(match, command.by)
    must_be_this_turn(match, command.turn)
    if not GAMES[match.game].takeback:
        raise Refused(Reason.NO_TAKEBACK)
    last = _last_decision(match, seat)
    if last is None:
        raise Refused(Reason.NOTHING_TO_TAKE_BACK)
    if _is_mistap(match, last, now) or not opponents(match, command.by):
        return _take_back(match, seat, now)
    return _offer(match, Offer(OfferKind.TAKEBACK, seat))


def ask_rematch(match: Match, command: c.AskRematch, now: Millis) -> Decision:
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    if match.status is not Status.FINISHED:
        raise Refused(Reason.NOT_FINISHED)
    if match.rematch is not None:
        raise Refused(Reason.REPEATED)
    if not others(match, command.by):
        return _agree_rematch(match)
    return _agree_or_offer(match, Offer(OfferKind.REMATCH, seats[0]), command.by, now)


def _agree_or_offer(match: Match, offer: Offer, by: PlayerId, now: Millis) -> Decision:
    standing = match.offer(offer.kind)
    if standing is not None and by in asked(match, standing):
        return _agree(match, standing, by, now)
    return _offer(match, offer)


def _offer(match: Match, offer: Offer) -> Decision:
    if match.offer(offer.kind):
        raise Refused(Reason.OFFER_STANDS)
    refused = match.declined
    if refused is not None and (refused.kind, refused.seat) == (offer.kind, offer.seat):
        raise Refused(Reason.JUST_DECLINED, kind=offer.kind)
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
    if command.by not in asked(match, offer):
        raise Refused(_why_not_asked(offer, seats))
    if not command.accept:
        return _end_offer(replace(match, declined=offer), offer)
    return _agree(match, offer, command.by, now)


def _why_not_asked(offer: Offer, seats: tuple[Seat, ...]) -> Reason:
    if set(seats) & set(offer.agreed):
        return Reason.REPEATED
    return Reason.PARTNER_ANSWERS if offer.kind is OfferKind.RESIGN else Reason.OWN_OFFER


def _agree(match: Match, offer: Offer, by: PlayerId, now: Millis) -> Decision:
    """Accept an offer, and apply it once all players asked have accepted."""
    seat = match.seats_of(by)[0]
    more = replace(offer, agreed=(*offer.agreed, seat))
    if asked(match, more) and offer.kind is not OfferKind.TAKEBACK:
        offers = tuple(sorted(more if each == offer else each for each in match.offers))
        return Decision(replace(match, offers=offers), (e.OfferAgreed(offer.kind, seat),))
    match offer.kind:
        case OfferKind.DRAW:
            return ending.agree(match, now)
        case OfferKind.RESIGN:
            return ending.resign(match, offer.seat, now)
        case OfferKind.TAKEBACK:
            return _take_back(match, offer.seat, now)
        case OfferKind.PAUSE:
            return _pause(match, now)
        case OfferKind.REMATCH:
            return _agree_rematch(match)


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
    return Decision(replace(match, offers=rest), (e.OfferEnded(offer.kind, offer.seat),))


def _take_back(match: Match, seat: Seat, now: Millis) -> Decision:
    """Return to the last decision of the player who asked."""
    match = pausing.running(match, now)
    last = _last_decision(match, seat)
    assert last is not None  # the takeback could not have been asked for otherwise
    plies = match.plies[:last]
    back = replace(
        match,
        plies=plies,
        position=fold(GAMES[match.game], match.setup, plies),
        turn=match.turn + 1,
        since=now,
        offers=lasting(match),
        declined=None,
        absences=departed_warnings(match),
        clock=match.clock and clocks.turn_back(match.clock, seat, now),
    )
    return Decision(back, (e.TakebackDone(seat, len(match.plies) - last),))


def _last_decision(match: Match, seat: Seat) -> int | None:
    """Return the index of this seat's last own decision."""
    chosen = (i for i, ply in enumerate(match.plies) if ply.seat == seat and ply.move != PASS)
    return max(chosen, default=None)


def _is_mistap(match: Match, last: int, now: Millis) -> bool:
    """Return whether this is a mis-tap: just played, no reply yet, and no clock running."""
    moved_since = any(ply.move != PASS for ply in match.plies[last + 1 :])
    return match.clock is None and not moved_since and now < match.plies[last].at + MISTAP_WINDOW


def _agree_rematch(match: Match) -> Decision:
    id = create.rematch_id(match)
    agreed = replace(match, offers=(), declined=None, rematch=id)
    return Decision(agreed, (e.RematchAgreed(id),))
