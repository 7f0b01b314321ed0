"""Slash commands in the languages that Discord knows: names, options, what they are for.

A name is a message id of its own (`/challenge`, `game:`), so that a translator sees what it is; the
signs are taken off again. Names have no capitals and no spaces, 32 characters; descriptions 100.
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
    "opponent": mark("Who may accept; without it anybody here"),
    "level": mark("How strong the computer plays"),
    "clock": mark("Such as 5+3 (minutes and seconds a move) or 3d (days a move)"),
    "first": mark("Who makes the first move"),
    "rated": mark("Whether it counts"),
    "hints": mark("Whether the computer may be asked; such a match is casual"),
    "seats": mark("Two people, or two teams of two"),
    "opening": mark("How it begins"),
    "rule": mark("What the first moves may be"),
    "point": mark("Such as d3"),
    "code": mark("Six letters and figures, from who invites you"),
    "scope": mark("Whose leaderboard"),
    "period": mark("Since when"),
    "page": mark("Which page"),
    "text": mark("The record: moves such as f5d6c3, GGF, or the text of pente.org"),
    "number": mark("After which move; without it from the end"),
    "person": mark("Whose; without it my own"),
    "whom": mark("Whom; without it all who are barred"),
    "block whom": mark("Whom; without it all whom I have blocked"),
    "unblock whom": mark("Whom; without it all whom I have blocked"),
    "change": mark("What shall be otherwise, such as “quiet 22-8”; without it I see all"),
    "setup change": mark("What shall be otherwise, such as “pente no”; without it I see all"),
    "table": mark("The day's table, everybody's records, or a date such as 2026-03-14"),
    "answer": mark("Whether I hear of it; without it yes"),
    "match": mark("Its id, as in the history; without it the last one here"),
    "end match": mark("Its id; without it I choose from a list"),
    "annul match": mark("Its id; without it I choose from a list"),
    "link code": mark("The code of my other account; without it I get one"),
}

CHOICES: Mapping[str, str] = {
    "first=lot": mark("by lot"),
    "first=challenger": mark("who challenges"),
    "first=opponent": mark("the opponent"),
    "rated=yes": mark("yes"),
    "rated=no": mark("no, casual"),
    "hints=yes": mark("hints allowed"),
    "hints=no": mark("no hints"),
    "seats=2": mark("two"),
    "seats=4": mark("two against two"),
    "answer=yes": mark("yes"),
    "answer=no": mark("not any more"),
    "scope=room": mark("this channel"),
    "scope=space": mark("this server"),
    "scope=everywhere": mark("everywhere"),
    "period=always": mark("always"),
    "period=month": mark("this month"),
    "period=week": mark("this week"),
}

TABLES: Mapping[str, str] = {
    "table": mark("the last day's table"),
    "all": mark("everybody's records"),
}
"""What the daily dice tell besides one's own sheet."""

GROUPS: Mapping[str, str] = {
    "match": mark("During and after a match"),
    "me": mark("About me"),
    "tavola": mark("About this bot"),
    "tavola-admin": mark("For those who run this server"),
}

MENU = mark("Challenge to a match")
"""The command in the menu of a person."""


def command(texts: Texts, name: str) -> str:
    """The name of a command or group in that language."""
    return texts.t(COMMANDS[name]).removeprefix("/")


def option(texts: Texts, name: str) -> str:
    """The name of an option in that language."""
    return texts.t(OPTIONS[name]).removesuffix(":")
