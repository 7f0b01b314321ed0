"""Matches against other programs: what is played and counted, how Debian's game is driven."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench import match, match_pente, talk
from bench.form import Result, Unusable
from core.games.pente.points import CENTRE, POINT_OF, distance
from core.types import Move

OPPONENT = """
import sys
for line in sys.stdin:
    moves = line.split()
    if moves:
        names = (f"{column}{row}" for row in range(1, 20) for column in "abcdefghjklmnopqrst")
        print(next(name for name in names if name not in moves), flush=True)
"""
"""Fills the board from the corner on."""

THINKER = """
import sys
import time
for line in sys.stdin:
    begun = time.process_time()
    while time.process_time() < begun + 0.1:
        pass
    print(line, end="", flush=True)
"""
DELEGATING = f"""
import signal
import subprocess
import sys
thinking = [sys.executable, "-c", {THINKER!r}]
inner = subprocess.Popen(thinking, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    if moves := line.split():
        inner.stdin.write(f"{{'abcdefgh'[len(moves)]}}1\\n")
        inner.stdin.flush()
        print(inner.stdout.readline(), end="", flush=True)
inner.kill()
"""
"""Has a process of its own think a tenth of a second of CPU time, and never waits for its end."""

PROGRAM = """
import sys
levels = []
for number in (1, 2):
    sys.stdout.write(f"Level of player {number} [0=Player, 1..9=Computer]: ")
    sys.stdout.flush()
    levels.append(int(sys.stdin.readline()))
moves, side = [], 0
while len(moves) < 8:
    if levels[side]:
        move = "k10" if not moves else f"{'abcdefgh'[len(moves)]}{levels[side]}"
    else:
        sys.stdout.write(f"                  Player {side + 1} [#]: ")
        sys.stdout.flush()
        move = sys.stdin.readline().strip()
        if move in moves:
            continue
    moves.append(move)
    print(f"   19 . . # 19\\n   Comp Lv5 [O] moved at {move}.")
    side = 1 - side
print("Comp Lv5 wins!")
"""
"""Asks and answers as Debian's `pente` does."""


@pytest.fixture
def opponent(tmp_path: Path) -> str:
    path = tmp_path / "opponent.py"
    path.write_text(OPPONENT)
    return f"{sys.executable} {path}"


def test_both_colours_are_played_and_counted(opponent: str) -> None:
    said = list(match.run(["pente", "--opponent", opponent, "--games", "4", "--nodes", "500"]))
    games = [text for text in said if text.startswith("# game")]
    assert [text.split()[5] for text in games] == ["White", "Black"] * 2
    assert all(text.split()[3] == "won" for text in games)
    results = {each.name: each for each in map(Result.parse, said) if each}
    assert "# won-drawn-lost: 4-0-0" in said
    assert results["match.win"].number == 100
    assert results["match.low"].number < 60
    assert results["match.cpu_ours"].number > 0
    assert results["match.cpu_theirs"].number >= 0


def test_what_the_other_takes_is_counted_wherever_it_thinks(tmp_path: Path) -> None:
    path = tmp_path / "delegating.py"
    path.write_text(DELEGATING)
    opponent = match_pente.Opponent([sys.executable, str(path)])
    try:
        assert opponent.move(["k10"]) == "b1"
        once = opponent.talk.seconds
        assert opponent.move(["k10", "b1", "n10"]) == "d1"
        assert once >= 0.08  # the system counts in hundredths
        assert opponent.talk.seconds - once >= 0.08
    finally:
        opponent.end()


def test_of_a_program_that_has_gone_nothing_is_told() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    assert talk.spent(gone.pid) == 0


def test_where_the_system_does_not_tell_no_figure_is_made_up(
    opponent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (match, talk):
        monkeypatch.setattr(module, "PROCESSES", tmp_path / "proc")
    said = list(match.run(["pente", "--opponent", opponent, "--games", "2", "--level", "novice"]))
    assert any(line.startswith("match.cpu_ours") for line in said)
    assert not any(line.startswith("match.cpu_theirs") for line in said)


def test_no_two_pairs_begin_alike(opponent: str) -> None:
    asked = match.Asked((sys.executable, *opponent.split()[1:]), 8, "novice", None)
    played = list(match_pente.games(asked))
    games = [each.note.split(": ")[1].split() for each in played]
    for each, moves in zip(played, games, strict=True):  # the first two were no thought of ours
        assert each.ours + each.theirs == len(moves) - 2
    whites, blacks = games[::2], games[1::2]
    assert len({moves[2] for moves in whites}) == len({moves[1] for moves in blacks}) == 4
    assert all(moves[0] == "k10" for moves in games)
    assert all(distance(POINT_OF[Move(moves[2])], CENTRE) >= 3 for moves in whites)
    assert all(distance(POINT_OF[Move(moves[1])], CENTRE) <= 2 for moves in blacks)


def test_an_illegal_answer_ends_the_match(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text("import sys\nfor line in sys.stdin: print('k10', flush=True)\n")
    asked = match.Asked((sys.executable, str(path)), 2, None, 500)
    with pytest.raises(Unusable, match="'k10' is illegal in game 1 after k10"):
        list(match_pente.games(asked))


@pytest.mark.parametrize("game", match.GAMES)
@pytest.mark.parametrize(
    "given",
    [
        ("--games", "0"),
        ("--games", "-1"),
        ("--nodes", "0"),
        ("--level", "nobody"),
        ("--opponent", ""),
        ("--opponent", "'"),
    ],
)
def test_what_makes_no_sense_is_refused(
    game: str, given: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        list(match.run([game, "--opponent", "true", *given]))
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_who_does_not_go_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "PATIENCE", 0.1)
    staying = talk.Talk.start([sys.executable, "-c", "import time; time.sleep(60)"])
    staying.end()
    assert staying.process.returncode == -signal.SIGKILL


def test_an_opponent_that_ends_is_no_opponent() -> None:
    asked = match.Asked((sys.executable, "-c", ""), 2, None, 500)
    with pytest.raises(ValueError, match="ended"):
        list(match_pente.games(asked))


def test_the_interval_is_wilsons() -> None:
    low, high = match.interval(38, 40)
    assert (round(low, 3), round(high, 3)) == (0.835, 0.986)
    assert match.interval(0, 10)[0] == pytest.approx(0)
    assert match.interval(10, 10)[1] == pytest.approx(1)


def test_debians_game_is_driven_through_its_text_mode(tmp_path: Path) -> None:
    """As White and as Black, and a game after a game."""
    program = tmp_path / "pente"
    program.write_text(f"#!{sys.executable}\n{PROGRAM}")
    program.chmod(0o755)
    driver = match_pente.Opponent([sys.executable, "-m", "bench.debian_pente", "5", str(program)])
    try:
        assert driver.move(["k10"]) == "b5"
        assert driver.move(["k10", "b5", "n10"]) == "d5"
        driver.again()
        assert driver.move(["k10", "l10"]) == "c5"
        assert driver.move(["k10", "l10", "c5", "m12"]) == "e5"
    finally:
        driver.end()
