"""Texts of the daily dice: days, ranks, seeds, shared results.

Takes finished values; callers decide who may see them.
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
"""A sum that scores, one that has just paid off its penalty, one that costs points."""

_NUMERIC = "ht"
"""Babel lacks the month names of Haitian Creole."""


def of(texts: Texts, day: Day) -> str:
    """Return `14 March`."""
    at = date.fromisoformat(day.date)
    if texts.locale == _NUMERIC:
        return f"{at:%d/%m}"
    return format_date(at, "d MMMM", locale=texts.locale)


def head(texts: Texts, day: Day) -> str:
    return texts.t("Daily dice, {date}", date=of(texts, day))


def line(texts: Texts, day: Day) -> str:
    """Return the line above the button in a room."""
    return texts.t(
        "Daily dice, {date}: same throws for everyone, one try each, in private.",
        date=of(texts, day),
    )


def again(texts: Texts) -> str:
    """Return the reminder."""
    return texts.t("New daily dice are here.")


def over(texts: Texts, day: Day) -> str:
    """Introduce the results of a closed day."""
    return texts.t("The daily dice of {date} have closed.", date=of(texts, day))


def shut(texts: Texts, day: Day) -> str:
    """Refuse a late entry."""
    return texts.t("{date}: it's too late to start these dice.", date=of(texts, day))


def bound(texts: Texts, commitment: str, next: str | None) -> str:
    """Return the commitment to this day's rolls, and the next day's if published."""
    text = texts.t("The throws are already fixed (fingerprint {hash}).", hash=commitment)
    if next is None:
        return text
    return text + " " + texts.t("Next day: {hash}.", hash=next)


def key(texts: Texts, day: Day, proof: Proof) -> str:
    """Return the disclosed seed. Raises ValueError while it is secret."""
    if proof.seed is None:
        raise ValueError("a day's key is told when it has closed")
    return texts.t(
        "To check the throws of {date}: seed {seed}, label {label}, no client text.",
        date=of(texts, day),
        seed=proof.seed,
        label=proof.label,
    )


# --- own rank -------------------------------------------------------------------------------------


def standing(
    texts: Texts, total: int, rank: int, count: int, streak: int, hours: int | None, *, here: bool
) -> str:
    """Return `340. Place 3 of 12 here so far, streak 5. Closes in 6 h.` `hours` None: closed."""
    if hours is None:
        text = texts.t("Rank {rank} of {count}", rank=rank, count=count)
    elif here:
        text = texts.t("Rank {rank} of {count} here so far", rank=rank, count=count)
    else:
        text = texts.t("Rank {rank} of {count} so far", rank=rank, count=count)
    text = f"{numbers.whole(total)}. {text}, {_streak(texts, streak)}."
    return text if hours is None else f"{text} {closes(texts, hours)}"


def _streak(texts: Texts, days: int) -> str:
    return texts.t("streak {count}", count=days)


def closes(texts: Texts, hours: int) -> str:
    return texts.t("Closes in {count} h.", count=hours)


def unranked(texts: Texts, total: int) -> str:
    """Return the total of a guest of the web page, who is unranked."""
    text = texts.t("Web guests aren't ranked until they “link” a chat account.")
    return f"{numbers.whole(total)}. {text}"


def unfinished(texts: Texts) -> str:
    """Return the text for a player who resigned or ran out of time."""
    return texts.t("Not finished, so not ranked.")


def first_own(texts: Texts) -> str:
    """Refuse other players' results before one's own."""
    return texts.t("Play your own game first; then you'll see everyone's totals.")


def for_each_alone(texts: Texts) -> str:
    """Say, in a group, that results are shown privately."""
    return texts.t("That day isn't over yet, so its standings are shown privately.")


def squares(view: View) -> str:
    """Return the marks of the sums without revealing which: `🟩🟩🟩🟩⬜🟥`."""
    marked = [each.marks for each in view.sums if each.marks]
    paid = sum(marks > PAID_OFF for marks in marked)
    zero = marked.count(PAID_OFF)
    return PAID * paid + ZERO * zero + SUNK * (len(marked) - paid - zero)


def shared(texts: Texts, day: Day, name: str) -> str:
    """Return the header of a shared result, followed by the hidden total and the squares."""
    return texts.t("Daily {date} · {name}", date=of(texts, day), name=name)


# --- tables ---------------------------------------------------------------------------------------


def ended(texts: Texts, day: Day, rows: Sequence[str]) -> str:
    """Return `The daily dice of 14 March are over: 1. Ann 420, 2. Bo 340`."""
    date = of(texts, day)
    if not rows:
        return texts.t("Results for {date}: nobody here finished.", date=date)
    return texts.t("Results for {date}: {names}", date=date, names=", ".join(rows))


def best_of(texts: Texts, day: Day, rows: Sequence[str]) -> str:
    """Return `14 March: 1. Ann 420, 2. Bo 340`."""
    if not rows:
        return texts.t("{date}: nobody here finished.", date=of(texts, day))
    return texts.t("{date}: {names}", date=of(texts, day), names=", ".join(rows))


def place(rank: int, name: str, total: int) -> str:
    return f"{rank}. {name} {numbers.whole(total)}"


def recorded(texts: Texts, best: int, mean: float, days: int, streak: int, longest: int) -> str:
    """Return `best 620, mean 140 · 12 days, streak 5, longest 7`."""
    parts = [
        texts.t("best {best}, average {mean}", best=best, mean=round(mean)),
        texts.n("{count} day", "{count} days", days),
    ]
    if streak > 1:
        parts[-1] += ", " + _streak(texts, streak)
    if longest > max(streak, 1):
        parts[-1] += ", " + texts.t("longest {count}", count=longest)
    return " · ".join(parts)


def all_days(texts: Texts) -> str:
    return texts.t("Daily dice: all-time best of finished days")


def empty_table(texts: Texts) -> str:
    return texts.t("Nobody has finished yet.")
