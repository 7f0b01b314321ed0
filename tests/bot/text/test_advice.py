"""What an adviser says, in words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text import advice as words
from bot.text.catalog import LOCALES, texts
from core.engine import Advice, Candidate
from core.game import BoardView, Setup
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.review import Mistake, ReviewedMove, TurningPoint
from core.types import GameId, Move, Seat, Side

ENGLISH = texts("en")
START = REVERSI.look(REVERSI.start(Setup(2)))

SHEET = DICE.look(DICE.start(Setup(1)))
"""Before the first throw, which is no free ride."""


def told(*moves: str, score: int = 4, proved: bool = False, chance: int = 500) -> Advice:
    line = tuple(Move(move) for move in moves)
    return Advice((Candidate(line[0], score, line, proved, chance),), None, 1, cut=False)


@pytest.mark.parametrize(
    ("game", "advice", "said"),
    [
        (REVERSI.id, told("d3", "c5"), "d3: about +4 for you. Best line: d3, c5."),
        (REVERSI.id, told("d3", score=-2), "d3: about −2 for you."),  # noqa: RUF001
        (
            REVERSI.id,
            told("d3", "pass", "c5", score=0, proved=True),
            "d3: ±0 for you (exact). Best line: d3, c5.",
        ),
        (
            PENTE.id,
            told("k9", "l9", "k8", proved=True, chance=1000),
            "Forced win: K9, L9, K8.",
        ),
        (
            PENTE.id,
            told("k9", proved=True, chance=0),
            "K9 holds out longest, but your opponent has a forced win.",
        ),
        (
            PENTE.id,
            told("k9", "l9", chance=624),
            "K9: about 62\N{NO-BREAK SPACE}% to win. Best line: K9, L9.",
        ),
    ],
)
def test_a_hint_in_one_line(game: GameId, advice: Advice, said: str) -> None:
    assert words.hint(ENGLISH, game, START, advice) == said


def test_a_hint_names_the_next_best_move_too() -> None:
    other = Candidate(Move("c5"), 2, (Move("c5"),), chance=414)
    for game, best, next in (
        (REVERSI.id, told("d3"), "Next best: c5 (+2)."),
        (PENTE.id, told("k9"), "Next best: C5 (41\N{NO-BREAK SPACE}%)."),
    ):
        both = Advice((*best.candidates, other, other), None, 1, cut=False)
        assert words.hint(ENGLISH, game, START, both).endswith(f" {next}")


def test_splits_are_told_a_line_each() -> None:
    candidates = tuple(
        Candidate(Move(m), 300, (Move(m),), chance=255) for m in ("1+6 2+5 3", "1+2 5+6 3")
    )
    view: BoardView = DICE.look(DICE.start(Setup(1, {})))
    said = words.hint(ENGLISH, DICE.id, view, Advice(candidates, None, 1, cut=False)).splitlines()
    assert len(said) == 3
    assert said[1].startswith("7 + 7 ✕3: about 300 points on average; 26\N{NO-BREAK SPACE}%")


@pytest.mark.parametrize("fault", Mistake)
def test_a_turning_move_says_what_was_better(fault: Mistake) -> None:
    step = ReviewedMove(
        23, Seat(1), told("h5", score=2).candidates[0], told("c7", score=-9).candidates[0]
    )
    said = words.turning(ENGLISH, REVERSI.id, "Bo", TurningPoint(step, fault))
    assert said.splitlines()[0] == "23. Bo c7 (+2 → −9). Better: h5"  # noqa: RUF001
    assert len(said.splitlines()) == (1 if fault is Mistake.DEAR else 2)


def test_chances_stand_where_scores_say_little() -> None:
    best, played = told("k9", chance=700).candidates[0], told("a1", chance=300).candidates[0]
    turn = TurningPoint(ReviewedMove(9, Seat(0), best, played), Mistake.DEAR)
    assert (
        words.turning(ENGLISH, PENTE.id, "Ann", turn)
        == "9. Ann A1 (70\N{NO-BREAK SPACE}% → 30\N{NO-BREAK SPACE}%). Better: K9"
    )


def test_accuracy_by_side() -> None:
    names, found = {Side(0): "Ann", Side(1): "Bo"}, {Side(1): 83.6, Side(0): 92.4}
    assert words.accuracy(ENGLISH, names, found) == (
        "Accuracy: Ann 92\N{NO-BREAK SPACE}% · Bo 84\N{NO-BREAK SPACE}%"
    )


@given(st.integers(-2000, 2000))
def test_luck_is_one_of_five(points: int) -> None:
    said = words.luck(ENGLISH, points)
    assert said.startswith(("Golden", "Lucky", "Average", "Unlucky", "Terrible"))


def test_kind_and_hard_dice_are_told_apart() -> None:
    assert (
        words.luck(ENGLISH, 900) == "Golden dice: luckier than in 95\N{NO-BREAK SPACE}% of games."
    )
    assert (
        words.luck(ENGLISH, -900)
        == "Terrible dice: unluckier than in 100\N{NO-BREAK SPACE}% of games."
    )
    assert words.luck(ENGLISH, 0) == "Average luck."


def test_choices_stand_in_columns() -> None:
    best, same = Candidate(Move("1+6 2+5 3"), 300, ()), Candidate(Move("4+6 5+5 1"), 300, ())
    worse = ReviewedMove(2, Seat(0), best, Candidate(Move("1+2 5+6 3"), 255, ()))
    assert words.line(DICE.id, worse, SHEET) == " 2  11 + 3 ✕3   \N{MINUS SIGN}45  7 + 7 ✕3"
    assert (
        words.line(DICE.id, worse, replace(SHEET, free=True))
        == " 2  11 + 3      \N{MINUS SIGN}45  7 + 7"
    )
    assert (
        words.line(DICE.id, ReviewedMove(12, Seat(0), same, same), SHEET) == "12  10 + 10 ✕1   ±0"
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_words_for_it(locale: str) -> None:
    language = texts(locale)
    step = ReviewedMove(
        2, Seat(0), Candidate(Move("1+6 2+5 3"), 300, ()), Candidate(Move("1+2 5+6 3"), 250, ())
    )
    assert "50" in words.choice(language, DICE.id, step, SHEET)
    assert "120" in words.given(language, 120)
    assert "d3" in words.hint(language, REVERSI.id, START, told("d3"))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_line_that_is_cut_ends_with_dots_alone(locale: str) -> None:
    assert words._best_play(texts(locale), "d3, c3, …").endswith("c3, …")
    assert words._best_play(texts(locale), "d3, c3").endswith("c3.")
