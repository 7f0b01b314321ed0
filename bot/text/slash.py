"""Slash commands in Discord's languages: names, options, descriptions.

A name is a message id of its own (`/challenge`, `game:`), so that translators recognize it; the
signs are stripped again. Names have no capitals and no spaces, at most 32 characters; descriptions
100.
"""

from collections.abc import Mapping

from bot.text.catalog import Texts, mark

COMMANDS: Mapping[str, str] = {
    "challenge": mark("/challenge"),
    "play": mark("/play"),
    "dice": mark("/dice"),
    "daily": mark("/daily"),
    "move": mark("/move"),
    "board": mark("/board"),
    "games": mark("/games"),
    "leaderboard": mark("/leaderboard"),
    "match": mark("/match"),
    "join": mark("/join"),
    "watch": mark("/watch"),
    "resign": mark("/resign"),
    "draw": mark("/draw"),
    "takeback": mark("/takeback"),
    "pause": mark("/pause"),
    "resume": mark("/resume"),
    "rematch": mark("/rematch"),
    "sheet": mark("/sheet"),
    "hint": mark("/hint"),
    "review": mark("/review"),
    "replay": mark("/replay"),
    "record": mark("/record"),
    "import": mark("/import"),
    "from": mark("/from"),
    "me": mark("/me"),
    "settings": mark("/settings"),
    "profile": mark("/profile"),
    "history": mark("/history"),
    "link": mark("/link"),
    "unlink": mark("/unlink"),
    "block": mark("/block"),
    "unblock": mark("/unblock"),
    "export": mark("/export"),
    "delete": mark("/delete"),
    "tavola": mark("/tavola"),
    "tell": mark("/tell"),
    "tavola-admin": mark("/tavola-admin"),
    "setup": mark("/setup"),
    "end": mark("/end"),
    "annul": mark("/annul"),
    "bar": mark("/bar"),
    "unbar": mark("/unbar"),
    "help": mark("/help"),
    "rules": mark("/rules"),
    "privacy": mark("/privacy"),
}

OPTIONS: Mapping[str, str] = {
    "game": mark("game:"),
    "opponent": mark("opponent:"),
    "level": mark("level:"),
    "clock": mark("clock:"),
    "first": mark("first:"),
    "rated": mark("rated:"),
    "hints": mark("hints:"),
    "seats": mark("seats:"),
    "opening": mark("opening:"),
    "rule": mark("rule:"),
    "point": mark("point:"),
    "code": mark("code:"),
    "scope": mark("scope:"),
    "period": mark("period:"),
    "page": mark("page:"),
    "text": mark("text:"),
    "number": mark("number:"),
    "person": mark("person:"),
    "whom": mark("whom:"),
    "change": mark("change:"),
    "table": mark("table:"),
    "answer": mark("answer:"),
    "match": mark("match:"),
}

HINTS: Mapping[str, str] = {
    "game": mark("Which game"),
    "opponent": mark("Who can accept (empty: anyone here)"),
    "level": mark("How strong the computer plays"),
    "clock": mark("Such as 5+3 (minutes + seconds per move) or 3d (days per move)"),
    "first": mark("Who goes first"),
    "rated": mark("Rated or unrated"),
    "hints": mark("Whether you can ask the computer (makes the match unrated)"),
    "seats": mark("Two players, or two teams of two"),
    "opening": mark("Starting position"),
    "rule": mark("Opening rule"),
    "point": mark("Such as d3"),
    "code": mark("Six-character code from your invitation"),
    "scope": mark("Which leaderboard"),
    "period": mark("Which period"),
    "page": mark("Which page"),
    "text": mark("Game record: moves such as f5d6c3, GGF, or text from pente.org"),
    "number": mark("After which move (empty: from the end)"),
    "person": mark("Whose (empty: mine)"),
    "whom": mark("Person (empty: show everyone barred)"),
    "block whom": mark("Person to block (empty: show my list)"),
    "unblock whom": mark("Person to unblock (empty: show my list)"),
    "change": mark("Setting and value, such as “quiet 22-8” (empty: show all)"),
    "setup change": mark("Setting and value, such as “pente no” (empty: show all)"),
    "table": mark("The day's standings, all-time records, or a date such as 2026-03-14"),
    "answer": mark("Whether to notify me (empty: yes)"),
    "match": mark("Match id, as in the history (empty: the last one here)"),
    "end match": mark("Match id (empty: choose from a list)"),
    "annul match": mark("Match id (empty: choose from a list)"),
    "link code": mark("Code from my other account (empty: get one)"),
}

CHOICES: Mapping[str, str] = {
    "first=lot": mark("random"),
    "first=challenger": mark("challenger"),
    "first=opponent": mark("opponent"),
    "rated=yes": mark("yes"),
    "rated=no": mark("no, unrated"),
    "hints=yes": mark("hints allowed"),
    "hints=no": mark("no hints"),
    "seats=2": mark("two"),
    "seats=4": mark("two against two"),
    "answer=yes": mark("yes"),
    "answer=no": mark("no, stop"),
    "scope=room": mark("this channel"),
    "scope=space": mark("this server"),
    "scope=everywhere": mark("everywhere"),
    "period=always": mark("all time"),
    "period=month": mark("this month"),
    "period=week": mark("this week"),
}

TABLES: Mapping[str, str] = {
    "table": mark("last day's standings"),
    "all": mark("all-time records"),
}
"""The tables of the daily dice besides one's own board."""

GROUPS: Mapping[str, str] = {
    "match": mark("During and after a match"),
    "me": mark("About me"),
    "tavola": mark("About this bot"),
    "tavola-admin": mark("For server admins"),
}

MENU = mark("Challenge to a match")
"""The command in a user's context menu."""


def command(texts: Texts, name: str) -> str:
    """Return the localized name of a command or group."""
    return texts.t(COMMANDS[name]).removeprefix("/")


def option(texts: Texts, name: str) -> str:
    """Return the localized name of an option."""
    return texts.t(OPTIONS[name]).removesuffix(":")
