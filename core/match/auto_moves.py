"""Throws that leave one choice: the only split of a throw is played in the decision that led to it.

Such a move is a decision of nobody's, like a forced pass; but some people want to make it by hand,
so whoever decides for them says whether it is made. It is no command that follows by itself: the
match is saved with it or not at all, so a crash finds nothing half done and nothing has to be
remembered or timed. A game is replayed from its plies like any other.
"""

from core.match.commands import PlayMove
from core.match.decide import Decision, decide
from core.match.model import Match, Status
from core.registry import GAMES
from core.types import Millis


def auto_move(match: Match) -> PlayMove | None:
    """The move that the person to act has to make; None where there is a choice, or no dice."""
    if match.status is not Status.PLAYING or match.setup.chance is None:
        return None
    game = GAMES[match.game]
    seat = game.to_act(match.position)
    who = None if seat is None else match.seats[seat]
    moves = game.legal_moves(match.position)
    if who is None or who.level is not None or len(moves) != 1:
        return None
    return PlayMove(who.player, moves[0], match.turn)


def play_auto_moves(decision: Decision, now: Millis) -> Decision:
    """The decision with the forced moves that follow from it."""
    while (move := auto_move(decision.match)) is not None:
        further = decide(decision.match, move, now)
        decision = Decision(further.match, (*decision.events, *further.events))
    return decision
