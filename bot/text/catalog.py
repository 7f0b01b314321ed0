"""The gettext catalogues, read with Babel and compiled in memory, so no binary is committed.

The English source text is the message id. Every locale has a catalogue, English too, so that
wording can change without touching code. Placeholders are named (`{name}`), because word order
differs. A missing translation falls back to the English id, and a test ensures that there is none.
"""

import gettext
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.text import numbers

LOCALES = ("en", "fr", "it", "ht")
DEFAULT = LOCALES[0]
NAMES: Mapping[str, str] = {
    "en": "English",
    "fr": "Français",
    "it": "Italiano",
    "ht": "Kreyòl ayisyen",
}


_BINDS = re.compile(r"(?<=\S) (?=%)")
_FRENCH = re.compile(r"(?<=\S) (?=[:;?!»])|(?<=«) ")


@dataclass(frozen=True, slots=True)
class Texts:
    """The messages of one locale."""

    locale: str
    _catalogue: gettext.NullTranslations

    def t(self, msgid: str, **params: str | int) -> str:
        """Translate a message and fill in its placeholders."""
        return self._catalogue.gettext(msgid).format(**_read(params))

    def n(self, one: str, many: str, count: int, **params: str | int) -> str:
        """Translate the plural form for `count`, which is also the placeholder `{count}`."""
        text = self._catalogue.ngettext(one, many, count)
        return text.format(**_read({"count": count, **params}))


def _read(params: Mapping[str, str | int]) -> dict[str, str]:
    """Return the placeholder values, with numbers formatted for display."""
    return {
        name: value if isinstance(value, str) else numbers.whole(value)
        for name, value in params.items()
    }


def mark(msgid: str) -> str:
    """Mark a message id for extraction that is translated later."""
    return msgid


def source(locale: str) -> Traversable:
    """Return the catalogue file of a locale."""
    return files("bot.text") / "locales" / locale / "messages.po"


@cache
def texts(locale: str) -> Texts:
    """Return the messages of a locale in `LOCALES`; English for any other."""
    available = locale if locale in LOCALES else DEFAULT
    with source(available).open("rb") as file:
        catalogue = read_po(file, locale=available)
    for message in catalogue:
        if isinstance(message.string, str):
            message.string = _bound(available, message.string)
        else:
            message.string = tuple(_bound(available, form) for form in message.string or ())
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Texts(available, gettext.GNUTranslations(compiled))


def _bound(locale: str, text: str) -> str:
    """Insert no-break spaces, so that translators need not.

    Before `%`, and around the punctuation that French sets apart.
    """
    for end in (_BINDS, _FRENCH) if locale == "fr" else (_BINDS,):
        text = end.sub("\N{NO-BREAK SPACE}", text)
    return text


def nearest(*wishes: str | None) -> str:
    """Return the first available language: `fr-CA` gives `fr`; English if none matches."""
    for wish in wishes:
        language = (wish or "").replace("_", "-").split("-")[0].lower()
        if language in LOCALES:
            return language
    return DEFAULT
