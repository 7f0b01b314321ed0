"""The computer player of Reversi.

Implements `core.engine.Engine[View]`. Owns the levels and how a request becomes a choice; search
strategy is in `searcher.py`, the search itself in `kernels/`. The weights are handed in as bytes.

Lower levels lack what people lack: they search less deeply, see an ending only when it is close
(then without a slip), misjudge before (`core/noise.py`), and now and then a move slips: it is
played as if nothing behind it had been seen.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from core.engine import Choice, Limit, Stop
from core.game import PASS
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.rules import BLACK, NAMES, View
from core.games.reversi.searcher import PASSED, Searcher
from core.noise import Noise, draw_noise
from core.types import Level, Move


@dataclass(frozen=True, slots=True)
class Strength:
    """A level: plies ahead, empty squares from which endings are solved, nodes, 64ths of a disc of
    misjudgement (standard deviation), and how many moves in a thousand slip."""

    depth: int
    exact: int
    nodes: int
    error: int
    slips: int = 0


_FAR = 60
STRENGTHS: Mapping[Level, Strength] = {
    Level("novice"): Strength(2, 4, 10_000, error=int(1.85 * DISC), slips=188),
    Level("amateur"): Strength(4, 7, 50_000, error=int(1.83 * DISC), slips=183),
    Level("club"): Strength(6, 10, 100_000, error=int(1.41 * DISC), slips=155),
    Level("league"): Strength(8, 12, 200_000, error=int(0.93 * DISC), slips=111),
    Level("expert"): Strength(10, 14, 200_000, error=int(0.3 * DISC), slips=80),
    Level("master"): Strength(_FAR, 16, 200_000, error=0, slips=50),
    Level("grandmaster"): Strength(_FAR, 18, 1_500_000, error=0, slips=15),
    Level("champion"): Strength(_FAR, 18, 4_000_000, error=0),
}
SLIP = Strength(depth=1, exact=0, nodes=1_000, error=6 * DISC)
"""How a move is found that slips."""

_CHEAPER = 2
"""Factor on the node budget in an ending, where a node takes a third of the time or less."""

_SAFETY = 5_000
"""Milliseconds after which even a very slow machine has to answer."""


class ReversiEngine:
    """Holds the memory for one search at a time; calls share no results."""

    def __init__(self, weights: bytes) -> None:
        self._table = SearchTable(unpacked(weights))

    def limit(self, level: Level) -> Limit:
        return Limit(nodes=STRENGTHS[level].nodes, millis=_SAFETY)

    def choose(self, view: View, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        """The move to play; `score` in discs, None where there was nothing to think about."""
        own, opp = boards_of(view)
        moves = squares(mobility(own, opp))
        if len(moves) < 2:
            only = NAMES[moves[0]] if moves else PASS
            return Choice(only, score=None, line=(only,), depth=0, nodes=0, cut=False)
        strength = STRENGTHS[level]
        solved = 64 - (own | opp).bit_count() <= strength.exact
        if not solved and _slips(salt, strength):
            strength = SLIP
        self._table.begin(own, opp, limit.nodes * (_CHEAPER if solved else 1), stop)
        noise = draw_noise(salt, moves, 0 if solved else strength.error)
        searcher = Searcher(self._table, own, opp, _drawn_order(salt, moves), noise)
        result = searcher.think(strength.depth, strength.exact)
        line = tuple(_name(square) for square in result.line)
        score = (result.score + DISC // 2) // DISC
        cut = self._table.ended and stop()
        return Choice(line[0], score, line, result.depth, self._table.nodes, cut)


def _slips(salt: bytes, strength: Strength) -> bool:
    """Drawn apart from the noise, which follows from the salt too."""
    draw = int.from_bytes(hashlib.sha256(b"slip" + salt).digest()[:8], "big")
    return draw % 1000 < strength.slips


def _drawn_order(salt: bytes, moves: list[int]) -> list[int]:
    """An order of the moves that differs from match to match, for those that are equally good."""
    lots: Noise = draw_noise(salt, moves, DISC)
    return sorted(moves, key=lambda square: (lots.offsets[square], square))


def boards_of(view: View) -> tuple[int, int]:
    """Return own and opposing discs of the player to move. ValueError if the match is over."""
    if view.to_act is None:
        raise ValueError("nobody is to act")
    black = sum(1 << square for square, cell in enumerate(view.cells) if cell == "X")
    white = sum(1 << square for square, cell in enumerate(view.cells) if cell == "O")
    return (black, white) if view.to_act == BLACK else (white, black)


def _name(square: int) -> Move:
    return PASS if square == PASSED else NAMES[square]
