"""Font fallback: which font draws which character.

The Noto families come from the package `manimgx-fonts` (SIL Open Font License); Chinese, Japanese
and Korean from the optional `manimgx-fonts-cjk` (the extra `fonts`). Pillow has no fallback, so a
text is split into runs of one font each by the fonts' character maps. Characters without a font map
to None and are omitted.
"""

from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec

from fontTools.ttLib import TTFont
from PIL import ImageFont

_BASE = "manimgx_fonts"
_CJK = "manimgx_fonts_cjk"
_CJK_FILE = "NotoSansCJK-VF.otf.ttc"

LATIN = "NotoSans"
EMOJI = "NotoEmoji"
SYMBOLS = "NotoSansSymbols"
JAPANESE, KOREAN, CHINESE = "cjk:0", "cjk:1", "cjk:2"
"""Members of the collection: the same characters in each country's shapes."""

CHAIN = (
    LATIN,
    "NotoSansArabic",
    "NotoSansHebrew",
    "NotoSansDevanagari",
    "NotoSansBengali",
    "NotoSansThai",
    "NotoSansArmenian",
    "NotoSansGeorgian",
    "NotoSansEthiopic",
    "NotoSansGujarati",
    "NotoSansGurmukhi",
    "NotoSansKannada",
    "NotoSansKhmer",
    "NotoSansLao",
    "NotoSansMalayalam",
    "NotoSansMyanmar",
    "NotoSansOriya",
    "NotoSansSinhala",
    "NotoSansTamil",
    "NotoSansTelugu",
    EMOJI,
    SYMBOLS,
)
"""Fallback order; the CJK collection comes last, if installed."""


def font_for(char: str, cjk: str = CHINESE) -> str | None:
    """Return the first font that has this character, with `cjk` standing for the whole
    collection."""
    for name in CHAIN:
        if ord(char) in _coverage(name):
            return name
    return cjk if has_cjk() and ord(char) in _coverage(CHINESE) else None


def covers(name: str, char: str) -> bool:
    return ord(char) in _coverage(CHINESE if name.startswith("cjk:") else name)


@cache
def has_cjk() -> bool:
    """Return whether the extra `fonts` is installed."""
    return find_spec(_CJK) is not None


@lru_cache(maxsize=128)
def font(name: str, pixels: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return that font at `pixels` per em and a weight of 100 to 900."""
    path, index = _file(name)
    loaded = ImageFont.truetype(path, pixels, index)
    loaded.set_variation_by_axes([weight])
    return loaded


@cache
def _coverage(name: str) -> frozenset[int]:
    """Return the code points with a glyph. Up to 9 ms per font, 180 ms for the collection."""
    path, index = _file(name)
    with TTFont(path, fontNumber=index, lazy=True) as table:
        return frozenset(table.getBestCmap())


def path(name: str) -> str:
    """Return the path of a font file of the base package."""
    return _file(name)[0]


def _file(name: str) -> tuple[str, int]:
    """Return the path, and the index in the collection."""
    if name.startswith("cjk:"):
        return str(files(_CJK) / _CJK_FILE), int(name.removeprefix("cjk:"))
    return str(files(_BASE) / f"{name}[wght].ttf"), 0
