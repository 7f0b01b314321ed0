"""Find sessions: in a room, of a player, and those with pending work.

Each query uses an index that covers only open or running matches, or only rows with pending work,
so its cost does not depend on the number of finished matches.
"""

from collections import defaultdict

from bot.app.model.room import Room
from bot.app.ports.store import Pending
from bot.storage.codec import field
from bot.storage.reader import Reader
from bot.storage.room_columns import place
from core.types import MatchId, Millis, PlayerId

IN_ROOM = (
    "SELECT sessions.id FROM screens JOIN sessions ON sessions.id = screens.session"
    " WHERE platform = ? AND chat = ? AND thread = ? AND live = 1"
    f" AND (contest IS NULL OR {field('$.kind', 'contest')} <> 'daily')"
    " GROUP BY sessions.rowid ORDER BY created, sessions.rowid"
)
OF_PLAYER = (
    "SELECT id FROM seats JOIN sessions ON sessions.id = seats.session"
    " WHERE player = ? ORDER BY created, sessions.rowid"
)
LAST_FINISHED = (
    "SELECT session FROM last_finished"
    " WHERE platform = ? AND chat = ? AND thread = ? AND player = ?"
)
PENDING = (
    "SELECT 'unshown', id, NULL FROM sessions WHERE unshown = 1"
    " UNION ALL SELECT 'thinking', id, NULL FROM sessions WHERE thinking = 1"
    " UNION ALL SELECT 'due', id, NULL FROM sessions WHERE due_at <= ?"
    " UNION ALL SELECT 'next', NULL, min(due_at) FROM sessions WHERE due_at > ?"
)


async def in_room(reader: Reader, room: Room) -> list[MatchId]:
    return [MatchId(id) for (id,) in await reader.rows(IN_ROOM, place(room))]


async def of_player(reader: Reader, player: PlayerId) -> list[MatchId]:
    return [MatchId(id) for (id,) in await reader.rows(OF_PLAYER, (player,))]


async def last_finished(reader: Reader, room: Room, player: PlayerId) -> MatchId | None:
    row = await reader.row(LAST_FINISHED, (*place(room), player))
    return None if row is None else MatchId(row[0])


async def pending(reader: Reader, now: Millis) -> Pending:
    ids_by_work: dict[str, list[MatchId]] = defaultdict(list)
    next_due: Millis | None = None
    for what, id, at in await reader.rows(PENDING, (now, now)):
        if what == "next":
            next_due = at
        else:
            ids_by_work[what].append(id)
    unshown, thinking, due = (tuple(ids_by_work[what]) for what in ("unshown", "thinking", "due"))
    return Pending(unshown, thinking, due, next_due)
