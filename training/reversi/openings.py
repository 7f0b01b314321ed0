"""Makes the list of balanced openings, `core/games/reversi/openings.py`.

    python -m training.reversi.openings --seed 1 --keep scored.jsonl

From the start all positions are made ply by ply, each once: two lines that lead to the same
position, or to one that a symmetry of the start turns into it, count as one. Positions where
somebody has plainly gone wrong are left behind on the way. What comes after eight plies is looked
at in an order drawn from the seed: briefly, and then at two depths, because odd and even ones err
to different sides; balanced is what is within two discs at both. So that the list is varied, few
are taken from the same first five plies. Scores are kept in a file as they come, and a second run
goes on from there.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from core.engine import Stop
from core.games.reversi import openings, searcher
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.rules import NAMES
from training.reversi.fit import TARGET as WEIGHTS
from training.reversi.selfplay import ENDLESS, START

TARGET = Path(openings.__file__)
PLIES = 8
WANTED = 64
FIRST = NAMES.index("f5")  # by symmetry any first move is this one

Probe = tuple[int, int]  # at this depth a position may be so uneven
GROSS: Probe = (4, 8 * DISC)  # on the way
BALANCE: tuple[Probe, ...] = ((4, 4 * DISC), (9, 2 * DISC), (10, 2 * DISC))
STEM, A_STEM = 5, 4  # at most four lines with the same five plies

MODULE = '''\
"""Balanced openings: lines of eight plies, made by `training/reversi/openings.py`."""

BALANCED: tuple[str, ...] = (
{lines}
)
'''

TURNS = (
    tuple(range(64)),
    tuple(63 - square for square in range(64)),
    tuple(square % 8 * 8 + square // 8 for square in range(64)),
    tuple(63 - square % 8 * 8 - square // 8 for square in range(64)),
)
"""Where each symmetry of the start puts each square."""

Board = tuple[int, int]  # own and opposing discs of the one to move


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--keep", type=Path, required=True, help="scores already worked out")
    asked = parser.parse_args()
    table = SearchTable(unpacked(WEIGHTS.read_bytes()))
    lines = candidates(table)
    print(f"{len(lines)} positions after {PLIES} plies", file=sys.stderr, flush=True)
    names = sorted(lines)
    random.Random(asked.seed).shuffle(names)
    chosen = balanced(table, names, lines, asked.keep)
    if len(chosen) < WANTED:
        sys.exit(f"only {len(chosen)} balanced lines")
    text = "\n".join(f'    "{name}",' for name in sorted(chosen))
    TARGET.write_text(MODULE.format(lines=text))


def candidates(table: SearchTable) -> dict[str, Board]:
    """All lines of eight plies, by their text, without transpositions and gross errors."""
    found: dict[str, Board] = {NAMES[FIRST]: played(START, FIRST)}
    for ply in range(2, PLIES + 1):
        found = once(
            (line + NAMES[square], played(board, square))
            for line, board in found.items()
            for square in squares(mobility(*board))
        )
        if ply < PLIES:
            found = {
                line: board for line, board in found.items() if passes(table, board, (GROSS,))[0]
            }
        print(f"ply {ply}: {len(found)}", file=sys.stderr, flush=True)
    return found


def once(lines: Iterable[tuple[str, Board]]) -> dict[str, Board]:
    """The first line to each position, positions taken the same way round; no forced passes."""
    seen: dict[Board, str] = {}
    boards: dict[str, Board] = {}
    for line, board in lines:
        same = min(images(board))
        if same not in seen and mobility(*board):
            seen[same] = line
            boards[line] = board
    return boards


def balanced(
    table: SearchTable, names: list[str], lines: dict[str, Board], keep: Path
) -> list[str]:
    """Return the first `count` even lines, in the order given."""
    known: dict[str, tuple[bool, list[int]]] = {}
    if keep.exists():
        known = dict(json.loads(text) for text in keep.read_text().splitlines())
    stems: Counter[str] = Counter()
    chosen: list[str] = []
    with keep.open("a") as file:
        for name in names:
            stem = name[: 2 * STEM]
            if stems[stem] == A_STEM:
                continue
            if name not in known:
                known[name] = passes(table, lines[name], BALANCE)
                file.write(json.dumps([name, known[name]]) + "\n")
                file.flush()
            if known[name][0]:
                stems[stem] += 1
                chosen.append(name)
                print(f"{len(chosen)} {name} {known[name][1]}", file=sys.stderr, flush=True)
            if len(chosen) == WANTED:
                break
    return chosen


def passes(table: SearchTable, board: Board, probes: tuple[Probe, ...]) -> tuple[bool, list[int]]:
    """Whether it is as even as all probes want, and its scores for the one to move so far."""
    scores: list[int] = []
    for depth, most in probes:
        table.begin(*board, ENDLESS, Stop())
        known = [entry for entry in table.look(squares(mobility(*board)), depth) if entry.known]
        scores.append(max(entry.score for entry in known))
        if abs(scores[-1]) > most:
            return False, scores
    return True, scores


def played(board: Board, square: int) -> Board:
    return searcher.played(*board, square)


def images(board: Board) -> Iterator[Board]:
    """The board under the four symmetries that leave the start as it is."""
    for turn in TURNS:
        own, opp = (sum(1 << turn[square] for square in squares(side)) for side in board)
        yield own, opp


if __name__ == "__main__":
    main()
