"""What a room's settings say: each value in a sentence, and the label of what chooses it."""

from collections.abc import Mapping

from bot.text.catalog import NAMES, Texts, mark
from bot.text.games import game_name
from core.registry import GAMES
from core.types import GameId

_SAID: Mapping[str, str] = {
    "place=thread": mark("A match lives in a thread of its own, where that is possible."),
    "place=here": mark("A match lives where it was offered."),
    "place=in": mark("All matches live in one place."),
    "place=this": mark("All matches live here."),
    "results=none": mark("Results are told where the match is, and nowhere else."),
    "results=in": mark("Results are also told in another place."),
    "results=this": mark("Results are also told here."),
    "guests=code": mark("Guests from elsewhere may come in by a code."),
    "guests=no": mark("No guests from elsewhere."),
    "names=shown": mark("The names of guests from elsewhere are shown."),
    "names=hidden": mark("Guests from elsewhere have no name here."),
    "pictures=yes": mark("Boards are pictures."),
    "pictures=text": mark("Boards are text."),
    "daily=no": mark("The daily dice are not offered here by themselves."),
    "each=any": mark("One person may have any number of matches going on."),
    "most=any": mark("Any number of matches may be going on here."),
    "language=chat": mark("A match speaks the language of whoever offers it."),
}

_CHANGES: Mapping[str, str] = {
    "place=thread": mark("In threads"),
    "place=here": mark("Where they are offered"),
    "place=this": mark("All of them here"),
    "results=none": mark("Results nowhere else"),
    "results=this": mark("Results here too"),
    "guests=code": mark("Let guests in"),
    "guests=no": mark("No guests"),
    "names=shown": mark("Show guests' names"),
    "names=hidden": mark("Hide guests' names"),
    "pictures=yes": mark("Boards as pictures"),
    "pictures=text": mark("Boards as text"),
    "daily=no": mark("Not by themselves"),
    "each=any": mark("Any number"),
    "most=any": mark("Any number"),
    "language=chat": mark("As whoever offers"),
}

_TITLES: Mapping[str, str] = {
    "place": mark("Where matches live"),
    "daily": mark("Daily dice"),
    "each": mark("Matches of one person"),
    "most": mark("Matches at once"),
    "language": mark("Language"),
}


def said(texts: Texts, key: str, value: str) -> str:
    """That a setting has this value. KeyError for one without words: a fault of ours."""
    if key in GAMES:
        game = game_name(texts, GameId(key))
        if value == "yes":
            return texts.t("{game} is played here.", game=game)
        return texts.t("{game} is not played here.", game=game)
    if value in NAMES and key == "language":
        return texts.t("Language: {name}", name=NAMES[value])
    if value.isdecimal() and key == "daily":
        return texts.t("The daily dice are offered here at {hour}:00 UTC.", hour=value)
    if value.isdecimal() and key == "each":
        return texts.n(
            "One person may have {count} match going on.",
            "One person may have {count} matches going on.",
            int(value),
        )
    if value.isdecimal() and key == "most":
        return texts.n(
            "{count} match may be going on here at once.",
            "{count} matches may be going on here at once.",
            int(value),
        )
    return texts.t(_SAID[f"{key}={value.split(' ')[0]}"])


def change(texts: Texts, key: str, value: str) -> str:
    """The label of what chooses this value; languages are called what their speakers call them."""
    if key in GAMES:
        game = game_name(texts, GameId(key))
        if value == "yes":
            return texts.t("Allow {game}", game=game)
        return texts.t("No {game}", game=game)
    if key == "language" and value in NAMES:
        return NAMES[value]
    if value.isdecimal():
        return f"{value}:00" if key == "daily" else value
    return texts.t(_CHANGES[f"{key}={value}"])


def title(texts: Texts, key: str) -> str:
    """The label of what leads to the values of a setting that has several."""
    return texts.t(_TITLES[key])


def whole(texts: Texts, *, part: bool) -> str:
    """Above the settings: whose they are."""
    if part:
        return texts.t("In this channel or topic alone:")
    return texts.t("How I am set up here:")


def as_around(texts: Texts) -> str:
    """The label of what makes a channel follow its server again."""
    return texts.t("As everywhere here")


def back(texts: Texts) -> str:
    """The label of what leads back to all settings."""
    return texts.t("Back")


def only_here(texts: Texts) -> str:
    """The label of what leads from a server's settings to those of this channel."""
    return texts.t("Only this channel or topic …")


def everywhere_here(texts: Texts) -> str:
    """The label of what leads from a channel's settings to those of its server."""
    return texts.t("All channels and topics …")
