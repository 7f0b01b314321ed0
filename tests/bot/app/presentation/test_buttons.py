"""The buttons of a board, and the players for whom they work."""

from dataclasses import replace

import pytest

from bot.app.model.button_token import decode
from bot.app.model.card import Button, Card, Limits
from bot.app.model.request import Verb
from bot.app.presentation import buttons as rows
from bot.app.presentation import point_picker
from bot.app.presentation.buttons import actions
from bot.text.catalog import texts
from core.games.reversi.rules import NAMES, View
from core.match import create
from core.match.commands import PlayMove, TakeSeat
from core.match.create import Terms
from core.match.decide import decide
from core.match.model import CLAIM_AFTER, Match
from core.match.view import MatchView, see
from core.types import GameId, Level, MatchId, Millis, Move, PlayerId
from tests.core.match.matches import warned
from tests.fakes.front_end import buttons

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
    assert claim(match, NOW + CLAIM_AFTER) is None
    match = warned(match)
    assert claim(match, NOW + CLAIM_AFTER - 1) is None
    waiting = claim(match, NOW + CLAIM_AFTER)
    assert waiting is not None
    assert waiting.only == (BO,)
    match = decide(match, PlayMove(ANN, Move("d3"), match.turn), NOW).match
    match = warned(match)
    waiting = claim(match, NOW + CLAIM_AFTER)
    assert waiting is not None
    assert waiting.only == (ANN,)


def test_a_computer_never_claims() -> None:
    match = create.against_computer(ID, TERMS, ANN, Level("novice"), bytes(32), NOW)
    assert claim(match, NOW + CLAIM_AFTER) is None


DISCORD_LIKE = Limits(
    text=1500, buttons=30, per_row=5, menu=25, pictures=True, compact=True, forms=True
)


def crowded(count: int) -> MatchView:
    """Return a Reversi board with that many legal squares."""
    seen = see(
        decide(create.challenge(ID, TERMS, ANN, BO, bytes(32), NOW), TakeSeat(BO), NOW).match
    )
    board = seen.board
    assert isinstance(board, View)
    empty = [name for name, cell in zip(NAMES, board.cells, strict=True) if cell == "."]
    legal = tuple(empty[:count])
    return replace(seen, board=replace(board, legal=legal), moves=legal)


@pytest.mark.parametrize("count", [24, 25, 26, 33])
def test_of_more_squares_than_buttons_one_is_placed_or_picked(count: int) -> None:
    view = crowded(count)
    laid = rows.board(texts("en"), view, DISCORD_LIKE, NOW)
    labels = [button.label for button in buttons(Card("", rows=laid))]
    if count <= 25:
        assert labels == [*view.moves, "⤓", "⋯"]
    else:
        assert labels == ["Type a point", "Pick a point", "⤓", "⋯"]
    first = point_picker.step(texts("en"), view, ("Ann", "Bo"), point_picker.begin(DISCORD_LIKE))
    found = []
    for button in (each for each in buttons(first) if each.enabled):
        step = point_picker.step(texts("en"), view, ("Ann", "Bo"), decode(button.token).arg)
        presses = [decode(each.token) for each in buttons(step) if each.enabled]
        found += [press.arg for press in presses if press.verb is Verb.MOVE]
        assert step.board is not None
        assert step.zoom is None  # the board is small enough to show whole
    assert sorted(found) == sorted(view.moves)
