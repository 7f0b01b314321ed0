"""What is said of each game: names, marks, levels, options, rules cards. One entry a game."""

from collections.abc import Mapping

from bot.text.catalog import Texts, mark
from core.game import PASS
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
"""The sign before each seat's name."""

CAPITALS = frozenset({"pente"})
"""Games whose boards have capital letters beside them."""

HINTS: Mapping[str, str] = {
    "reversi": mark("Trap lines of discs to turn them; who has most in the end wins."),
    "pente": mark("Five in a row win, or five captured pairs."),
    "dice": mark("Two pairs and one left over: what to collect is up to you."),
}
"""What each game is about, in one line, where it is chosen."""

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
        mark("Black begins. Place a disc so that it traps a line of the other's discs."),
        mark("Every line between your new disc and another of yours turns to your colour."),
        mark("No square to play? You pass. When neither can move, the most discs win."),
        mark("Empty squares at the end count for the winner."),
    ),
    "pente": (
        mark("White begins on K10, the middle; that stone is there already."),
        mark("Then everybody places a stone in turn. Five or more in a row win at once."),
        mark("Your new stone captures two of the other's, just two, between it and one of yours."),
        mark("Five captured pairs win too. Moving between two of the other's stones is safe."),
        mark("Opening rule: White's second stone goes three points or more away from the first."),
        mark(
            "Two against two: partners share a colour and their captured pairs, and get no hints."
        ),
        mark("No full rules of that are in print: this is our reading."),
    ),
    "dice": (
        mark("Each round make two pairs of your five dice; one die is left over."),
        mark("The sum of each pair gets a mark. A sum with one to four marks costs 200."),
        mark("Five marks cost nothing, and each one after them, up to the tenth, pays:"),
        mark("100 for 2 and 12, 70 for 3 and 11, 60 for 4 and 10, 50 for 5 and 9."),
        mark("For 6 and 8 it pays 40, for 7 it pays 30."),
        mark("The die left over gets a mark too. Three different values are listed so."),
        mark("From then on one of these must be left over, if you threw one."),
        mark("If not, the ride is free: any two pairs, and the fifth die gets no mark."),
        mark("The eighth mark of one such value ends the game; 500 points or more win."),
        mark("Nothing can be taken back, for you would know the next throw."),
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
    """A move as the board prints its letters: on that of Pente they are capitals."""
    return move.upper() if game in CAPITALS and move != PASS else move


def option_name(texts: Texts, key: str, value: str) -> str:
    return texts.t(OPTIONS[f"{key}={value}"])


def rules(texts: Texts, game: GameId) -> str:
    """The rules card: one sentence a line."""
    return "\n".join(texts.t(line) for line in RULES[game])
