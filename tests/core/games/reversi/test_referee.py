"""The rules against a second referee that was written without bit boards."""

from collections.abc import Sequence

from hypothesis import given

from core.game import PASS
from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.rules import NAMES, REVERSI, cells_of
from tests.core.games.reversi.playing import CELLS, CHOICES, START, drawn
from tests.core.games.reversi.referee import Referee, name


@given(CHOICES)
def test_both_referees_agree_on_every_move_of_a_game(choices: Sequence[int]) -> None:
    position, referee = START, Referee()
    for choice in choices:
        legal = REVERSI.legal_moves(position)
        assert list(legal) == referee.legal()
        if not legal:
            break
        move = legal[choice % len(legal)]
        before = cells_of(position.black, position.white)
        position = REVERSI.play(position, move)
        turned = referee.play(move)
        assert cells_of(position.black, position.white) == referee.cells()
        assert {NAMES[at] for at in squares(position.flipped)} == set(turned) or move == PASS
        assert all(before[at] == "." or referee.cells()[at] != "." for at in range(64))
        assert (position.to_act is None) == (referee.turn is None)
    outcome = REVERSI.outcome(position)
    assert (outcome is None) == (referee.turn is not None)
    if outcome is not None:
        assert outcome.scores == referee.score()
        assert outcome.winners == {i for i in (0, 1) if outcome.scores[i] >= 32}


@given(CELLS)
def test_both_referees_agree_on_boards_that_no_game_reaches(cells: str) -> None:
    position, referee = drawn(cells), Referee.of(cells, "X")
    own, opp = position.black, position.white
    assert [NAMES[at] for at in squares(mobility(own, opp))] == referee.moves("X")
    assert [NAMES[at] for at in squares(mobility(opp, own))] == referee.moves("O")
    for at in range(64):
        if cells[at] == ".":
            turned = referee.turned((at % 8, at // 8), "X")
            assert sorted(squares(flips(own, opp, at))) == sorted(8 * y + x for x, y in turned)
            assert [name((x, y)) for x, y in turned] == [NAMES[8 * y + x] for x, y in turned]
