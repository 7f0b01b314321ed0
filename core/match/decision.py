"""The result of a command, and guards and queries that several commands share."""

from dataclasses import dataclass

from core.errors import Reason, Refused
from core.game import PASS
from core.match.events import Event
from core.match.model import Match, Status
from core.registry import GAMES
from core.types import PlayerId, Seat, Side


@dataclass(frozen=True, slots=True)
class Decision:
    """The next match and the events that led to it."""

    match: Match
    events: tuple[Event, ...]


def must_be_open(match: Match) -> None:
    """Refused(ABORTED) or Refused(NOT_OPEN) unless seats can still be taken."""
    if match.status is Status.ABORTED:
        raise Refused(Reason.ABORTED)
    if match.status is not Status.OPEN:
        raise Refused(Reason.NOT_OPEN)


def must_have_started(match: Match) -> None:
    """Refused(NOT_STARTED) while seats are open."""
    if match.status is Status.OPEN:
        raise Refused(Reason.NOT_STARTED)


def must_be_playing(match: Match) -> None:
    """Refused(NOT_STARTED), Refused(ABORTED) or Refused(FINISHED) unless the match is running."""
    must_have_started(match)
    if match.status is Status.ABORTED:
        raise Refused(Reason.ABORTED)
    if match.status is Status.FINISHED:
        raise Refused(Reason.FINISHED)


def must_be_this_turn(match: Match, turn: int) -> None:
    """Refused(STALE_TURN) if the player saw another decision."""
    if turn != match.turn:
        raise Refused(Reason.STALE_TURN)


def seated(match: Match, player: PlayerId) -> Seat:
    """Return the player's seat in a running match: the one to act if they hold several."""
    seats = match.seats_of(player)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    must_be_playing(match)
    to_act = GAMES[match.game].to_act(match.position)
    return to_act if to_act in seats else seats[0]


def sides(match: Match) -> list[Side]:
    """Return the side of each seat."""
    game = GAMES[match.game]
    return [game.side_of(match.setup, Seat(i)) for i in range(match.setup.seats)]


def each_side_moved(match: Match) -> bool:
    """Return whether each side has moved. Before that, leaving has no loser.

    With dice the first throw counts, or players could shop for good ones.
    """
    game = GAMES[match.game]
    if game.chance:
        return True
    moved = {game.side_of(match.setup, ply.seat) for ply in match.plies if ply.move != PASS}
    return moved == set(sides(match))


def others(match: Match, player: PlayerId) -> tuple[PlayerId, ...]:
    """Return all other people in the match."""
    return tuple(who for who in match.people if who != player)


def partners(match: Match, player: PlayerId) -> tuple[PlayerId, ...]:
    """Return the people on this player's side."""
    return tuple(who for who in others(match, player) if who not in opponents(match, player))


def opponents(match: Match, player: PlayerId) -> tuple[PlayerId, ...]:
    """Return the people on sides where this player has no seat."""
    side = sides(match)
    own = {side[seat] for seat in match.seats_of(player)}
    return tuple(
        who.player
        for i, who in enumerate(match.seats)
        if who is not None and who.level is None and side[i] not in own
    )
