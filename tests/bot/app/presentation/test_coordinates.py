"""Naming points, and completing typed ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.presentation.coordinates import COMPLETIONS, ZONES, complete, must_have_grid, squeezed
from core.games.pente.points import NAMES, POINT_OF, distance
from core.games.pente.rules import PENTE
from core.games.reversi import rules as reversi
from core.match.view import MatchView
from core.types import GameId, Move
from tests.bot.app.tables import table

GO = must_have_grid(PENTE.id)


@pytest.mark.parametrize(
    ("game", "names"), [(PENTE.id, NAMES), (reversi.REVERSI.id, reversi.NAMES)]
)
def test_every_point_of_a_board_comes_back(game: GameId, names: tuple[Move, ...]) -> None:
    grid = must_have_grid(game)
    assert {grid.name(*grid.where(name)) for name in names} == set(names)
    assert len(names) == len(grid.columns) * grid.rows


@pytest.mark.parametrize("text", ["pass", "", "i5", "10k", "k100"])
def test_what_is_no_point_has_no_place(text: str) -> None:
    with pytest.raises(ValueError, match=r"no point|not found"):
        GO.where(Move(text))


@pytest.mark.parametrize("game", [PENTE.id, reversi.REVERSI.id])
def test_nine_zones_cover_the_board_once(game: GameId) -> None:
    grid = must_have_grid(game)
    covered = [
        grid.name(column, row)
        for number in range(ZONES * ZONES)
        for column in grid.zone(number)[0]
        for row in grid.zone(number)[1]
    ]
    assert len(covered) == len(set(covered)) == len(grid.columns) * grid.rows


def test_the_first_zone_is_at_the_upper_left_as_it_is_seen() -> None:
    across, down = GO.zone(0)
    assert GO.name(across[0], GO.downwards(down)[0]) == "a19"
    grid = must_have_grid(reversi.REVERSI.id)
    across, down = grid.zone(0)
    assert grid.name(across[0], grid.downwards(down)[0]) == "a1"


# completion


def apart(one: str, other: str) -> int:
    return distance(POINT_OF[Move(one)], POINT_OF[Move(other)])


def view() -> MatchView:
    """White K10, Black L11, White N13: Black to place."""
    return table("pente", "l11", "n13")


@pytest.mark.parametrize(
    "typed", ["K12", "k 12", "12k", "12 K", "k,12", "k-12", "\uff4b\uff11\uff12"]
)
def test_what_is_typed_in_full_comes_first(typed: str) -> None:
    assert complete(view(), typed)[0] == "k12"


def test_a_point_in_full_comes_before_those_it_begins() -> None:
    fits = complete(view(), "k1")
    assert fits[0] == "k1"
    assert set(fits) == {"k1", *(f"k{row}" for row in range(11, 20))}  # k10 is occupied


@pytest.mark.parametrize("typed", ["i10", "z", "k10", "k20", "kk", "resign"])
def test_nothing_fits_what_cannot_be_played(typed: str) -> None:
    assert complete(view(), typed) == []


def test_with_nothing_typed_the_nearest_to_the_action_come_first() -> None:
    fits = complete(view(), "")
    assert len(fits) == COMPLETIONS
    remote = [min(apart(move, stone) for stone in ("k10", "l11", "n13")) for move in fits]
    assert remote == sorted(remote)
    assert remote[0] == 1
    # Neighbours of the last stones come first.
    assert {apart(move, "n13") for move in fits[:8]} == {1}


def test_the_opening_rule_closes_points_to_completion_too() -> None:
    assert complete(table("pente", "l11"), "m11") == []
    assert complete(table("pente", "l11", options={"rule": "free"}), "m11") == ["m11"]


def test_a_game_without_points_keeps_its_order() -> None:
    dice = table("dice")
    assert complete(dice, "") == list(dice.moves[:COMPLETIONS])


@given(st.text(max_size=6), st.integers(1, 30))
def test_all_that_is_offered_is_legal_and_fits(typed: str, limit: int) -> None:
    seen = view()
    fits = complete(seen, typed, limit)
    assert len(fits) <= limit
    assert len(set(fits)) == len(fits)
    for move in fits:
        assert move in seen.moves
        turned = move[1:] + move[0]
        assert move.startswith(squeezed(typed)) or turned.startswith(squeezed(typed))
