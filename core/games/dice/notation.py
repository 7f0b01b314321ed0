"""Parses splits of Solitaire Dice as people type them.

Five dice are read in order: a pair, a pair, the reject. If `+` or grouping shows the pairs, the
reject may be anywhere.
"""

import re
import unicodedata

from core.errors import Reason, Refused
from core.games.dice.splits import Split
from core.types import Move

LONGEST = 100
"""Maximum length of a split as typed, in characters."""

_LOOSE = re.compile(r"[\s,;/|:*]+")
_TIGHT = re.compile(" ?[+&-] ?")
_GROUP = re.compile(r"([1-6])\+?([1-6])?")


def read_split(text: str) -> Move:
    """Parse a split: `1+6 2+5 3`, `5+2 3 6+1`, `16 25 3`, `1 6 2 5 3`, commas, full-width.

    Does not check the throw. Refused(UNREADABLE_MOVE). Five digits without a separator are
    rejected, because people write such numbers in chats for other reasons.
    """
    if len(text.strip()) > LONGEST:
        raise Refused(Reason.UNREADABLE_MOVE, text=text.strip()[:20])
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    groups = [group for group in _LOOSE.split(_TIGHT.sub("+", plain)) if group]
    found = [_GROUP.fullmatch(group) for group in groups]
    dice = [tuple(int(die) for die in group.groups() if die) for group in found if group]
    if len(dice) == len(groups):
        if sorted(map(len, dice)) == [1, 2, 2]:
            (reject,), one, other = sorted(dice, key=len)
            return Split.of((one[0], one[1]), (other[0], other[1]), reject).move
        if list(map(len, dice)) == [1] * 5:
            a, b, c, d, reject = (die for (die,) in dice)
            return Split.of((a, b), (c, d), reject).move
    raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
