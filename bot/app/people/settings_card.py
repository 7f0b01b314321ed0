"""A person's own settings: what there is, how a change is said, the card that shows and changes it.

Pure. A setting is a key and one of its values, both as typed (`confirm yes`); the first value is
what holds until somebody chooses. Where settings are kept is the store's business, what they do
that of whoever asks for them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.model.button_token import wish
from bot.app.model.card import Button, Buttons, Card, Menu
from bot.app.model.request import Verb
from bot.text import settings as words
from bot.text.catalog import LOCALES, Texts
from core.errors import Reason, Refused
from renderers import THEMES

CHAT = "chat"
"""The language is what the platform says of this person."""

NO_QUIET = "none"

TOGGLED = 2
"""A setting of so many values is a button that says the other one."""

OWN = (Verb.LINK, Verb.BLOCK, Verb.EXPORT, Verb.DELETE)
"""What else is for this person alone to say."""

KEYS: Mapping[str, tuple[str, ...]] = {
    "confirm": ("no", "yes"),
    "auto": ("yes", "no"),
    "listed": ("no", "yes"),
    "boards": ("pictures", "text"),
    "language": (CHAT, *LOCALES),
    "theme": THEMES,
    "challenges": ("all", "met", "nobody"),
    "notices": ("here", "private", "daily", "off"),
    "reminders": ("usual", "few", "none"),
    "quiet": (NO_QUIET, "21 8", "22 7", "22 8", "23 7", "23 9", "0 8"),
    "zone": ("0", *(f"m{hours}" for hours in range(11, 0, -1)), *map(str, range(1, 14))),
}
"""Each setting with its values, the usual one first."""

_BETWEEN = re.compile(r"[\s.=:+]+")

OPEN: Mapping[str, re.Pattern[str]] = {
    "quiet": re.compile(r"(2[0-3]|1?[0-9]) (2[0-3]|1?[0-9])"),
    "zone": re.compile(r"(m?)(1[0-4]|[0-9])(?: (30|45))?"),
}
"""Settings with more values than can be offered, and what these look like: `22 8` and `m3 30` are
what people write as 22-8 and UTC-3:30."""

_EXAMPLES = {"quiet": "none, 22-8", "zone": "0, 2, -3:30"}
"""How these are written."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What one person prefers.

    `confirm`: asked before a stone is placed. `auto`: dice that leave one choice are played by
    themselves. `listed`: the leaderboard of everywhere shows the name. `pictures`: boards in their
    private chats are pictures, else text. `language`: None is the
    platform's. `theme`: of private pictures and of the page. `notices`, `reminders`: see
    `reminders.py`. `quiet`: from which hour of their day to which nothing is told them. `zone`: how
    many minutes their clocks are ahead of UTC.
    """

    confirm: bool = False
    auto: bool = True
    listed: bool = False
    pictures: bool = True
    language: str | None = None
    theme: str = THEMES[0]
    challenges: str = "all"
    notices: str = "here"
    reminders: str = "usual"
    quiet: tuple[int, int] | None = None
    zone: int = 0


def settings_of(chosen: Mapping[str, str]) -> Settings:
    """The settings out of what was chosen; a value that this release does not know is the usual."""
    known = {key: chosen.get(key, values[0]) for key, values in KEYS.items()}
    for key, values in KEYS.items():
        if not _is_value(key, known[key]):
            known[key] = values[0]
    return Settings(
        confirm=known["confirm"] == "yes",
        auto=known["auto"] == "yes",
        listed=known["listed"] == "yes",
        pictures=known["boards"] == "pictures",
        language=None if known["language"] == CHAT else known["language"],
        theme=known["theme"],
        challenges=known["challenges"],
        notices=known["notices"],
        reminders=known["reminders"],
        quiet=_hours(known["quiet"]),
        zone=_minutes(known["zone"]),
    )


def _is_value(key: str, value: str) -> bool:
    if value in KEYS[key]:
        return True
    found = OPEN[key].fullmatch(value) if key in OPEN else None
    return found is not None and (key != "quiet" or found[1] != found[2])


def _hours(quiet: str) -> tuple[int, int] | None:
    begin, _, end = quiet.partition(" ")
    return (int(begin), int(end)) if end else None


def _minutes(zone: str) -> int:
    found = OPEN["zone"].fullmatch(zone)
    assert found is not None
    minutes = 60 * int(found[2]) + int(found[3] or 0)
    return -minutes if found[1] else minutes


def _zone(minutes: int) -> str:
    """`2`, `m3 30`."""
    hours, rest = divmod(abs(minutes), 60)
    return f"{'m' if minutes < 0 else ''}{hours}{f' {rest}' if rest else ''}"


def values_of(settings: Settings) -> Mapping[str, str]:
    """The value of each key: the inverse of `settings_of`."""
    return {
        "confirm": "yes" if settings.confirm else "no",
        "auto": "yes" if settings.auto else "no",
        "listed": "yes" if settings.listed else "no",
        "boards": "pictures" if settings.pictures else "text",
        "language": settings.language or CHAT,
        "theme": settings.theme,
        "challenges": settings.challenges,
        "notices": settings.notices,
        "reminders": settings.reminders,
        "quiet": "{} {}".format(*settings.quiet) if settings.quiet else NO_QUIET,
        "zone": _zone(settings.zone),
    }


def read(text: str) -> tuple[str, str] | None:
    """The change that `confirm yes`, `confirm=yes` or `confirm.yes` asks for; None for no words.
    A name of several values alone, such as `theme`, has the value "": it asks for these.

    Raises:
        Refused: UNKNOWN_OPTION where there is no such setting, or not with that value.
    """
    words = [word for word in _BETWEEN.split(text.strip().lower()) if word]
    if not words:
        return None
    key, value = words[0], " ".join(words[1:])
    if key == "quiet":
        value = value.replace("-", " ")
    elif key == "zone":
        value = value.removeprefix("utc").strip().replace("-", "m") or ("0" if words[1:] else "")
    if not value and len(KEYS.get(key, ())) > TOGGLED:
        return key, ""
    if key not in KEYS:
        raise Refused(Reason.UNKNOWN_OPTION, option=key[:20], fits=", ".join(KEYS))
    if not _is_value(key, value):
        fits = _EXAMPLES.get(key) or ", ".join(KEYS[key])
        raise Refused(Reason.UNKNOWN_OPTION, option=key, value=value[:20], fits=fits)
    return key, value


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
