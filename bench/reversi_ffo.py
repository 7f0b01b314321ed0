"""Endings with a known score: `python -m bench reversi-ffo FILE [FIRST [LAST]]`.

The file is that of the FFO test: `number | board | side | empty | score | best moves | all moves`
a line, the board 64 of `X`, `O`, `-` from a1 on. Solved to the last disc, each as if it were the
first, with a larger table than in play; an answer is right if score and move are.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import form
from bot.engines.registry import stored
from core.engine import Stop
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.rules import NAMES
from core.games.reversi.searcher import Searcher
from core.noise import Noise

ENTRIES = 1 << 22
HARD = range(40, 45)
"""Those that other programs' figures are given for."""

_ENDLESS = 1 << 60
_CLEAR = Noise(dict.fromkeys(range(64), 0), 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """A position of the file."""

    number: int
    own: int
    opp: int
    score: int
    best: tuple[str, ...]

    @staticmethod
    def parse(text: str) -> "Ending":
        """ValueError where it is none, or the one to move cannot."""
        number, cells, side, _, score, best, *_ = (part.strip() for part in text.split("|"))
        black, white = (
            sum(1 << at for at, cell in enumerate(cells) if cell == disc) for disc in "XO"
        )
        if len(cells) != 64 or set(cells) - set("XO-") or side not in ("X", "O"):
            raise ValueError(f"no position: {cells} {side}")
        own, opp = (black, white) if side == "X" else (white, black)
        if not mobility(own, opp):
            raise ValueError(f"{side} cannot move: {cells}")
        return Ending(int(number), own, opp, int(score), tuple(best.split(",")))

    @property
    def empty(self) -> int:
        return 64 - (self.own | self.opp).bit_count()


@dataclass(frozen=True, slots=True)
class Solved:
    """What was found, and what it cost."""

    score: int
    move: str
    nodes: int
    seconds: float

    def right(self, ending: Ending) -> bool:
        return self.score == ending.score and self.move in ending.best


def run(args: list[str]) -> Iterator[str]:
    """`ffo.wrong`, and where all of #40 to #44 were solved `ffo40_44.nodes` and `ffo40_44.cpu`.
    Unusable where the file has no such endings."""
    parser = argparse.ArgumentParser(prog="python -m bench reversi-ffo")
    parser.add_argument("file", type=Path)
    parser.add_argument("first", nargs="?", type=int, default=1)
    parser.add_argument("last", nargs="?", type=int, default=44)
    asked = parser.parse_args(args)
    chosen = [e for e in endings(asked.file) if asked.first <= e.number <= asked.last]
    if not chosen:
        raise form.Unusable(f"{asked.file} has no ending from {asked.first} to {asked.last}")
    table = made()
    wrong, hard = 0, dict[int, Solved]()
    for ending in chosen:
        found = solved(table, ending)
        wrong += not found.right(ending)
        if ending.number in HARD:
            hard[ending.number] = found
        yield (
            f"# {ending.number}: {ending.empty} empty, {found.move} {found.score:+}"
            f" {'right' if found.right(ending) else 'WRONG'}, {found.nodes / 1e6:.1f} million"
            f" nodes, {found.seconds:.2f} s"
        )
    yield form.line("ffo.wrong", wrong, "n")
    if len(hard) == len(HARD):
        yield form.line("ffo40_44.nodes", sum(each.nodes for each in hard.values()), "n")
        yield form.line("ffo40_44.cpu", sum(each.seconds for each in hard.values()), "s")


def made() -> SearchTable:
    return SearchTable(unpacked(stored("reversi", "weights.bin")), ENTRIES)


def endings(file: Path) -> Iterator[Ending]:
    """Return the positions of the file. Raise Unusable if it cannot be read or a line is not a
    position."""
    try:
        lines = file.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise form.Unusable(f"{file} cannot be read: {fault}") from fault
    for number, text in enumerate(lines, start=1):
        if text.strip() and not text.startswith("#"):
            try:
                yield Ending.parse(text)
            except ValueError as fault:
                raise form.Unusable(f"{file}, line {number}: {fault}") from fault


def solved(table: SearchTable, ending: Ending) -> Solved:
    begun = time.process_time()
    table.begin(ending.own, ending.opp, _ENDLESS, Stop())
    order = squares(mobility(ending.own, ending.opp))
    result = Searcher(table, ending.own, ending.opp, order, _CLEAR).think(depth=60, exact=60)
    seconds = time.process_time() - begun
    assert result.exact
    return Solved(result.score // DISC, NAMES[result.line[0]], table.nodes, seconds)
