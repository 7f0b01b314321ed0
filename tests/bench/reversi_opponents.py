"""Programs that play Reversi at random, over either protocol.

python -m tests.bench.reversi_opponents gtp|server
"""

import random
import sys

from core.game import Setup
from core.games.reversi.rules import BLACK, REVERSI, WHITE, Position
from core.types import Move

LOTS = random.Random(1)


def gtp() -> None:
    position = REVERSI.start(Setup(seats=2))
    for line in sys.stdin:
        word, *rest = line.split()
        said = "= "
        if word == "quit":
            return
        if word == "clear_board":
            position = REVERSI.start(Setup(seats=2))
        elif word == "play" and not REVERSI.is_legal(position, Move(rest[1])):
            said = "? illegal move"
        elif word in ("play", "genmove"):
            move = Move(rest[1]) if word == "play" else LOTS.choice(REVERSI.legal_moves(position))
            position = REVERSI.play(position, move)
            said += move.upper()
        sys.stdout.write(said + "\n\n")
        sys.stdout.flush()


def server() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        _, side, cells = line.split()
        black, white = (
            sum(1 << at for at, cell in enumerate(cells) if cell == disc) for disc in "XO"
        )
        position = Position(black, white, BLACK if side == "X" else WHITE)
        sys.stdout.write(f"{LOTS.choice(REVERSI.legal_moves(position))} 0 0.1\n")
        sys.stdout.flush()


if __name__ == "__main__":
    (gtp if sys.argv[1] == "gtp" else server)()
