"""The benches of the rules measure what they say."""

from bench import reversi_perft, rules
from bench.__main__ import goals_of
from bench.form import Result
from core.game import PASS, Setup
from core.games.pente.rules import PENTE
from core.games.reversi.records import read_transcript
from core.match.replay import fold


def measured(lines: list[str]) -> dict[str, float]:
    results = [Result.parse(text) for text in lines]
    return {result.name: result.number for result in results if result}


def test_folding_and_listing_are_timed() -> None:
    results = measured(list(rules.run([])))
    assert set(goals_of("rules")) <= set(results)
    assert results["reversi.fold_60"] > results["reversi.legal"] > 0
    assert results["pente.fold_150"] > results["pente.legal"] > 0


def test_what_is_folded_is_a_whole_game_of_sixty_discs() -> None:
    moves = read_transcript(rules.SIXTY)
    assert len(moves) == 60
    assert PASS not in moves


def test_the_game_of_pente_goes_on_after_150_moves_and_seven_captured_pairs() -> None:
    setup = Setup(2, opening=PENTE.opening({}, b""))
    plies = rules.plies(rules.HUNDRED_AND_FIFTY.split(), first=1)
    reached = fold(PENTE, setup, plies)
    assert len(plies) == 150
    assert sum(reached.pairs) == 7
    assert PENTE.to_act(reached) == 1


def test_perft_counts_exactly_what_the_goals_say() -> None:
    results = measured(list(reversi_perft.run(["6"])))
    goals = goals_of("reversi-perft")
    depths = [f"perft.depth_{depth}" for depth in range(1, 7)]
    assert [results[name] for name in depths] == [goals[name].number for name in depths]
    assert results["perft.leaves"] > 0
    assert len(goals) == reversi_perft.DEPTH + 1
