"""Descriptions of the verbs for command lists."""

import re
from collections.abc import Callable, Mapping

from bot.text.catalog import Texts, mark

DESCRIPTIONS: Mapping[str, str] = {
    "challenge": mark("Offer a match to someone here"),
    "play": mark("Play against the computer"),
    "dice": mark("Play Solitaire Dice"),
    "daily": mark("Play today's dice: same throws for everyone"),
    "move": mark("Make a move, such as d3"),
    "board": mark("Show the board again"),
    "games": mark("Show my matches, my turn first"),
    "leaderboard": mark("Show the leaderboard"),
    "join": mark("Accept the open challenge here, or join with a code"),
    "watch": mark("Watch a match from elsewhere by its code"),
    "resign": mark("Resign my match"),
    "draw": mark("Offer a draw, or accept one"),
    "takeback": mark("Ask to take back my last move"),
    "pause": mark("Ask to pause the clocks"),
    "resume": mark("Resume my paused match"),
    "rematch": mark("Ask for a rematch with colours swapped"),
    "sheet": mark("Show my own sheet in a shared game of dice"),
    "hint": mark("Ask the computer for a hint"),
    "review": mark("Review the last match"),
    "replay": mark("Replay the last match as an animation"),
    "record": mark("Show the last match in standard notation"),
    "import": mark("Import and replay a game record"),
    "from": mark("Play on from a position against the computer"),
    "profile": mark("Rating chart, results, streaks"),
    "history": mark("My finished matches"),
    "settings": mark("Preferences, accounts and data"),
    "link": mark("Link my accounts on several platforms"),
    "unlink": mark("Unlink this account"),
    "block": mark("Block someone"),
    "unblock": mark("Unblock someone"),
    "export": mark("Download everything kept about me"),
    "delete": mark("Delete everything kept about me"),
    "tell": mark("Notify me when someone offers a match here"),
    "setup": mark("Room settings"),
    "end": mark("End a match without a result"),
    "annul": mark("Annul a finished match"),
    "bar": mark("Bar someone from playing here"),
    "unbar": mark("Let someone play here again"),
    "help": mark("How this works"),
    "rules": mark("Show the rules of a game"),
    "privacy": mark("What is kept about me"),
}

_QUOTED = re.compile(r"[“«]\s?([a-z]+)\s?[”»]")


def pressable(text: str, written: Callable[[str], str]) -> str:
    """Rewrite quoted verbs with `written`, into the form that a platform makes clickable.

    Other quotes stay.
    """

    def put(quoted: re.Match[str]) -> str:
        return written(quoted[1]) if quoted[1] in DESCRIPTIONS else quoted[0]

    return _QUOTED.sub(put, text)


def description(texts: Texts, verb: str) -> str:
    """Return the description of a verb. A KeyError for a hidden verb is a bug."""
    return texts.t(DESCRIPTIONS[verb])
