"""Pages of long lists.

A page that does not exist (the list may have shrunk since) is replaced by the nearest one.
"""

from dataclasses import dataclass

PAGE = 10
"""Rows per page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page number, counted from 1, out of `pages`. There is always one, even if empty."""

    number: int
    pages: int

    @staticmethod
    def of(wanted: int, rows: int) -> "Page":
        """Return the wanted page of a list of `rows` rows, or the nearest one."""
        pages = max(1, -(-rows // PAGE))
        return Page(min(max(wanted, 1), pages), pages)

    @property
    def offset(self) -> int:
        """Return the number of rows before this page."""
        return (self.number - 1) * PAGE
