"""Whether a player has left the place where a result counts.

Leaderboards ask when a row is added; `presence.py` records who left.
"""

import aiosqlite

from bot.app.model.leaderboard import Result
from bot.app.model.room import Room
from bot.storage.players.players import number_of

EVERYWHERE = '["everywhere"]'
"""The global scope, which cannot be left."""


def place_of(room: Room) -> tuple[str, str]:
    """Return what a player can be absent from: platform, and server, group or private chat."""
    return room.platform, room.space or room.chat


async def is_away(db: aiosqlite.Connection, result: Result) -> bool:
    """Return whether the player has left the server or group where the match was offered."""
    absences = await db.execute_fetchall(
        "SELECT 1 FROM absent WHERE player = ? AND platform = ? AND place = ?",
        (number_of(result.player), *place_of(result.home)),
    )
    return bool(list(absences))
