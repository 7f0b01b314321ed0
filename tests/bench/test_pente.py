"""The benches of Pente's computer player, on small questions."""

import os
import random
from pathlib import Path

import pytest

from bench import pente_nodes, pente_puzzles, pente_selfplay, pente_threats
from bench.form import Result, Unusable
from core.engine import Choice
from core.games.pente.engine import PenteEngine
from core.types import Level, Move
from tests.core.games.pente.diagrams import position

OPEN_THREE = "K10 A1 L10 C5 M10 T1"
EXACT = "id\twin_in\tside\tsolutions\tmoves\n"


def puzzles(path: Path, text: str) -> tuple[dict[str, float], list[str]]:
    path.write_text(text)
    said = list(pente_puzzles.run([str(path)]))
    results = [each for each in map(Result.parse, said) if each]
    return {each.name: each.number for each in results}, [each for each in said if each[0] == "#"]


def test_a_puzzle_is_solved_with_the_shortest_win(tmp_path: Path) -> None:
    results, missed = puzzles(tmp_path / "p.tsv", f"{EXACT}1\t2\t1\tJ10,N10\t{OPEN_THREE}\n")
    assert (results["puzzles.count"], results["puzzles.missed"], missed) == (1, 0, [])
    assert results["puzzles.worst"] > 0


def test_what_is_not_solved_is_said(tmp_path: Path) -> None:
    """Here because the file is wrong: it wins one stone earlier, and not so."""
    lines = f"1\t3\t1\tJ10,N10\t{OPEN_THREE}\n2\t2\t1\tA19\t{OPEN_THREE}\n"
    results, missed = puzzles(tmp_path / "p.tsv", EXACT + lines)
    assert results["puzzles.missed"] == len(missed) == 2


@pytest.mark.parametrize("text", ["", EXACT, "a line\nand another\n"])
def test_a_file_without_puzzles_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unusable, match="has no positions"):
        puzzles(tmp_path / "puzzles.tsv", text)
    with pytest.raises(Unusable, match="cannot be read"):
        list(pente_puzzles.run([str(tmp_path)]))


def test_a_bound_is_enough(tmp_path: Path) -> None:
    head = "id\twin_in_at_most\tside\tsufficient_first_moves\tmoves\n"
    lines = f"1\t4\t1\tJ10\t{OPEN_THREE}\n2\t1\t1\tJ10\t{OPEN_THREE}\n"
    results, missed = puzzles(tmp_path / "p.tsv", head + lines)
    assert results["puzzles.missed"] == len(missed) == 1


def test_a_line_that_does_not_win_solves_nothing() -> None:
    puzzle = {"win_in_at_most": "4", "moves": OPEN_THREE}
    for line in (["a2"], ["k10"], ["j10", "a2", "n10", "a3", "b1"]):
        moves = tuple(map(Move, line))
        choice = Choice(moves[0], 1, moves, 1, 1, False)
        assert not pente_puzzles.solved(puzzle, choice)


def test_nodes_and_depth_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pente_nodes, "SECONDS", 0.02)
    depth, nodes, seconds = pente_nodes.searching(pente_nodes.QUIET[0])
    assert depth >= 2
    assert nodes > 100
    assert seconds >= 0.02


def test_a_start_is_measured_in_a_process_of_its_own() -> None:
    assert pente_nodes.starting(os.environ["NUMBA_CACHE_DIR"]) > 0


def test_games_among_themselves_are_played_to_the_end_without_an_illegal_move() -> None:
    """A few of the thousand of the bench: of two and of four, ended by fives and by pairs."""
    said = list(pente_selfplay.run(["40", "1"]))
    counts = {each.name: each.number for each in map(Result.parse, said) if each}
    assert counts["selfplay.games"] == 40
    assert counts["selfplay.by_four_seats"] == 20
    assert 0 < counts["selfplay.by_rule"] < 40
    assert counts["selfplay.by_pairs"] > 0
    assert counts["selfplay.moves"] > 40 * 9
    assert counts["selfplay.illegal"] == 0


def test_an_illegal_move_is_counted_and_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Choice(Move("k10"), None, (Move("k10"),), 0, 0, False)
    monkeypatch.setattr(PenteEngine, "choose", lambda *_: taken)
    counts = pente_selfplay.played(random.Random(1), seats=4)
    assert (counts["moves"], counts["illegal"]) == (1, 1)


def test_an_open_three_is_a_threat_that_can_be_answered() -> None:
    three = position(white="a1 a3 c5", black="h10 j10 k10")
    assert pente_threats.stands(three)
    assert pente_threats.answered(three, Level("champion"))


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("a1 a3 c5", "h10 j10 c17"),  # two stones
        ("a1 a3 c5", "h10 j10 k10 l10"),  # a four
        ("g4 g5 g6", "h10 j10 k10"),  # White is first with a three of its own
        ("a1 d3 o5", "h10 j10 k10 q4 q5 q6"),  # too many
    ],
)
def test_what_is_no_threat_or_has_no_answer_is_not_asked(white: str, black: str) -> None:
    assert not pente_threats.stands(position(white=white, black=black))


def test_the_lowest_answer_fewer_threats_than_the_highest() -> None:
    said = list(pente_threats.run(["12"]))
    seen = {each.name: each.number for each in map(Result.parse, said) if each}
    assert len(seen) == 8
    assert seen["threats.novice"] < seen["threats.league"] == seen["threats.champion"] == 100
