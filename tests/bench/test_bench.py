"""`python -m bench`: what it prints and with which code it ends."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.form import Goal, Result

STEADY = [Result("meta.noise", 1.01, "x")]
NOISY = [Result("meta.noise", 1.6, "x")]
GOALS = {"a.time": Goal("<=", 100, "us"), "a.count": Goal("=", 0, "n")}


@pytest.mark.parametrize(
    ("results", "code", "remarks"),
    [
        ([("a.time", 99, "us"), ("a.count", 0, "n")], bench.MET, []),
        ([("a.time", 101, "us"), ("a.count", 0, "n")], bench.MISSED, ["missed: a.time <= 100 us"]),
        ([("a.time", 99, "us")], bench.MISSED, ["not measured: a.count = 0 n"]),
        (
            [("a.time", 99, "ms"), ("a.count", 0, "n")],
            bench.MISSED,
            ["not measured: a.time <= 100 us"],
        ),
    ],
)
def test_verdicts_on_a_steady_machine(
    results: list[tuple[str, float, str]], code: int, remarks: list[str]
) -> None:
    measured = [*STEADY, *(Result(*each) for each in results)]
    assert bench.judge(GOALS, measured) == (code, remarks)


@pytest.mark.parametrize(
    ("time", "count", "code"),
    [
        (50, 0, bench.MET),
        (99, 0, bench.TOO_NOISY),
        (101, 0, bench.TOO_NOISY),
        (500, 0, bench.MISSED),
        (99, 1, bench.MISSED),  # one sure miss is a miss
    ],
)
def test_verdicts_on_a_noisy_machine(time: float, count: float, code: int) -> None:
    results = [*NOISY, Result("a.time", time, "us"), Result("a.count", count, "n")]
    assert bench.judge(GOALS, results)[0] == code


def test_rounds_that_differ_count_as_noise() -> None:
    results = [*STEADY, Result("meta.spread", 1.5, "x"), Result("a.time", 99, "us")]
    assert bench.judge({"a.time": GOALS["a.time"]}, results)[0] == bench.TOO_NOISY


def test_no_goals_are_met() -> None:
    assert bench.judge({}, NOISY) == (bench.MET, [])


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_line_has_the_form_and_meta_is_always_there() -> None:
    done = run("reversi-perft", "4")
    assert (done.returncode, done.stderr) == (0, "")
    results = [Result.parse(text) for text in done.stdout.splitlines()]
    assert None not in results
    named = {result.name: result for result in results if result}
    assert named["perft.depth_4"].number == 244
    assert named["meta.cores"].number == os.cpu_count()
    assert named["meta.noise"].number >= 1


def test_check_says_what_was_not_measured() -> None:
    done = run("reversi-perft", "4", "--check")
    assert done.returncode == bench.MISSED
    assert "# not measured: perft.depth_9 = 3005288 n" in done.stdout


def goals(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    path = folder / "goals.toml"
    path.write_text(f"[reversi-perft]\n{text}\n")
    monkeypatch.setattr(bench, "GOALS", path)


@pytest.mark.parametrize(
    ("goal", "code"),
    [('"perft.depth_3" = "= 56 n"', bench.MET), ('"perft.depth_3" = "= 57 n"', bench.MISSED)],
)
def test_check_judges_the_goals_of_the_file(
    goal: str,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    goals(tmp_path, monkeypatch, goal)
    assert bench.main(["reversi-perft", "--check", "3"]) == code
    assert ("# missed: perft.depth_3 = 57 n" in capsys.readouterr().out) == (code == bench.MISSED)


@pytest.mark.parametrize("args", [(), ("chess",), ("--check",), ("../rules",)])
def test_an_unknown_name_prints_the_names(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(args) == bench.USAGE
    said = capsys.readouterr().out
    assert all(name in said for name in bench.NAMES)


@pytest.mark.parametrize(
    "name",
    [
        *("rules", "render", "replay", "standings", "engines", "start"),
        *("reversi-nodes", "reversi-review", "pente-nodes"),
    ],
)
def test_a_slip_of_the_pen_is_no_measurement(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main([name, "--chekc"]) == bench.USAGE
    told = capsys.readouterr().err
    assert told == f"python -m bench {name}: takes no arguments, but was given --chekc\n"


def test_an_argument_it_does_not_know_is_refused() -> None:
    assert run("reversi-perft", "many").returncode == bench.USAGE


def test_what_cannot_be_used_is_told_in_a_line(tmp_path: Path) -> None:
    done = run("reversi-ffo", str(tmp_path / "nowhere"))
    assert done.returncode == bench.USAGE
    [line] = done.stderr.splitlines()
    assert line.startswith(f"python -m bench reversi-ffo: {tmp_path}/nowhere cannot be read: ")


@pytest.mark.parametrize("args", [("reversi", "0"), ("pente", "2", "--steps", "8")])
def test_levels_that_make_no_sense_are_refused(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(("levels", *args))
    assert ended.value.code == bench.USAGE
    assert "error: " in capsys.readouterr().err


def test_a_line_without_the_form_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.reversi_perft.run", lambda _: iter(["fast enough"]))
    with pytest.raises(ValueError, match="neither a result nor a comment"):
        bench.main(["reversi-perft"])


def test_every_goal_is_one_and_belongs_to_a_bench() -> None:
    table = tomllib.loads(bench.GOALS.read_text())
    assert set(table) <= set(bench.NAMES)
    for name in table:
        assert bench.goals_of(name)


def test_every_bench_has_its_name() -> None:
    folder = Path(bench.__file__).parent
    benches = {path.stem for path in folder.glob("*.py") if "\ndef run(" in path.read_text()}
    parts = {name for name in benches if name.startswith("moves_")}  # of `moves`, a platform each
    assert benches - parts <= {name.replace("-", "_") for name in bench.NAMES}
