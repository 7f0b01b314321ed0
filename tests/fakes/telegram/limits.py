"""The limits that the live service holds a message to.

Sources: the Bot API's text for lengths (sendMessage, sendPhoto, InlineKeyboardButton) and
python-telegram-bot's constants for 8 buttons a row and 100 a keyboard, which the official text does
not give. Lengths are counted in UTF-16 code units, the stricter of the readings of "characters".
"""

import json
from typing import Any

from tests.fakes.telegram.errors import Json, NotModelled, bad

TEXT, CAPTION, ANSWER = 4096, 1024, 200
DATA_BYTES, PER_ROW, PER_KEYBOARD = 64, 8, 100
REACTIONS = frozenset(
    "👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡"
)
"""What a bot may react with (ReactionTypeEmoji)."""


def units(text: str) -> int:
    """The length in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def check_text(text: str) -> None:
    if not text.strip():
        raise bad("message text is empty")
    if units(text) > TEXT:
        raise bad("message is too long")


def check_caption(text: str) -> None:
    if units(text) > CAPTION:
        raise bad("message caption is too long")


def check_entities(text: str, entities: list[Json]) -> None:
    """Each within the text and on the edges of characters; a text_mention names its user."""
    encoded = text.encode("utf-16-le")
    for entity in entities:
        start, length = entity["offset"], entity["length"]
        if start < 0 or length <= 0 or (start + length) * 2 > len(encoded):
            raise bad("entity beyond the text")
        try:
            encoded[start * 2 : (start + length) * 2].decode("utf-16-le")
        except UnicodeDecodeError:
            raise bad("entity begins or ends in the middle of a character") from None
        if entity["type"] == "text_mention" and "id" not in entity.get("user", {}):
            raise bad("text_mention without its user")


def check_keyboard(markup: Json, private: bool) -> None:
    """An inline keyboard as the service takes it. The texts about counts are not the service's."""
    rows = markup.get("inline_keyboard")
    if not isinstance(rows, list):
        raise NotModelled("only inline keyboards are modelled")
    if sum(len(row) for row in rows) > PER_KEYBOARD:
        raise bad("reply markup has too many buttons")
    for row in rows:
        if not 0 < len(row) <= PER_ROW:
            raise bad(f"reply markup has a row of {len(row)} buttons")
        for button in row:
            _check_button(button, private)


def _check_button(button: Json, private: bool) -> None:
    if not button.get("text", "").strip():
        raise bad("BUTTON_TEXT_INVALID")
    actions = set(button) - {"text", "style", "icon_custom_emoji_id"}
    if len(actions) != 1:
        raise bad("text buttons are unallowed in the inline keyboard")
    if button.get("style", "primary") not in ("primary", "success", "danger"):
        raise bad("invalid button style specified")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= DATA_BYTES:
        raise bad("BUTTON_DATA_INVALID")
    if "web_app" in button and not private:
        raise bad("BUTTON_TYPE_INVALID")


def opened(value: Any) -> Any:
    """An object argument: nested in a JSON body, or JSON text."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        raise bad("can't parse object expected as JSON") from None
