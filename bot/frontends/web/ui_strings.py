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
    mark("Go to board"),
    mark("Go to chat"),
    mark("Menu"),
    mark("New match"),
    mark("Rooms and matches"),
    mark("My matches"),
    mark("Rooms"),
    mark("New room name"),
    mark("New room …"),
    mark("Here now"),
    mark("Daily dice"),
    mark("Leaderboard"),
    mark("Profile"),
    mark("History"),
    mark("Room settings"),
    mark("Rules"),
    mark("Help"),
    mark("Privacy"),
    mark("Invite a friend"),
    mark("Board"),
    mark("Chat"),
    mark("Reconnecting …"),
    mark("That could not be sent. Please try again."),
    mark("One moment …"),
    mark("Waiting for you"),
    mark("Messages"),
    mark("Earlier messages"),
    mark("It's quiet here. Say hello, or type / to see what you can do."),
    mark("New messages"),
    mark("Show spoiler"),
    mark("Suggestions"),
    mark("Message, or / for commands"),
    mark("Send"),
    # the board and the stage
    mark("black disc"),
    mark("white disc"),
    mark("legal move"),
    mark("empty"),
    mark("last move"),
    mark("board of 361 points"),
    mark(
        "Go to a point with the arrow keys, or type its letter and number; press Enter to play it."
    ),
    mark("This board has no column I: J follows H."),
    mark("black stone"),
    mark("white stone"),
    mark("closed by the opening rule"),
    mark("just captured"),
    mark("in the winning line"),
    mark("Place {point}"),
    mark("Cancel"),
    mark("Your turn"),
    mark("Waiting for your answer"),
    mark("thinking"),
    mark("More"),
    mark("Text board"),
    mark("Picture"),
    mark("Go to contest"),
    mark("Save"),
    mark("Next board: {name}"),
    mark("Only you can see this"),
    mark("Dismiss"),
    mark("Show this board: {names}"),
    mark("someone"),
    # dice
    mark("Sum"),
    mark("Marks"),
    mark("Now"),
    mark("Next"),
    mark("Total"),
    mark("reject {value}: {count} of 8"),
    mark("Your throw"),
    mark("Splits"),
    mark("first pair"),
    mark("second pair"),
    mark("left over"),
    mark("Tap two dice to pair them, or choose a split."),
    mark("Your reject list is full; leave over one of: {values}."),
    # the side
    mark("you"),
    mark("Challenge"),
    mark("Challenge {name}"),
    mark("Anyone here"),
    mark("challenges you"),
    mark("open challenge"),
    mark("{name} challenges you"),
    mark("Block"),
    mark("Bar from the page"),
    # a new match
    mark("Play {game}"),
    mark("Play the computer"),
    mark("Challenge someone"),
    mark("Options"),
    mark("Who goes first"),
    mark("random"),
    mark("me"),
    mark("opponent"),
    mark("Two against two"),
    mark("Play solo"),
    mark("Play"),
    mark("Clock"),
    mark("no clock"),
    mark("Hints"),
    mark("no hints"),
    mark("hints allowed"),
    mark("Opening"),
    # commands
    mark("show the board as text"),
    # dialogs
    mark("Your name"),
    mark("Enter"),
    mark("Continue as {name}"),
    mark("Forget {name}"),
    mark("Settings"),
    mark("Name"),
    mark("Language"),
    mark("Appearance"),
    mark("match system"),
    mark("light"),
    mark("dark"),
    mark("classic"),
    mark("wood"),
    mark("shapes"),
    mark("Switch player"),
    mark("Reminders, accounts, my data …"),
    mark("My settings"),
    mark("Back"),
    mark("Link"),
    mark("Copied"),
    mark("Copy"),
    mark("Second window"),
    mark("Opens another window in this browser. Choose a second name there to play both sides."),
    mark("Open window"),
    mark("Invite link"),
    mark("Goodbye"),
    mark("Everything about you has been deleted. You can come back as a new player."),
    mark("This link works once and expires in 24 hours."),
    mark("Close"),
    mark("Sounds"),
    mark("Coordinates"),
    mark("Position after {count} moves"),
    mark("Present"),
    mark("One move forward"),
    mark("One move back"),
    mark("First position"),
    mark("Back to the present"),
    mark("Moves"),
    mark("Pause"),
    mark("Waiting for others"),
    mark("Open challenges"),
    mark("Show fewer"),
    mark("Show all {count}"),
    mark(
        "The browser does not allow copying. The link is selected: copy it with the keyboard or"
        " the menu."
    ),
    mark(
        "It works on this machine only. Set web.public_url to let others in: docs/self-hosting.md"
        " says how."
    ),
)


@dataclass(frozen=True, slots=True)
class Door:
    """The page for visitors without a cookie. `kind` tells its script what to do."""

    kind: str
    title: str
    text: str
    button: str | None = None


OPEN = Door(
    "open",
    mark("Enter"),
    mark("Tavola is ready: board games in a chat, with friends or the computer."),
    mark("Enter"),
)
CLOSED = Door(
    "closed",
    mark("You need an invite link"),
    mark(
        "Tavola prints one in the terminal when it starts, and an open page gives you another"
        " under “Invite a friend”. Each link works for one browser."
    ),
)
USED = Door(
    "closed",
    mark("This link has been used or has expired"),
    mark(
        "Each link works once. Get another under “Invite a friend” on an open page, or restart"
        " Tavola: it prints one in the terminal."
    ),
)
HASTY = Door(
    "closed",
    mark("One moment"),
    mark("Too many attempts. Wait a minute and try again."),
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
                "solo": game.solo,
                "chance": game.chance,
                "contests": game.contests,
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
