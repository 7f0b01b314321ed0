"""Format whole numbers, with a real minus sign, which is as wide as a plus.

For displayed text only; records, files and anything read by programs use Python's formatting.
"""

MINUS = "\N{MINUS SIGN}"


def whole(number: int, form: str = "") -> str:
    """Return `−400`. `form` is a format specification, such as `+` or `>4`."""  # noqa: RUF002
    return f"{number:{form}}".replace("-", MINUS)


def share(hundredths: int) -> str:
    """Return `92 %`, with a no-break space."""
    return f"{hundredths}\N{NO-BREAK SPACE}%"


def signed(number: int) -> str:
    """Return a difference: `+40`, `−200`, `±0`."""  # noqa: RUF002
    return whole(number, "+") if number else "±0"
