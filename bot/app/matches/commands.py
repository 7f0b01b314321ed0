"""Turn requests into commands to a match.

Pure. A typed request carries no turn and refers to the current one; a pressed button carries the
turn for which it was drawn.
"""

from dataclasses import replace

from bot.app.model.request import Request, Verb
from bot.app.presentation import lobby, teams
from core.errors import Reason, Refused
from core.match import commands as c
from core.match.model import Match, OfferKind, Status
from core.registry import GAMES
from core.types import PlayerId

MOVING = (Verb.MOVE, Verb.PLACE, Verb.SURE, Verb.PICK)
"""Requests of the player to move."""

ANSWERING = (Verb.YES, Verb.NO, Verb.WITHDRAW)
"""Requests about an offer: a draw, a takeback, a pause, a rematch."""


def to_command(request: Request, match: Match, by: PlayerId) -> c.Command:
    """Return the command.

    Raises:
        Refused: UNREADABLE_MOVE, NO_OFFER, or UNKNOWN_VERB.
    """
    turn = match.turn if request.turn is None else request.turn
    match request.verb:
        case Verb.JOIN:
            seat = lobby.take_seat(match, request.arg, by)
            return replace(seat, casual=request.actor.is_guest, client=request.share)
        case Verb.COMPUTER:
            return lobby.seat_computer(match, request.arg, by)
        case Verb.LEAVE:
            return c.LeaveSeat(by)
        case Verb.DECLINE:
            return c.Decline(by)
        case Verb.CANCEL:
            return c.Cancel(by)
        case Verb.START:
            return c.Start(by, request.share)
        case Verb.MOVE | Verb.PLACE | Verb.SURE:
            return c.PlayMove(by, GAMES[match.game].read_move(request.arg), turn)
        case Verb.RESIGN:
            return c.Resign(by)
        case Verb.CLAIM:
            return c.Claim(by)
        case Verb.DRAW:
            return c.OfferDraw(by, turn)
        case Verb.TAKEBACK:
            return c.AskTakeback(by, turn)
        case Verb.PAUSE:
            return c.AskPause(by, turn)
        case Verb.RESUME:
            return c.Resume(by)
        case Verb.REMATCH:
            return c.AskRematch(by)
        case Verb.YES | Verb.NO:
            kind = _kind(request, match)
            return c.AnswerOffer(by, kind, request.verb is Verb.YES, turn)
        case Verb.WITHDRAW:
            return c.WithdrawOffer(by, _kind(request, match))
        case _:
            raise Refused(Reason.UNKNOWN_VERB, verb=request.verb)


def _kind(request: Request, match: Match) -> OfferKind:
    """Return the kind of offer that is answered: the one named, or the only one open."""
    if request.arg in set(OfferKind):
        return OfferKind(request.arg)
    if len(match.offers) != 1:
        raise Refused(Reason.NO_OFFER)
    return match.offers[0].kind


def has_code(request: Request) -> bool:
    """Whether the request names its session by an invite code, not a side or seat to join."""
    names_seat = request.verb is Verb.JOIN and teams.is_place(request.arg)
    return request.verb in (Verb.JOIN, Verb.WATCH) and bool(request.arg) and not names_seat


def fits(request: Request, match: Match, player: PlayerId) -> bool:
    """Whether a request that names no match can refer to this one."""
    seated = bool(match.seats_of(player))
    match request.verb:
        case Verb.JOIN:
            free = not match.is_for_one or match.invited == player
            moves = teams.are_in(match) and teams.is_place(request.arg)
            return match.status is Status.OPEN and free and (moves or not seated)
        case Verb.DECLINE:
            asked = match.is_for_one and match.invited == player
            return match.status is Status.OPEN and asked
        case Verb.COMPUTER:
            return lobby.is_lobby(match) and match.status is Status.OPEN and match.host == player
        case Verb.CANCEL | Verb.START:
            return match.status is Status.OPEN and match.host == player
        case Verb.LEAVE:
            return match.status is Status.OPEN and seated
        case Verb.INVITE:
            return match.status in (Status.OPEN, Status.PLAYING) and seated
        case verb if verb in MOVING or verb is Verb.HINT:
            seat = GAMES[match.game].to_act(match.position)
            playing = match.status is Status.PLAYING and seat is not None
            return playing and seat in match.seats_of(player)
        case _:
            return match.status is Status.PLAYING and seated
