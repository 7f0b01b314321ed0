"""Dice anyone can check: the published vectors, and that they are fair (`docs/rules.md` 3)."""

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import DICE, Chance, commitment, roll

SEED = bytes(range(32))
DEMO = Chance(SEED, "demo-1", "alice")


def test_the_commitment_of_the_published_seed() -> None:
    assert commitment(SEED) == "2790f09d80c8f7d84f4f10b240b7f367f9a2c12d4e3f0ff949c31a382ed083fe"


@pytest.mark.parametrize(
    ("label", "client", "turn", "dice"),
    [
        ("demo-1", "alice", 1, (4, 6, 1, 5, 5)),
        ("demo-1", "alice", 2, (2, 2, 6, 2, 1)),
        ("demo-1", "alice", 3, (6, 3, 1, 6, 4)),
        ("demo-1", "alice", 13, (4, 3, 3, 3, 5)),  # a byte 252 is skipped
        ("demo-1", "alice", 17, (3, 3, 4, 2, 1)),
        ("demo-1", "bob", 1, (6, 1, 5, 3, 4)),
        ("demo-2", "alice", 1, (6, 6, 4, 2, 2)),
    ],
)
def test_the_published_rolls(label: str, client: str, turn: int, dice: tuple[int, ...]) -> None:
    assert roll(Chance(SEED, label, client), turn) == dice


def test_a_byte_of_252_and_more_is_skipped() -> None:
    client = hashlib.sha256(b"alice").hexdigest()
    block = hmac.digest(SEED, f"sd/v1\ndemo-1\n{client}\n13\n0".encode(), "sha256")
    assert 252 in block[:DICE]
    assert roll(DEMO, 13) == tuple(byte % 6 + 1 for byte in block if byte < 252)[:DICE]


def test_two_hundred_thousand_dice_are_fair() -> None:
    """Chi-square with five degrees of freedom; beyond 20.5 once in a thousand fair dice.

    The seed is fixed, so this is a computation and not a wager.
    """
    counts: Counter[int] = Counter()
    follows: Counter[tuple[int, int]] = Counter()
    for turn in range(1, 40_001):
        dice = roll(DEMO, turn)
        counts.update(dice)
        follows.update(pairwise(dice))
    assert sum(counts.values()) == 200_000
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert _chi_square(list(counts.values())) < 20.5
    assert len(follows) == 36
    assert _chi_square(list(follows.values())) < 66.6  # 35 degrees of freedom, the same odds


def _chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


CHANCES = st.builds(Chance, st.binary(min_size=32, max_size=32), st.text(), st.text())


@given(CHANCES, st.integers(1, 10_000))
def test_a_roll_is_five_dice_and_depends_on_nothing_else(chance: Chance, turn: int) -> None:
    dice = roll(chance, turn)
    assert len(dice) == DICE
    assert all(1 <= die <= 6 for die in dice)
    assert roll(Chance(bytes(chance.seed), chance.label, chance.client), turn) == dice


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_a_commitment_is_64_hex_digits_and_its_seeds_own(one: bytes, other: bytes) -> None:
    assert len(commitment(one)) == 64
    assert (commitment(one) == commitment(other)) == (one == other)
