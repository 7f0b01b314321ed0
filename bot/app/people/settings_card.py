"""Show and change a player's settings (`bot/app/model/settings.py`)."""

from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card, Menu
from bot.app.model.request import Verb
from bot.app.model.settings import KEYS, TOGGLED, Settings, values_of
from bot.text import settings as words
from bot.text.catalog import Texts

OWN = (Verb.LINK, Verb.BLOCK, Verb.EXPORT, Verb.DELETE)
"""The other private commands offered on the card."""


def card(texts: Texts, settings: Settings, asked: str = "") -> Card:
    """Return the card of all settings, or of the values of the setting `asked`.

    A setting with two values gets a button, one with more a menu; below them are the other private
    commands.
    """
    now = values_of(settings)
    if asked:
        back = Buttons((Button(words.back(texts), _token(Verb.SETTINGS)),))
        return Card(words.sentence(texts, asked, now[asked]), rows=(_menu(texts, asked), back))
    keys = [key for key in KEYS if key != "zone" or _needs_zone(settings)]
    lines = [texts.t("Your settings:"), *(words.sentence(texts, key, now[key]) for key in keys)]
    toggles = tuple(
        _button(texts, key, values[1 - values.index(now[key])])
        for key, values in KEYS.items()
        if len(values) == TOGGLED
    )
    menus = (_menu(texts, key) for key in keys if len(KEYS[key]) > TOGGLED)
    own = tuple(Button(words.verb(texts, verb), _token(verb)) for verb in OWN)
    return Card("\n".join(lines), rows=(Buttons(toggles), *menus, Buttons(own)))


def way(texts: Texts) -> Buttons:
    """Return a button that opens the card."""
    return Buttons((Button(words.settings(texts), _token(Verb.SETTINGS)),))


def _needs_zone(settings: Settings) -> bool:
    """Return whether a setting depends on the player's time zone."""
    return settings.quiet is not None or settings.notices == "daily" or settings.zone != 0


def _menu(texts: Texts, key: str) -> Menu:
    choices = tuple(_button(texts, key, value) for value in KEYS[key])
    return Menu(words.title(texts, key), choices, _token(Verb.SETTINGS, key))


def _button(texts: Texts, key: str, value: str) -> Button:
    return Button(words.change(texts, key, value), _token(Verb.SETTINGS, f"{key} {value}"))


def _token(verb: Verb, arg: str = "") -> str:
    return command_token(verb, arg)
