"""Automatic moves: play the only split of a throw as part of the decision that led to it.

Like a forced pass, such a move is not a choice; but some players prefer to make it themselves, so
the caller decides whether it is played. It is saved atomically with the decision before it, so a
crash leaves nothing pending. Replay treats it like any other ply.
"""

from core.match.commands import PlayMove
from core.match.decide import Decision, decide
from core.match.model import Match, Status
from core.registry import GAMES
from core.types import Millis


def auto_move(match: Match) -> PlayMove | None:
    """Return the only move of the player to act; None if there is a choice, or no dice."""
    game = GAMES[match.game]
    if match.status is not Status.PLAYING or not game.chance:
        return None
    seat = game.to_act(match.position)
    who = None if seat is None else match.seats[seat]
    moves = game.legal_moves(match.position)
    if who is None or who.level is not None or len(moves) != 1:
        return None
    return PlayMove(who.player, moves[0], match.turn)


def play_auto_moves(decision: Decision, now: Millis) -> Decision:
    """Return the decision extended by the automatic moves that follow from it."""
    while (move := auto_move(decision.match)) is not None:
        further = decide(decision.match, move, now)
        decision = Decision(further.match, (*decision.events, *further.events))
    return decision
