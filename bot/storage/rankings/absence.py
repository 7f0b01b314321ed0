"""Whether somebody is known to be absent from where a result counts.

Leaderboards ask when a row is added; what makes people absent is `presence.py`'s.
"""

import aiosqlite

from bot.app.model.leaderboard import Result
from bot.app.model.room import Room
from bot.storage.players.players import number_of

EVERYWHERE = '["everywhere"]'
"""The scope that nobody can leave."""


def place_of(room: Room) -> tuple[str, str]:
    """What somebody can be absent from: platform, and server, group or private chat."""
    return room.platform, room.space or room.chat


async def is_away(db: aiosqlite.Connection, result: Result) -> bool:
    """Whether the person has left the server or group where the match was offered."""
    found = await db.execute_fetchall(
        "SELECT 1 FROM absent WHERE player = ? AND platform = ? AND place = ?",
        (number_of(result.player), *place_of(result.home)),
    )
    return bool(list(found))
