"""Positions that are one and the same to whoever asks for advice.

A board that is turned or mirrored, with the colours exchanged and the other to move, is the same
board: what is best on one is best on the other, turned back. How it came about and which move was
the last do not matter. Owns what is compared of each game; of a game without a line here positions
have to be equal. Must not know who asks, nor why.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from math import isqrt
from typing import Any

from core.game import PASS
from core.games.dice import rules as dice
from core.games.pente import rules as pente
from core.games.reversi import rules as reversi
from core.match.model import Match
from core.match.replay import positions
from core.registry import GAMES
from core.types import GameId

_EXCHANGED = str.maketrans("XO", "OX")
_OPPOSITE = 7
"""What opposite sides of a die add up to."""


def equivalence_key(game: GameId, position: Any) -> Hashable:
    """What this position has in common with those that are like it, and with no other."""
    read = _READ.get(game)
    return position if read is None else read(GAMES[game].look(position))


def distinctive_positions(match: Match) -> Iterator[Any]:
    """The positions of a match that say something about it: those that every match of its kind goes
    through are left out. The last one counts, as somebody may have given up there."""
    game = GAMES[match.game]
    seen = iter(positions(game, match.setup, match.plies))
    here = next(seen)
    for position in seen:
        if _forks(match.game, here):
            yield position
            break
        here = position
    yield from seen


def _forks(id: GameId, position: Any) -> bool:
    """Whether moves lead to boards that are not alike. Dice always do."""
    game = GAMES[id]
    if game.chance:
        return True
    after = (game.play(position, move) for move in game.legal_moves(position) if move != PASS)
    first = next(after, None)
    if first is None:
        return True
    alike = equivalence_key(id, first)
    return any(equivalence_key(id, other) != alike for other in after)


def _of_reversi(view: reversi.View) -> Hashable:
    return _board(view.cells, black=view.to_act == reversi.BLACK), view.to_act is None


def _of_pente(view: pente.View) -> Hashable:
    """Who may place where tells whether the opening rule shuts something."""
    if view.to_act is None:
        return _board(view.cells, black=True), ()
    black = view.to_act % 2 == 1
    pairs = view.pairs[::-1] if black else view.pairs
    return _board(view.cells, black=black), pairs, len(view.legal)


def _board(cells: str, *, black: bool) -> str:
    """A square board, row after row, as it lies in the first of its eight ways; the one to move has
    the crosses."""
    own = cells if black else cells.translate(_EXCHANGED)
    size = isqrt(len(own))
    rows = [own[i : i + size] for i in range(0, len(own), size)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    ways = []
    for lines in (rows, columns):
        for upright in (lines, lines[::-1]):
            ways += ["".join(upright), "".join(line[::-1] for line in upright)]
    return min(ways)


def _of_dice(view: dice.View) -> Hashable:
    """A sheet and a throw; each die seen from below is the same game."""
    throw = tuple(sorted(view.throw))
    sums = tuple(each.marks for each in sorted(view.sums, key=lambda each: each.value))
    piles = tuple(sorted((each.value, each.marks) for each in view.piles))
    below = tuple(sorted(_OPPOSITE - die for die in view.throw))
    mirrored = tuple(sorted((_OPPOSITE - value, marks) for value, marks in piles))
    return min((throw, sums, piles), (below, sums[::-1], mirrored))


_READ: Mapping[GameId, Callable[[Any], Hashable]] = {
    reversi.REVERSI.id: _of_reversi,
    pente.PENTE.id: _of_pente,
    dice.DICE.id: _of_dice,
}
