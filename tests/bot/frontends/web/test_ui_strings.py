"""The page's own sentences: all that the page uses are there, and nothing else."""

import re
from html import unescape

import pytest

from bot.frontends.web import ui_strings
from bot.frontends.web.server import STATIC
from bot.text.catalog import LOCALES
from core.registry import GAMES

_IN_SCRIPT = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)*)"\s*[,)]""")
_IN_PAGE = re.compile(r'data-t(?:-label|-hint)?="([^"]*)"')


def used() -> set[str]:
    found = {key for file in STATIC.glob("*.js") for key in _IN_SCRIPT.findall(file.read_text())}
    return found | {unescape(key) for key in _IN_PAGE.findall((STATIC / "index.html").read_text())}


def test_the_page_uses_exactly_what_is_listed() -> None:
    assert used() == set(ui_strings.PAGE)


def test_nothing_is_listed_twice() -> None:
    assert len(ui_strings.PAGE) == len(set(ui_strings.PAGE))


def test_scripts_translate_only_literal_keys() -> None:
    for file in STATIC.glob("*.js"):
        if file.name != "texts.js":
            assert not re.findall(r"\bt\((?!\s*\")", file.read_text()), file.name


@pytest.mark.parametrize("locale", LOCALES)
def test_placeholders_stay_for_the_page_to_fill(locale: str) -> None:
    page = ui_strings.for_page(locale)
    assert page["locale"] == locale
    assert page["texts"].keys() == set(ui_strings.PAGE)
    for key, text in page["texts"].items():
        assert re.findall(r"\{(\w+)\}", text) == re.findall(r"\{(\w+)\}", key), key


def test_what_can_be_played_is_told() -> None:
    page = ui_strings.for_page("en")
    assert [game["id"] for game in page["games"]] == list(GAMES)
    for told, game in zip(page["games"], GAMES.values(), strict=True):
        assert [level["id"] for level in told["levels"]] == list(game.levels)
        assert [option["key"] for option in told["options"]] == [o.key for o in game.options]


def test_scripts_never_write_markup() -> None:
    """Names and chat go into the document as text, or a name like `<b>` would be markup."""
    banned = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(")
    for file in STATIC.glob("*.js"):
        assert not banned.search(file.read_text()), file.name


def test_addresses_are_relative() -> None:
    """The page may be served below a path, by a proxy or inside another page."""
    for file in (*STATIC.glob("*.js"), STATIC / "index.html"):
        assert not re.findall(r"""(?:src|href|fetch\(|from )\s*=?\s*["'`]/""", file.read_text())


def test_scripts_can_be_read_in_one_go() -> None:
    long = [file.name for file in STATIC.glob("*.js") if len(file.read_text().splitlines()) >= 300]
    assert not long
