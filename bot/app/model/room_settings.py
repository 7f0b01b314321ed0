"""Room settings: keys, values, parsing and inheritance.

Pure. Settings of a server or group apply to its channels and topics unless these override them. As
with player settings, a setting is a key and one of its values, and the first value is the default.
The store keeps them; each feature applies its own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.app.model.room import Room
from bot.app.model.typography import plain
from bot.text.catalog import LOCALES
from core.errors import Reason, Refused
from core.registry import GAMES
from core.types import GameId

HERE = "here"
"""Prefix of a change that applies to this channel or topic only."""

OWN = frozenset({"daily"})
"""Settings that belong to one channel or topic and are not inherited."""

ALL = "all"
"""Argument that shows all settings, where a platform requires an argument."""

USUAL = "usual"
"""Value that resets to the inherited value, or the default."""

THIS = "this"
"""Value that means the current channel or topic."""

CHAT = "chat"
"""Value for the language of the player who offers a match."""

_CAPS = ("any", "1", "2", "3", "5", "10", "20")
_YES = ("yes", "no")

KEYS: Mapping[str, tuple[str, ...]] = {
    "place": ("thread", "here", THIS),
    "results": ("none", THIS),
    **dict.fromkeys(GAMES, _YES),
    "guests": ("code", "no"),
    "names": ("shown", "hidden"),
    "pictures": ("yes", "text"),
    "daily": ("no", *(str(hour) for hour in range(24))),
    "each": _CAPS,
    "most": _CAPS,
    "language": (CHAT, *LOCALES),
}
"""Each setting with its values, the default first."""

_BETWEEN = re.compile(r"[\s.=:+]+")
_IN = re.compile(r"in [0-9]{1,20}")
_MAIN = "0"  # no platform uses this id for a channel or topic


EVERYWHERE = Room("", None, "")
"""The scope of the operator's bans."""


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """The settings in effect in one room.

    `place` is where its matches are played: `thread` (one per match, if the platform has threads),
    `here`, or `in N`, which `room_in` resolves to a room. `results`: also posted there; None is
    nowhere else. `closed`: games that are disabled. `guests`: players from other platforms may join
    by code. `names`: theirs are displayed. `pictures`: otherwise boards are text. `daily`: the hour
    (UTC) at which the daily dice are posted. `each`, `most`: maximum concurrent matches per player
    and in all. `language`: of public boards; None is that of the player who offers the match.
    """

    place: str = "thread"
    results: str | None = None
    closed: frozenset[GameId] = frozenset()
    guests: bool = True
    names: bool = True
    pictures: bool = True
    daily: int | None = None
    each: int | None = None
    most: int | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A request about settings: all of them, the values of one `key`, or a change to `value`.

    `part`: for this channel or topic only.
    """

    part: bool = False
    key: str = ""
    value: str = ""


def scopes(room: Room) -> tuple[Room, ...]:
    """Return the rooms whose settings apply here: the whole, then the part if there is one.

    The whole of channels is their server, a room without a chat; that of topics is the group.
    Threads of a channel have no settings.
    """
    if room.space is not None and room.chat != room.space:
        server = Room(room.platform, room.space, "")
        return (server, replace(room, thread=None)) if room.chat else (server,)
    whole = replace(room, thread=None)
    return (whole,) if room.thread is None else (whole, room)


def room_in(room: Room, place: str) -> Room | None:
    """Return the room that `in N` refers to within the same server or group, or None."""
    if not _IN.fullmatch(place) or room.space is None:
        return None
    number = place.removeprefix("in ")
    if room.chat == room.space:
        return replace(room, thread=None if number == _MAIN else number)
    return Room(room.platform, room.space, number)


def this(room: Room) -> str:
    """Return the value that means this very channel or topic."""
    own = scopes(room)[-1]
    topic = own.thread or _MAIN
    return f"in {topic if own.chat == own.space else own.chat}"


def settings_of(chosen: Mapping[str, str]) -> RoomSettings:
    """Parse stored values; unknown ones of other releases become the default."""
    if not chosen:
        return RoomSettings()
    now = {key: _known(key, chosen.get(key)) for key in KEYS}
    return RoomSettings(
        place=now["place"],
        results=None if now["results"] == "none" else now["results"],
        closed=frozenset(game for game in GAMES if now[game] == "no"),
        guests=now["guests"] == "code",
        names=now["names"] == "shown",
        pictures=now["pictures"] == "yes",
        daily=None if now["daily"] == "no" else int(now["daily"]),
        each=None if now["each"] == "any" else int(now["each"]),
        most=None if now["most"] == "any" else int(now["most"]),
        language=None if now["language"] == CHAT else now["language"],
    )


def values_of(settings: RoomSettings) -> Mapping[str, str]:
    """Return the value of each key: the inverse of `settings_of`."""
    return {
        "place": settings.place,
        "results": settings.results or "none",
        **{game: "no" if game in settings.closed else "yes" for game in GAMES},
        "guests": "code" if settings.guests else "no",
        "names": "shown" if settings.names else "hidden",
        "pictures": "yes" if settings.pictures else "text",
        "daily": _optional(settings.daily, "no"),
        "each": _optional(settings.each, "any"),
        "most": _optional(settings.most, "any"),
        "language": settings.language or CHAT,
    }


def read(text: str) -> Asked:
    """Parse `pente no`, `daily=18`, `here place this`, `language` or an empty request.

    `here usual` resets everything a channel or topic overrides.

    Raises:
        Refused: UNKNOWN_OPTION for an unknown setting or value.
    """
    if text == ALL:
        return Asked()
    words = [word for word in _BETWEEN.split(plain(text).strip().lower()) if word]
    part = words[:1] == [HERE]
    key, value = (*words[part : part + 1], "")[0], " ".join(words[part + 1 :])
    if not key or (part and (key, value) == (USUAL, "")):
        return Asked(part, key)
    if key not in KEYS:
        raise Refused(Reason.UNKNOWN_OPTION, option=key[:20], fits=", ".join(KEYS))
    if value not in ("", USUAL, *KEYS[key]):
        fits = "no, 0 … 23" if key == "daily" else ", ".join(KEYS[key])
        raise Refused(Reason.UNKNOWN_OPTION, option=key, value=value[:20], fits=fits)
    return Asked(part, key, value)


def _known(key: str, value: str | None) -> str:
    values = KEYS[key]
    place = THIS in values and value is not None and _IN.fullmatch(value)
    is_valid = value in values and value != THIS
    return value if value is not None and (is_valid or place) else values[0]


def _optional(number: int | None, none: str) -> str:
    return none if number is None else str(number)
