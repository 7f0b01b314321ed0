"""Player settings: keys, values, parsing, and the values in effect.

Pure. A setting is a key and one of its values, both as typed (`confirm yes`); the first value is
the default. The store keeps them; each feature applies its own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.model.typography import plain
from bot.text.catalog import LOCALES
from core.errors import Reason, Refused
from renderers.theme import THEMES

CHAT = "chat"
"""Value for the language that the platform reports."""

NO_QUIET = "none"

TOGGLED = 2
"""A setting with this many values is a toggle button."""

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
"""Each setting with its values, the default first."""

_BETWEEN = re.compile(r"[\s.=:+]+")

OPEN: Mapping[str, re.Pattern[str]] = {
    "quiet": re.compile(r"(2[0-3]|1?[0-9]) (2[0-3]|1?[0-9])"),
    "zone": re.compile(r"(m?)(1[0-4]|[0-9])(?: (30|45))?"),
}
"""Settings with an open set of values, and the patterns of these.

`22 8` and `m3 30` encode what players write as 22-8 and UTC-3:30.
"""

_OFFSET = re.compile(r"^(m?)([0-9]{2})([0-9]{2})$|^(m?)0([0-9])(?=$| )")
"""`+0530` and `-03:30`, as calendars write them."""

_EXAMPLES = {"quiet": "none, 22-8", "zone": "0, 2, -3:30"}
"""Example values."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A player's settings in effect.

    `confirm`: confirm a move before it is played. `auto`: play forced dice choices automatically.
    `listed`: show the name on the global leaderboard. `pictures`: boards in private chats are
    pictures, else text. `language`: None is the platform's. `theme`: of private pictures and of the
    page. `notices`, `reminders`: see `bot/app/notifications/policy.py`. `quiet`: start and end hour
    without notifications. `zone`: offset of the player's clock from UTC in minutes.
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
    """Parse stored values; unknown ones of other releases become the default."""
    values_by_key = {key: chosen.get(key, values[0]) for key, values in KEYS.items()}
    for key, values in KEYS.items():
        if not _is_value(key, values_by_key[key]):
            values_by_key[key] = values[0]
    return Settings(
        confirm=values_by_key["confirm"] == "yes",
        auto=values_by_key["auto"] == "yes",
        listed=values_by_key["listed"] == "yes",
        pictures=values_by_key["boards"] == "pictures",
        language=None if values_by_key["language"] == CHAT else values_by_key["language"],
        theme=values_by_key["theme"],
        challenges=values_by_key["challenges"],
        notices=values_by_key["notices"],
        reminders=values_by_key["reminders"],
        quiet=_hours(values_by_key["quiet"]),
        zone=_minutes(values_by_key["zone"]),
    )


def _is_value(key: str, value: str) -> bool:
    if value in KEYS[key]:
        return True
    parsed = OPEN[key].fullmatch(value) if key in OPEN else None
    return parsed is not None and (key != "quiet" or parsed[1] != parsed[2])


def _spaced(offset: re.Match[str]) -> str:
    sign, hours, minutes = offset[1] or offset[4] or "", offset[2] or offset[5], offset[3]
    return f"{sign}{int(hours)}" + (f" {minutes}" if minutes and minutes != "00" else "")


def _hours(quiet: str) -> tuple[int, int] | None:
    begin, _, end = quiet.partition(" ")
    return (int(begin), int(end)) if end else None


def _minutes(zone: str) -> int:
    parsed = OPEN["zone"].fullmatch(zone)
    assert parsed is not None
    minutes = 60 * int(parsed[2]) + int(parsed[3] or 0)
    return -minutes if parsed[1] else minutes


def _zone(minutes: int) -> str:
    """Return `2` or `m3 30`."""
    hours, rest = divmod(abs(minutes), 60)
    return f"{'m' if minutes < 0 else ''}{hours}{f' {rest}' if rest else ''}"


def values_of(settings: Settings) -> Mapping[str, str]:
    """Return the value of each key: the inverse of `settings_of`."""
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
    """Parse `confirm yes`, `confirm=yes` or `confirm.yes`; None for an empty text.

    A key with several values alone, such as `theme`, has the value "", which lists these.

    Raises:
        Refused: UNKNOWN_OPTION for an unknown setting or value.
    """
    words = [word for word in _BETWEEN.split(plain(text).strip().lower()) if word]
    if not words:
        return None
    key, value = words[0], " ".join(words[1:])
    if key == "quiet":
        value = value.replace("-", " ")
    elif key == "zone":
        value = value.removeprefix("utc").strip().replace("-", "m") or ("0" if words[1:] else "")
        value = _OFFSET.sub(_spaced, value).removesuffix(" 00")
    if not value and len(KEYS.get(key, ())) > TOGGLED:
        return key, ""
    if key not in KEYS:
        raise Refused(Reason.UNKNOWN_OPTION, option=key[:20], fits=", ".join(KEYS))
    if not _is_value(key, value):
        fits = _EXAMPLES.get(key) or ", ".join(KEYS[key])
        raise Refused(Reason.UNKNOWN_OPTION, option=key, value=value[:20], fits=fits)
    return key, value
