"""A second referee for Pente, written plainly: a dictionary of stones, no tables, no rays.

Shares nothing with the rules but the names of points, so that both would have to be wrong alike.
"""

from dataclasses import dataclass, field

LETTERS = "abcdefghjklmnopqrst"


def at(name: str) -> tuple[int, int]:
    return LETTERS.index(name[0]), int(name[1:]) - 1


def named(column: int, row: int) -> str:
    return f"{LETTERS[column]}{row + 1}"


@dataclass
class Referee:
    """`stones` maps points to "white" or "black"."""

    rule: bool = True
    stones: dict[tuple[int, int], str] = field(default_factory=dict)
    pairs: dict[str, int] = field(default_factory=lambda: {"white": 0, "black": 0})
    count: int = 0
    won: str | None = None

    @property
    def mover(self) -> str:
        return "black" if self.count % 2 else "white"

    def may(self, name: str) -> bool:
        column, row = at(name)
        if self.won is not None or (column, row) in self.stones:
            return False
        if self.rule and self.count == 2:
            return abs(column - 9) > 2 or abs(row - 9) > 2
        return True

    def place(self, name: str) -> list[str]:
        """Places the next stone and returns the names of those it took."""
        column, row = at(name)
        own = self.mover
        enemy = "white" if own == "black" else "black"
        self.stones[column, row] = own
        taken = []
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                three = [(column + right * n, row + up * n) for n in (1, 2, 3)]
                colours = [self.stones.get(point) for point in three]
                if (right or up) and colours == [enemy, enemy, own]:
                    taken += three[:2]
        for point in taken:
            del self.stones[point]
        self.pairs[own] += len(taken) // 2
        if self.longest(column, row, own) >= 5 or self.pairs[own] >= 5:
            self.won = own
        self.count += 1
        return sorted(named(*point) for point in taken)

    def longest(self, column: int, row: int, own: str) -> int:
        best = 0
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                step = 1
                here = (column + sign * right, row + sign * up)
                while self.stones.get(here) == own:
                    length += 1
                    step += 1
                    here = (column + sign * right * step, row + sign * up * step)
            best = max(best, length)
        return best
