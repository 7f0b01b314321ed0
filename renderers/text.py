"""Boards in characters: for those who read or hear rather than look, and where pictures are barred.

Plain ASCII on purpose: discs and boxes of Unicode are of uneven width in the monospaced fonts of
telephones. Only scores have true signs, a minus and a plus-minus, which such fonts have as wide
as a digit. Knows no game; each game's drawing says which characters it wants.
"""

from collections.abc import Sequence


def grid(cells: Sequence[str], columns: str, rows: Sequence[str], marked: int | None) -> str:
    """A board with its coordinates, a space between columns.

    Args:
        cells: one character each, the upper left one first.
        columns: the letters above, one a column.
        rows: the labels at the left, one a row.
        marked: the cell to put into round brackets, or None.
    """
    label = max(map(len, rows))
    width = len(columns)
    lines = [f"{'':{label}} {' '.join(columns)}"]
    for i, row in enumerate(rows):
        line = "".join(f" {cell}" for cell in cells[i * width : (i + 1) * width])
        if marked is not None and marked // width == i:
            at = marked % width * 2
            line = f"{line[:at]}({line[at + 1]}){line[at + 3 :]}"
        lines.append(f"{row:>{label}}{line}".rstrip())
    return "\n".join(lines)


def dense(cells: Sequence[str], columns: str, rows: Sequence[str]) -> str:
    """A board with its coordinates and nothing between columns, for boards of many."""
    label = max(map(len, rows))
    width = len(columns)
    lines = [f"{'':{label}} {columns}"]
    for i, row in enumerate(rows):
        lines.append(f"{row:>{label}} {''.join(cells[i * width : (i + 1) * width])}")
    return "\n".join(lines)


def tally(tokens: str, counts: Sequence[int], to_act: int | None) -> str:
    """One line: each side's character and count, an arrow before who is to move."""
    parts = (
        f"{'>' if side == to_act else ' '} {token} {count}"
        for side, (token, count) in enumerate(zip(tokens, counts, strict=True))
    )
    return "   ".join(parts).rstrip()
