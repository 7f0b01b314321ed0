"""Provably fair dice.

Implements `docs/rules.md` 3, "Dice anyone can check": each roll depends only on the seed, the
label, the client text and the number of the roll. Seeds are passed in and never appear in a view.
"""

import hashlib
import hmac
from dataclasses import dataclass

DICE = 5
"""Dice in one roll, unless a game says otherwise."""

_HIGHEST_FAIR_BYTE = 251
"""252 is 42 times 6; larger bytes are skipped to avoid bias towards low faces."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The inputs that determine every roll of a match.

    `seed` is 32 secret bytes; `label` is the match id, a contest's id or `daily/DATE`; `client` is
    the text of the press that followed the commitment. `client` is None until play begins, and
    nothing can be rolled before. An empty text is valid (the daily dice use it).
    """

    seed: bytes
    label: str
    client: str | None


@dataclass(frozen=True, slots=True)
class Proof:
    """The public data with which anyone can verify the rolls.

    The commitment is public from the first message on. `seed` (in hex) is None until no roll is
    left.
    """

    label: str
    commitment: str
    client: str | None
    seed: str | None


def commitment(seed: bytes) -> str:
    """Return the commitment shown before the first roll: SHA-256 of the seed, in hex."""
    return hashlib.sha256(b"sd/v1/commit\n" + seed).hexdigest()


def proof(chance: Chance, *, over: bool) -> Proof:
    """Return the public part of a chance, with the seed once play is `over`."""
    seed = chance.seed.hex() if over else None
    return Proof(chance.label, commitment(chance.seed), chance.client, seed)


def roll(chance: Chance, turn: int, count: int = DICE) -> tuple[int, ...]:
    """Return the dice of roll `turn` (1, 2, ...), each 1 to 6. ValueError before play begins."""
    if chance.client is None:
        raise ValueError("nothing is thrown before the client text is there")
    client = hashlib.sha256(chance.client.encode()).hexdigest()
    dice: list[int] = []
    block = 0
    while len(dice) < count:
        message = f"sd/v1\n{chance.label}\n{client}\n{turn}\n{block}".encode()
        for byte in hmac.digest(chance.seed, message, "sha256"):
            if byte <= _HIGHEST_FAIR_BYTE and len(dice) < count:
                dice.append(byte % 6 + 1)
        block += 1
    return tuple(dice)
