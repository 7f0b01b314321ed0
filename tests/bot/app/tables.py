"""Matches between Ann and Bo at a given point, without a service, for rendering views."""

from collections.abc import Mapping

from core.match import create
from core.match.commands import PlayMove, Start, TakeSeat
from core.match.create import Terms
from core.match.decide import decide
from core.match.model import Match
from core.match.view import MatchView, see
from core.registry import GAMES
from core.types import GameId, MatchId, Millis, Move, PlayerId

NOW = Millis(1_800_000_000_000)
ANN, BO = PlayerId("p1"), PlayerId("p2")
ID = MatchId("b" * 13)


def match(game: str, *moves: str, options: Mapping[str, str] | None = None) -> Match:
    """Return a match after these moves. Ann has the first seat."""
    terms = Terms(GameId(game), False, first="challenger", options=dict(options or {}))
    alone = GAMES[terms.game].seat_counts == (1,)
    offered = create.challenge(ID, terms, ANN, None if alone else BO, bytes(32), NOW)
    made = decide(offered, Start(ANN, "roll") if alone else TakeSeat(BO), NOW).match
    for move in moves:
        seat = GAMES[made.game].to_act(made.position)
        assert seat is not None
        who = made.seats[seat]
        assert who is not None
        made = decide(made, PlayMove(who.player, Move(move), made.turn), NOW).match
    return made


def table(game: str, *moves: str, options: Mapping[str, str] | None = None) -> MatchView:
    """Return its public view."""
    return see(match(game, *moves, options=options))
