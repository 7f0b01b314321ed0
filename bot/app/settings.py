"""A person's own settings: what there is, how a change is said, the card that shows and changes it.

Pure. A setting is a key and one of its values, both as typed (`confirm yes`); the first value is
what holds until somebody chooses. Where settings are kept is the store's business, what they do
that of whoever asks for them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.card import Button, Buttons, Card, Menu, Style
from bot.app.requests import Verb
from bot.app.tokens import NO_MATCH, Press, encode
from bot.text import settings as words
from bot.text.catalog import LOCALES, Texts
from core.errors import Reason, Refused
from renderers import THEMES

CHAT = "chat"
"""The language is what the platform says of this person."""

KEYS: Mapping[str, tuple[str, ...]] = {
    "confirm": ("no", "yes"),
    "auto": ("yes", "no"),
    "listed": ("no", "yes"),
    "language": (CHAT, *LOCALES),
    "theme": THEMES,
}
"""Each setting with its values, the usual one first."""

_BETWEEN = re.compile(r"[\s.=:+]+")


@dataclass(frozen=True, slots=True)
class Settings:
    """What one person prefers.

    `confirm`: asked before a stone is placed. `auto`: dice that leave one choice are played by
    themselves. `listed`: the leaderboard of everywhere shows the name. `language`: None is the
    platform's. `theme`: of private pictures and of the page.
    """

    confirm: bool = False
    auto: bool = True
    listed: bool = False
    language: str | None = None
    theme: str = THEMES[0]


def settings_of(chosen: Mapping[str, str]) -> Settings:
    """The settings out of what was chosen; a value that this release does not know is the usual."""
    known = {key: chosen.get(key, values[0]) for key, values in KEYS.items()}
    for key, values in KEYS.items():
        if known[key] not in values:
            known[key] = values[0]
    return Settings(
        confirm=known["confirm"] == "yes",
        auto=known["auto"] == "yes",
        listed=known["listed"] == "yes",
        language=None if known["language"] == CHAT else known["language"],
        theme=known["theme"],
    )


def values_of(settings: Settings) -> Mapping[str, str]:
    """The value of each key: the inverse of `settings_of`."""
    return {
        "confirm": "yes" if settings.confirm else "no",
        "auto": "yes" if settings.auto else "no",
        "listed": "yes" if settings.listed else "no",
        "language": settings.language or CHAT,
        "theme": settings.theme,
    }


def read(text: str) -> tuple[str, str] | None:
    """The change that `confirm yes`, `confirm=yes` or `confirm.yes` asks for; None for no words.

    Raises:
        Refused: UNKNOWN_OPTION where there is no such setting, or not with that value.
    """
    words = [word for word in _BETWEEN.split(text.strip().lower()) if word]
    if not words:
        return None
    key, value = words[0], " ".join(words[1:])
    if value not in KEYS.get(key, ()):
        raise Refused(Reason.UNKNOWN_OPTION, option=key[:20], value=value[:20])
    return key, value


def card(texts: Texts, settings: Settings) -> Card:
    """All settings in words, and what changes each: a button for two values, a menu for more."""
    now = values_of(settings)
    said = [texts.t("Your settings:"), *(words.said(texts, key, now[key]) for key in KEYS)]
    toggles = tuple(
        _button(texts, key, values[1 - values.index(now[key])])
        for key, values in KEYS.items()
        if len(values) == 2
    )
    menus = tuple(
        Menu(words.title(texts, key), tuple(_button(texts, key, value) for value in values))
        for key, values in KEYS.items()
        if len(values) > 2
    )
    return Card("\n".join(said), rows=(Buttons(toggles), *menus))


def _button(texts: Texts, key: str, value: str) -> Button:
    token = encode(Press(NO_MATCH, 0, Verb.SETTINGS, f"{key} {value}"))
    return Button(words.change(texts, key, value), token, Style.PLAIN)
