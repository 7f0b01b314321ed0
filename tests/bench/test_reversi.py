"""The benches of Reversi's computer player, on small questions."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench import (
    match,
    match_reversi,
    reversi_ffo,
    reversi_nodes,
    reversi_perft,
    reversi_review,
    talk,
)
from bench.form import Result, Unusable
from bench.match_reversi import Gtp, Server
from core.engine import Candidate
from core.game import PASS, Setup
from core.games.reversi.rules import REVERSI
from core.review import Review, ReviewedMove, decisions
from core.types import Move, Seat
from tests.core.games.reversi.boards import minimax, wander
from tests.core.games.reversi.playing import drawn

START = REVERSI.start(Setup(seats=2))

OPPONENTS = (sys.executable, "-m", "tests.bench.reversi_opponents")
BREAKING = """
import sys
import time
for line in sys.stdin:
    sys.stdout.buffer.write(ANSWER if line.startswith("genmove") else b"=\\n\\n")
    sys.stdout.flush()
time.sleep(60)
"""
RANDOM_GTP = (*OPPONENTS, "gtp")
RANDOM_SERVER = ("level=3", *OPPONENTS, "server")


def numbers(lines: list[str]) -> dict[str, float]:
    return {each.name: each.number for each in map(Result.parse, lines) if each}


def line_of(number: int, seed: int, score: int | None = None) -> str:
    position = wander(seed, empty=6)
    cells = REVERSI.look(position).cells.replace(".", "-")
    assert position.to_act is not None
    own, opp = position.of(position.to_act)
    best = minimax(own, opp) if score is None else score
    moves = ",".join(REVERSI.legal_moves(position))
    side = "XO"[position.to_act]
    return f"{number} | {cells} | {side} | 6 | {best:+} | {moves} | -\n"


def test_endings_are_solved_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "endings.txt"
    file.write_text("# a remark\n" + "".join(line_of(n, seed=n - 38) for n in range(39, 45)))
    lines = list(reversi_ffo.run([str(file)]))
    found = numbers(lines)
    assert found["ffo.wrong"] == 0
    assert 0 < found["ffo40_44.nodes"] < 10_000
    assert found["ffo40_44.cpu"] < 5
    assert sum("right" in line for line in lines) == 6
    for some in (["39", "39"], ["41"], ["39", "43"]):
        found = numbers(list(reversi_ffo.run([str(file), *some])))
        assert found == {"ffo.wrong": 0}, "of a part nothing is told that could meet a goal"


def test_a_wrong_answer_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "endings.txt"
    file.write_text(line_of(1, 1, score=63))
    lines = list(reversi_ffo.run([str(file)]))
    assert numbers(lines)["ffo.wrong"] == 1
    assert "WRONG" in lines[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no ending"),
        (line_of(45, 1), "no ending"),
        ("# a remark\nsomething else\n", "line 2"),
        (line_of(1, 1).replace("O", "o"), "line 1: no position"),
        (f"1 | {'X' * 63}- | X | 1 | +64 | a1 | -\n", "line 1: X cannot move"),
    ],
)
def test_a_file_without_endings_is_told(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "endings.txt"
    file.write_text(text)
    with pytest.raises(Unusable, match=told):
        list(reversi_ffo.run([str(file)]))


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xfe")
    for name in ("nowhere", ".", "picture"):
        with pytest.raises(Unusable, match="cannot be read"):
            list(reversi_ffo.run([str(tmp_path / name)]))


def test_rates_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reversi_nodes, "GAME", reversi_nodes.GAME + "f2g2e3e2")
    monkeypatch.setattr(reversi_nodes, "AHEAD", 5)
    monkeypatch.setattr(reversi_nodes, "DEPTH", 5)
    assert reversi_nodes.solving() > 10_000
    assert reversi_nodes.searching() > 10_000
    assert reversi_nodes.counting() > 10_000


def test_a_start_is_measured_in_a_process_of_its_own() -> None:
    assert 0.1 < reversi_nodes.starting(os.environ["NUMBA_CACHE_DIR"]) < 60


def test_every_goal_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reversi_nodes, "starting", lambda _: 1.0)
    monkeypatch.setattr(reversi_nodes, "AHEAD", 4)
    monkeypatch.setattr(reversi_nodes, "GAME", reversi_nodes.GAME + "f2g2e3e2")
    found = numbers(list(reversi_nodes.run([])))
    assert set(found) == {
        *("solver.rate", "perft.leaves", "solver.share", "search.rate"),
        *("reversi.cold", "reversi.cached"),
    }


def test_perft_counts() -> None:
    assert reversi_perft.counted(5)[0] == 1396


@pytest.mark.parametrize("command", [RANDOM_GTP, RANDOM_SERVER])
def test_a_match_against_a_program(command: tuple[str, ...]) -> None:
    """It moves at random: four games are won, two with each colour."""
    asked = match.Asked(command, games=4, level="club", nodes=None)
    played = list(match_reversi.games(asked))
    assert len(played) == 4
    assert sum(each.score for each in played) >= 3
    assert {each.note.split(" as ")[1][:5] for each in played} == {"black", "white"}
    assert all(20 < each.ours + each.theirs <= 62 for each in played)
    assert all(each.seconds > 0 for each in played)


def test_both_games_of_a_pair_have_the_same_opening() -> None:
    asked = match.Asked(RANDOM_SERVER, games=4, level="novice", nodes=10)
    openings = [each.note.split(": ")[1][:16] for each in match_reversi.games(asked)]
    assert openings[0] == openings[1] != openings[2] == openings[3]


def test_a_server_is_not_asked_where_there_is_only_a_pass() -> None:
    server = Server("1", (*OPPONENTS, "server"))
    passing = drawn("XX" + "." * 61 + "O")
    assert server.move(passing) == PASS
    assert server.move(START) in REVERSI.legal_moves(START)
    server.end()


def test_a_complaint_ends_the_match() -> None:
    gtp = Gtp(RANDOM_GTP)
    gtp.begin([Move("d3")])
    with pytest.raises(ValueError, match="illegal"):
        gtp.begin([Move("a1")])
    gtp.end()


def test_a_complaint_about_a_pass_does_not() -> None:
    """`gtp-rhino` does not know the word; who must pass is seen on the board."""
    gtp = Gtp(RANDOM_GTP)
    gtp.begin([])
    gtp.play(Seat(0), PASS)
    assert REVERSI.read_move(gtp.move(START)) in REVERSI.legal_moves(START)
    gtp.end()


@pytest.mark.parametrize("command", [("true",), ("level=1", "true")])
def test_an_opponent_that_ends_is_no_opponent(command: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="ended"):
        list(match_reversi.games(match.Asked(command, games=1, level="novice", nodes=10)))


def breaking(folder: Path, answer: str) -> match.Asked:
    """An opponent that answers so whenever it is to move, and stays when it is told to go."""
    path = folder / "opponent.py"
    path.write_text(BREAKING.replace("ANSWER", repr(f"= {answer}\n\n".encode("latin-1"))))
    return match.Asked((sys.executable, str(path)), games=2, level="novice", nodes=10)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("a1", "'a1' is illegal in game 1 after f5 "),
        ("pass", "'pass' is illegal"),
        ("z9", "'z9' is no move"),
        ("", "'' is no move"),
        ("\xff", "is no move"),
    ],
)
def test_an_opponent_that_breaks_the_rules_is_told_and_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, told: str
) -> None:
    monkeypatch.setattr(talk, "PATIENCE", 0.1)
    with pytest.raises(Unusable, match=told):
        list(match_reversi.games(breaking(tmp_path, answer)))


def test_who_gives_up_has_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "PATIENCE", 0.1)
    played = list(match_reversi.games(breaking(tmp_path, "Resign")))
    assert [each.score for each in played] == [1, 1]
    assert [each.note.split(":")[0] for each in played] == [
        "won as black, the other gave up",
        "won as white, the other gave up",
    ]


@pytest.mark.parametrize("command", ["level=3", "/nowhere/program", "level=3 /nowhere/program"])
def test_a_command_that_cannot_be_started_is_told(command: str) -> None:
    with pytest.raises(Unusable, match="the opponent cannot be started"):
        list(match_reversi.games(match.Asked(tuple(command.split()), 2, "novice", 10)))


def test_a_review_is_measured_against_its_questions_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reversi_review, "MATCHES", ("f5d6c3d3c4f4", "f5f6e6f4"))
    found = numbers(list(reversi_review.run([])))
    assert set(found) == {
        *("review.slowest", "review.floor", "review.ratio"),
        *("review.mean", "review.waited", "review.unproved"),
    }
    assert found["review.unproved"] == 0
    assert 0 < found["review.mean"] <= found["review.slowest"] < 20


def test_what_is_only_believed_near_the_end_is_counted() -> None:
    match = reversi_review.played(1, reversi_review.MATCHES[0])
    best = Candidate(Move("a1"), 0, (Move("a1"),), proved=True)
    believed = replace(best, proved=False)
    steps = [ReviewedMove(each.number, each.seat, best, best) for each in decisions(match)]
    assert len(steps) == 60
    assert reversi_review.unproved(match, Review(match.id, match.game, tuple(steps))) == 0
    for number, counted in ((39, 0), (40, 0), (41, 1), (60, 1)):
        wrong = list(steps)
        wrong[number - 1] = replace(steps[number - 1], played=believed)
        review = Review(match.id, match.game, tuple(wrong))
        assert reversi_review.unproved(match, review) == counted, number
