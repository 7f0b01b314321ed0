"""Positions and games to test with: from records, from drawings, from drawn choices."""

from collections.abc import Sequence

from hypothesis import strategies as st

from core.game import Setup
from core.games.reversi.records import read_transcript
from core.games.reversi.rules import BLACK, REVERSI, WHITE, Position
from core.types import Move

START = REVERSI.start(Setup(seats=2))

CHOICES = st.lists(st.integers(0, 32), max_size=75)
"""What a game is drawn from: at each move, which of the legal ones (modulo their number)."""

CELLS = st.text("XO.", min_size=64, max_size=64)
"""Any board at all, also such as no game reaches."""


def game_of(choices: Sequence[int]) -> tuple[list[Move], list[Position]]:
    """The moves that the choices pick, forced passes included, and all positions on the way."""
    moves: list[Move] = []
    positions = [START]
    for choice in choices:
        legal = REVERSI.legal_moves(positions[-1])
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        positions.append(REVERSI.play(positions[-1], moves[-1]))
    return moves, positions


def after(text: str) -> Position:
    """The position after a transcript."""
    position = START
    for move in read_transcript(text):
        position = REVERSI.play(position, move)
    return position


def drawn(cells: str, black_to_act: bool = True) -> Position:
    """The position of a board drawn as 64 characters, white space ignored."""
    plain = "".join(cells.split())
    assert len(plain) == 64
    black = sum(1 << at for at, cell in enumerate(plain) if cell == "X")
    white = sum(1 << at for at, cell in enumerate(plain) if cell == "O")
    placed = (black.bit_count(), white.bit_count())
    return Position(black, white, BLACK if black_to_act else WHITE, placed=placed)


def wide(text: str) -> str:
    """The same characters in full width, as East Asian keyboards type them."""
    return "".join(chr(ord(character) + 0xFEE0) for character in text)
