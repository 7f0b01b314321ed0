"""Statistics of an installation: players, rooms and matches.

Read in one transaction on a read-only connection, whether or not the bot runs. They are counts,
without any name or id.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from bot.storage.codec import field
from bot.storage.errors import CannotOpen, cannot_open
from core.match.clock import DAY
from core.types import Millis

Figures = Mapping[str, int | Mapping[str, int]]
"""Counts by name; some are broken down by game, status or platform."""

_COUNTS = {
    "people": "SELECT count(*) FROM players",
    "active_people_30_days": "SELECT count(DISTINCT player) FROM results WHERE at >= :month",
    "results": "SELECT count(*) FROM results",
    "rated_matches": "SELECT count(*) FROM bouts WHERE annulled = 0",
    "annulled_matches": "SELECT count(*) FROM bouts WHERE annulled = 1",
    "barred": "SELECT count(*) FROM bars",
}
_GROUPS = {
    "accounts": "SELECT platform, count(*) FROM accounts WHERE user NOT LIKE '@%' GROUP BY 1",
    "rooms": "SELECT platform, count(DISTINCT chat || '/' || thread) FROM screens GROUP BY 1",
    "matches": "SELECT status, count(*) FROM sessions WHERE contest IS NULL GROUP BY 1",
    "contests": "SELECT status, count(*) FROM sessions WHERE contest IS NOT NULL"
    f" AND {field('$.kind', 'contest')} <> 'daily' GROUP BY 1",
    "games": f"SELECT ifnull({field('$.game')}, 'unreadable'), count(*) FROM sessions"
    " WHERE contest IS NULL GROUP BY 1",
    "finished_30_days": "SELECT game, count(DISTINCT session) FROM results"
    " WHERE at >= :month GROUP BY 1",
}


def figures(path: Path, now: Millis) -> Figures:
    """Return all figures, in the order in which they are printed.

    Raises:
        CannotOpen: there is no database, or it cannot be read or is of another release.
    """
    if not path.is_file():
        raise CannotOpen(f"{path} does not exist")
    values = {"month": now - 30 * DAY}
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as db:
            db.execute("PRAGMA query_only = ON")
            db.execute("BEGIN")
            counts: dict[str, int | Mapping[str, int]] = {
                "bytes": path.stat().st_size,
                "schema": db.execute("PRAGMA user_version").fetchone()[0],
            }
            for name, sql in _COUNTS.items():
                counts[name] = db.execute(sql, values).fetchone()[0]
            for name, sql in _GROUPS.items():
                counts[name] = dict(db.execute(f"{sql} ORDER BY 1", values).fetchall())
            return counts
    except sqlite3.Error as error:
        raise cannot_open(path, error) from error
