"""The languages in which a longer text can be read, as buttons below it.

Whoever chooses one is answered in it from then on, wherever they ask (the setting `language`): some
platforms do not know all of ours. Pure. The choice is the last word of the wish's argument, so that
`rules pente fr` can be typed as well.
"""

from bot.app.model.button_token import wish
from bot.app.model.card import Button, Buttons
from bot.app.model.request import Verb
from bot.text.catalog import LOCALES, NAMES


def offered(locale: str, verb: Verb, arg: str = "") -> Buttons:
    """A button for each language but this one; it asks for the same again."""
    others = (each for each in LOCALES if each != locale)
    return Buttons(
        tuple(Button(NAMES[each], wish(verb, f"{arg} {each}".strip())) for each in others)
    )


def split(arg: str) -> tuple[str, str]:
    """What else an argument says, and the language in which it is wanted, or ""."""
    words = arg.split()
    if words and words[-1].lower() in LOCALES:
        return " ".join(words[:-1]), words[-1].lower()
    return arg, ""
