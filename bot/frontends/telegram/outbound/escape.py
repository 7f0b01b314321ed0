"""Text without automatic links.

Telegram searches every message for mentions, commands, tags, addresses and numbers, even without
markup; a player called `@bo_c` would alert a stranger with every board. Where such a thing would
begin, an invisible WORD JOINER (U+2060) is inserted. It ends all of them: it is neither a letter
nor a digit nor `_`, and of General Punctuation addresses accept only joiners and dashes; nor is it
among the characters that the service strips (TDLib, `td/telegram/MessageEntity.cpp` and
`clean_input_string` in `misc.cpp`, which the Bot API server is built on). Not tried against the
live service. Pure.
"""

import re
from collections.abc import Sequence

JOINER = "\u2060"

_BEGINS = re.compile(
    r"@(?=\w)"  # a mention, or the host of a mail address
    r"|(?<!\w)/(?=\w)"  # a command
    r"|#(?=[\w\u200c\u00b7])"  # a tag
    r"|\$(?=[A-Z1])"  # a share
    r"|\.(?=[^\s.])"  # an address, with or without its scheme
    r"|:(?=//)"  # a scheme without a dot, such as tg://
    r"|\+(?=\d[\d ()-]{5})"  # a telephone number; not a rating's change
)


def plain(text: str, keep: Sequence[str] = ()) -> str:
    """The text with nothing in it that would become a link, but for the words to `keep`."""
    if _BEGINS.search(text) is None:
        return text
    if not keep:
        return _BEGINS.sub(_broken, text)
    kept = re.compile("(" + "|".join(rf"{re.escape(word)}(?!\w)" for word in keep) + ")")
    parts = kept.split(text)  # every second one is kept
    return "".join(p if i % 2 else _BEGINS.sub(_broken, p) for i, p in enumerate(parts))


def _broken(found: re.Match[str]) -> str:
    return found[0] + JOINER
