"""Whole games against a second referee that shares nothing with the rules."""

import random

from hypothesis import given
from hypothesis import strategies as st

from core.chance import Chance
from core.game import Setup
from core.games.dice.rules import DICE, WIN
from tests.core.games.dice.referee import Referee


@given(st.integers(0, 2**32))
def test_both_referees_agree_on_every_round(seed: int) -> None:
    lots = random.Random(seed)
    position = DICE.start(Setup(1, chance=Chance(lots.randbytes(32), "label", "client")))
    referee = Referee()
    while not referee.over:
        dice = position.throw
        assert len(dice) == 5
        assert DICE.look(position).free == referee.is_free(dice)
        choices = DICE.legal_moves(position)
        assert len(set(choices)) == len(choices)
        assert set(choices) == referee.choices(dice)
        choice = lots.choice(choices)
        position = DICE.play(position, choice)
        referee.choose(dice, choice)
        assert position.sheet.total == referee.score
        assert [value for value, _ in position.sheet.rejects] == referee.listed
        for value, marks in position.sheet.rejects:
            assert marks == referee.rejected.count(value)
    outcome = DICE.outcome(position)
    assert outcome is not None
    assert outcome.scores == (referee.score,)
    assert bool(outcome.winners) == (referee.score >= WIN)
    assert 8 <= len(referee.made) // 2 <= 80
