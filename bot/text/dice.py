"""Texts of Solitaire Dice beyond the picture: split labels, the score sheet, commitments and seeds.

Takes views and proofs, never a secret seed: the view withholds it.
"""

from bot.text import numbers
from bot.text.catalog import Texts
from core.chance import Chance, Proof, commitment
from core.games.dice.rules import View
from core.games.dice.splits import Split
from core.types import Move

REJECT = "✕"


def split_label(move: Move, *, free: bool) -> str:
    """Return `8 + 6 ✕3`: the sums, larger first, and the leftover, unmarked on a free ride."""
    split = Split.parse(move)
    low, high = sorted(split.sums)
    return f"{high} + {low}" if free else f"{high} + {low} {REJECT}{split.reject}"


def sheet(texts: Texts, view: View) -> str:
    """Describe roll, marks, rejects and total for screen readers."""
    lines = []
    if view.throw:
        lines.append(texts.t("Throw: {dice}", dice=" ".join(map(str, view.throw))))
    sums = ", ".join(
        f"{s.value} × {s.marks} ({numbers.whole(s.worth)})"  # noqa: RUF001
        for s in view.sums
        if s.marks
    )
    if sums:
        lines.append(texts.t("Marks per sum (points): {sums}", sums=sums))
    rejects = ", ".join(f"{pile.value} × {pile.marks}" for pile in view.piles)  # noqa: RUF001
    if rejects:
        lines.append(texts.t("Rejects: {rejects}", rejects=rejects))
    lines.append(texts.t("Total: {points}", points=view.total))
    return ". ".join(lines)


def roll_label(texts: Texts) -> str:
    """Label of the button that rolls."""
    return texts.t("🎲 Roll")


def promise(texts: Texts, proof: Proof) -> str:
    """Return the commitment, before the first roll."""
    return texts.t(
        "The throws are already fixed (fingerprint {hash}). Press Roll to start.",
        hash=proof.commitment,
    )


def promise_to_accept(texts: Texts, proof: Proof) -> str:
    """Return the commitment of an offer that is still open."""
    return texts.t(
        "The throws are already fixed (fingerprint {hash}). Press Accept to start.",
        hash=proof.commitment,
    )


def commitment_of(chance: Chance) -> str:
    """Return the commitment of a chance, published before the first roll."""
    return commitment(chance.seed)


def disclosure(texts: Texts, proof: Proof) -> str:
    """Return the disclosed seed of a finished game. Raises ValueError while it is secret."""
    if proof.seed is None:
        raise ValueError("the seed is told when nothing is left to be thrown")
    if proof.client is None:
        return texts.t("Nothing was thrown; the seed was {seed}.", seed=proof.seed)
    return texts.t(
        "To check the throws: seed {seed}, label {label}, client text {client}.",
        seed=proof.seed,
        label=proof.label,
        client=proof.client,
    )
