"""Games of Pente to be played through in a chat: made up by the rules, the same in every run."""

import random

from core.game import Setup
from core.games.pente.rules import PENTE
from core.types import Move

FIVE = tuple(map(Move, ("k11", "k13", "l11", "l13", "m11", "m13", "n11", "n13", "o11")))
"""Black begins beside K10 and has five in a row, k11 to o11, with the ninth stone."""

FOUR_FIVE = tuple(map(Move, ("a1", "c1", "a2", "k13", "a3", "e1", "a4", "l13", "a5")))
"""Four seats, in order B1 A2 B2 A1 and round again: Black's five on column a."""


def quiet(stones: int, seats: int = 2, seed: int = 1) -> tuple[Move, ...]:
    """So many moves, after K10, that end nothing and capture nothing: the longest of stories."""
    lots = random.Random(seed)
    position = PENTE.start(Setup(seats, opening=(Move("k10"),)))
    moves: list[Move] = []
    while len(moves) < stones:
        choices = list(PENTE.legal_moves(position))
        lots.shuffle(choices)
        for move in choices:
            following = PENTE.play(position, move)
            if following.over is None and not following.taken:
                break
        else:
            raise LookupError(f"no quiet stone after {len(moves)}")
        position = following
        moves.append(move)
    return tuple(moves)
