"""Codes typed to join a match or to link accounts: six characters that are hard to confuse."""

import re
import unicodedata

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 6

PRIVATE = " private"
"""Suffix of the code in a button that opens the board in a private chat."""

_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def draw_code(entropy: bytes) -> str:
    """Make a code from 16 random bytes: one of 887 million."""
    number = int.from_bytes(entropy, "big")
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def read_code(text: str) -> str | None:
    """Return the code that was typed, in any case, with spaces or hyphens; None if it is
    not one."""
    plain = re.sub(r"[\s-]+", "", unicodedata.normalize("NFKC", text)).upper()
    return plain if _CODE.fullmatch(plain) else None


def is_private(arg: str) -> bool:
    """Return whether the code of a button opens the board in a private chat."""
    return arg.endswith(PRIVATE)
