"""Chance as a value.

Owns the fair dice of `docs/rules.md` 3, "Dice anyone can check": every throw is a function of the
seed, the label, the client text and the number of the roll, and of nothing else. Must not know
where a seed comes from: it is handed in. The seed never enters a view.
"""

import hashlib
import hmac
from dataclasses import dataclass

DICE = 5
_HIGHEST_FAIR_BYTE = 251
"""252 is 42 times 6; larger bytes are skipped, or low faces would come more often."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What the throws of a match are made from.

    `seed` is 32 secret bytes; `label` is the match id, a contest's id or `daily/DATE`; `client` is
    the text of the press that followed the commitment. It is None until play begins, and then
    nothing can be thrown; the empty text is one (the daily dice have it).
    """

    seed: bytes
    label: str
    client: str | None


@dataclass(frozen=True, slots=True)
class Proof:
    """What is told of a chance so that anybody can check the throws.

    The commitment stands from the first message on; `seed` (in hex) is told when nothing is left to
    be thrown, and None until then.
    """

    label: str
    commitment: str
    client: str | None
    seed: str | None


def commitment(seed: bytes) -> str:
    """The promise shown before the first roll: SHA-256 of the seed, in hex."""
    return hashlib.sha256(b"sd/v1/commit\n" + seed).hexdigest()


def proof(chance: Chance, *, over: bool) -> Proof:
    """What may be told of it, while it lasts or when it is `over`."""
    seed = chance.seed.hex() if over else None
    return Proof(chance.label, commitment(chance.seed), chance.client, seed)


def roll(chance: Chance, turn: int) -> tuple[int, ...]:
    """The five dice of roll `turn` (1, 2, ...), each 1 to 6. ValueError before play begins."""
    if chance.client is None:
        raise ValueError("nothing is thrown before the client text is there")
    client = hashlib.sha256(chance.client.encode()).hexdigest()
    dice: list[int] = []
    block = 0
    while len(dice) < DICE:
        message = f"sd/v1\n{chance.label}\n{client}\n{turn}\n{block}".encode()
        for byte in hmac.digest(chance.seed, message, "sha256"):
            if byte <= _HIGHEST_FAIR_BYTE and len(dice) < DICE:
                dice.append(byte % 6 + 1)
        block += 1
    return tuple(dice)
