"""Cards as Discord messages: Components V2, without sending.

A message is a container of picture, text and rows. Names may hold anything, so all text is escaped:
a card produces no markup, link or mention by accident. The caller says whether a picture may be
attached.
"""

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from discord import ComponentType as Kind
from discord import ui

from bot.app.model.card import Button, Buttons, Card, File, Limits, Link, Menu, Style
from bot.frontends.discord import mapping

LIMITS = Limits(
    text=1500,
    buttons=30,
    per_row=5,
    menu=25,
    pictures=True,
    compact=True,
    forms=True,
    timed=True,
)
"""Room for 25 moves and a row of controls: with picture, text and container 36 of 40 components."""

ALT, LABEL, OPTION, PLACEHOLDER, TEXT = 1024, 80, 100, 150, 4000
"""Limits in characters: alternative text, a button, a choice, a menu's title, all text together."""

FILE = "board.png"
SHOWN = (".png", ".gif")
MENU = "v1-menu-{}"
"""The identifier of a menu: its choices carry the tokens."""

_STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary.value,
    Style.PRIMARY: discord.ButtonStyle.primary.value,
    Style.SUCCESS: discord.ButtonStyle.success.value,
    Style.DANGER: discord.ButtonStyle.danger.value,
}
_MARKUP = re.compile(r"[\\*_~`|<>\[\]@:]")
_INSTANT = re.compile(r"(\d{4}-\d\d-\d\d \d\d)\\:(\d\d) UTC", re.ASCII)
_AT_LINE_START = re.compile(r"^([^\S\n]*)([#\-+]|\d+[.)])", re.MULTILINE)

Json = dict[str, Any]
Address = Callable[[Link], str | None]


class Layout(ui.LayoutView):
    """Finished components in the shape in which the library sends a message's.

    Made of plain values, because an object for each button costs a tenth of a move. It does not
    listen: presses find their way by what the buttons carry.
    """

    def __init__(self, components: list[Json]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[Json]:
        return self._components

    def has_components_v2(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Drawing:
    """A message ready to be sent, as often as it takes.

    `pictured` says that it shows a picture; `picture` is None where that is in the message already.
    `people` are user ids to be mentioned.
    """

    text: str
    picture: bytes | None = None
    pictured: bool = False
    alt: str = ""
    rows: tuple[Buttons | Menu, ...] = ()
    people: tuple[str, ...] = ()
    attached: tuple[File, ...] = ()

    def layout(self) -> "Layout":
        """Fresh, for the library writes into it."""
        mentions = " ".join(f"<@{user}>" for user in self.people)
        text = "\n".join(part for part in (mentions, self.text) if part)
        inside: list[Json] = [_gallery(FILE, self.alt)] if self.pictured else []
        inside += [{"type": Kind.text_display.value, "content": text}] if text else []
        inside += [_attached(file, self.alt) for file in self.attached]
        inside += [_row(row, index) for index, row in enumerate(self.rows)]
        return Layout([{"type": Kind.container.value, "components": inside}])

    def files(self) -> list[discord.File]:
        """Fresh, for sending one reads it to its end."""
        given = [] if self.picture is None else [File(FILE, self.picture)]
        return [discord.File(io.BytesIO(f.data), f.name) for f in (*given, *self.attached)]

    def mentions(self) -> discord.AllowedMentions:
        """Allow only the mentions of the card."""
        allowed = discord.AllowedMentions.none()
        allowed.users = [discord.Object(int(user)) for user in self.people]
        return allowed


def draw(card: Card, picture: bytes | None = None, address: Address = lambda _: None) -> Drawing:
    """The card, with its board as `picture` or, where there is none, as it says itself.

    Args:
        card: what is to be said.
        picture: the board's PNG, where one may be attached.
        address: makes a link out of the way to a board, or None.
    """
    parts = [_said(card), *(_linked(link, address(link)) for link in card.links)]
    fits = sum(map(len, parts)) + len(card.monospace) + 16 <= TEXT
    text = _clip("\n".join(part for part in parts if part), TEXT)
    if card.monospace and (fits or not card.files):
        text = _framed(text, card.monospace)
    alt = summarised(card.alt)
    return Drawing(text, picture, picture is not None, alt, card.rows, attached=card.files)


def _said(card: Card) -> str:
    """The text, with what is hidden in it behind a spoiler."""
    start, end = card.hidden
    if start == end:
        return _INSTANT.sub(_by_own_clock, escape(card.text))
    before, inside, after = card.text[:start], card.text[start:end], card.text[end:]
    return f"{escape(before)}||{escape(inside)}||{escape(after)}"


def escape(text: str) -> str:
    """Escape Discord's markup, so that the text shows as it is."""
    marked_off = _MARKUP.sub(lambda found: "\\" + found[0], text)
    return _AT_LINE_START.sub(_unlisted, marked_off)


def _unlisted(found: re.Match[str]) -> str:
    """A line that would begin a heading, a quote or a list begins with its own signs instead."""
    space, sign = found[1], found[2]
    return f"{space}{sign[:-1]}\\{sign[-1]}"


def _by_own_clock(found: re.Match[str]) -> str:
    """An instant as Discord shows it to each reader: in their language, by their clock."""
    try:
        at = datetime.strptime(f"{found[1]}:{found[2]}+0000", "%Y-%m-%d %H:%M%z")
    except ValueError:  # part of a name that looks like one
        return found[0]
    return f"<t:{int(at.timestamp())}:f>"


def summarised(alt: str) -> str:
    """An alternative text of at most 1,024 characters, cut between words."""
    if len(alt) <= ALT:
        return alt
    kept = alt[: ALT - 1]
    return (kept.rpartition(" ")[0] or kept) + "…"


def stripped(message: discord.Message) -> Drawing:
    """What a message says, without its buttons. Its picture stays by being left alone."""
    texts: list[str] = []
    pictures: list[discord.MediaGalleryItem] = []
    for part in _walk(message.components):
        if isinstance(part, discord.TextDisplay):
            texts.append(part.content)
        elif isinstance(part, discord.MediaGalleryComponent):
            pictures += part.items
    alt = (pictures[0].description or "") if pictures else ""
    return Drawing("\n".join(texts), pictured=bool(pictures), alt=alt)


def tokens(message: discord.Message) -> list[str]:
    """What its buttons carry."""
    buttons = (part for part in _walk(message.components) if isinstance(part, discord.Button))
    return [button.custom_id for button in buttons if button.custom_id]


def _walk(parts: Sequence[discord.Component]) -> Sequence[discord.Component]:
    found: list[discord.Component] = []
    for part in parts:
        found.append(part)
        if isinstance(part, discord.Container | discord.ActionRow):
            found += _walk(part.children)
    return found


def _attached(file: File, alt: str) -> Json:
    """Show images; offer other files for download."""
    if file.name.endswith(SHOWN):
        return _gallery(file.name, alt)
    return {"type": Kind.file.value, "file": {"url": f"attachment://{file.name}"}}


def _gallery(file: str, alt: str) -> Json:
    item: Json = {"media": {"url": f"attachment://{file}"}}
    return {
        "type": Kind.media_gallery.value,
        "items": [item | ({"description": alt} if alt else {})],
    }


def _row(row: Buttons | Menu, index: int) -> Json:
    inside = [_menu(row, index)] if isinstance(row, Menu) else [_button(each) for each in row.row]
    return {"type": Kind.action_row.value, "components": inside}


def _button(button: Button) -> Json:
    return {
        "type": Kind.button.value,
        "style": _STYLES[button.style],
        "label": button.label[:LABEL],
        "custom_id": button.token,
        "disabled": not button.enabled,
    }


def _menu(menu: Menu, index: int) -> Json:
    return {
        "type": Kind.string_select.value,
        "custom_id": MENU.format(index),
        "placeholder": menu.placeholder[:PLACEHOLDER],
        "options": [{"label": c.label[:OPTION], "value": c.token} for c in menu.choices],
    }


def _linked(link: Link, address: str | None) -> str:
    label = escape(link.label)
    return f"[{label}]({address})" if address else label


def _framed(text: str, inside: str) -> str:
    """The text, and below it what keeps its columns; cut, it keeps its frame all the same."""
    said = _clip(text, TEXT // 2)
    room = TEXT - len(said) - len("\n```\n\n```")
    block = _clip(inside.replace("```", "'''"), room)  # names in it can be anything
    return f"{said}\n```\n{block}\n```".lstrip()


def _clip(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def by_link(link: Link) -> str | None:
    """The address of a board, where it is on this platform; in a server that of its channel until
    it is posted."""
    screen = link.screen
    known = screen.message or screen.room.space
    if screen.room.platform != mapping.PLATFORM or not known:
        return None
    return mapping.link(screen.room, screen.message or "").rstrip("/")
