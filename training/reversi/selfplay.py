"""Games that the computer plays against itself, as material for the other scripts here.

A game begins with random plies, so that no two are alike, goes on at a fixed depth, and ends with
the exact score from ten empty squares. Everything follows from the seed.
"""

import random
from dataclasses import dataclass

from core.blur import Blur
from core.budget import Budget
from core.engine import Limit
from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.endgame import Ending
from core.games.reversi.evaluation import DISC, final
from core.games.reversi.search import Search

START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)
"""Black's and white's discs (`docs/rules.md` 1); black moves."""

SOLVED_FROM = 10
_UNLIMITED = Limit(nodes=1 << 62, millis=0)


@dataclass(frozen=True, slots=True)
class Game:
    """`positions` are (own, opp) as the one to move sees them, after the random plies; `margins`
    are discs for that one, with the play that followed."""

    positions: tuple[tuple[int, int], ...]
    margins: tuple[int, ...]


def play(rng: random.Random, depth: int, noise: int) -> Game:
    """One game; `noise` is the standard deviation of the misjudgement, in hundredths of a disc."""
    own, opp = START
    colour = 1
    random_plies = rng.randrange(8, 17)
    seen: list[tuple[int, int, int]] = []
    while True:
        moves = mobility(own, opp)
        if not moves and not mobility(opp, own):
            margin = final(own, opp) // DISC * colour
            break
        if not moves:
            own, opp, colour = opp, own, -colour
            continue
        empty = 64 - (own | opp).bit_count()
        if empty <= SOLVED_FROM:
            margin = _solved(own, opp) * colour
            break
        if 60 - empty < random_plies:
            square = rng.choice(squares(moves))
        else:
            seen.append((own, opp, colour))
            square = chosen(own, opp, depth, rng, noise)
        turned = flips(own, opp, square)
        own, opp, colour = opp ^ turned, own | turned | 1 << square, -colour
    return Game(
        tuple((mine, theirs) for mine, theirs, _ in seen),
        tuple(margin * colour for _, _, colour in seen),
    )


def chosen(own: int, opp: int, depth: int, rng: random.Random, noise: int) -> int:
    """A move at that depth, the noise drawn from `rng`."""
    blur = Blur({square: round(rng.gauss(0, noise)) for square in range(64)}, 4 * noise)
    return Search(unlimited()).deepen(own, opp, depth, blur).line[0]


def _solved(own: int, opp: int) -> int:
    budget = unlimited()
    first = Search(budget).deepen(own, opp, 3, Blur(dict.fromkeys(range(64), 0), 0)).line[0]
    return Ending(budget).solve(own, opp, first).score // DISC


def unlimited() -> Budget:
    return Budget(_UNLIMITED, lambda: False)
