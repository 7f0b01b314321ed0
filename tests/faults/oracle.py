"""Reads the database of a running bot from outside, without writing a byte: what is true now."""

import sqlite3
from pathlib import Path

from bot.storage import codec
from core.match.model import Match


class Oracle:
    """Read the stored matches, independently of the bot."""

    def __init__(self, database: Path) -> None:
        self._database = database

    def match(self, id: str) -> Match:
        """The match as it is on disk."""
        [row] = self._ask("SELECT body FROM sessions WHERE id = ?", id)
        return codec.decode(str(row[0]))

    def _ask(self, query: str, *values: object) -> list[tuple[object, ...]]:
        db = sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)
        try:
            return db.execute(query, values).fetchall()
        finally:
            db.close()
