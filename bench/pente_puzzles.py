"""Positions with a forced win: `python -m bench pente-puzzles FILE`.

The file has a line a position: the moves that lead to it, and either the exact number of own stones
in which it is won, with all first moves that do (`win_in`, `solutions`), or a bound
(`win_in_at_most`). Solved is one where the strongest level announces a win no longer than that,
and its line, played by the rules, ends with it.
"""

import csv
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench import form
from core.engine import Choice, Stop
from core.errors import Refused
from core.game import Setup
from core.games.pente.engine import ENGINE
from core.games.pente.rules import FREE, PENTE, Position
from core.types import Move

_LEVEL = PENTE.levels[-1]


def run(args: list[str]) -> Iterator[str]:
    """`puzzles.missed`, and `puzzles.worst`: CPU seconds."""
    if len(args) != 1:
        sys.exit("python -m bench pente-puzzles FILE")
    missed, worst, count = 0, 0.0, 0
    for puzzle in puzzles(Path(args[0])):
        choice, seconds = ask(reached(puzzle["moves"]))
        count, worst = count + 1, max(worst, seconds)
        if not solved(puzzle, choice):
            missed += 1
            yield f"# missed {puzzle['id']}: {' '.join(choice.line)}, score {choice.score}"
    yield form.line("puzzles.count", count, "n")
    yield form.line("puzzles.missed", missed, "n")
    yield form.line("puzzles.worst", worst, "s")


def puzzles(file: Path) -> list[Mapping[str, str]]:
    """Those of the file. Unusable where it cannot be read, or has none."""
    try:
        with file.open(newline="") as lines:
            found: list[Mapping[str, str]] = list(csv.DictReader(lines, delimiter="\t"))
    except (OSError, UnicodeDecodeError) as fault:
        raise form.Unusable(f"{file} cannot be read: {fault}") from fault
    if not found or not {"id", "moves"} <= found[0].keys():
        raise form.Unusable(f"{file} has no positions")
    return found


def reached(moves: str) -> Position:
    position = PENTE.start(Setup(2, {"rule": FREE}))
    for move in moves.split():
        position = PENTE.play(position, PENTE.read_move(move))
    return position


def ask(position: Position) -> tuple[Choice, float]:
    """Return the move played there and the CPU seconds it took."""
    view = PENTE.look(position)
    begun = time.process_time()
    choice = ENGINE.choose(view, _LEVEL, ENGINE.limit(_LEVEL), b"", Stop())
    return choice, time.process_time() - begun


def solved(puzzle: Mapping[str, str], choice: Choice) -> bool:
    """Whether a win was announced that is as short as it has to be."""
    exact = "win_in" in puzzle
    stones = int(puzzle["win_in" if exact else "win_in_at_most"])
    if exact and choice.move.upper() not in puzzle["solutions"].split(","):
        return False
    long = len(choice.line)
    right = long == 2 * stones - 1 if exact else long <= 2 * stones - 1
    return right and _wins(reached(puzzle["moves"]), choice.line)


def _wins(position: Position, line: tuple[Move, ...]) -> bool:
    side = position.side
    try:
        for move in line:
            position = PENTE.play(position, move)
    except Refused:
        return False
    outcome = PENTE.outcome(position)
    return outcome is not None and outcome.winner == side
