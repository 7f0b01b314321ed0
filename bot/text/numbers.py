"""Whole numbers as people read them: below zero with a true minus sign, which is as wide as a plus.

For whatever somebody reads, in a sentence or beside a name. Records, files and all else that
programs read have Python's own.
"""

MINUS = "\N{MINUS SIGN}"


def whole(number: int, form: str = "") -> str:
    """`−400`. `form` is a format specification, such as `+` or `>4`."""  # noqa: RUF002
    return f"{number:{form}}".replace("-", MINUS)


def share(hundredths: int) -> str:
    """`92 %`, which no line end takes apart."""
    return f"{hundredths}\N{NO-BREAK SPACE}%"


def signed(number: int) -> str:
    """A difference: `+40`, `−200`, `±0`."""  # noqa: RUF002
    return whole(number, "+") if number else "±0"
