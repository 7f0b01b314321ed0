"""Pairs of bit boards to search in: own discs and the other's, as the one to move sees them."""

import random

from hypothesis import strategies as st

from core.game import PASS
from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.rules import REVERSI, Position
from tests.core.games.reversi.playing import START

Board = tuple[int, int]


def sides(position: Position) -> Board:
    assert position.to_act is not None
    return position.of(position.to_act)


def wander(seed: int, empty: int) -> Position:
    """A position with so many empty squares and a move to make, from random moves."""
    lots = random.Random(seed)
    while True:
        position = START
        while position.to_act is not None:
            moves = REVERSI.legal_moves(position)
            if 64 - (position.black | position.white).bit_count() == empty and moves != (PASS,):
                return position
            position = REVERSI.play(position, lots.choice(moves))


def any_board(empty: st.SearchStrategy[int]) -> st.SearchStrategy[Board]:
    """Boards of real games with so many empty squares."""
    return st.builds(lambda seed, n: sides(wander(seed, n)), st.integers(0, 2**32), empty)


def margin(own: int, opp: int) -> int:
    """The result of a game that is over, in discs, empty squares to the winner."""
    mine, theirs = own.bit_count(), opp.bit_count()
    empty = 64 - mine - theirs
    return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)


def over(own: int, opp: int) -> bool:
    return not mobility(own, opp) and not mobility(opp, own)


def minimax(own: int, opp: int) -> int:
    """The result with best play, in discs for the one to move, by trying everything."""
    if over(own, opp):
        return margin(own, opp)
    results = []
    for square in squares(mobility(own, opp)):
        turned = flips(own, opp, square)
        results.append(-minimax(opp ^ turned, own | turned | 1 << square))
    return max(results) if results else -minimax(opp, own)
