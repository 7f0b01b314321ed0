"""Language buttons below a longer text.

Choosing one sets the player's `language` setting, because some platforms do not know every language
of the bot. Pure. The language is the last word of the request's argument, so `rules pente fr` can
be typed as well.
"""

from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons
from bot.app.model.request import Verb
from bot.text.catalog import LOCALES, NAMES


def offered(locale: str, verb: Verb, arg: str = "") -> Buttons:
    """Return a button for each other language, which repeats the request in it."""
    others = (each for each in LOCALES if each != locale)
    return Buttons(
        tuple(Button(NAMES[each], command_token(verb, f"{arg} {each}".strip())) for each in others)
    )


def split(arg: str) -> tuple[str, str]:
    """Split an argument into the rest and the requested language, or ""."""
    words = arg.split()
    if words and words[-1].lower() in LOCALES:
        return " ".join(words[:-1]), words[-1].lower()
    return arg, ""
