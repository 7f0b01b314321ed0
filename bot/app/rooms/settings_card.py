"""Show and change the settings of a room.

Pure. All settings in words; below them a button per setting with two values, and for the others one
that opens the list of values. In a channel or topic the same again for it alone. Settings that a
room cannot have are left out, such as where matches are placed in a chat without threads.
"""

from collections.abc import Iterator, Mapping, Sequence

from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card, Menu, Style
from bot.app.model.request import Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import (
    ALL,
    HERE,
    KEYS,
    THIS,
    USUAL,
    Asked,
    RoomSettings,
    scopes,
    this,
    values_of,
)
from bot.app.presentation.buttons import Rows
from bot.text import room_settings as words
from bot.text.catalog import Texts

_PLACES = ("place", "results")
_ABREAST = 2


def card(
    texts: Texts,
    room: Room,
    settings: RoomSettings,
    asked: Asked,
    own: Sequence[str] = (),
    remarks: Sequence[str] = (),
) -> Card:
    """Return the card of a room's settings.

    Args:
        texts: the viewer's language.
        room: where the card is displayed.
        settings: the room's effective settings.
        asked: whose settings, and the setting whose values to list, if any.
        own: the keys that the channel or topic overrides.
        remarks: lines to append, such as permissions that the bot lacks there.
    """
    now = _now(room, settings)
    if asked.key in now and not _is_toggle(room, asked.key):
        return _choices(texts, asked, now[asked.key], _values(room, asked.key))
    lines = [words.whole(texts, part=asked.part)]
    for key, value in now.items():
        if not asked.part or key in own or not own:
            lines.append(words.sentence(texts, key, value))
    toggles = [
        _button(texts, asked.part, key, _other(room, key, value))
        for key, value in now.items()
        if _is_toggle(room, key)
    ]
    others = [_leads(texts, asked.part, key) for key in now if not _is_toggle(room, key)]
    rows = (*_rows(toggles), *_rows(others), *_scope(texts, room, asked, own))
    return Card("\n".join((*lines, *remarks)), rows=rows)


def _now(room: Room, settings: RoomSettings) -> Mapping[str, str]:
    """Return the settings that this room can have, as their text values."""
    now = dict(values_of(settings))
    for key in _PLACES:
        if len(scopes(room)) == 1:
            del now[key]
        elif now[key] == this(room):
            now[key] = THIS
    if room.space is None:
        del now["pictures"]  # only the web page has no server; its boards are clickable
    if now.get("place") == "thread" and room.chat == room.space:
        now["place"] = HERE  # groups have no threads
    return now


def _values(room: Room, key: str) -> tuple[str, ...]:
    no_threads = key == "place" and room.chat == room.space
    return tuple(value for value in KEYS[key] if not (no_threads and value == "thread"))


def _is_toggle(room: Room, key: str) -> bool:
    return len(_values(room, key)) == 2


def _other(room: Room, key: str, value: str) -> str:
    values = _values(room, key)
    return values[1 - values.index(value)] if value in values else values[1]


def _choices(texts: Texts, asked: Asked, value: str, values: Sequence[str]) -> Card:
    """Return the values of one setting, and a button back to all."""
    choices = tuple(_button(texts, asked.part, asked.key, each) for each in values)
    back = [Button(words.back(texts), _token(asked.part))]
    if asked.part:
        back.insert(0, Button(words.as_around(texts), _token(True, f"{asked.key} {USUAL}")))
    menu = Menu(words.title(texts, asked.key), choices)
    return Card(words.sentence(texts, asked.key, value), rows=(menu, Buttons(tuple(back))))


def _scope(texts: Texts, room: Room, asked: Asked, own: Sequence[str]) -> Iterator[Buttons]:
    """Yield the buttons that switch between the whole room and this part."""
    if len(scopes(room)) == 1:
        return
    if not asked.part:
        yield Buttons((Button(words.only_here(texts), _token(True)),))
        return
    row = [Button(words.everywhere_here(texts), _token(False))]
    if own:
        row.append(Button(words.as_around(texts), _token(True, USUAL)))
    yield Buttons(tuple(row))


def _rows(buttons: Sequence[Button]) -> Rows:
    starts = range(0, len(buttons), _ABREAST)
    return tuple(Buttons(tuple(buttons[i : i + _ABREAST])) for i in starts)


def _button(texts: Texts, part: bool, key: str, value: str) -> Button:
    return Button(words.change(texts, key, value), _token(part, f"{key} {value}"), Style.PLAIN)


def _leads(texts: Texts, part: bool, key: str) -> Button:
    return Button(f"{words.title(texts, key)} …", _token(part, key))


def _token(part: bool, arg: str = "") -> str:
    words = f"{HERE} {arg}".strip() if part else arg or ALL
    return command_token(Verb.SETUP, words)
