"""Views of a match.

A view omits the secrets of a match (the seed of the dice, the game's internal position) and adds
what its board shows. Pictures, cards and engines use views, never matches.
"""

from dataclasses import dataclass, replace
from typing import Any

from core.chance import Proof, proof
from core.game import PASS, BoardView
from core.match.model import Match, Ply, Status
from core.registry import GAMES
from core.types import Move, Seat, Side


@dataclass(frozen=True, slots=True)
class MatchView:
    """`match` has neither position nor seed here."""

    match: Match
    board: BoardView
    sides: tuple[Side, ...]  # by seat
    to_act: Seat | None  # None unless playing
    moves: tuple[Move, ...]  # legal moves of the seat to act
    last: Ply | None  # the last move that was a decision
    passed: Seat | None  # the seat whose turn was just passed
    proof: Proof | None  # verifies the dice, if any

    @property
    def number(self) -> int:
        """The number of moves, including the setup's and forced passes."""
        return len(self.match.setup.opening) + len(self.match.plies)


def see(match: Match) -> MatchView:
    """Return the public view."""
    game = GAMES[match.game]
    playing = match.status is Status.PLAYING
    own = [ply for ply in match.plies if ply.move != PASS]
    passed = match.plies[-1].seat if match.plies and match.plies[-1].move == PASS else None
    board: Any = game.look(match.position)
    if not playing:  # the rules may allow moves after an abort
        board = replace(board, to_act=None, legal=())
    return MatchView(
        match=replace(match, position=None, setup=replace(match.setup, chance=None)),
        board=board,
        sides=tuple(game.side_of(match.setup, Seat(i)) for i in range(match.setup.seats)),
        to_act=game.to_act(match.position) if playing else None,
        moves=game.legal_moves(match.position) if playing else (),
        last=own[-1] if own else None,
        passed=passed,
        proof=_proof(match),
    )


def _proof(match: Match) -> Proof | None:
    """Reveal the seed once the match is over, unless others still play the same throws."""
    chance = match.setup.chance
    if chance is None:
        return None
    return proof(chance, over=match.is_over and chance.label == match.id)
