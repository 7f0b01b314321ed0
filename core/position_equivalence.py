"""Canonical form of a position under symmetry and colour swap.

A board that is rotated or mirrored, with colours and turn exchanged, is equivalent: the best move
on one is the mapped best move on the other. History and the last move are ignored. Games without an
entry here compare positions for equality.
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
"""The sum of opposite faces of a die."""


def equivalence_key(game: GameId, position: Any) -> Hashable:
    """Return a key shared by exactly the equivalent positions."""
    read = _READ.get(game)
    return position if read is None else read(GAMES[game].look(position))


def distinctive_positions(match: Match) -> Iterator[Any]:
    """Yield the positions that distinguish a match from others of its game; forced common
    beginnings are skipped. The last position is included, as a player may have resigned there."""
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
    """Return whether moves lead to inequivalent positions. With dice they always do."""
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
    """The set of legal points reflects whether the opening rule restricts it."""
    if view.to_act is None:
        return _board(view.cells, black=True), ()
    black = view.to_act % 2 == 1
    pairs = view.pairs[::-1] if black else view.pairs
    return _board(view.cells, black=black), pairs, len(view.legal)


def _board(cells: str, *, black: bool) -> str:
    """Return the canonical one of a square board's eight symmetries, row by row; the side to move
    is X."""
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
    """A sheet and a throw; turning all dice upside down gives the same game."""
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
