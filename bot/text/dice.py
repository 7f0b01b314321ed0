"""What Solitaire Dice says beyond its picture: labels of splits, the sheet in words, the promise
before the first throw and what lets anybody check it afterwards.

Takes views and proofs, never a seed that is still secret: that is for the view to withhold.
"""

from bot.text import numbers
from bot.text.catalog import Texts
from core.chance import Chance, Proof, commitment
from core.games.dice.rules import View
from core.games.dice.splits import Split
from core.types import Move

REJECT = "✕"


def split_label(move: Move, *, free: bool) -> str:
    """`8 + 6 ✕3`: the sums, the larger first, and the die left over, which a free ride does not
    mark."""
    split = Split.parse(move)
    low, high = sorted(split.sums)
    return f"{high} + {low}" if free else f"{high} + {low} {REJECT}{split.reject}"


def sheet(texts: Texts, view: View) -> str:
    """Throw, marks, rejects and total, for those who hear them."""
    said = []
    if view.throw:
        said.append(texts.t("Throw: {dice}", dice=" ".join(map(str, view.throw))))
    sums = ", ".join(
        f"{s.value} × {s.marks} ({numbers.whole(s.worth)})"  # noqa: RUF001
        for s in view.sums
        if s.marks
    )
    if sums:
        said.append(texts.t("Marks per sum (points): {sums}", sums=sums))
    rejects = ", ".join(f"{pile.value} × {pile.marks}" for pile in view.piles)  # noqa: RUF001
    if rejects:
        said.append(texts.t("Rejects: {rejects}", rejects=rejects))
    said.append(texts.t("Total: {points}", points=view.total))
    return ". ".join(said)


def roll_label(texts: Texts) -> str:
    """The button that completes the throws."""
    return texts.t("🎲 Roll")


def promise(texts: Texts, proof: Proof) -> str:
    """Said with the commitment, before the first throw."""
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
    """What binds the throws of a chance, to be told before the first."""
    return commitment(chance.seed)


def disclosure(texts: Texts, proof: Proof) -> str:
    """Said when it is over. ValueError while the seed is still secret."""
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
