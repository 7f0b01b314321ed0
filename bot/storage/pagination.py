"""Lists that are read by the page: which rows are on one.

Whoever asks for a page that there is not (a list may have grown shorter since) gets the nearest.
"""

from dataclasses import dataclass

PAGE = 10
"""Rows on a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of `pages`; `number` counts from 1. There is always one, be it empty."""

    number: int
    pages: int

    @staticmethod
    def of(wanted: int, rows: int) -> "Page":
        """That page of a list of so many rows, or the nearest there is."""
        pages = max(1, -(-rows // PAGE))
        return Page(min(max(wanted, 1), pages), pages)

    @property
    def offset(self) -> int:
        """How many rows are on the pages before it."""
        return (self.number - 1) * PAGE
