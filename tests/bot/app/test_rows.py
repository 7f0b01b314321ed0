"""Which buttons a board carries, and for whom."""

from bot.app.card import Button
from bot.app.requests import Verb
from bot.app.rows import actions
from bot.app.tokens import decode
from bot.text.catalog import texts
from core.match import create
from core.match.commands import PlayMove, TakeSeat
from core.match.create import Terms
from core.match.decide import decide
from core.match.model import PATIENCE, Match
from core.match.view import see
from core.types import GameId, Level, MatchId, Millis, Move, PlayerId

NOW = Millis(1_800_000_000_000)
ANN, BO = PlayerId("p1"), PlayerId("p2")
TERMS = Terms(GameId("reversi"), False, first="challenger")
ID = MatchId("b" * 13)


def claim(match: Match, now: int) -> Button | None:
    found = [
        button
        for button in actions(texts("en"), see(match), Millis(now))
        if decode(button.token).verb is Verb.CLAIM
    ]
    return found[0] if found else None


def test_only_who_waits_may_claim_and_not_before_three_days() -> None:
    open_ = create.challenge(ID, TERMS, ANN, BO, bytes(32), NOW)
    match = decide(open_, TakeSeat(BO), NOW).match
    assert claim(match, NOW + PATIENCE - 1) is None
    waiting = claim(match, NOW + PATIENCE)
    assert waiting is not None
    assert waiting.only == (BO,)
    match = decide(match, PlayMove(ANN, Move("d3"), match.turn), NOW).match
    waiting = claim(match, NOW + PATIENCE)
    assert waiting is not None
    assert waiting.only == (ANN,)


def test_a_computer_never_claims() -> None:
    match = create.against_computer(ID, TERMS, ANN, Level("novice"), bytes(32), NOW)
    assert claim(match, NOW + PATIENCE) is None
