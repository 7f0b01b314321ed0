"""Texts of player settings: a sentence per value, and the labels of the buttons that choose it."""

from collections.abc import Mapping

from bot.text.catalog import NAMES, Texts, mark

_SAID: Mapping[str, str] = {
    "confirm=no": mark("Stones are placed without asking."),
    "confirm=yes": mark("You're asked before a stone is placed."),
    "auto=yes": mark("Auto-play forced throws: on"),
    "auto=no": mark("Auto-play forced throws: off"),
    "listed=no": mark("You appear as “a player” on the global leaderboard."),
    "listed=yes": mark("Your name is shown on the global leaderboard."),
    "boards=pictures": mark("Boards in your private chats are pictures."),
    "boards=text": mark("Boards in your private chats are text."),
    "theme=classic": mark("Boards: classic"),
    "theme=wood": mark("Boards: wood"),
    "theme=dark": mark("Boards: dark"),
    "theme=shapes": mark("Boards: shapes"),
    "challenges=all": mark("Everyone can challenge you."),
    "challenges=met": mark("People you've played can challenge you."),
    "challenges=nobody": mark("Nobody can challenge you."),
    "notices=here": mark("Turn notices go to the match's room."),
    "notices=private": mark("Turn notices go to your private chat."),
    "notices=daily": mark("Turn notices come once a day."),
    "notices=off": mark("Turn notices are off."),
    "reminders=usual": mark("Reminders after one day, two days, and before the deadline."),
    "reminders=few": mark("One reminder, before the deadline."),
    "reminders=none": mark("No reminders."),
    "quiet=none": mark("No quiet hours."),
}

_CHANGES: Mapping[str, str] = {
    "confirm=no": mark("Place without asking"),
    "confirm=yes": mark("Ask before placing"),
    "auto=yes": mark("Auto-play forced throws"),
    "auto=no": mark("Turn off auto-play"),
    "listed=no": mark("Hide my name"),
    "listed=yes": mark("Show my name"),
    "boards=pictures": mark("Boards as pictures"),
    "boards=text": mark("Boards as text"),
    "theme=classic": mark("Classic"),
    "theme=wood": mark("Wood"),
    "theme=dark": mark("Dark"),
    "theme=shapes": mark("Shapes"),
    "challenges=all": mark("Everyone"),
    "challenges=met": mark("People I've played"),
    "challenges=nobody": mark("Nobody"),
    "language=chat": mark("Same as my chat"),
    "notices=here": mark("In the match's room"),
    "notices=private": mark("In private"),
    "notices=daily": mark("Once a day"),
    "notices=off": mark("Off"),
    "reminders=usual": mark("Usual"),
    "reminders=few": mark("Just once"),
    "reminders=none": mark("Never"),
    "quiet=none": mark("No quiet hours"),
}

_TITLES: Mapping[str, str] = {
    "language": mark("Language"),
    "theme": mark("Board theme"),
    "challenges": mark("Who can challenge me"),
    "notices": mark("Turn notices"),
    "reminders": mark("Reminders"),
    "quiet": mark("Quiet hours"),
    "zone": mark("Time zone"),
}


_OWN: Mapping[str, str] = {
    "link": mark("Link my accounts"),
    "block": mark("Blocked people"),
    "export": mark("Download my data"),
    "delete": mark("Delete my data"),
}


def sentence(texts: Texts, key: str, value: str) -> str:
    """Phrase a value in effect. A KeyError for an unknown value is a bug."""
    if key == "quiet" and value != "none":
        begin, end = value.split(" ")
        return texts.t("Quiet hours from {begin}:00 to {end}:00.", begin=begin, end=end)
    if key == "zone":
        return texts.t("Time zone: {zone}.", zone=zone(value))
    if key != "language":
        return texts.t(_SAID[f"{key}={value}"])
    if value in NAMES:
        return texts.t("Language: {name}", name=NAMES[value])
    return texts.t("Language: same as your chat")


def change(texts: Texts, key: str, value: str) -> str:
    """Label of the button that chooses a value; languages are named in themselves."""
    if key == "language" and value in NAMES:
        return NAMES[value]
    if key == "zone":
        return zone(value)
    if key == "quiet" and value != "none":
        return "{}:00 \N{EN DASH} {}:00".format(*value.split(" "))
    return texts.t(_CHANGES[f"{key}={value}"])


def zone(value: str) -> str:
    """Return `UTC`, `UTC+2` or `UTC-3:30` for an offset."""
    if value == "0":
        return "UTC"
    sign = "\N{MINUS SIGN}" if value.startswith("m") else "+"
    return f"UTC{sign}{value.removeprefix('m').replace(' ', ':')}"


def verb(texts: Texts, verb: str) -> str:
    """Label of another private command."""
    return texts.t(_OWN[verb])


def settings(texts: Texts) -> str:
    """Label of the button to all settings."""
    return texts.t("My settings")


def back(texts: Texts) -> str:
    """Label of the button back to all settings."""
    return texts.t("Back")


def title(texts: Texts, key: str) -> str:
    """Header of the values of a setting."""
    return texts.t(_TITLES[key])
