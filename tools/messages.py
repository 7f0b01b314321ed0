"""Update the catalogues from the messages in the code: `python -m tools.messages`.

Extracts every `t(...)`, `n(...)` and `mark(...)`, writes `tavola.pot` and merges it into each
locale's catalogue: translations stay, unused messages are dropped, English repeats the source.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.text.catalog import LOCALES, NAMES

ROOT = Path(__file__).resolve().parent.parent
LOCALE_DIR = ROOT / "bot" / "text" / "locales"
KEYWORDS: dict[str, tuple[int, ...] | None] = {"t": None, "n": (1, 2), "mark": None}
_PLURALS = {"ht": "nplurals=1; plural=0;"}
"""Haitian Creole nouns do not change; CLDR has no rule and Babel would guess two forms."""

_VARYING = tuple(
    f'"{header}:'
    for header in (
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Generated-By",
        "Report-Msgid-Bugs-To",
        "Last-Translator",
        "Language-Team",
        "Project-Id-Version",
    )
)
"""Headers that change with every run or are empty."""

_HEADER = "# Tavola in {language}.\n# MIT licence, The Tavola authors.\n#"


def extract() -> Catalog:
    """Return the messages in the code, without line numbers, so that moving code changes no
    catalogue."""
    template = Catalog(project="Tavola", fuzzy=False)
    template.header_comment = _HEADER.format(language="every language")
    found = extract_from_dir(ROOT / "bot", [("**.py", "python")], {}, KEYWORDS)
    for file, _, message, comments, context in sorted(found, key=lambda each: each[0]):
        template.add(message, None, [(f"bot/{file}", 0)], auto_comments=comments, context=context)
    return template


def written(catalog: Catalog) -> bytes:
    """Return the catalogue as its file contains it; the same messages give the same bytes."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, no_location=True, omit_header=False, sort_output=True)
    kept = [
        line
        for line in buffer.getvalue().decode().splitlines(keepends=True)
        if not line.startswith(_VARYING)
    ]
    return "".join(kept).encode()


def merged(locale: str) -> Catalog:
    """Return the locale's catalogue with exactly the messages in the code."""
    path = LOCALE_DIR / locale / "messages.po"
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=locale)
    else:
        catalog = Catalog(locale=locale, project="Tavola", fuzzy=False)
        if locale in _PLURALS:
            catalog.mime_headers = [("Plural-Forms", _PLURALS[locale])]
    catalog.update(extract(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.project = "Tavola"
    catalog.header_comment = _HEADER.format(language=NAMES[locale])
    for message in catalog:
        if locale == "en" and message.id:
            message.string = message.id
    return catalog


def main() -> None:
    (LOCALE_DIR / "tavola.pot").write_bytes(written(extract()))
    for locale in LOCALES:
        path = LOCALE_DIR / locale / "messages.po"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(written(merged(locale)))


if __name__ == "__main__":
    main()
