"""Longer texts: help and privacy, a sentence or two per line."""

from bot.text.catalog import Texts, mark

_HELP = (
    mark("“play” starts a match against the computer, “challenge” offers one to someone here."),
    mark("“dice” is a solo game; challenge others to it and everyone gets the same throws."),
    mark("“daily” gives everyone the same throws, once a day and in private."),
    mark("Choose a square on the board, or type it with “move”: d3."),
    mark("“board” shows the board again, “games” your matches, “leaderboard” the top players."),
    mark("“draw”, “takeback”, “resign” and “rematch” do what they say; “rules” explains the game."),
    mark("“profile”, “history” and “replay” look back at your matches."),
    mark("“settings”: preferences, accounts and data; “privacy”: what I keep about you."),
)

_PRIVACY = (
    mark(
        "I keep your name, account ids and settings, your matches with their moves, results and"
        " ratings, the people you blocked, and notices I still have to send you."
    ),
    mark("In web rooms I also keep what people write. I don't read any other messages."),
    mark("Nothing leaves the machine this bot runs on, except what the chats themselves show."),
    mark(
        "“export” gives you all of it as a file, “delete” removes it. Opponents then keep their"
        " matches against a player without a name."
    ),
)


def help(texts: Texts) -> str:
    """Return one screen on how to start."""
    return "\n".join(texts.t(line) for line in _HELP)


def privacy(texts: Texts) -> str:
    """Return what the bot stores."""
    return "\n".join(texts.t(line) for line in _PRIVACY)
