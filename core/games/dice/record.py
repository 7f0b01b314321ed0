"""A game of Solitaire Dice as JSON, with everything needed to verify it.

Owns the format, which `docs/verify_dice.py` reads too: label, client text, seed and commitment,
then one line a round with throw, choice (with `*` for a free ride) and the total after it. Reading
checks everything and names the round in which something does not follow. A record discloses the
seed, so only finished games have one.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.chance import Chance, commitment
from core.errors import Reason, Refused
from core.game import Setup
from core.games.dice.notation import read_split
from core.games.dice.rules import DICE, Position
from core.games.dice.sheet import Sheet
from core.types import Move

VERSION = 1
LONGEST = 100_000
"""Longest record that is read, in characters; a game of a hundred rounds has a tenth."""

FREE = "*"
"""Behind a choice that was a free ride."""

_SEED = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Record:
    """The chance, complete, and what was chosen; all else follows."""

    chance: Chance
    moves: tuple[Move, ...]


def record_of(setup: Setup, moves: Iterable[Move]) -> Record:
    """The record of a match that is over. ValueError where nothing was thrown."""
    if setup.chance is None or setup.chance.client is None:
        raise ValueError("a match that never began has no record")
    return Record(setup.chance, tuple(moves))


def write_record(record: Record) -> str:
    """The JSON text, a line a round. Refused(ILLEGAL_MOVE) where a move does not follow."""
    chance = record.chance
    position = DICE.start(Setup(1, chance=chance))
    rounds = []
    for number, move in enumerate(record.moves, start=1):
        throw = position.throw
        position = DICE.play(position, move)
        choice = move + FREE if position.free else move
        line = {"round": number, "throw": throw, "choice": choice, "total": position.sheet.total}
        rounds.append(json.dumps(line))
    head = {
        "game": DICE.id,
        "version": VERSION,
        "label": chance.label,
        "client": chance.client,
        "seed": chance.seed.hex(),
        "commitment": commitment(chance.seed),
        "total": position.sheet.total,
        "finished": position.sheet.is_over,
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    listed = ",\n".join(f"  {line}" for line in rounds)
    return "\n".join(("{", *lines, ' "rounds": [', listed, " ]", "}")) + "\n"


def read_record(text: str) -> Record:
    """The record of a text, checked.

    Raises:
        Refused: UNREADABLE_MOVE where it is no record (then without a `number`) or a choice is
            none; WRONG_SEED where the seed is not the one promised; WRONG_THROW, ILLEGAL_MOVE or
            WRONG_TOTAL with the `number` of the round.
    """
    match _parsed(text):
        case {
            "game": DICE.id,
            "version": int(version),
            "label": str(label),
            "client": str(client),
            "seed": str(seed),
            "commitment": str(promise),
            "rounds": [*rounds],
            **rest,
        } if version == VERSION and _SEED.fullmatch(seed):
            chance = Chance(bytes.fromhex(seed), label, client)
        case _:
            raise Refused(Reason.UNREADABLE_MOVE, text=text.strip()[:20])
    if commitment(chance.seed) != promise:
        raise Refused(Reason.WRONG_SEED)
    moves, sheet = _checked(chance, rounds)
    if rest.get("total", sheet.total) != sheet.total:
        raise Refused(Reason.WRONG_TOTAL, number=len(rounds))
    if rest.get("finished", sheet.is_over) != sheet.is_over:  # a round is missing at the end
        raise Refused(Reason.WRONG_TOTAL, number=len(rounds))
    return Record(chance, moves)


def _parsed(text: str) -> object:
    """Return the parsed JSON, or None."""
    if len(text) > LONGEST:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _checked(chance: Chance, rounds: Sequence[object]) -> tuple[tuple[Move, ...], Sheet]:
    """The moves, each played on the throw that the chance gives, and the sheet after them."""
    position = DICE.start(Setup(1, chance=chance))
    moves = []
    for number, line in enumerate(rounds, start=1):
        match line:
            case {"throw": [*throw], "choice": str(choice), "total": int(total)}:
                position = _played(position, number, tuple(throw), choice)
            case _:
                raise Refused(Reason.UNREADABLE_MOVE, number=number, text=str(line)[:20])
        if position.sheet.total != total:
            raise Refused(Reason.WRONG_TOTAL, number=number)
        assert position.last is not None
        moves.append(position.last.move)
    return tuple(moves), position.sheet


def _played(position: Position, number: int, throw: tuple[object, ...], choice: str) -> Position:
    if position.throw != throw and not position.sheet.is_over:
        raise Refused(Reason.WRONG_THROW, number=number)
    try:
        return DICE.play(position, read_split(choice))
    except Refused as refused:
        raise Refused(refused.reason, **(refused.details | {"number": number})) from None
