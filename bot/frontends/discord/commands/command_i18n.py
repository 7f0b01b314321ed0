"""Localises command names and descriptions into those of our languages that Discord knows.

Haitian Creole is not among Discord's; it is reached by other ways. The plain text is the English
one, so only the others are given.
"""

from collections.abc import Iterator
from enum import StrEnum

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.text import slash
from bot.text.catalog import DEFAULT, nearest, texts


class Kind(StrEnum):
    """What a text is: a command's or an option's name, or anything else."""

    COMMAND = "command"
    OPTION = "option"
    TEXT = "text"


def named(text: str, kind: Kind) -> locale_str:
    """A text of the catalogue that Discord shall show in each person's language."""
    return locale_str(text, kind=kind)


def _ours() -> Iterator[tuple[Locale, str]]:
    for locale in Locale:
        language = str(locale).split("-")[0]
        if language != DEFAULT and nearest(language) == language:
            yield locale, language


_OURS = dict(_ours())
"""Discord's locales for which something is given. It is asked about each of its thirty for each
text."""


class CommandTranslator(Translator):
    """Looks texts up in the catalogues."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return None for the English text, or a language that is not supported."""
        del context
        known = _OURS.get(locale)
        if known is None or "kind" not in string.extras:
            return None
        match Kind(string.extras["kind"]):
            case Kind.COMMAND:
                return slash.command(texts(known), string.message)
            case Kind.OPTION:
                return slash.option(texts(known), string.message)
            case Kind.TEXT:
                return texts(known).t(string.message)
