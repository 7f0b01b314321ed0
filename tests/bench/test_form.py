"""The form of results, the timing of rounds, the meaning of goals."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import form
from bench.form import RESULT, Goal, Result, Timing

NUMBERS = st.floats(-1e12, 1e12).filter(lambda number: number == 0 or abs(number) > 1e-5)


@pytest.mark.parametrize(
    ("name", "number", "unit", "text"),
    [
        ("reversi.fold_60", 384.612, "us", "reversi.fold_60: 384.6 us"),
        ("perft.depth_9", 3005288, "n", "perft.depth_9: 3005288 n"),
        ("meta.noise", 1.0, "x", "meta.noise: 1 x"),
        ("a.b-c.d_e", 0.000123456, "s", "a.b-c.d_e: 0.0001235 s"),
        ("a.b", -12345.6, "%", "a.b: -12346 %"),
        ("a.b", 0, "n", "a.b: 0 n"),
    ],
)
def test_a_line(name: str, number: float, unit: str, text: str) -> None:
    assert form.line(name, number, unit) == text


@given(NUMBERS)
def test_a_line_comes_back_to_four_digits(number: float) -> None:
    text = form.line("a.b", number, "us")
    assert RESULT.fullmatch(text)
    back = Result.parse(text)
    assert back is not None
    assert math.isclose(back.number, number, rel_tol=1e-3)
    assert str(back) == text


@pytest.mark.parametrize(
    ("name", "unit"),
    [("fold", "us"), ("Reversi.fold", "us"), ("a.b c", "us"), ("a.", "us"), ("a.b", "min")],
)
def test_a_line_without_the_form_is_a_fault_of_the_bench(name: str, unit: str) -> None:
    with pytest.raises(ValueError, match="not a result line"):
        form.line(name, 1, unit)


@pytest.mark.parametrize("text", ["# a.b: 1 n", "a.b: 1", "a.b: 1e5 n", "a.b:1 n", "", "a.b: 1 n "])
def test_anything_else_is_no_result(text: str) -> None:
    assert Result.parse(text) is None


def test_a_ratio_is_printed_with_both_its_parts() -> None:
    lines = list(form.ratio("a.ratio", ("a.drawn", 3.0), ("a.blank", 2.0), "ms"))
    assert lines == ["a.drawn: 3 ms", "a.blank: 2 ms", "a.ratio: 1.5 x"]


def test_rounds_are_interleaved_and_the_fastest_counts() -> None:
    order: list[str] = []
    now = 0.0
    takes = {"a": iter((9, 5, 4, 6)), "b": iter((9, 1, 2, 1))}

    def run(name: str) -> None:
        nonlocal now
        order.append(name)
        now += next(takes[name])

    subjects = {"a": lambda: run("a"), "b": lambda: run("b")}
    timings = form.interleaved(subjects, rounds=3, clock=lambda: now)
    assert order == ["a", "b"] * 4  # the first round warms up and does not count
    assert timings == {"a": Timing(4, 1.25), "b": Timing(1, 1)}


def test_the_spread_is_that_of_the_least_steady_subject() -> None:
    assert form.spread({"a": Timing(1, 1.1), "b": Timing(1, 1.4)}) == "meta.spread: 1.4 x"


@pytest.mark.parametrize(
    ("text", "met", "missed"),
    [("<= 600 us", (0, 600), (600.1,)), (">= 8 x", (8, 9), (7.99,)), ("= 0 n", (0,), (1, -1))],
)
def test_goals(text: str, met: tuple[float, ...], missed: tuple[float, ...]) -> None:
    goal = Goal.parse(text)
    assert str(goal) == text
    assert all(goal.met(number) for number in met)
    assert not any(goal.met(number) for number in missed)


@pytest.mark.parametrize("text", ["600 us", "< 600 us", "<= us", "<=600 us"])
def test_what_is_no_goal(text: str) -> None:
    with pytest.raises(ValueError, match="not a goal"):
        Goal.parse(text)


@pytest.mark.parametrize(
    ("text", "number", "noise", "decided"),
    [
        ("<= 600 us", 590, 1.25, True),  # steady rounds decide even a close goal
        ("<= 600 us", 590, 1.26, False),
        ("<= 600 us", 300, 1.9, True),  # met, noise or not
        ("<= 600 us", 1200, 1.9, True),  # missed, noise or not
        (">= 8 x", 9, 1.5, False),
        (">= 8 x", 20, 1.5, True),
        ("= 0 n", 1, 3.0, True),  # counts do not depend on noise
        ("<= 100 MB", 99, 3.0, True),
    ],
)
def test_noise_leaves_close_goals_undecided(
    text: str, number: float, noise: float, decided: bool
) -> None:
    assert Goal.parse(text).decided(number, noise) is decided
