"""What is said of each game: names, marks, levels, options, rules cards. One entry a game."""

from collections.abc import Mapping

from bot.text.catalog import Texts, mark
from core.types import GameId, Level, Seat

NAMES: Mapping[str, str] = {"reversi": mark("Reversi")}

MARKS: Mapping[str, tuple[str, ...]] = {"reversi": ("⚫", "⚪")}
"""The sign before each seat's name."""

LEVELS: Mapping[str, str] = {
    "novice": mark("novice"),
    "casual": mark("amateur"),
    "club": mark("club"),
    "master": mark("master"),
}

OPTIONS: Mapping[str, str] = {
    "opening=standard": mark("standard opening"),
    "opening=balanced": mark("balanced opening"),
}

RULES: Mapping[str, tuple[str, ...]] = {
    "reversi": (
        mark("Black begins. Place a disc so that it traps a line of the other's discs."),
        mark("Every line between your new disc and another of yours turns to your colour."),
        mark("No square to play? You pass. When neither can move, the most discs win."),
        mark("Empty squares at the end count for the winner."),
    )
}


def game_name(texts: Texts, game: GameId) -> str:
    return texts.t(NAMES[game])


def level_name(texts: Texts, level: Level) -> str:
    return texts.t(LEVELS[level])


def seat_mark(game: GameId, seat: Seat) -> str:
    return MARKS[game][seat]


def option_name(texts: Texts, key: str, value: str) -> str:
    return texts.t(OPTIONS[f"{key}={value}"])


def rules(texts: Texts, game: GameId) -> str:
    """The rules card: one sentence a line."""
    return "\n".join(texts.t(line) for line in RULES[game])
