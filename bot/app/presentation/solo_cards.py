"""Cards of a game that one person plays alone: the promise, the sheet, the end.

What a card of two sides has no words for: the throws are promised before a press completes them,
moves are ways to split a throw, nobody waits and nobody can be asked, and the end tells what lets
anybody check the dice. Pure: view, names and limits in, card out.
"""

from collections.abc import Sequence
from itertools import groupby

from bot.app.model.card import Button, Buttons, Card, Limits, Menu, Style
from bot.app.model.request import Verb
from bot.app.model.session import ScreenKind
from bot.app.presentation import buttons as rows
from bot.app.presentation import match_text
from bot.app.presentation.buttons import Rows
from bot.app.presentation.match_text import PlayerNames
from bot.text import dice, games, numbers
from bot.text.catalog import Texts
from core.games.dice.rules import DICE, View, was_only
from core.games.dice.splits import Split
from core.match.clock import DAY
from core.match.model import ABANDON_AFTER, Match, Status
from core.match.view import MatchView
from core.registry import GAMES
from core.types import PlayerId

SHEETS = frozenset({DICE.id})
"""Solo games whose board has a card of its own below; others are shown like any board."""


def fits(match: Match, kind: ScreenKind) -> bool:
    """Return whether a screen of that kind is made here."""
    ahead_or_over = match.turn == 0 or kind is ScreenKind.RESULT
    return match.is_solo and (ahead_or_over or match.game in SHEETS)


def card(
    texts: Texts, view: MatchView, cast: PlayerNames, kind: ScreenKind, limits: Limits
) -> Card:
    """Return what a screen of that kind shows."""
    if view.match.turn == 0:
        return _promise(texts, view, cast)
    if kind is ScreenKind.RESULT:
        return Card(_end(texts, view, cast), rows=_after(texts, view))
    return Card(
        text=text(texts, view, cast),
        board=view,
        names=cast.seats,
        alt=_alternative(texts, view, cast),
        rows=_running(texts, view, limits),
    )


# --- before the first throw ----------------------------------------------------------------------


def _promise(texts: Texts, view: MatchView, cast: PlayerNames) -> Card:
    match, proof = view.match, view.proof
    assert proof is not None  # a game for one has dice
    head = texts.t("{name} is playing {game}.", name=cast.host, game=_game(texts, match))
    host = (match.host,)
    if match.cause is not None:
        again = rows.button(
            match, texts.t("Play again"), Verb.AGAIN, style=Style.PRIMARY, only=host
        )
        called_off = texts.t("Cancelled before the first throw.")
        said = (head, called_off, dice.disclosure(texts, proof))
        return Card("\n".join(said), rows=(Buttons((again,)),))
    days = texts.n(
        "counts as abandoned after {count} day",
        "counts as abandoned after {count} days",
        ABANDON_AFTER // DAY,
    )
    row = (
        rows.button(match, dice.roll_label(texts), Verb.START, style=Style.SUCCESS, only=host),
        rows.button(match, texts.t("Rules"), Verb.RULES),
        rows.button(match, texts.t("Cancel"), Verb.CANCEL, only=host),
    )
    kept = [match_text.open_for(texts), days]
    if match.hints:
        kept.append(texts.t("with hints: not ranked"))
    said = (head, dice.promise(texts, proof), " · ".join(kept))
    return Card("\n".join(said), rows=(Buttons(row),))


def _game(texts: Texts, match: Match) -> str:
    return games.game_name(texts, match.game)


# --- while it goes on ----------------------------------------------------------------------------


def text(texts: Texts, view: MatchView, cast: PlayerNames) -> str:
    """The total, the last round, and what has to be known to choose."""
    lines = [match_text.seats(view, cast)]
    sheet = _sheet(view)
    if sheet.last is not None:
        lines.append(last_round(texts, view))
    if view.match.status is not Status.PLAYING:
        return "\n".join((*lines, match_text.ending(texts, view, cast)))
    if sheet.last is None:
        lines.append(
            texts.t("Choose two pairs: each sum gets a mark, and so does the die marked ✕.")
        )
    lines.extend(match_text.board_lines(texts, view))
    return "\n".join((*lines, *match_text.warnings(texts, view, cast)))


def last_round(texts: Texts, view: MatchView) -> str:
    """`12. 8 + 6 ✕3, +40`; where that throw left no choice, what was chosen before it too."""
    sheet = _sheet(view)
    assert sheet.last is not None
    label = dice.split_label(sheet.last, free=sheet.last_free)
    said = f"{sheet.rounds}. {label}, {numbers.signed(sheet.gain)}"
    if not was_only(sheet):
        return said
    said = texts.t("{split}: the only option", split=said)
    if len(view.match.plies) < 2:
        return said
    before = dice.split_label(view.match.plies[-2].move, free=True)
    return f"{sheet.rounds - 1}. {before} · {said}"


def _alternative(texts: Texts, view: MatchView, cast: PlayerNames) -> str:
    sheet = _sheet(view)
    said = [_game(texts, view.match), cast.seats[0], dice.sheet(texts, sheet)]
    if view.moves:
        ways = "; ".join(dice.split_label(move, free=sheet.free) for move in view.moves)
        said.append(texts.t("Possible splits: {ways}", ways=ways))
    return ". ".join(said)


def _running(texts: Texts, view: MatchView, limits: Limits) -> Rows:
    """The ways to split the throw, where the screen needs them as buttons, and the controls."""
    match = view.match
    if match.status is not Status.PLAYING:
        return ()
    controls = Buttons(rows.short(match) if limits.compact else _controls(texts, match))
    if limits.clickable:
        return (controls,)
    return (*splits(texts, view, limits), controls)


def _controls(texts: Texts, match: Match) -> tuple[Button, ...]:
    return (rows.give_up(texts, match), rows.button(match, texts.t("⤓ Show below"), Verb.BOARD))


def splits(texts: Texts, view: MatchView, limits: Limits) -> Rows:
    """Return a row per die that may be left over, or rows as wide as the screen."""
    free, only = _sheet(view).free, _player(view.match)
    ways = [
        rows.button(
            view.match, dice.split_label(move, free=free), Verb.MOVE, move, Style.PRIMARY, only
        )
        for move in view.moves
    ]
    if len(ways) > limits.buttons - limits.per_row:
        starts = range(0, len(ways), limits.menu)
        title = texts.t("Choose a split")
        return tuple(Menu(title, tuple(ways[i : i + limits.menu])) for i in starts)
    if limits.abreast:
        return _lines(ways, limits.abreast)
    found: list[Buttons] = []
    by_reject = groupby(
        zip(view.moves, ways, strict=True), key=lambda each: Split.parse(each[0]).reject
    )
    for _, group in by_reject:
        found += _lines([button for _, button in group], limits.per_row)
    return tuple(found)


def _lines(buttons: Sequence[Button], size: int) -> tuple[Buttons, ...]:
    return tuple(Buttons(tuple(buttons[i : i + size])) for i in range(0, len(buttons), size))


def _player(match: Match) -> tuple[PlayerId, ...]:
    return tuple(who.player for who in match.seats if who is not None)


def _sheet(view: MatchView) -> View:
    assert isinstance(view.board, View)
    return view.board


# --- afterwards ----------------------------------------------------------------------------------


def _end(texts: Texts, view: MatchView, cast: PlayerNames) -> str:
    """Return the total, whether it is a win, and the proof of the throws."""
    said = [match_text.ending(texts, view, cast)]
    if view.match.annulled:
        said.append(match_text.annulled(texts))
    if view.proof is not None and view.proof.seed is not None:
        said.append(dice.disclosure(texts, view.proof))
    if view.match.rematch is not None:
        said.append(texts.t("The next game is ready."))
    return "\n".join(said)


def _after(texts: Texts, view: MatchView) -> Rows:
    """Once more, and the record with which the dice can be checked; in company both are the
    contest's."""
    match = view.match
    if view.proof is not None and view.proof.label != match.id:
        return ()
    record = rows.button(match, texts.t("Record"), Verb.RECORD)
    replay = rows.button(match, texts.t("Replay"), Verb.REPLAY)
    reviewed = (rows.button(match, texts.t("Review"), Verb.REVIEW),)
    kept = (*(reviewed if GAMES[match.game].levels else ()), replay, record)
    if match.rematch is not None or match.status is not Status.FINISHED:
        return (Buttons(kept),)
    label, player = texts.t("Play again"), _player(match)
    again = rows.button(match, label, Verb.REMATCH, style=Style.PRIMARY, only=player)
    return (Buttons((again, *kept)),)
