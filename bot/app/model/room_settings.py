"""A room's settings: what there is, how a change is said, where they hold.

Pure. A server or group as a whole says how things are; each of its channels or topics takes that
unless it says otherwise. A house is a room too: the whole, or the part of it. As with a person's
settings, a setting is a key and one of its values, and the first value holds until somebody
chooses. Where they are kept is the store's business, what they do that of whoever asks for them.
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
"""Before a change: it is for this channel or topic alone."""

OWN = frozenset({"daily"})
"""Settings that are of the channel or topic where they are said, and of nothing around it."""

ALL = "all"
"""Said for nothing at all, where something has to be said: shows everything."""

USUAL = "usual"
"""In place of a value: what the server says, or what holds until somebody chooses."""

THIS = "this"
"""In place of a channel or topic: the one where it is said."""

CHAT = "chat"
"""The language is that of whoever offers a match."""

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
"""Each setting with the values that can be said, the usual one first."""

_BETWEEN = re.compile(r"[\s.=:+]+")
_IN = re.compile(r"in [0-9]{1,20}")
_MAIN = "0"  # no platform gives a channel or topic this number


EVERYWHERE = Room("", None, "")
"""Where the operator bars people from."""


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """How things are in one room.

    `place` is where its matches live: `thread` (of its own, where the platform has them), `here`,
    or `in N`, which `room_in` makes a room of. `results`: also told there, None is nowhere else.
    `closed`: games that are not played here. `guests`: people from elsewhere may come in by code.
    `names`: theirs are shown. `pictures`: else boards are text. `daily`: the hour (UTC) at which
    the throws of the day are offered. `each`, `most`: how many matches may run here at once, of one
    person and in all. `language`: of public boards; None is that of whoever offers the match.
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
    """What is said about settings: nothing but whose (no `key`), which choices there are (no
    `value`), or what shall be otherwise. `part`: of this channel or topic alone."""

    part: bool = False
    key: str = ""
    value: str = ""


def houses(room: Room) -> tuple[Room, ...]:
    """Whose settings hold in a room: the whole it belongs to, then its part, if it is one.

    The whole of channels is their server, which is a room without a chat; that of topics is the
    group. A thread of a channel is no part of its own.
    """
    if room.space is not None and room.chat != room.space:
        server = Room(room.platform, room.space, "")
        return (server, replace(room, thread=None)) if room.chat else (server,)
    whole = replace(room, thread=None)
    return (whole,) if room.thread is None else (whole, room)


def room_in(room: Room, place: str) -> Room | None:
    """The room that `in N` means, said anywhere in the same server or group; None for no place."""
    if not _IN.fullmatch(place) or room.space is None:
        return None
    number = place.removeprefix("in ")
    if room.chat == room.space:
        return replace(room, thread=None if number == _MAIN else number)
    return Room(room.platform, room.space, number)


def this(room: Room) -> str:
    """The value that means this very channel or topic."""
    own = houses(room)[-1]
    topic = own.thread or _MAIN
    return f"in {topic if own.chat == own.space else own.chat}"


def settings_of(chosen: Mapping[str, str]) -> RoomSettings:
    """The settings out of what was chosen; a value that this release does not know is the usual."""
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
    """The value of each key: the inverse of `settings_of`."""
    return {
        "place": settings.place,
        "results": settings.results or "none",
        **{game: "no" if game in settings.closed else "yes" for game in GAMES},
        "guests": "code" if settings.guests else "no",
        "names": "shown" if settings.names else "hidden",
        "pictures": "yes" if settings.pictures else "text",
        "daily": _said(settings.daily, "no"),
        "each": _said(settings.each, "any"),
        "most": _said(settings.most, "any"),
        "language": settings.language or CHAT,
    }


def read(text: str) -> Asked:
    """What `pente no`, `daily=18`, `here place this`, `language` or nothing at all asks for.

    `here usual` forgets all that a channel or topic has said for itself.

    Raises:
        Refused: UNKNOWN_OPTION where there is no such setting, or not with that value.
    """
    if text == ALL:
        return Asked()
    said = [word for word in _BETWEEN.split(plain(text).strip().lower()) if word]
    part = said[:1] == [HERE]
    key, value = (*said[part : part + 1], "")[0], " ".join(said[part + 1 :])
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
    said = value in values and value != THIS
    return value if value is not None and (said or place) else values[0]


def _said(number: int | None, none: str) -> str:
    return none if number is None else str(number)
