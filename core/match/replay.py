"""Fold plies into positions."""

from collections.abc import Iterator, Sequence
from typing import Any

from core.game import Game, Setup
from core.match.model import Ply


def positions(game: Game[Any, Any], setup: Setup, plies: Sequence[Ply]) -> Iterator[Any]:
    """Yield the first position and the one after each ply. Refused if a ply is not legal."""
    position = game.start(setup)
    yield position
    for ply in plies:
        position = game.play(position, ply.move)
        yield position


def fold(game: Game[Any, Any], setup: Setup, plies: Sequence[Ply]) -> Any:
    """Return the position after all plies."""
    position = game.start(setup)
    for ply in plies:
        position = game.play(position, ply.move)
    return position
