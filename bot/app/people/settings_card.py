"""The card that shows a player's settings and changes them (`bot/app/model/settings.py`)."""

from bot.app.model.button_token import wish
from bot.app.model.card import Button, Buttons, Card, Menu
from bot.app.model.request import Verb
from bot.app.model.settings import KEYS, TOGGLED, Settings, values_of
from bot.text import settings as words
from bot.text.catalog import Texts

OWN = (Verb.LINK, Verb.BLOCK, Verb.EXPORT, Verb.DELETE)
"""What else is for this person alone to say."""


def card(texts: Texts, settings: Settings, asked: str = "") -> Card:
    """All settings in words, and what changes each: a button for two values, a menu for more; below
    them what else is one's own. `asked` is a setting whose values alone are to be shown."""
    now = values_of(settings)
    if asked:
        back = Buttons((Button(words.back(texts), _token(Verb.SETTINGS)),))
        return Card(words.said(texts, asked, now[asked]), rows=(_menu(texts, asked), back))
    keys = [key for key in KEYS if key != "zone" or _needs_zone(settings)]
    said = [texts.t("Your settings:"), *(words.said(texts, key, now[key]) for key in keys)]
    toggles = tuple(
        _button(texts, key, values[1 - values.index(now[key])])
        for key, values in KEYS.items()
        if len(values) == TOGGLED
    )
    menus = (_menu(texts, key) for key in keys if len(KEYS[key]) > TOGGLED)
    own = tuple(Button(words.verb(texts, verb), _token(verb)) for verb in OWN)
    return Card("\n".join(said), rows=(Buttons(toggles), *menus, Buttons(own)))


def way(texts: Texts) -> Buttons:
    """A button that leads to the card."""
    return Buttons((Button(words.settings(texts), _token(Verb.SETTINGS)),))


def _needs_zone(settings: Settings) -> bool:
    """Whether anything depends on what their clocks show."""
    return settings.quiet is not None or settings.notices == "daily" or settings.zone != 0


def _menu(texts: Texts, key: str) -> Menu:
    choices = tuple(_button(texts, key, value) for value in KEYS[key])
    return Menu(words.title(texts, key), choices, _token(Verb.SETTINGS, key))


def _button(texts: Texts, key: str, value: str) -> Button:
    return Button(words.change(texts, key, value), _token(Verb.SETTINGS, f"{key} {value}"))


def _token(verb: Verb, arg: str = "") -> str:
    return wish(verb, arg)
