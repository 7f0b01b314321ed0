"""Solitaire Dice in words, in every language."""

import pytest

from bot.text import dice
from bot.text.catalog import LOCALES, texts
from core.chance import Chance, commitment, proof
from core.games.dice.rules import DICE
from core.games.dice.splits import splits
from core.types import Move
from tests.core.games.dice.sheets import at, sheet

SEED = bytes(range(32))
MIDDLE = DICE.look(at(sheet({7: 6, 4: 2}, {6: 4, 1: 2}), "16346"))


@pytest.mark.parametrize(
    ("move", "free", "label"),
    [
        ("2+4 3+5 3", False, "8 + 6 ✕3"),
        ("3+3 3+5 2", False, "8 + 6 ✕2"),
        ("1+6 2+5 3", False, "7 + 7 ✕3"),
        ("2+4 6+6 4", True, "12 + 6"),
    ],
)
def test_a_split_is_labelled_by_its_sums_and_the_die_left_over(
    move: str, free: bool, label: str
) -> None:
    assert dice.split_label(Move(move), free=free) == label


@pytest.mark.parametrize("free", [False, True])
def test_no_two_splits_of_a_throw_have_the_same_label(free: bool) -> None:
    for throw in ((1, 2, 3, 4, 5), (1, 1, 6, 6, 3), (2, 4, 4, 6, 6), (5, 5, 5, 5, 5)):
        found = splits(throw)
        assert len({dice.split_label(split.move, free=free) for split in found}) == len(found)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_sheet_in_words_says_all_of_it(locale: str) -> None:
    said = dice.sheet(texts(locale), MIDDLE)
    for part in ("1 6 3 4 6", "4 × 2 (−200)", "7 × 6 (30)", "6 × 4, 1 × 2", "−170"):  # noqa: RUF001
        assert part in said
    assert "{" not in said
    bare = dice.sheet(texts(locale), DICE.look(at(sheet(), "")))
    assert "×" not in bare  # noqa: RUF001
    assert bare.endswith("0")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_promise_has_the_commitment_and_the_disclosure_the_seed(locale: str) -> None:
    language, chance = texts(locale), Chance(SEED, "the-label", "the press")
    early, late = (proof(chance, over=over) for over in (False, True))
    assert commitment(SEED) in dice.promise(language, early)
    assert SEED.hex() not in dice.promise(language, early)
    said = dice.disclosure(language, late)
    assert all(part in said for part in (SEED.hex(), "the-label", "the press"))
    never = proof(Chance(SEED, "the-label", None), over=True)
    assert SEED.hex() in dice.disclosure(language, never)
    with pytest.raises(ValueError, match="seed"):
        dice.disclosure(language, early)
    assert dice.roll_label(language).startswith("🎲")
