"""The page's own sentences: what its buttons and fields are called, and what the door says.

Everything about a match arrives at the page as finished text; this is the rest. The page gets one
language at a time as JSON, the English text being the key, and fills placeholders itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from bot.text import games, verbs
from bot.text.catalog import NAMES, mark, texts
from core.registry import GAMES

PAGE: tuple[str, ...] = (
    # the frame (index.html)
    mark("To the board"),
    mark("To the chat"),
    mark("Menu"),
    mark("New match"),
    mark("Rooms and matches"),
    mark("My matches"),
    mark("Rooms"),
    mark("Name of a new room"),
    mark("New room …"),
    mark("Here now"),
    mark("Daily dice"),
    mark("Leaderboard"),
    mark("Profile"),
    mark("History"),
    mark("Set up the rooms"),
    mark("Rules"),
    mark("Help"),
    mark("Privacy"),
    mark("Open a second window or invite"),
    mark("Board"),
    mark("Chat"),
    mark("Reconnecting …"),
    mark("That could not be sent. Please try again."),
    mark("One moment …"),
    mark("What waits for you"),
    mark("What was said"),
    mark("Earlier lines"),
    mark("It is quiet here. Say hello, or type / to see what you can do."),
    mark("New lines"),
    mark("Show what is hidden"),
    mark("Suggestions"),
    mark("Say something, or / for commands"),
    mark("Send"),
    # the board and the stage
    mark("black disc"),
    mark("white disc"),
    mark("legal move"),
    mark("empty"),
    mark("last move"),
    mark("board of 361 points"),
    mark("Arrow keys, or a letter and a number, lead to a point; Enter plays it."),
    mark("There is no column I on this board: H is followed by J."),
    mark("black stone"),
    mark("white stone"),
    mark("shut by the opening rule"),
    mark("just captured"),
    mark("in the winning row"),
    mark("Place {point}"),
    mark("Cancel"),
    mark("Your turn"),
    mark("Your answer is awaited"),
    mark("thinking"),
    mark("More"),
    mark("Text board"),
    mark("Picture"),
    mark("To the contest"),
    mark("Save"),
    mark("Next board: {name}"),
    mark("Only you see this"),
    mark("Dismiss"),
    mark("Show this board: {names}"),
    mark("somebody"),
    # dice
    mark("Sum"),
    mark("Marks"),
    mark("Now"),
    mark("Next"),
    mark("Total"),
    mark("{value} left over: {count} of 8"),
    mark("The throw"),
    mark("Splits"),
    mark("first pair"),
    mark("second pair"),
    mark("stays"),
    mark("Pick two dice for a pair, or take a split."),
    mark("Your list is full, so one of these has to be left over: {values}."),
    mark("{first} and {second}"),
    mark("{first} and {second}, {die} is left over"),
    # the side
    mark("you"),
    mark("Challenge"),
    mark("Challenge {name}"),
    mark("Anybody here"),
    mark("challenges you"),
    mark("offered"),
    mark("{name} challenges you"),
    mark("Block"),
    mark("Bar from the page"),
    # a new match
    mark("A game of {game}?"),
    mark("Play the computer"),
    mark("Challenge somebody"),
    mark("Options"),
    mark("Who begins"),
    mark("by lot"),
    mark("I do"),
    mark("the other side"),
    mark("Two against two"),
    mark("Play alone"),
    mark("To the dice"),
    mark("Clock"),
    mark("no clock"),
    mark("Hints"),
    mark("no hints"),
    mark("hints allowed"),
    mark("Opening"),
    # commands
    mark("the board in characters"),
    # dialogs
    mark("What shall we call you?"),
    mark("Come in"),
    mark("Continue as {name}"),
    mark("Forget {name}"),
    mark("Settings"),
    mark("Name"),
    mark("Language"),
    mark("Appearance"),
    mark("as the system"),
    mark("light"),
    mark("dark"),
    mark("classic"),
    mark("wood"),
    mark("shapes"),
    mark("Be somebody else in this window"),
    mark("Reminders, accounts, my data …"),
    mark("My settings"),
    mark("Back"),
    mark("Link"),
    mark("Copied"),
    mark("Copy"),
    mark("A second window"),
    mark(
        "In this browser another window just opens. Give it another name and you can play each"
        " other."
    ),
    mark("Open a window"),
    mark("Somebody else"),
    mark("Goodbye"),
    mark("All that I kept about you is deleted. Whoever comes in now is somebody new."),
    mark("This link lets one more browser in. It works once, within a day."),
    mark("Close"),
)


@dataclass(frozen=True, slots=True)
class Door:
    """A page for those who are not in. `kind` tells its script what to do."""

    kind: str
    title: str
    text: str
    button: str | None = None


OPEN = Door(
    "open",
    mark("Come in"),
    mark("Tavola is ready: board games in a chat, with people and with the computer."),
    mark("Come in"),
)
CLOSED = Door(
    "closed",
    mark("You need a link to come in"),
    mark(
        "Tavola prints one in the terminal when it starts, and an open page gives another under"
        " “Open a second window or invite”. Each link lets one browser in."
    ),
)
USED = Door(
    "closed",
    mark("This link has been used, or is too old"),
    mark(
        "Each link lets one browser in, once. Get another from a page that is open, under “Open a"
        " second window or invite”, or start Tavola again: it prints one in the terminal."
    ),
)
HASTY = Door(
    "closed",
    mark("One moment"),
    mark("Too many links were tried from here. Wait a minute and try again."),
)


def for_page(locale: str) -> Mapping[str, Any]:
    """What the page loads: its sentences, the languages, and what can be played."""
    language = texts(locale)
    return {
        "locale": language.locale,
        "locales": NAMES,
        "verbs": {verb: verbs.description(language, verb) for verb in verbs.DESCRIPTIONS},
        "texts": {msgid: _with_placeholders(locale, msgid) for msgid in PAGE},
        "games": [
            {
                "id": game.id,
                "name": games.game_name(language, game.id),
                "hint": games.hint(language, game.id),
                "seats": game.seat_counts,
                "levels": [
                    {"id": level, "name": games.level_name(language, level)}
                    for level in game.levels
                ],
                "options": [
                    {
                        "key": option.key,
                        "values": [
                            {"id": value, "name": games.option_name(language, option.key, value)}
                            for value in option.values
                        ],
                    }
                    for option in game.options
                ],
            }
            for game in GAMES.values()
        ],
    }


def _with_placeholders(locale: str, msgid: str) -> str:
    """The sentence with its placeholders still in it."""
    names = {name for _, name, _, _ in Formatter().parse(msgid) if name is not None}
    return texts(locale).t(msgid, **{name: "{" + name + "}" for name in names})
