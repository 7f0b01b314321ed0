"""Button tokens: `v1-<session>-<turn>-<verb>-<arg>`.

The identifier of a button holds its entire state, so buttons work after any restart and on messages
older than the process. Only letters, digits, `_` and `-`, at most 64 bytes: the narrowest limit of
the platforms (Telegram's `start=` links). The argument comes last, so it may contain a `-`. Tokens
are untrusted: seat and turn are checked against the store, since anyone can forge a press.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.model.request import Verb
from core.errors import Reason, Refused
from core.types import MatchId

LONGEST = 64
NO_MATCH = MatchId("a" * 13)
"""Placeholder in tokens that refer to no match."""

_ARG = re.compile(r"[A-Za-z0-9+ ]*")
_TOKEN = re.compile(r"v1-([a-z2-7]{13})-([0-9]{1,9})-([a-z]{1,16})(?:-([A-Za-z0-9_.-]+))?")
_VERBS = frozenset(Verb)
_PLAIN = str.maketrans("+ ", "-_")  # characters of dice moves that links do not allow
# The dot occurs in tokens of earlier releases, on messages that still exist.
_BACK = str.maketrans("-._", "++ ")


@dataclass(frozen=True, slots=True)
class Press:
    """The content of a token."""

    session: MatchId
    turn: int
    verb: Verb
    arg: str = ""


def encode(press: Press) -> str:
    """Return the token. Raises ValueError if it is too long or ambiguous, which is a bug."""
    token = f"v1-{press.session}-{press.turn}-{press.verb}"
    if press.arg:
        token += "-" + press.arg.translate(_PLAIN)
    if len(token) > LONGEST or not _TOKEN.fullmatch(token) or not _ARG.fullmatch(press.arg):
        raise ValueError(f"no token can say {press}")
    return token


def command_token(verb: Verb, arg: str = "") -> str:
    """Return the token of a request that refers to no match."""
    return encode(Press(NO_MATCH, 0, verb, arg))


def encode_each(press: Press, args: Sequence[str]) -> list[str]:
    """Return tokens that differ only in their argument, which must not be empty."""
    stem = encode(Press(press.session, press.turn, press.verb)) + "-"
    tokens = [stem + arg.translate(_PLAIN) for arg in args]
    for token, arg in zip(tokens, args, strict=True):
        if len(token) > LONGEST or not arg or not _ARG.fullmatch(arg):
            raise ValueError(f"no token can say {arg!r} after {stem}")
    return tokens


def says(token: str, verb: Verb) -> bool:
    """Return whether a token of this release has that verb; faster than decoding it."""
    return token.split("-", 4)[3] == verb


def decode(token: str) -> Press:
    """Decode a token. Raises Refused(BUTTON_EXPIRED) for anything this release does not write."""
    parsed = _TOKEN.fullmatch(token) if len(token) <= LONGEST else None
    if parsed is None or parsed[3] not in _VERBS:
        raise Refused(Reason.BUTTON_EXPIRED)
    arg = (parsed[4] or "").translate(_BACK)
    return Press(MatchId(parsed[1]), int(parsed[2]), Verb(parsed[3]), arg)
