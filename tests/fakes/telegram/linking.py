"""What clients and service find in a text by themselves, and make links of.

Messages of people and of bots alike go through this, whether or not they bring entities of their
own; what those mark as code is left alone. Modelled after TDLib's `find_entities`
(`td/telegram/MessageEntity.cpp`), wider where that asks a list: any last label of two letters or
more is an address here, any plus with seven digits a telephone number.
"""

import re
from collections.abc import Sequence

from tests.fakes.telegram.errors import Json

_LETTER = r"[\w\u200c\u00b7]"
_HOST = r"(?:[^\W_](?:[\w\u200c\u200d\u2010-\u2015~-]*[^\W_])?\.)+"
_PATH = r"(?:[/?#][^\s<>\"\u00ab\u00bb\u2000-\u200b\u200e\u200f\u2016-\u206f]*)?"
_KINDS = {
    "email": rf"(?<![\w.+-])[A-Za-z0-9_.+-]+@{_HOST}[A-Za-z]{{2,8}}(?!\w)",
    "url": rf"(?:(?:https?|ftp)://)?(?<![\w@#])(?:{_HOST}[^\W\d_]{{2,}}|(?:\d{{1,3}}\.){{3}}\d{{1,3}})"
    rf"(?!\w)(?::\d{{1,5}})?{_PATH}",
    "tg_url": rf"(?i:tg|ton)://[A-Za-z0-9_-]+{_PATH}",
    "bot_command": r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])",
    "mention": r"(?<!\w)@[A-Za-z0-9_]{2,32}(?!\w)",
    "hashtag": rf"(?<!{_LETTER})#(?={_LETTER}*[^\W\d_]){_LETTER}{{1,256}}(?!#)",
    "cashtag": r"(?<![\w$])\$(?:1INCH|[A-Z]{1,8})(?![\w$])",
    "phone_number": r"(?<![\w+])\+\d(?:[ ()-]*\d){6,14}(?!\d)",
}
_LINKS = re.compile("|".join(f"(?P<{kind}>{form})" for kind, form in _KINDS.items()))
_CODE = ("pre", "code", "text_link", "text_mention")


def found(text: str, entities: Sequence[Json] = ()) -> list[Json]:
    """Entities that the service adds by itself; offsets in UTF-16 code units."""
    taken = [(e["offset"], e["offset"] + e["length"]) for e in entities if e["type"] in _CODE]
    links = []
    for match in _LINKS.finditer(text):
        start, length = _units(text[: match.start()]), _units(match[0])
        kind = str(match.lastgroup).replace("tg_url", "url")
        if all(end <= start or start + length <= begin for begin, end in taken):
            links.append({"type": kind, "offset": start, "length": length})
    return links


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
