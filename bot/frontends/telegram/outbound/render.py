"""Cards become messages: text, entities and keyboard as Telegram takes them.

Pure. Text goes out plain with entities beside it, never as markup, so no name can break a message
or smuggle a link into it; `plain.py` keeps the service from finding links by itself. Keyboards are
written as JSON at once: PTB's button objects would cost more than the rest of a move.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from bot.app.model.button_token import Press, encode
from bot.app.model.card import Button, Buttons, Card, Link, Menu, Style
from bot.app.model.request import Verb
from bot.frontends.telegram.mapping import PLATFORM, link
from bot.frontends.telegram.outbound.escape import plain
from bot.text import verbs

CAPTIONS = "caption_entities"
"""What the API calls the entities of a picture's caption; those of a text are `entities`."""

TEXT, CAPTION, ANSWER = 4096, 1024, 200
"""Longest text, picture caption and answer to a press, in UTF-16 code units."""

PER_ROW, PER_KEYBOARD = 8, 100
_ROOMY = 2
"""In a row of more buttons than this that all begin with a sign, each is the sign alone."""

_LINE = 46
"""Characters that a telephone shows in a row of buttons, two around each label; all are as wide as
the widest."""

_WRITTEN = re.compile(r"/([a-z]+)(@\w+)?")
"""A command in a text, and whose it is."""

NO_PREVIEW = '{"is_disabled":true}'
"""Of links in texts; captions have none."""

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message to send. `entities` and `keyboard` are JSON, or None."""

    text: str
    entities: str | None = None
    keyboard: str | None = None

    def fields(self, marks: str) -> Json:
        """The API's fields beside text or caption; `marks` is what it calls the entities."""
        told = {marks: self.entities, "reply_markup": self.keyboard}
        fields: Json = {name: value for name, value in told.items() if value is not None}
        return fields if marks == CAPTIONS else fields | {"link_preview_options": NO_PREVIEW}


def draw(
    card: Card,
    bot: str,
    longest: int = TEXT,
    grid: Sequence[Buttons] = (),
    people: Mapping[str, str] | None = None,
) -> RenderedMessage:
    """The message of a card.

    Args:
        bot: our username, for links into the private chat.
        longest: what the text may have, in UTF-16 code units.
        grid: rows above the card's own.
        people: accounts by name, for those who shall be mentioned: an id, or an `@name`, which
            Telegram marks by itself.
    """
    meant = people if people and card.board is None else {}
    called = [name for name, user in meant.items() if not user.isdecimal()]
    start, end = card.hidden
    keep = (f"/m@{bot}", *called, *(_ours(card.text, bot) if card.commands else ()))
    pieces = (card.text[:start], card.text[start:end], card.text[end:])
    before, hidden, after = (plain(piece, keep) for piece in pieces)
    text = clip(f"{before}{hidden}{after}", longest)
    ids = ((plain(name), user) for name, user in meant.items() if user.isdecimal())
    entities = [mark for name, user in ids for mark in _mention(text, name, user)]
    if hidden:
        entities.append({"type": "spoiler", "offset": units(before), "length": units(hidden)})
    if card.monospace:
        start = units(text) + 1
        block = clip(card.monospace, longest - start)
        text = f"{text}\n{block}"
        entities.append({"type": "pre", "offset": start, "length": units(block)})
    return RenderedMessage(text, _json(entities), keyboard((*grid, *card.rows), card.links, bot))


def pressable(card: Card, bot: str, *, group: bool) -> Card:
    """The card with the commands of its text as they are heard, and made links of: in a group only
    those that carry the bot's name."""
    if not card.commands:
        return card
    name = f"@{bot}" if group else ""
    return replace(card, text=verbs.pressable(card.text, lambda verb: f"/{verb}{name}"))


def _ours(text: str, bot: str) -> Iterator[str]:
    """Yield the commands in a text that this bot serves; a quoted command of another bot is not
    linked."""
    for found in _WRITTEN.finditer(text):
        if found[1] in verbs.DESCRIPTIONS and found[2] in (None, f"@{bot}"):
            yield found[0]


def keyboard(rows: Sequence[Buttons | Menu], links: Sequence[Link], bot: str) -> str | None:
    """The inline keyboard as JSON; None where there are no buttons."""
    drawn = [line for row in _folded(rows) for line in _row(row)]
    drawn += [[_way(each, bot)] for each in links]
    return _json({"inline_keyboard": drawn[:PER_KEYBOARD]}) if drawn else None


def _folded(rows: Sequence[Buttons | Menu]) -> Iterator[Buttons | Menu]:
    """Fold several menus into one button each, which opens it: written out together their meaning
    would be lost."""
    several = sum(isinstance(row, Menu) for row in rows) > 1
    leads: list[Button] = []
    for row in rows:
        if several and isinstance(row, Menu) and row.opens:
            leads.append(Button(f"{row.placeholder} …", row.opens))
            continue
        if leads:
            yield Buttons(tuple(leads))
            leads = []
        yield row
    if leads:
        yield Buttons(tuple(leads))


def _row(row: Buttons | Menu) -> list[list[Json]]:
    """In lines as wide as the words allow; a menu is written out, for there is nothing that
    folds."""
    buttons = row.choices if isinstance(row, Menu) else row.row
    signs = not any(each.label[0].isalpha() for each in buttons)
    if signs and _ROOMY < len(buttons) < PER_ROW:
        return [[_button(each, each.label.split(" ")[0]) for each in buttons]]
    longest = max(len(each.label) for each in buttons)
    width = max(1, min(PER_ROW, _LINE // (longest + 2)))
    starts = range(0, len(buttons), width)
    return [[_button(each, each.label) for each in buttons[i : i + width]] for i in starts]


def _button(button: Button, label: str) -> Json:
    drawn: Json = {"text": label, "callback_data": button.token}
    if button.style is not Style.PLAIN:
        drawn["style"] = button.style.value
    return drawn


def _way(to: Link, bot: str) -> Json:
    """The board's address; where it has none, a link that brings the board to the private chat."""
    at, message = to.screen.room, to.screen.message
    at_least = message or at.thread  # a topic is there before its board is
    address = link(at, at_least) if at.platform == PLATFORM and at_least else None
    return {
        "text": to.label,
        "url": address or private(bot, encode(Press(to.session, 0, Verb.BOARD))),
    }


def private(bot: str, payload: str) -> str:
    """The link that opens the private chat and says `/start payload` there."""
    return f"https://t.me/{bot}?start={payload}"


def _mention(text: str, name: str, user: str) -> list[Json]:
    """Mark the first occurrence of the name as a word with the person's id."""
    at = text.find(name) if name else -1
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            who = {"id": int(user), "is_bot": False, "first_name": name}
            start, length = units(text[:at]), units(name)
            return [{"type": "text_mention", "offset": start, "length": length, "user": who}]
        at = text.find(name, at + 1)
    return []


def units(text: str) -> int:
    """The length in UTF-16 code units, in which Telegram counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def clip(text: str, longest: int) -> str:
    """Cut to a number of code units without splitting a character; a cut text ends in an
    ellipsis."""
    if units(text) <= longest:
        return text
    cut = text.encode("utf-16-le")[: 2 * (longest - 1)].decode("utf-16-le", errors="ignore")
    return cut + "…"


def _json(value: object) -> str | None:
    return msgspec.json.encode(value).decode() if value else None
