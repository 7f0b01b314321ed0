"""Typed text with the signs of a keyboard.

Telephones turn hyphens into dashes and straight quotation marks into curly ones, and some keyboards
write full-width signs. Commands and settings are read after `plain` has undone that.
"""

import unicodedata

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"
_APOSTROPHES = "\u2018\u2019\u201b\u2032"
_QUOTES = '"\u201a\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u300c\u300d'
_SIGNS = str.maketrans(
    dict.fromkeys(_DASHES, "-") | dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(_QUOTES, None)
)


def plain(text: str) -> str:
    """Return the text with plain hyphens, half-width signs and without quotation marks."""
    return unicodedata.normalize("NFKC", text).translate(_SIGNS)
