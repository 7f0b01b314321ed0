"""One line of text as a mask, in any script.

`line` never fails: names come from chat platforms and hold anything. Compatibility letters become
plain ones (NFKC), control and format characters go, piled-up accents are thinned, letters that no
font covers are left out, and text that is too wide ends in an ellipsis. A mask has one byte a
pixel, 0 to 255; drawing text straight into a palette image would be jagged.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, features

from renderers import fonts
from renderers.bidi import ISOLATES, levels, visual_order

LONGEST = 80
"""Characters looked at; the longest name a platform allows has 64."""

_ACCENTS = 3  # on one letter
_JOINERS = "\u200c\u200d"  # shape Persian, Indic and emoji sequences
_ELLIPSIS = "\u2026"
_SHAPES = features.check_feature("raqm")

Run = tuple[str, int, str]
"""Font, embedding level, text."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """Text as a mask of mode `L`, cut to its ink. Shared by all who ask for it: do not draw on it.

    `width` is how far the text reaches. The mask's upper left corner lies `left` pixels to the
    right of where the text begins and `rise` above the line the letters stand on; ink may stand
    out a little at both ends.
    """

    mask: Image.Image
    width: int
    left: int
    rise: int


@lru_cache(maxsize=1024)
def line(text: str, pixels: int, weight: int, room: int | None = None) -> Line:
    """The text at `pixels` an em and a weight of 100 to 900, cut to `room` pixels in width."""
    runs = _fitted(clean(text), pixels, weight, room)
    reach = round(_reach(runs, pixels, weight))
    width = reach if room is None else min(reach, room)
    above, below, aside = round(1.1 * pixels), round(0.5 * pixels), overhang(pixels)
    mask = Image.new("L", (width + 2 * aside, above + below))
    draw = ImageDraw.Draw(mask)
    x = float(aside)
    for run in runs:
        font = fonts.font(run[0], pixels, weight)
        draw.text((x, above), _written(run), 255, font, "ls", direction=_direction(run))
        x += _length(run, pixels, weight)
    left, top, right, bottom = mask.getbbox() or (aside, above - 1, aside + 1, above)
    ink = mask.crop((left, top, right, bottom))
    return Line(ink, width, left - aside, above - top)


def overhang(pixels: int) -> int:
    """How far ink may stand out beyond the text's own width, in pixels."""
    return 1 + pixels // 8


def capitals(pixels: int) -> int:
    """How high capitals and digits stand above the line, in pixels."""
    return round(0.714 * pixels)


def clean(text: str) -> str:
    """The text as it will be drawn, before it is cut to a width."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST])[:LONGEST]
    kept: list[str] = []
    accents = 0
    for char in re.sub(r"\s+", " ", plain).strip():
        kind = unicodedata.category(char)
        accents = accents + 1 if kind in ("Mn", "Me") else 0
        if accents <= _ACCENTS and (kind[0] != "C" or char in _JOINERS or char in ISOLATES):
            kept.append(char)
    return "".join(kept)


def runs(text: str) -> list[Run]:
    """Cut into stretches of one font and one direction, in reading order."""
    faces = list(_faces(text))
    drawn = "".join(char for char, _ in faces)
    placed = zip(faces, levels(drawn), strict=True)
    spans = [((char, name), level) for (char, name), level in placed if char not in ISOLATES]
    return [
        (name, level, "".join(char for (char, _), _ in span))
        for (name, level), span in groupby(spans, key=lambda span: (span[0][1], span[1]))
    ]


def _faces(text: str) -> Iterator[tuple[str, str]]:
    """Each character that can be drawn, with its font, and isolates, which have none.

    A stretch keeps its font through spaces, digits and marks; a mark its letter's font lacks goes.
    """
    cjk = _cjk_of(text)
    current: str | None = None
    before = ""
    for char in text:
        if char == " " and before in ("", " "):
            continue
        if char in ISOLATES:
            yield char, ""
            continue
        if current and _stays(char, before, current):
            name: str | None = current
        elif char in _JOINERS or unicodedata.category(char) in ("Mn", "Me"):
            continue
        else:
            name = fonts.font_for(char, cjk)
        if name:
            yield char, name
            current, before = name, char


def _stays(char: str, before: str, current: str) -> bool:
    if char in _JOINERS:
        return True
    if not fonts.covers(current, char):
        return False
    if before == "\u200d" or unicodedata.category(char)[0] == "M":
        return True
    return current not in (fonts.EMOJI, fonts.SYMBOLS) and unicodedata.category(char)[0] != "L"


def _cjk_of(text: str) -> str:
    """Kana tell Japanese, Hangul Korean; Han alone is drawn as in China."""
    if re.search("[\u3040-\u30ff]", text):
        return fonts.JAPANESE
    return fonts.KOREAN if re.search("[\u1100-\u11ff\uac00-\ud7af]", text) else fonts.CHINESE


def _fitted(text: str, pixels: int, weight: int, room: int | None) -> list[Run]:
    """The runs from left to right, the text shortened until it fits."""
    found = runs(text)
    if room is not None and _reach(found, pixels, weight) > room:

        def shortened(cut: int) -> list[Run]:
            return runs(text[:cut].rstrip() + _ELLIPSIS)

        cuts = [0, *(at for at in range(1, len(text)) if _may_cut(text, at))]
        fits = bisect_right(cuts, float(room), key=lambda at: _reach(shortened(at), pixels, weight))
        found = shortened(cuts[max(0, fits - 1)])
    return visual_order([(run[1], run) for run in found])


def _may_cut(text: str, at: int) -> bool:
    """Not inside a letter with its marks, nor inside a joined emoji."""
    char, before = text[at], text[at - 1]
    joined = char in _JOINERS or before == "\u200d" or unicodedata.category(char)[0] == "M"
    return not joined and unicodedata.category(char) != "Sk"


def _reach(found: list[Run], pixels: int, weight: int) -> float:
    return sum(_length(run, pixels, weight) for run in found)


def _length(run: Run, pixels: int, weight: int) -> float:
    font = fonts.font(run[0], pixels, weight)
    return font.getlength(_written(run), direction=_direction(run))


def _direction(run: Run) -> str | None:
    return ("rtl" if run[1] % 2 else "ltr") if _SHAPES else None


def _written(run: Run) -> str:
    """Where Pillow's wheel lacks raqm, right to left at least reads in order."""
    return run[2][::-1] if run[1] % 2 and not _SHAPES else run[2]
