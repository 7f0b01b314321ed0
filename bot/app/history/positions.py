"""Every position of a match, for replays and for stepping through the moves."""

from collections.abc import Sequence

from core.game import BoardView
from core.match.model import Match
from core.match.replay import positions
from core.match.view import see
from core.registry import GAMES


def views(match: Match) -> Sequence[BoardView]:
    """Return the view before the first move and after each.

    In the last one no player is to move if the match is over, even after a resignation.
    """
    game = GAMES[match.game]
    played = [game.look(position) for position in positions(game, match.setup, match.plies)]
    return (*played[:-1], see(match).board)
