"""A second referee for Reversi, written plainly to be compared with the first.

A board is eight lists of eight, a disc is `X` or `O`; every question walks over squares one at a
time. It shares nothing with `core/games/reversi`: two programs that are wrong in the same way would
have to be wrong twice.
"""

from dataclasses import dataclass, field

Square = tuple[int, int]  # column, row
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
OTHER = {"X": "O", "O": "X"}


def first_board() -> list[list[str]]:
    board = [["."] * 8 for _ in range(8)]
    board[3][3], board[3][4] = "O", "X"
    board[4][3], board[4][4] = "X", "O"
    return board


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


@dataclass
class Referee:
    board: list[list[str]] = field(default_factory=first_board)
    turn: str | None = "X"

    @staticmethod
    def of(cells: str, turn: str) -> "Referee":
        """From 64 characters, a1 first."""
        return Referee([list(cells[row * 8 : row * 8 + 8]) for row in range(8)], turn)

    def cells(self) -> str:
        return "".join("".join(row) for row in self.board)

    def turned(self, square: Square, colour: str) -> list[Square]:
        """Which discs turn when `colour` plays there."""
        column, row = square
        if self.board[row][column] != ".":
            return []
        turned = []
        for dx, dy in STEPS:
            line = []
            x, y = column + dx, row + dy
            while 0 <= x <= 7 and 0 <= y <= 7 and self.board[y][x] == OTHER[colour]:
                line.append((x, y))
                x, y = x + dx, y + dy
            if 0 <= x <= 7 and 0 <= y <= 7 and self.board[y][x] == colour:
                turned.extend(line)
        return turned

    def moves(self, colour: str) -> list[str]:
        squares = [(column, row) for row in range(8) for column in range(8)]
        return [name(square) for square in squares if self.turned(square, colour)]

    def legal(self) -> list[str]:
        if self.turn is None:
            return []
        return self.moves(self.turn) or ["pass"]

    def play(self, move: str) -> list[str]:
        """Plays a legal move and names what turned."""
        assert self.turn is not None
        assert move in self.legal()
        colour, turned = self.turn, []
        if move != "pass":
            column, row = "abcdefgh".index(move[0]), int(move[1]) - 1
            turned = self.turned((column, row), colour)
            for x, y in [(column, row), *turned]:
                self.board[y][x] = colour
        over = not self.moves("X") and not self.moves("O")
        self.turn = None if over else OTHER[colour]
        return [name(square) for square in turned]

    def score(self) -> tuple[int, int]:
        """The official score: the winner gets the empty squares, equals share them."""
        black, white = self.cells().count("X"), self.cells().count("O")
        empty = 64 - black - white
        if black > white:
            return black + empty, white
        if white > black:
            return black, white + empty
        return 32, 32
