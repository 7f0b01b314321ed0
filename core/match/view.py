"""What may be seen of a match.

A view is the match without its secrets (the seed of the dice, the position only the game reads) and
with what its board shows. Pictures, cards and engines are made from views, never from matches.
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
    """`match` here has neither position nor seed."""

    match: Match
    board: BoardView
    sides: tuple[Side, ...]  # by seat
    to_act: Seat | None  # None unless playing
    moves: tuple[Move, ...]  # legal ones of the seat to act
    last: Ply | None  # the last move that was a decision
    passed: Seat | None  # who was passed over just now
    proof: Proof | None  # for checking the dice, where there are any

    @property
    def number(self) -> int:
        """How many moves were made, the setup's and forced passes included."""
        return len(self.match.setup.opening) + len(self.match.plies)


def see(match: Match) -> MatchView:
    """The view of everybody."""
    game = GAMES[match.game]
    playing = match.status is Status.PLAYING
    own = [ply for ply in match.plies if ply.move != PASS]
    passed = match.plies[-1].seat if match.plies and match.plies[-1].move == PASS else None
    board: Any = game.look(match.position)
    if not playing:  # by the rules somebody might move, but nobody may
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
    """The seed is told when the match is over, unless others play on with the same throws."""
    chance = match.setup.chance
    if chance is None:
        return None
    return proof(chance, over=match.is_over and chance.label == match.id)
