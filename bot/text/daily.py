"""What is said about the daily dice: days, places, keys, what is shared.

Takes finished values. Must not know who may be told what: that is decided before anything is said.
"""

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from bot.text import numbers
from bot.text.catalog import Texts
from core.chance import Proof
from core.day import Day
from core.games.dice.rules import View
from core.games.dice.sheet import PAID_OFF

PAID, ZERO, SUNK = "🟩", "⬜", "🟥"
"""A sum that brings points, one that was just paid off, one that costs."""

_NUMERIC = "ht"
"""Babel has no month's name of Haitian Creole."""


def of(texts: Texts, day: Day) -> str:
    """`14 March`."""
    at = date.fromisoformat(day.date)
    if texts.locale == _NUMERIC:
        return f"{at:%d/%m}"
    return format_date(at, "d MMMM", locale=texts.locale)


def head(texts: Texts, day: Day) -> str:
    return texts.t("Daily dice, {date}", date=of(texts, day))


def line(texts: Texts, day: Day) -> str:
    """In a room, above the button."""
    return texts.t(
        "Daily dice, {date}: same throws for everyone, one try each, in private.",
        date=of(texts, day),
    )


def again(texts: Texts) -> str:
    """To who wanted to be reminded."""
    return texts.t("New daily dice are here.")


def over(texts: Texts, day: Day) -> str:
    """Before what else is told of it."""
    return texts.t("The daily dice of {date} have closed.", date=of(texts, day))


def shut(texts: Texts, day: Day) -> str:
    """To who comes too late."""
    return texts.t("{date}: it's too late to start these dice.", date=of(texts, day))


def bound(texts: Texts, commitment: str, next: str | None) -> str:
    """What binds the throws, of this day and of the next where its key is there."""
    said = texts.t("The throws are already fixed (fingerprint {hash}).", hash=commitment)
    if next is None:
        return said
    return said + " " + texts.t("Next day: {hash}.", hash=next)


def key(texts: Texts, day: Day, proof: Proof) -> str:
    """ValueError while it is still secret."""
    if proof.seed is None:
        raise ValueError("a day's key is told when it has closed")
    return texts.t(
        "To check the throws of {date}: seed {seed}, label {label}, no client text.",
        date=of(texts, day),
        seed=proof.seed,
        label=proof.label,
    )


# --- one's own place ------------------------------------------------------------------------------


def standing(
    texts: Texts, total: int, rank: int, count: int, streak: int, hours: int | None, *, here: bool
) -> str:
    """`340. Place 3 of 12 here so far, streak 5. Closes in 6 h.` `hours` None: it has closed."""
    if hours is None:
        said = texts.t("Rank {rank} of {count}", rank=rank, count=count)
    elif here:
        said = texts.t("Rank {rank} of {count} here so far", rank=rank, count=count)
    else:
        said = texts.t("Rank {rank} of {count} so far", rank=rank, count=count)
    said = f"{numbers.whole(total)}. {said}, {_streak(texts, streak)}."
    return said if hours is None else f"{said} {closes(texts, hours)}"


def _streak(texts: Texts, days: int) -> str:
    return texts.t("streak {count}", count=days)


def closes(texts: Texts, hours: int) -> str:
    return texts.t("Closes in {count} h.", count=hours)


def unranked(texts: Texts, total: int) -> str:
    """To a guest of the page."""
    said = texts.t("Web guests aren't ranked until they “link” a chat account.")
    return f"{numbers.whole(total)}. {said}"


def unfinished(texts: Texts) -> str:
    """To who gave up, or was not done in time."""
    return texts.t("Not finished, so not ranked.")


def first_own(texts: Texts) -> str:
    """To who asks how others did."""
    return texts.t("Play your own game first; then you'll see everyone's totals.")


def for_each_alone(texts: Texts) -> str:
    """In a room, where others would read along."""
    return texts.t("That day isn't over yet, so its standings are shown privately.")


def squares(view: View) -> str:
    """What became of the sums, without saying of which: `🟩🟩🟩🟩⬜🟥`."""
    marked = [each.marks for each in view.sums if each.marks]
    paid = sum(marks > PAID_OFF for marks in marked)
    zero = marked.count(PAID_OFF)
    return PAID * paid + ZERO * zero + SUNK * (len(marked) - paid - zero)


def shared(texts: Texts, day: Day, name: str) -> str:
    """Before the total, which is hidden, and the squares."""
    return texts.t("Daily {date} · {name}", date=of(texts, day), name=name)


# --- tables ---------------------------------------------------------------------------------------


def ended(texts: Texts, day: Day, rows: Sequence[str]) -> str:
    """`The daily dice of 14 March are over: 1. Ann 420, 2. Bo 340`."""
    date = of(texts, day)
    if not rows:
        return texts.t("Results for {date}: nobody here finished.", date=date)
    return texts.t("Results for {date}: {names}", date=date, names=", ".join(rows))


def best_of(texts: Texts, day: Day, rows: Sequence[str]) -> str:
    """`14 March: 1. Ann 420, 2. Bo 340`."""
    if not rows:
        return texts.t("{date}: nobody here finished.", date=of(texts, day))
    return texts.t("{date}: {names}", date=of(texts, day), names=", ".join(rows))


def place(rank: int, name: str, total: int) -> str:
    return f"{rank}. {name} {numbers.whole(total)}"


def recorded(texts: Texts, best: int, mean: float, days: int, streak: int, longest: int) -> str:
    """`best 620, mean 140 · 12 days, streak 5, longest 7`."""
    said = [
        texts.t("best {best}, average {mean}", best=best, mean=round(mean)),
        texts.n("{count} day", "{count} days", days),
    ]
    if streak > 1:
        said[-1] += ", " + _streak(texts, streak)
    if longest > max(streak, 1):
        said[-1] += ", " + texts.t("longest {count}", count=longest)
    return " · ".join(said)


def all_days(texts: Texts) -> str:
    return texts.t("Daily dice: all-time best of finished days")


def nobody(texts: Texts) -> str:
    return texts.t("Nobody has finished yet.")
