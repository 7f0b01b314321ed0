"""Golden games: what the rules say at every step of one known game.

A file of `playthroughs/` holds the setup and the moves, and behind each move what follows from it:
who acts, what is legal, what may be seen. Reading takes only setup and moves from it; telling them
again has to give the same text. A change of rules or views shows as a change of this file.

    python -m tests.core.playthrough GAME        tells the file's own moves anew
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from core.chance import Chance
from core.game import Game, Setup
from core.registry import GAMES
from core.types import GameId, Move

FOLDER = Path(__file__).with_name("playthroughs")


def path_of(game: GameId) -> Path:
    return FOLDER / f"{game}.txt"


def tell(game: Game[Any, Any], setup: Setup, moves: Sequence[Move]) -> str:
    """The text of the file."""
    lines = [f"game: {game.id}", f"setup: {_json(setup)}"]
    position = game.start(setup)
    for number, move in enumerate((*moves, None)):
        outcome = game.outcome(position)
        lines += [
            "",
            f"position: {number}",
            f"to act: {game.to_act(position)}",
            f"legal: {_json(game.legal_moves(position))}",
            f"outcome: {None if outcome is None else _json(outcome)}",
            f"view: {_json(game.look(position))}",
        ]
        if move is not None:
            lines.append(f"move: {move}")
            position = game.play(position, move)
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[Setup, list[Move]]:
    """Setup and moves of a file."""
    lines = [line.partition(": ")[::2] for line in text.splitlines()]
    setup = json.loads(next(rest for key, rest in lines if key == "setup"))
    chance = setup["chance"]
    if chance is not None:
        chance = msgspec.json.decode(_json(chance), type=Chance)
    return (
        Setup(setup["seats"], setup["options"], chance, tuple(map(Move, setup["opening"]))),
        [Move(rest) for key, rest in lines if key == "move"],
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


if __name__ == "__main__":
    id = GameId(sys.argv[1])
    path_of(id).write_text(tell(GAMES[id], *read(path_of(id).read_text())))
