"""Texts of room settings: a sentence per value, and the labels of the buttons that choose it."""

from collections.abc import Mapping

from bot.text.catalog import NAMES, Texts, mark
from bot.text.games import game_name
from core.registry import GAMES
from core.types import GameId

_SAID: Mapping[str, str] = {
    "place=thread": mark("Each match gets its own thread where possible."),
    "place=here": mark("Matches stay where they were offered."),
    "place=in": mark("All matches are played in one place."),
    "place=this": mark("All matches are played here."),
    "results=none": mark("Results are only posted where the match is."),
    "results=in": mark("Results are also posted in another place."),
    "results=this": mark("Results are also posted here."),
    "guests=code": mark("Guests from elsewhere can join with a code."),
    "guests=no": mark("No guests from elsewhere."),
    "names=shown": mark("Guests' names are shown."),
    "names=hidden": mark("Guests' names are hidden."),
    "pictures=yes": mark("Boards are pictures."),
    "pictures=text": mark("Boards are text."),
    "daily=no": mark("Daily dice aren't posted here automatically."),
    "each=any": mark("No limit on matches per person."),
    "most=any": mark("No limit on matches here."),
    "language=chat": mark("Matches use the challenger's language."),
}

_CHANGES: Mapping[str, str] = {
    "place=thread": mark("In threads"),
    "place=here": mark("Where they are offered"),
    "place=this": mark("All here"),
    "results=none": mark("Results only at the match"),
    "results=this": mark("Results here too"),
    "guests=code": mark("Allow guests"),
    "guests=no": mark("Don't allow guests"),
    "names=shown": mark("Show guests' names"),
    "names=hidden": mark("Hide guests' names"),
    "pictures=yes": mark("Boards as pictures"),
    "pictures=text": mark("Boards as text"),
    "daily=no": mark("Not automatically"),
    "each=any": mark("No limit"),
    "most=any": mark("No limit"),
    "language=chat": mark("Challenger's language"),
}

_TITLES: Mapping[str, str] = {
    "place": mark("Where matches are played"),
    "daily": mark("Daily dice"),
    "each": mark("Matches per person"),
    "most": mark("Matches at a time"),
    "language": mark("Language"),
}


def sentence(texts: Texts, key: str, value: str) -> str:
    """Phrase a value in effect. A KeyError for an unknown value is a bug."""
    if key in GAMES:
        game = game_name(texts, GameId(key))
        if value == "yes":
            return texts.t("{game} is on.", game=game)
        return texts.t("{game} is off.", game=game)
    if value in NAMES and key == "language":
        return texts.t("Language: {name}", name=NAMES[value])
    if value.isdecimal() and key == "daily":
        return texts.t("Daily dice are posted here at {hour}:00 UTC.", hour=value)
    if value.isdecimal() and key == "each":
        return texts.n(
            "You can have {count} match running at a time.",
            "You can have {count} matches running at a time.",
            int(value),
        )
    if value.isdecimal() and key == "most":
        return texts.n(
            "{count} match can run here at a time.",
            "{count} matches can run here at a time.",
            int(value),
        )
    return texts.t(_SAID[f"{key}={value.split(' ')[0]}"])


def change(texts: Texts, key: str, value: str) -> str:
    """Label of the button that chooses a value; languages are named in themselves."""
    if key in GAMES:
        game = game_name(texts, GameId(key))
        if value == "yes":
            return texts.t("Turn on {game}", game=game)
        return texts.t("Turn off {game}", game=game)
    if key == "language" and value in NAMES:
        return NAMES[value]
    if value.isdecimal():
        return f"{value}:00" if key == "daily" else value
    return texts.t(_CHANGES[f"{key}={value}"])


def title(texts: Texts, key: str) -> str:
    """Label of the button that lists the values of a setting."""
    return texts.t(_TITLES[key])


def whole(texts: Texts, *, part: bool) -> str:
    """Header of the settings: whose they are."""
    if part:
        return texts.t("Only in this channel or topic:")
    return texts.t("Room settings:")


def as_around(texts: Texts) -> str:
    """Label of the button that lets a channel inherit from its server again."""
    return texts.t("Same as everywhere here")


def back(texts: Texts) -> str:
    """Label of the button back to all settings."""
    return texts.t("Back")


def only_here(texts: Texts) -> str:
    """Label of the button from a server's settings to this channel's."""
    return texts.t("Only this channel or topic …")


def everywhere_here(texts: Texts) -> str:
    """Label of the button from a channel's settings to its server's."""
    return texts.t("All channels and topics …")
