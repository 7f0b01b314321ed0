"""Records: written, read again, checked round by round, and checked by the script in the docs."""

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.chance import Chance, commitment
from core.errors import Reason
from core.game import Setup
from core.games.dice.record import LONGEST, Record, read_record, record_of, write_record
from core.games.dice.rules import DICE
from core.types import Move
from tests.core import playthrough
from tests.core.refusals import refusal

ROOT = Path(__file__).parents[4]
SCRIPT = ROOT / "docs" / "verify_dice.py"
SETUP, MOVES = playthrough.read(playthrough.path_of(DICE.id).read_text())
GOLDEN = record_of(SETUP, MOVES)
TEXT = write_record(GOLDEN)


def drawn(chance: Chance, lots: st.DataObject, longest: int = 100) -> Record:
    """A game with drawn choices, perhaps given up before its end."""
    position, moves = DICE.start(Setup(1, chance=chance)), list[Move]()
    while (legal := DICE.legal_moves(position)) and len(moves) < longest:
        moves.append(lots.draw(st.sampled_from(legal)))
        position = DICE.play(position, moves[-1])
    return Record(chance, tuple(moves))


CHANCES = st.builds(Chance, st.binary(min_size=32, max_size=32), st.text(), st.text())


@given(CHANCES, st.data(), st.integers(0, 100))
@settings(max_examples=30)
def test_a_record_comes_back_from_its_text(
    chance: Chance, lots: st.DataObject, longest: int
) -> None:
    record = drawn(chance, lots, longest)
    assert read_record(write_record(record)) == record


def test_it_is_json_with_a_line_a_round() -> None:
    told = json.loads(TEXT)
    assert told["commitment"] == commitment(GOLDEN.chance.seed)
    assert (told["total"], told["finished"], told["client"]) == (500, True, "alice")
    first, *_ = told["rounds"]
    assert first == {"round": 1, "throw": [1, 6, 3, 3, 6], "choice": "1+6 3+3 6", "total": -400}
    assert TEXT.count('"round":') == len(MOVES) == sum('"throw"' in x for x in TEXT.splitlines())
    assert sum(line["choice"].endswith("*") for line in told["rounds"]) == 1  # the free ride


def test_what_never_began_has_none() -> None:
    for chance in (None, Chance(bytes(32), "label", None)):
        with pytest.raises(ValueError, match="never began"):
            record_of(Setup(1, chance=chance), ())


def test_a_game_given_up_at_the_first_throw_has_one() -> None:
    record = record_of(SETUP, ())
    assert read_record(write_record(record)) == record
    assert json.loads(write_record(record))["finished"] is False


# --- what is found -------------------------------------------------------------------------------


def changed(**values: object) -> str:
    return json.dumps(json.loads(TEXT) | values)


def in_round(number: int, **values: object) -> str:
    told: dict[str, Any] = json.loads(TEXT)
    told["rounds"][number - 1] |= values
    return json.dumps(told)


def one_more() -> str:
    told: dict[str, Any] = json.loads(TEXT)
    told["rounds"].append(told["rounds"][-1])
    return json.dumps(told)


def without_the_last() -> str:
    """The last round dropped, the total adjusted to what is left."""
    told: dict[str, Any] = json.loads(TEXT)
    told["rounds"].pop()
    return json.dumps(told | {"total": told["rounds"][-1]["total"]})


def of_another_die() -> tuple[int, str]:
    """A round with the same dice and total in which an unlisted die is left over instead."""
    told: dict[str, Any] = json.loads(TEXT)
    for line in told["rounds"][10:]:
        for dice in permutations(line["throw"]):
            a, b, c, d, rest = dice
            if rest not in (6, 2, 1) and {6, 2, 1} & set(dice):
                return line["round"], f"{a}+{b} {c}+{d} {rest}"
    raise AssertionError("the golden game has such a round")


WRONG: dict[str, tuple[str, Reason, dict[str, object]]] = {
    "another seed": (changed(seed="00" * 32), Reason.WRONG_SEED, {}),
    "another label": (changed(label="demo-28"), Reason.WRONG_THROW, {"number": 1}),
    "another client text": (changed(client="bob"), Reason.WRONG_THROW, {"number": 1}),
    "other dice": (in_round(7, throw=[1, 1, 1, 1, 1]), Reason.WRONG_THROW, {"number": 7}),
    "dice in another order": (
        in_round(1, throw=[6, 1, 3, 3, 6]),
        Reason.WRONG_THROW,
        {"number": 1},
    ),
    "dice that were not thrown": (
        in_round(1, choice="1+1 1+1 1"),
        Reason.ILLEGAL_MOVE,
        {"number": 1, "move": "1+1 1+1 1"},
    ),
    "no choice": (
        in_round(3, choice="three"),
        Reason.UNREADABLE_MOVE,
        {"number": 3, "text": "three"},
    ),
    "no total": (in_round(3, total="much"), Reason.UNREADABLE_MOVE, {"number": 3}),
    "another total": (in_round(9, total=5_000), Reason.WRONG_TOTAL, {"number": 9}),
    "another total of all": (changed(total=501), Reason.WRONG_TOTAL, {"number": len(MOVES)}),
    "a round after the end": (one_more(), Reason.ILLEGAL_MOVE, {"number": len(MOVES) + 1}),
    "another commitment": (changed(commitment="00" * 32), Reason.WRONG_SEED, {}),
    "no last round": (without_the_last(), Reason.WRONG_TOTAL, {"number": len(MOVES) - 1}),
    "an unlisted reject": (
        in_round(of_another_die()[0], choice=of_another_die()[1]),
        Reason.ILLEGAL_MOVE,
        {"number": of_another_die()[0]},
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_does_not_follow_is_named_by_its_round(text: str) -> None:
    wrong, reason, details = WRONG[text]
    refused = refusal(read_record, wrong)
    assert refused is not None
    assert refused.reason is reason
    assert details.items() <= refused.details.items()


SEEN_BY_THE_SCRIPT = {
    "another commitment": "not the one that was promised",
    "no last round": f"round {len(MOVES) - 1}: the game was not over yet",
    "an unlisted reject": "a listed die had to be left over",
    "a round after the end": f"round {len(MOVES) + 1}: the game was over before",
    "another total": "round 9: the total is",
    "other dice": "round 7: these are not the dice",
}


@pytest.mark.parametrize("text", SEEN_BY_THE_SCRIPT)
def test_the_script_sees_it_too(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(WRONG[text][0], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert SEEN_BY_THE_SCRIPT[text] in done.stderr


def test_the_die_left_over_is_checked_against_the_list() -> None:
    """In the golden game 6, 2 and 1 are listed; a round in which a 1 was thrown cannot reject 3."""
    told = json.loads(TEXT)
    number, throw = next(
        (line["round"], sorted(line["throw"]))
        for line in told["rounds"][10:]
        if 1 in line["throw"] and {3, 4, 5} & set(line["throw"])
    )
    rest = next(die for die in throw if die in (3, 4, 5))
    a, b, c, d = (die for i, die in enumerate(throw) if i != throw.index(rest))
    refused = refusal(read_record, in_round(number, choice=f"{a}+{b} {c}+{d} {rest}"))
    assert refused is not None
    assert (refused.reason, refused.details["number"]) == (Reason.ILLEGAL_MOVE, number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "f5d6c3",
        TEXT[:-10],
        TEXT + " " * LONGEST,
        "[" * 90_000,
        changed(game="chess"),
        changed(version=2),
        changed(seed="00"),
        changed(seed="é" * 64),
        changed(client=None),
        changed(rounds="none"),
    ],
)
def test_what_is_no_record(text: str) -> None:
    refused = refusal(read_record, text)
    assert refused is not None
    assert (refused.reason, set(refused.details)) == (Reason.UNREADABLE_MOVE, {"text"})


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    assert refusal(read_record, text) is not None


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists), st.integers(1, 22))
@settings(max_examples=40)
def test_any_round_is_read_or_refused(value: object, number: int) -> None:
    told = json.loads(TEXT)
    told["rounds"][number - 1] = value
    refused = refusal(read_record, json.dumps(told))
    assert refused is not None
    assert refused.details["number"] == number


# --- the script in the docs ----------------------------------------------------------------------


def verify(*args: str) -> subprocess.CompletedProcess[str]:
    """As anybody runs it: without this project, in isolated mode."""
    command = (sys.executable, "-I", str(SCRIPT), *args)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_checks_a_finished_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(TEXT, encoding="utf-8")
    done = verify(str(path))
    assert (done.returncode, done.stderr) == (0, "")
    head, *lines = done.stdout.splitlines()
    assert head == f"commitment {commitment(GOLDEN.chance.seed)}"
    assert len(lines) == len(MOVES)
    assert lines[-1].endswith(" 500")


def test_the_script_shows_the_throws_from_what_the_bot_printed() -> None:
    done = verify(bytes(range(32)).hex(), "demo-1", "alice", "17")
    assert (done.returncode, done.stderr) == (0, "")
    shown = [line.partition(" ")[2].strip() for line in done.stdout.splitlines()[1:]]
    assert shown[0] == "[4, 6, 1, 5, 5]"
    assert shown[12] == "[4, 3, 3, 3, 5]"  # a byte 252 is skipped
    assert shown[16] == "[3, 3, 4, 2, 1]"


@pytest.mark.parametrize("wrong", [key for key in WRONG if not key.startswith("no ")])
def test_the_script_finds_dice_and_totals_that_do_not_follow(wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(WRONG[wrong][0], encoding="utf-8")
    done = verify(str(path))
    assert done.returncode == 1
    number = WRONG[wrong][2].get("number")
    named = "this seed is not" if WRONG[wrong][1] is Reason.WRONG_SEED else f"round {number or 1}: "
    assert done.stderr.startswith(named)


def test_the_script_imports_only_what_python_has() -> None:
    words = [line.split() for line in SCRIPT.read_text(encoding="utf-8").splitlines()]
    imported = {line[1] for line in words if line[:1] in (["import"], ["from"])}
    assert imported <= sys.stdlib_module_names
    assert len(words) < 70
