"""Duels and groups: what may be shown to whom before the end, and who has won."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import contest as contests
from core.games.dice.rules import DICE
from core.match.view import see
from core.types import COMPUTER, PlayerId
from tests.core.contests import END, GREEDY, SEED, Table, duel, group, offered
from tests.core.match.matches import ANN, BO, CY, NOON, registered


@pytest.fixture(autouse=True)
def _dice() -> Iterator[None]:
    with registered(DICE):
        yield


# --- what may be shown ---------------------------------------------------------------------------


def test_before_the_end_one_sees_ones_own_sheet_only() -> None:
    table = group(ANN, BO, levels=(GREEDY,))
    table.play(ANN, 3)
    assert table.seen_by(ANN) == {ANN}
    assert table.seen_by(BO) == {BO}
    assert table.seen_by(CY) == table.seen_by(None) == set()


def test_who_has_finished_sees_others_who_have() -> None:
    table = group(ANN, BO, CY, levels=(GREEDY,))
    table.play(ANN)
    table.play(COMPUTER)
    assert table.seen_by(ANN) == {ANN}
    assert table.seen_by(BO) == {BO}  # Ann's would help Bo
    table.play(BO)
    assert table.seen_by(ANN) == table.seen_by(BO) == {ANN, BO}
    assert table.seen_by(CY) == {CY}
    assert table.seen_by(None) == set()


def test_at_the_end_all_is_shown_to_all() -> None:
    table = group(ANN, BO, levels=(GREEDY,))
    for player in (ANN, BO, COMPUTER):
        table.play(player)
    table.contest = contests.close(table.contest, ANN)
    for viewer in (ANN, BO, CY, None):
        assert table.seen_by(viewer) == {ANN, BO, COMPUTER}


@given(
    st.lists(st.tuples(st.sampled_from((ANN, BO, CY, COMPUTER)), st.integers(1, 30))),
    st.sampled_from((ANN, BO, CY, None)),
)
def test_nobody_who_can_still_choose_sees_another_sheet(
    turns: list[tuple[PlayerId, int]], viewer: PlayerId | None
) -> None:
    with registered(DICE):
        table = group(ANN, BO, CY, levels=(GREEDY,))
        for player, rounds in turns:
            table.play(player, rounds)
        own = None if viewer is None else table.matches[table.entry(viewer).match]
        seen = table.seen_by(viewer)
    assert not table.is_over()  # open to newcomers
    assert COMPUTER not in seen
    if own is None or not own.is_over:
        assert seen == ({viewer} if viewer else set())
    told = contests.told(table.contest, table.matches, NOON)
    assert told.seed is None
    with registered(DICE):
        assert not any(SEED.hex() in repr(see(match)) for match in table.matches.values())


def test_the_seed_comes_when_it_is_over() -> None:
    table = duel()
    table.play(ANN)
    assert contests.told(table.contest, table.matches, NOON).seed is None
    assert contests.told(table.contest, table.matches, END).seed == SEED.hex()


# --- standings -----------------------------------------------------------------------------------


def test_the_highest_total_wins_and_equals_share_a_place() -> None:
    table = group(ANN, BO, CY)
    ann, bo = table.play(ANN), table.play(BO)
    cy = table.play(CY, choice=5)
    assert ann == bo != cy
    ranks = {
        standing.entry.who.player: (standing.rank, standing.total)
        for standing in contests.standings(table.contest, table.matches)
    }
    best = max(ann, cy)
    assert ranks == {
        ANN: (1 if ann == best else 2, ann),
        BO: (1 if bo == best else 2, bo),
        CY: (1 if cy == best else 3, cy),
    }


def test_who_did_not_finish_has_no_place() -> None:
    table = group(ANN, BO, CY)
    table.resign(ANN)
    table.play(BO)
    table.play(CY, 2)
    order = contests.standings(table.contest, table.matches)
    assert [standing.entry.who.player for standing in order] == [BO, ANN, CY]
    assert [standing.rank for standing in order] == [1, None, None]
    assert [standing.total is None for standing in order] == [False, True, True]


def test_giving_up_is_being_done() -> None:
    table = duel()
    table.resign(ANN)
    assert not table.is_over()
    table.play(BO)
    assert table.is_over()


@given(st.permutations((ANN, BO, CY)), st.lists(st.integers(0, 14), min_size=3, max_size=3))
def test_standings_are_sorted_and_ranked_by_how_many_are_better(
    order: list[PlayerId], choices: list[int]
) -> None:
    with registered(DICE):
        table = group(*order)
        for player, choice in zip(order, choices, strict=True):
            table.play(player, choice=choice)
        standings = contests.standings(table.contest, table.matches)
    totals = [standing.total or 0 for standing in standings]
    assert totals == sorted(totals, reverse=True)
    for standing in standings:
        better = sum(total > (standing.total or 0) for total in totals)
        assert standing.rank == better + 1


def test_a_contest_is_a_value() -> None:
    contest = offered()
    table = Table(contest)
    table.enter(ANN)
    assert contest == offered()
    assert contests.enter(contest, ANN, "a press", NOON) == contests.enter(
        contest, ANN, "a press", NOON
    )
    assert not contests.is_over(replace(table.contest, closed=True), table.matches, NOON)
