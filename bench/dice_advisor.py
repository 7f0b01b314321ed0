"""What the computer players of Solitaire Dice score: `python -m bench dice-advisor [GAMES]`.

Each plays the same games, 10,000 unless told otherwise, alone, as everybody does; a duel says
little (the better one wins it 65 times in 100). The throws are those of chances numbered from 0, so
a run can be repeated to the point. `p500` is how often 500 points were reached; `within` is half
the width of the 95 % interval of what stands before it.
"""

import hashlib
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, pstdev

from bench import form
from core.chance import Chance
from core.engine import Stop, salt_for
from core.game import Setup
from core.games.dice.engine import ENGINE
from core.games.dice.rules import DICE, WIN
from core.types import Level, MatchId

USUAL = 10_000
_Z = 1.96
LINES = {"greedy": "greedy", "careful": "careful", "methodical": "rule_card"}
"""What the lines of a level begin with."""


def run(args: list[str]) -> Iterator[str]:
    """Lines `greedy.mean`, `careful.mean`, `rule_card.mean`, and beside each what is said above."""
    games = int(args[0]) if args else USUAL
    for level in DICE.levels:
        totals = [play(level, number) for number in range(games)]
        won = sum(total >= WIN for total in totals) / games
        name = LINES[level]
        yield form.line(f"{name}.mean", fmean(totals), "n")
        yield form.line(f"{name}.mean_within", _Z * pstdev(totals) / sqrt(games), "n")
        yield form.line(f"{name}.p500", 100 * won, "%")
        yield form.line(f"{name}.p500_within", 100 * _Z * sqrt(won * (1 - won) / games), "%")


def play(level: Level, number: int) -> int:
    """The total of one game."""
    seed = hashlib.sha256(f"dice-levels {number}".encode()).digest()
    position = DICE.start(Setup(1, chance=Chance(seed, "bench", "")))
    limit, id = ENGINE.limit(level), MatchId(f"bench{number}")
    while position.throw:
        salt = salt_for(id, position.sheet.rounds)
        choice = ENGINE.choose(DICE.look(position), level, limit, salt, Stop())
        position = DICE.play(position, choice.move)
    return position.sheet.total
