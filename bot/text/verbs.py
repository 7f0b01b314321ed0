"""What each verb does, in the few words of a command list."""

import re
from collections.abc import Callable, Mapping

from bot.text.catalog import Texts, mark

DESCRIPTIONS: Mapping[str, str] = {
    "challenge": mark("Offer a match to somebody here"),
    "play": mark("Play against the computer"),
    "dice": mark("Play Solitaire Dice alone"),
    "daily": mark("Today's dice, the same throws for everybody"),
    "move": mark("Make a move, such as d3"),
    "board": mark("Show the board again"),
    "games": mark("My matches, those waiting for me first"),
    "leaderboard": mark("Who wins most"),
    "join": mark("Accept the challenge that is open here, or come in by a code"),
    "watch": mark("Show a match from elsewhere here, by its code"),
    "resign": mark("Give up my match"),
    "draw": mark("Offer a draw, or accept one"),
    "takeback": mark("Ask to take back my last move"),
    "pause": mark("Ask for a pause: no time runs for either side"),
    "resume": mark("End the pause of my match"),
    "rematch": mark("Play the last match here once more, colours swapped"),
    "sheet": mark("My own sheet in a game of dice that several play"),
    "hint": mark("What the computer would play"),
    "review": mark("Where the last match here turned"),
    "replay": mark("The last match here as a moving picture"),
    "record": mark("The last match here as text, in the usual notation"),
    "import": mark("Play back a record from elsewhere"),
    "from": mark("Go on against the computer from a position"),
    "profile": mark("Ratings with a plot, results, streaks"),
    "history": mark("My finished matches"),
    "settings": mark("How the bot serves me"),
    "link": mark("Join my accounts on several platforms"),
    "unlink": mark("Take this account out of what is joined"),
    "block": mark("Be left alone by somebody"),
    "unblock": mark("Let somebody challenge me again"),
    "export": mark("All that is kept about me, as a file"),
    "delete": mark("Delete all that is kept about me"),
    "tell": mark("Tell me when somebody offers a match here"),
    "setup": mark("How I am set up here"),
    "end": mark("End a match without a result"),
    "annul": mark("Have a finished match count for nothing"),
    "bar": mark("Bar somebody from playing here"),
    "unbar": mark("Let somebody play here again"),
    "help": mark("How this works"),
    "rules": mark("The rules of a game"),
    "privacy": mark("What is kept about me"),
}

_QUOTED = re.compile(r"[“«]\s?([a-z]+)\s?[”»]")


def pressable(text: str, written: Callable[[str], str]) -> str:
    """The text with the verbs that it quotes in the form that `written` gives them, in which a
    platform lets people press them. Other quotes stay."""

    def put(quoted: re.Match[str]) -> str:
        return written(quoted[1]) if quoted[1] in DESCRIPTIONS else quoted[0]

    return _QUOTED.sub(put, text)


def description(texts: Texts, verb: str) -> str:
    """KeyError for a verb that no list shows: a fault of ours."""
    return texts.t(DESCRIPTIONS[verb])
