"""Longer texts: help and privacy, a sentence or two a line."""

from bot.text.catalog import Texts, mark

_HELP = (
    mark("“play” starts a match against the computer, “challenge” offers one to somebody here."),
    mark("“dice” is a game for one; challenge others to it and all have the same throws."),
    mark("“daily” has the same throws for everybody, once a day and in private."),
    mark("Choose a square on the board, or name it with “move”: d3."),
    mark("“board” shows the board again, “games” lists your matches, “leaderboard” who wins."),
    mark("“draw”, “takeback”, “resign” and “rematch” do what they say; “rules” explains the game."),
    mark("“profile”, “history” and “replay” look back at what you have played."),
    mark("“settings” is what you prefer, your accounts and your data; “privacy” says what I keep."),
)

_PRIVACY = (
    mark(
        "I keep your name and your accounts' ids, your settings, your matches with their moves,"
        " results and ratings, whom you have blocked, and what I still have to tell you."
    ),
    mark("In web rooms I also keep what is said there. I read no other messages."),
    mark("Nothing leaves the machine this bot runs on, except what the chats themselves show."),
    mark(
        "“export” gives you all of it as a file, “delete” takes it away. Others then keep their"
        " matches with a player without a name."
    ),
)


def help(texts: Texts) -> str:
    """One screen on how to begin."""
    return "\n".join(texts.t(line) for line in _HELP)


def privacy(texts: Texts) -> str:
    """What is kept."""
    return "\n".join(texts.t(line) for line in _PRIVACY)
