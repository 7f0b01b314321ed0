"""What every game owes, tried on each one in the registry.

Games are played to their end by drawn seeds, in every way they can be set up. A new game needs no
line here; it needs its golden playthrough (`playthrough.py`).
"""

import base64
import copy
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.games
from core.chance import Chance
from core.errors import Reason
from core.game import PASS, Game, Option, Setup
from core.match.model import Ply
from core.match.replay import fold, positions
from core.registry import GAMES
from core.types import Millis, Move, Seat
from tests.core import playthrough
from tests.core.refusals import refusal
from tests.fakes.nim import NIM
from tests.toys.lights import LIGHTS
from tests.toys.race import RACE

Rules = Game[Any, Any]
EVERY: tuple[Rules, ...] = (*GAMES.values(), NIM, LIGHTS, RACE)
"""Besides those registered a small one for four, a solo puzzle and a race with dice."""
SEED = bytes(range(100, 132))
NAMES = [f"{column}{row}" for column in "abcdefghijklmnopqrst" for row in range(20)]
NONSENSE = ["", " ", "pass ", "PASS", "D3", "resign", "0", "-1", "1", "2", "3", "4", "\n", "é"]
every_game = pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
seeds = st.integers(0, 2**32)


@dataclass(frozen=True)
class Played:
    """A game that ran to its end."""

    setup: Setup
    moves: tuple[Move, ...]
    positions: tuple[Any, ...]

    def plies(self, game: Rules) -> tuple[Ply, ...]:
        seats = [game.to_act(position) for position in self.positions[:-1]]
        assert None not in seats
        whose = [Seat(seat) for seat in seats if seat is not None]
        return tuple(Ply(*each, Millis(0)) for each in zip(whose, self.moves, strict=True))


def setups(game: Rules) -> Iterator[Setup]:
    """Every number of seats with every combination of options."""
    values = [[(option.key, value) for value in option.values] for option in game.options]
    for seats in game.seat_counts:
        for choice in itertools.product(*values):
            opening = game.opening(dict(choice), bytes(32))
            yield Setup(seats, dict(choice), Chance(SEED, "label", "client"), opening)


def played(game: Rules, seed: int) -> Played:
    chooser = random.Random(seed)
    setup = chooser.choice(list(setups(game)))
    moves: list[Move] = []
    reached = [game.start(setup)]
    while legal := game.legal_moves(reached[-1]):
        moves.append(chooser.choice(legal))
        reached.append(game.play(reached[-1], moves[-1]))
    return Played(setup, tuple(moves), tuple(reached))


@every_game
def test_what_a_game_says_of_itself(game: Rules) -> None:
    assert game.id.isascii()
    assert game.id.isalnum()
    assert game.id == game.id.lower()
    assert game.seat_counts
    assert all(seats >= 1 for seats in game.seat_counts)
    assert len({option.key for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.values
        assert len(set(option.values)) == len(option.values)
        assert option.default == option.values[0]
    assert len(set(game.levels)) == len(game.levels)


def test_the_registry_names_each_game_by_its_id_and_folder() -> None:
    folder = Path(core.games.__path__[0])
    for id, game in GAMES.items():
        assert game.id == id
        assert (folder / id / "rules.py").exists()
        assert (folder / id / "notation.py").exists()


@every_game
def test_sides_are_numbered_from_nought_and_every_seat_has_one(game: Rules) -> None:
    for setup in setups(game):
        sides = {game.side_of(setup, Seat(seat)) for seat in range(setup.seats)}
        assert sides == set(range(len(sides)))


@every_game
@settings(max_examples=25)
@given(seed=seeds)
def test_it_is_over_exactly_when_nobody_acts_and_nothing_is_legal(game: Rules, seed: int) -> None:
    one = played(game, seed)
    for position in one.positions:
        over = game.to_act(position) is None
        assert over == (game.legal_moves(position) == ())
        assert over == (game.outcome(position) is not None)
        assert over == (position is one.positions[-1])
    outcome = game.outcome(one.positions[-1])
    assert outcome is not None
    sides = {game.side_of(one.setup, Seat(seat)) for seat in range(one.setup.seats)}
    assert outcome.winners or one.setup.seats == 1  # who plays alone may just not win
    assert outcome.winners <= sides
    assert len(outcome.scores) == len(sides)
    assert (outcome.winner is not None) == (len(outcome.winners) == 1)


@every_game
@settings(max_examples=15)
@given(seed=seeds)
def test_the_list_and_the_single_question_agree_on_every_name(game: Rules, seed: int) -> None:
    one = played(game, seed)
    names = {*map(Move, NAMES), *map(Move, NONSENSE), PASS, *one.moves}
    for position in one.positions:
        legal = game.legal_moves(position)
        assert len(set(legal)) == len(legal)
        assert PASS not in legal or legal == (PASS,)
        asked = {name for name in names | set(legal) if game.is_legal(position, name)}
        assert asked == set(legal)


@every_game
@settings(max_examples=15)
@given(seed=seeds)
def test_every_legal_move_is_its_own_notation(game: Rules, seed: int) -> None:
    one = played(game, seed)
    for move in {move for position in one.positions for move in game.legal_moves(position)}:
        assert game.read_move(move) == move
        assert game.read_move(f"  {move.upper()} ") == move
        assert "\n" not in move


@every_game
@given(text=st.text(max_size=30))
def test_text_that_is_no_move_is_unreadable(game: Rules, text: str) -> None:
    refused = refusal(game.read_move, text)
    assert refused is None or refused.reason is Reason.UNREADABLE_MOVE


@every_game
@settings(max_examples=15)
@given(seed=seeds)
def test_play_changes_neither_its_input_nor_anything_by_being_refused(
    game: Rules, seed: int
) -> None:
    one = played(game, seed)
    for position in one.positions:
        before, told = copy.deepcopy(position), repr(position)
        legal = game.legal_moves(position)
        for move in legal[:: 1 + len(legal) // 30]:  # some of hundreds
            assert game.play(position, move) == game.play(position, move)
        for move in (Move("nonsense"), PASS, *one.moves[:5]):
            if not game.is_legal(position, move):
                refused = refusal(game.play, position, move)
                assert refused is not None
                assert refused.reason is Reason.ILLEGAL_MOVE
        assert position == before
        assert repr(position) == told


@every_game
@settings(max_examples=25)
@given(seed=seeds)
def test_replaying_the_written_plies_gives_the_same_positions(game: Rules, seed: int) -> None:
    one = played(game, seed)
    text = "\n".join(one.moves)
    moves = [game.read_move(line) for line in text.splitlines()]
    assert tuple(moves) == one.moves
    plies = one.plies(game)
    assert tuple(positions(game, one.setup, plies)) == one.positions
    assert fold(game, one.setup, plies) == one.positions[-1]


@every_game
@settings(max_examples=15)
@given(seed=seeds)
def test_a_view_tells_all_and_keeps_the_seed(game: Rules, seed: int) -> None:
    one = played(game, seed)
    secrets = (SEED.hex(), base64.b64encode(SEED).decode().rstrip("="), repr(SEED)[2:-1])
    for number, position in enumerate(one.positions):
        view = game.look(position)
        written = msgspec.json.encode(view).decode()
        assert not any(secret in written or secret in repr(view) for secret in secrets)
        assert len(view.lines) <= 2
        assert len(view.tallies) == one.setup.seats
        changed = [m for m in (*one.setup.opening, *one.moves[:number]) if m != PASS]
        assert view.last == (changed[-1] if changed else None)


@every_game
def test_openings_are_drawn_by_the_lot_and_can_be_played(game: Rules) -> None:
    for setup in setups(game):
        for number in range(16):
            lot = random.Random(number).randbytes(32)
            opening = game.opening(setup.options, lot)
            assert opening == game.opening(setup.options, lot)
            start = game.start(Setup(setup.seats, setup.options, setup.chance, opening))
            assert game.legal_moves(start) not in ((), (PASS,))
        illegal = Setup(setup.seats, setup.options, setup.chance, (Move("nonsense"),))
        refused = refusal(game.start, illegal)
        assert refused is not None
        assert refused.reason is Reason.ILLEGAL_MOVE


@pytest.mark.parametrize("game", [*GAMES.values()], ids=lambda game: game.id)
def test_the_golden_playthrough_is_told_the_same(game: Rules) -> None:
    path = playthrough.path_of(game.id)
    assert path.exists(), f"{game.id} has no golden playthrough: see tests/core/playthrough.py"
    golden = path.read_text()
    setup, moves = playthrough.read(golden)
    assert playthrough.tell(game, setup, moves) == golden
    assert golden.rpartition("to act: ")[2].startswith("None")


def test_the_default_of_an_option_is_its_first_value() -> None:
    assert Option("key", ("a", "b")).default == "a"
