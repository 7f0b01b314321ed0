"""Texts of each game: names, marks, levels, options, rules cards. One entry per game."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.text import dice
from bot.text.catalog import Texts, mark
from core.game import PASS, BoardView
from core.types import GameId, Level, Move, Seat

NAMES: Mapping[str, str] = {
    "reversi": mark("Reversi"),
    "pente": mark("Pente"),
    "dice": mark("Solitaire Dice"),
}

MARKS: Mapping[str, tuple[str, ...]] = {
    "reversi": ("⚫", "⚪"),
    "pente": ("⚪", "⚫", "⚪", "⚫"),
    "dice": ("🎲",),
}
"""The mark before each seat's name."""

CAPITALS = frozenset({"pente"})
"""Games whose boards are labelled with capital letters."""

HINTS: Mapping[str, str] = {
    "reversi": mark(
        "Trap your opponent's discs to flip them; whoever has the most at the end wins."
    ),
    "pente": mark("Get five in a row or capture five pairs."),
    "dice": mark(
        "Split five dice into two pairs and a leftover; fill your sums before your rejects run out."
    ),
}
"""A one-line introduction to each game, for the game menu."""

LEVELS: Mapping[str, str] = {
    "novice": mark("novice"),
    "amateur": mark("amateur"),
    "club": mark("club"),
    "league": mark("league"),
    "expert": mark("expert"),
    "master": mark("master"),
    "grandmaster": mark("grandmaster"),
    "champion": mark("champion"),
    "greedy": mark("greedy"),
    "careful": mark("careful"),
    "methodical": mark("methodical"),
    "shrewd": mark("shrewd"),
    "farsighted": mark("farsighted"),
}

OPTIONS: Mapping[str, str] = {
    "opening=standard": mark("standard opening"),
    "opening=balanced": mark("balanced opening"),
    "rule=tournament": mark("opening rule on"),
    "rule=free": mark("opening rule off"),
}

RULES: Mapping[str, tuple[str, ...]] = {
    "reversi": (
        mark("Black goes first. Place a disc so that it traps a line of your opponent's discs."),
        mark("Every line between your new disc and another of yours flips to your colour."),
        mark("No legal move? You pass. When neither player can move, the most discs win."),
        mark("Empty squares at the end count for the winner."),
    ),
    "pente": (
        mark("White starts in the centre, K10; that stone is already there."),
        mark("Then take turns placing a stone. Five or more in a row win at once."),
        mark(
            "Trap exactly two opposing stones between your new stone and another to capture them."
        ),
        mark("Five captured pairs win too. Moving between two opposing stones is safe."),
        mark("Opening rule: White's second stone goes at least three points from the first."),
        mark("Two against two: partners share a colour and their captured pairs; no hints."),
        mark("No full team rules are in print; this is our version."),
    ),
    "dice": (
        mark("Each round, make two pairs from your five dice; one die is left over."),
        mark("The sum of each pair gets a mark. A sum with one to four marks costs 200."),
        mark("Five marks cost nothing; each one after that, up to the tenth, pays:"),
        mark("100 for 2 and 12, 70 for 3 and 11, 60 for 4 and 10, 50 for 5 and 9."),
        mark("40 for 6 and 8, and 30 for 7."),
        mark("The leftover die gets a mark too: your reject list has room for three values."),
        mark("Once it is full, you must leave over one of these if you threw one."),
        mark("If you didn't, it's a free ride: any two pairs, and the fifth die gets no mark."),
        mark("The eighth mark on one reject ends the game; 500 points or more win."),
        mark("No takebacks: you would know the next throw."),
    ),
}


def game_name(texts: Texts, game: GameId) -> str:
    return texts.t(NAMES[game])


def hint(texts: Texts, game: GameId) -> str:
    return texts.t(HINTS[game])


def level_name(texts: Texts, level: Level) -> str:
    return texts.t(LEVELS[level])


def seat_mark(game: GameId, seat: Seat) -> str:
    return MARKS[game][seat]


def point(game: GameId, move: Move) -> str:
    """Return a move in the board's own case; Pente uses capitals."""
    return move.upper() if game in CAPITALS and move != PASS else move


def move_label(game: GameId, move: Move, view: BoardView) -> str:
    """Return the displayed label of a move. `view` is the board before it."""
    label = _MOVE_LABELS.get(game)
    return point(game, move) if label is None else label(move, view)


def _split_label(move: Move, view: Any) -> str:
    return dice.split_label(move, free=view.free)


_MOVE_LABELS: Mapping[GameId, Callable[[Move, Any], str]] = {GameId("dice"): _split_label}
"""Label functions of games whose moves are displayed differently from how they are typed."""


def option_name(texts: Texts, key: str, value: str) -> str:
    return texts.t(OPTIONS[f"{key}={value}"])


def rules(texts: Texts, game: GameId) -> str:
    """Return the rules card: one sentence per line."""
    return "\n".join(texts.t(line) for line in RULES[game])
