"""Cards of reviews: accuracy of each side, a plot, and the turning points.

Pure except for the plots, which are drawn in a thread, one at a time, and cached. The private card
pages through the turning points; the public one lists them all and does not change.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from bot.app.lru import LRUDict
from bot.app.model.card import Button, Buttons, Card, File, Limits
from bot.app.model.request import Verb
from bot.app.model.session import Screen, Session
from bot.app.ports.store import Store
from bot.app.presentation import buttons as rows
from bot.app.presentation import match_text, teams
from bot.app.presentation.match_text import PlayerNames
from bot.app.presentation.player_name import player_names_in
from bot.text import advice as words
from bot.text.catalog import Texts
from core import review as reviews
from core.game import Worth
from core.match.model import Match
from core.registry import GAMES
from core.review import Review, TurningPoint
from core.types import Side
from renderers import standing as plot
from renderers.registry import RENDERERS
from renderers.standing import Standing
from renderers.theme import THEMES

SHOW = "show"
"""Argument that publishes the review; it is followed by the current page."""

KEPT = 64
"""Maximum number of plots in memory, about 40 kB each."""


class ReviewPlots:
    """Draw and cache the plots of reviews."""

    def __init__(self) -> None:
        self._recent: LRUDict[object, bytes] = LRUDict(KEPT)
        self._one = asyncio.Semaphore()

    async def of(
        self, match: Match, review: Review, theme: str, chosen: int | None
    ) -> tuple[File, ...]:
        """Return the plot with the chosen turning point highlighted; nothing for dice."""
        if GAMES[match.game].worth is Worth.TOTAL:
            return ()
        shown = _standing(match, review, chosen)
        key = (shown, theme)
        if (drawn := self._recent.get(key)) is None:
            async with self._one:
                drawn = await asyncio.to_thread(plot.standing, shown, theme)
        self._recent[key] = drawn
        return (File(f"review-{match.id}.png", drawn),)


class SharedReviews:
    """Builds the screen of a review that a player has shared with the room."""

    def __init__(self, store: Store, plots: ReviewPlots) -> None:
        self._store = store
        self._plots = plots

    async def card(self, texts: Texts, session: Session, screen: Screen, limits: Limits) -> Card:
        """Build the card. A review that can no longer be read offers to be made again."""
        del limits
        match = session.match
        review = await self._store.reviews.of(match.id)
        if review is None:
            return failed(texts, match)
        cast = await player_names_in(self._store, texts, match, screen.room)
        files = await self._plots.of(match, review, THEMES[0], None)
        return replace(public(texts, match, review, cast), files=files)


def private(
    texts: Texts, match: Match, review: Review, cast: PlayerNames, at: int, *, show: str
) -> Card:
    """Return one turning point and the buttons to the others.

    `show` labels the button that publishes the review; "" hides it.
    """
    last = [rows.button(match, texts.t("Record"), Verb.RECORD)]
    if show:
        last.append(rows.button(match, show, Verb.REVIEW, f"{SHOW} {at}"))
    if GAMES[match.game].worth is Worth.TOTAL:
        return _totals_card(texts, match, cast, review, last)
    turns = reviews.turning_points(review, match)
    lines = [match_text.title(texts, match, cast), *_summary(texts, match, review, cast)]
    pages: list[Buttons] = []
    if turns:
        at = min(max(at, 1), len(turns))
        lines.append(_render(texts, match, turns[at - 1], cast))
        if len(turns) > 1:
            pages.append(_paging(match, at, len(turns)))
        after = str(turns[at - 1].step.number - 1)
        last.insert(0, rows.button(match, texts.t("Play from here"), Verb.FROM, after))
    else:
        lines.append(texts.t("No single move decided it."))
    return Card(
        "\n".join(lines),
        alt=_alternative(texts, match, review, cast),
        rows=(*pages, Buttons(tuple(last))),
    )


def public(texts: Texts, match: Match, review: Review, cast: PlayerNames) -> Card:
    """Return the whole review for a room."""
    buttons = [rows.button(match, texts.t("Review"), Verb.REVIEW)]
    if GAMES[match.game].worth is Worth.TOTAL:
        return _totals_card(texts, match, cast, review, buttons)
    lines = [match_text.title(texts, match, cast), *_summary(texts, match, review, cast)]
    turns = reviews.turning_points(review, match)
    lines += [_render(texts, match, turn, cast, brief=True) for turn in turns]
    if not turns:
        lines.append(texts.t("No single move decided it."))
    return Card(
        "\n".join(lines),
        alt=_alternative(texts, match, review, cast),
        rows=(Buttons(tuple(buttons)),),
    )


def on_its_way(texts: Texts, match: Match, done: int, total: int) -> Card:
    """Return the progress of a review, with a button to ask again."""
    text = texts.t("Reviewing: move {done} of {total} …", done=done, total=total)
    return _again(match, text, texts.t("Refresh"))


def failed(texts: Texts, match: Match) -> Card:
    """Return the card of a review that failed or cannot be read any longer."""
    text = texts.t("The review failed. Try again in a moment.")
    return _again(match, text, texts.t("Try again"))


def _again(match: Match, text: str, label: str) -> Card:
    return Card(text, rows=(Buttons((rows.button(match, label, Verb.REVIEW, "1"),)),))


# --- texts ----------------------------------------------------------------------------------------


def _summary(texts: Texts, match: Match, review: Review, cast: PlayerNames) -> Iterator[str]:
    shares = reviews.accuracy(review, match)
    if shares:
        yield words.accuracy(texts, {side: _side(match, side, cast) for side in shares}, shares)
    exact_from = _exact_from(match, review)
    if exact_from is not None:
        yield texts.t("From move {number} on, scores are exact.", number=exact_from)


def _exact_from(match: Match, review: Review) -> int | None:
    """Return the first move from which scores are exact, or None."""
    if GAMES[match.game].worth is not Worth.MARGIN:
        return None
    exact_from = None
    for step in reversed(review.steps):
        if not (step.best.proved and step.played.proved):
            break
        exact_from = step.number
    return exact_from


def _render(
    texts: Texts, match: Match, turn: TurningPoint, cast: PlayerNames, *, brief: bool = False
) -> str:
    return words.turning(texts, match.game, cast.seats[turn.step.seat], turn, brief=brief)


def _totals_card(
    texts: Texts, match: Match, cast: PlayerNames, review: Review, buttons: list[Button]
) -> Card:
    """Return the total cost of the choices, the three most costly ones, and the luck of the dice.

    Then every choice on a line.
    """
    look = GAMES[match.game].look
    views = {each.number: look(each.position) for each in reviews.decisions(match)}
    given = reviews.given(review)
    lines = [match_text.title(texts, match, cast), words.given(texts, given)]
    for step in reviews.dearest(review):
        lines.append(words.choice(texts, match.game, step, views[step.number]))
    if (outcome := GAMES[match.game].outcome(match.position)) is not None:
        lines += words.fortune(texts, match.game, outcome.scores[0], given)
    return Card(
        "\n".join(lines),
        rows=(Buttons(tuple(buttons)),),
        monospace="\n".join(
            words.line(match.game, step, views[step.number]) for step in review.steps
        ),
    )


def _side(match: Match, side: Side, cast: PlayerNames) -> str:
    return teams.name(match, side, cast.seats)


def _paging(match: Match, at: int, count: int) -> Buttons:
    """Return `[◀] [1/3] [▶]`, wrapping around.

    Of two pages only one arrow is shown: Discord rejects buttons with the same identifier.
    """

    def to(number: int, label: str) -> Button:
        return rows.button(match, label, Verb.REVIEW, str((number - 1) % count + 1))

    current = Button(f"{at}/{count}", rows.token(match, Verb.REVIEW, str(at)), enabled=False)
    if count == 2:
        return Buttons((current, to(2, "▶")) if at == 1 else (to(1, "◀"), current))
    return Buttons((to(at - 1, "◀"), current, to(at + 1, "▶")))


def _alternative(texts: Texts, match: Match, review: Review, cast: PlayerNames) -> str:
    """Describe the course of the match in numbers, for players who cannot see the plot."""
    curve = reviews.curve(review, match)
    step = max(1, len(curve) // 12)
    chosen = [*curve[:-1:step], *curve[-1:]]
    text = words.standing(match.game, chosen)
    return texts.t(
        "Score for {name} after each move: {numbers}",
        name=_side(match, Side(0), cast),
        numbers=text,
    )


def _standing(match: Match, review: Review, chosen: int | None) -> Standing:
    """Return the data of the plot."""
    turns = [turn.step.number for turn in reviews.turning_points(review, match)]
    exact_from = _exact_from(match, review)
    return Standing(
        points=tuple(reviews.curve(review, match)),
        dark=RENDERERS[match.game].dark_begins,
        turns=tuple(turns),
        chosen=turns[min(max(chosen, 1), len(turns)) - 1] if turns and chosen else None,
        exact=None if exact_from is None else exact_from - 1,
        percent=GAMES[match.game].worth is Worth.CHANCE,
    )
