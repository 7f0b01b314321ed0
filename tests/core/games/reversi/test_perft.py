"""Known numbers of leaves of the game tree (`docs/rules.md` 1; the ninth is in the benchmark)."""

import copy

import pytest

from core.games.reversi.rules import REVERSI, Position
from tests.core.games.reversi.playing import START
from tests.core.games.reversi.referee import Referee

LEAVES = (4, 12, 56, 244, 1396, 8200, 55092, 390216)
Counted = dict[tuple[int, int, int | None, int], int]


def leaves(position: Position, depth: int, counted: Counted) -> int:
    """A forced pass is one ply, a finished game one leaf; what moves in another order reach is
    looked up, and the last ply is counted from the list of moves.
    """
    key = (position.black, position.white, position.to_act, depth)
    if key not in counted:
        moves = REVERSI.legal_moves(position)
        if depth == 1 or not moves:
            counted[key] = max(1, len(moves))
        else:
            counted[key] = sum(leaves(REVERSI.play(position, m), depth - 1, counted) for m in moves)
    return counted[key]


@pytest.mark.parametrize(("depth", "known"), list(enumerate(LEAVES, start=1)))
def test_the_rules_count_the_known_leaves(depth: int, known: int) -> None:
    assert leaves(START, depth, {}) == known


@pytest.mark.parametrize(("depth", "known"), list(enumerate(LEAVES[:5], start=1)))
def test_the_second_referee_counts_the_same(depth: int, known: int) -> None:
    def plain(referee: Referee, depth: int) -> int:
        if depth == 0 or referee.turn is None:
            return 1
        total = 0
        for move in referee.legal():
            following = copy.deepcopy(referee)
            following.play(move)
            total += plain(following, depth - 1)
        return total

    assert plain(Referee(), depth) == known
