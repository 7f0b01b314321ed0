"""Which positions are one and the same to whoever asks for advice."""

import random
from dataclasses import replace
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Chance
from core.game import PASS, Setup
from core.games.dice.rules import DICE
from core.games.pente.points import NAMES as POINTS
from core.games.pente.rules import PENTE
from core.games.reversi.bits import squares
from core.games.reversi.rules import NAMES, REVERSI, Position
from core.match.model import Match, Ply
from core.position_equivalence import distinctive_positions, equivalence_key
from core.types import GameId, Millis, Move, Seat
from tests.core.games.pente.playing import game, wander
from tests.core.match import matches
from tests.fakes.nim import NIM

SEEDS = st.integers(0, 10_000)
WAYS = range(8)


def turned(names: tuple[Move, ...], move: Move, way: int) -> Move:
    """The same point of a board that lies in another way."""
    if move == PASS:
        return move
    size = isqrt(len(names))
    row, column = divmod(names.index(move), size)
    if way & 1:
        row = size - 1 - row
    if way & 2:
        column = size - 1 - column
    if way & 4:
        row, column = column, row
    return names[row * size + column]


def reversi(seed: int, plies: int) -> list[Move]:
    lots, position, played = random.Random(seed), REVERSI.start(Setup(2)), list[Move]()
    while len(played) < plies and (legal := REVERSI.legal_moves(position)):
        played.append(lots.choice(legal))
        position = REVERSI.play(position, played[-1])
    return played


def after(moves: list[Move]) -> Position:
    position = REVERSI.start(Setup(2))
    for move in moves:
        position = REVERSI.play(position, move)
    return position


@given(SEEDS, st.integers(0, 60), st.sampled_from(WAYS))
def test_a_board_that_lies_in_another_way_is_the_same(seed: int, plies: int, way: int) -> None:
    played = after(reversi(seed, plies))
    black, white = (
        sum(1 << NAMES.index(turned(NAMES, NAMES[at], way)) for at in squares(discs))
        for discs in (played.black, played.white)
    )
    other = Position(black, white, played.to_act)
    assert equivalence_key(REVERSI.id, played) == equivalence_key(REVERSI.id, other)


@given(SEEDS, st.integers(0, 60))
def test_with_the_colours_exchanged_it_is_the_same(seed: int, plies: int) -> None:
    position = after(reversi(seed, plies))
    if position.to_act is None:
        return
    exchanged = Position(position.white, position.black, Seat(1 - position.to_act))
    assert equivalence_key(REVERSI.id, position) == equivalence_key(REVERSI.id, exchanged)


@given(SEEDS, st.sampled_from(WAYS))
def test_stones_likewise(seed: int, way: int) -> None:
    start = PENTE.start(Setup(2, {"rule": "free"}, opening=PENTE.opening({}, b"")))
    other = start
    for move, position in game(seed, "free"):
        there = turned(POINTS, move, way)
        assert PENTE.is_legal(other, there)
        other = PENTE.play(other, there)
        assert equivalence_key(PENTE.id, position) == equivalence_key(PENTE.id, other)
        if position.stones > 30:
            return


@given(SEEDS, st.integers(2, 60))
def test_stones_of_the_other_colour_likewise(seed: int, stones: int) -> None:
    position = wander(seed, stones)
    cells = bytes((0, 2, 1)[cell] for cell in position.cells)
    white, black = position.pairs
    exchanged = replace(position, cells=cells, pairs=(black, white), stones=position.stones + 1)
    shut = position.stones in (1, 2)  # the opening rule is White's alone
    same = equivalence_key(PENTE.id, position) == equivalence_key(PENTE.id, exchanged)
    assert same or shut
    taken = replace(position, pairs=(white + 1, black))
    assert equivalence_key(PENTE.id, position) != equivalence_key(PENTE.id, taken)


def test_two_moves_lead_to_boards_that_differ() -> None:
    alike = [
        equivalence_key(REVERSI.id, after([Move("f5"), Move(reply)]))
        for reply in ("d6", "f4", "f6")
    ]
    assert len(set(alike)) == 3


def test_what_the_opening_rule_shuts_makes_a_difference() -> None:
    moves = (*PENTE.opening({}, b""), Move("k11"))
    shut, open_ = (
        PENTE.start(Setup(2, {"rule": rule}, opening=moves)) for rule in ("tournament", "free")
    )
    assert equivalence_key(PENTE.id, shut) != equivalence_key(PENTE.id, open_)


@given(SEEDS, st.integers(0, 8))
def test_a_sheet_seen_from_below_is_the_same(seed: int, rounds: int) -> None:
    lots = random.Random(seed)
    position = DICE.start(Setup(1, chance=Chance(bytes(32), f"test {seed}", "")))
    for _ in range(rounds):
        position = DICE.play(position, lots.choice(DICE.legal_moves(position)))
    sheet = position.sheet
    rejects = tuple((7 - value, marks) for value, marks in reversed(sheet.rejects))
    below = replace(
        position,
        sheet=replace(sheet, marks=sheet.marks[::-1], rejects=rejects),
        throw=tuple(7 - die for die in position.throw),
        last=None,
    )
    assert equivalence_key(DICE.id, position) == equivalence_key(DICE.id, below)
    fewer = replace(position, sheet=replace(sheet, marks=(9, *sheet.marks[1:])))
    assert equivalence_key(DICE.id, fewer) != equivalence_key(DICE.id, position)


def test_a_game_that_is_not_known_here_is_compared_as_it_is() -> None:
    position = NIM.start(Setup(2, {"beans": "9"}))
    assert equivalence_key(GameId("nim"), position) == position


@pytest.mark.parametrize(
    ("moves", "told"), [("", 0), ("f5", 0), ("f5d6", 1), ("f5d6c3", 2), ("f5d6c3d3", 3)]
)
def test_what_every_match_goes_through_tells_nothing(moves: str, told: int) -> None:
    match = matches.playing(moves)
    found = list(distinctive_positions(match))
    assert len(found) == told
    assert found[-1:] == [match.position][:told]


def test_of_stones_the_first_answer_tells_something() -> None:
    setup = Setup(2, {"rule": "tournament"}, opening=PENTE.opening({}, b""))
    plies = (Ply(Seat(1), Move("k11"), Millis(0)),)
    match: Match = replace(matches.playing(""), game=PENTE.id, setup=setup, plies=plies)
    assert len(list(distinctive_positions(match))) == 1


def test_dice_tell_something_from_the_first_choice_on() -> None:
    setup = Setup(1, chance=Chance(bytes(32), "a test", ""))
    [move, *_] = DICE.legal_moves(DICE.start(setup))
    plies = (Ply(Seat(0), move, Millis(0)),)
    match: Match = replace(matches.playing(""), game=DICE.id, setup=setup, plies=plies)
    assert len(list(distinctive_positions(match))) == 1
