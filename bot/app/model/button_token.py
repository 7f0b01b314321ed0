"""What a button carries: `v1-<session>-<turn>-<verb>-<arg>`.

The whole state of a press is in its identifier, so a button works after any restart and on messages
older than the process. Only letters, digits, `_` and `-`, at most 64 bytes: the narrowest of what
the platforms take (Telegram's `start=` links). The argument comes last, so a `-` in it is never
taken for one between the parts. Never trust one: seat and turn are checked against
the store, and anybody can forge a press.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.model.request import Verb
from core.errors import Reason, Refused
from core.types import MatchId

LONGEST = 64
NO_MATCH = MatchId("a" * 13)
"""Stands in tokens that are about no match."""

_ARG = re.compile(r"[A-Za-z0-9+ ]*")
_TOKEN = re.compile(r"v1-([a-z2-7]{13})-([0-9]{1,9})-([a-z]{1,16})(?:-([A-Za-z0-9_.-]+))?")
_VERBS = frozenset(Verb)
_PLAIN = str.maketrans("+ ", "-_")  # characters of dice moves that links do not take
_BACK = str.maketrans("-._", "++ ")  # a dot: tokens of earlier releases, whose messages live on


@dataclass(frozen=True, slots=True)
class Press:
    """What a token says."""

    session: MatchId
    turn: int
    verb: Verb
    arg: str = ""


def encode(press: Press) -> str:
    """The token. ValueError where it would be too long or would not read back: a fault of ours."""
    token = f"v1-{press.session}-{press.turn}-{press.verb}"
    if press.arg:
        token += "-" + press.arg.translate(_PLAIN)
    if len(token) > LONGEST or not _TOKEN.fullmatch(token) or not _ARG.fullmatch(press.arg):
        raise ValueError(f"no token can say {press}")
    return token


def wish(verb: Verb, arg: str = "") -> str:
    """The token of a wish that is about no match."""
    return encode(Press(NO_MATCH, 0, verb, arg))


def encode_each(press: Press, args: Sequence[str]) -> list[str]:
    """The tokens of presses that differ in their argument alone, which is never empty."""
    stem = encode(Press(press.session, press.turn, press.verb)) + "-"
    tokens = [stem + arg.translate(_PLAIN) for arg in args]
    for token, arg in zip(tokens, args, strict=True):
        if len(token) > LONGEST or not arg or not _ARG.fullmatch(arg):
            raise ValueError(f"no token can say {arg!r} after {stem}")
    return tokens


def says(token: str, verb: Verb) -> bool:
    """Whether this token, which this release wrote, is of that verb; quicker than reading it."""
    return token.split("-", 4)[3] == verb


def decode(token: str) -> Press:
    """Refused(BUTTON_EXPIRED) for anything that this release does not write."""
    found = _TOKEN.fullmatch(token) if len(token) <= LONGEST else None
    if found is None or found[3] not in _VERBS:
        raise Refused(Reason.BUTTON_EXPIRED)
    arg = (found[4] or "").translate(_BACK)
    return Press(MatchId(found[1]), int(found[2]), Verb(found[3]), arg)
