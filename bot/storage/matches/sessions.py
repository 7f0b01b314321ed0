"""Read and write sessions.

A session is a row with the match as JSON, a row per screen (`screens.py`), and a row per seated
player while the match is open or running. The columns that queries need (pending drawing, pending
engine move, deadline) are written beside the body, so `queries.py` reads no bodies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import aiosqlite
import msgspec

from bot.app.model.leaderboard import Result
from bot.app.model.session import Session
from bot.app.ports.store import UnreadableMatch, VersionConflict
from bot.storage.codec import FORMAT, decode, decode_contest, encode, encode_contest, field
from bot.storage.daily import updates
from bot.storage.matches.screens import SCREEN, ScreenRow, merged, placed, placed_of, write_screens
from bot.storage.rankings.ratings import add_bout
from bot.storage.rankings.standings import add_results
from bot.storage.reader import Reader
from bot.storage.room_columns import columns, place, room_of
from core.errors import Reason, Refused
from core.match.model import Match, Status
from core.match.pending import engine_seat, mover
from core.rating import RatedResult
from core.types import MatchId, PlayerId

Columns = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SessionUpdate:
    """A session to write as its next version, with what belongs into the same transaction."""

    session: Session
    row: Columns
    results: Sequence[Result]
    born: "Sequence[SessionInsert]"
    bout: RatedResult | None


@dataclass(frozen=True, slots=True)
class SessionInsert:
    session: Session  # version 1
    row: Columns


def saving(
    session: Session, results: Sequence[Result], born: Sequence[Session], bout: RatedResult | None
) -> SessionUpdate:
    """Build the rows now, so that a session that cannot be written fails its caller alone."""
    row = _row(session, bool(session.screens))
    return SessionUpdate(session, row, results, [creation(each) for each in born], bout)


def creation(session: Session) -> SessionInsert:
    first = replace(session, version=1)
    return SessionInsert(first, _row(first, any(screen.shown < 1 for screen in first.screens)))


def _row(session: Session, unshown: bool) -> Columns:
    """Return the columns every save replaces. Where and when the match was offered is kept."""
    match = session.match
    return (
        match.status,
        FORMAT,
        encode(match),
        None if session.contest is None else encode_contest(session.contest),
        unshown,
        engine_seat(match) is not None,
        session.due,
        session.contest is None and mover(match) is not None,
    )


async def create(
    db: aiosqlite.Connection, creations: Sequence[SessionInsert]
) -> list[Session | None]:
    """Insert each session and return it as stored; None if its id exists already."""
    answers = []
    for new in creations:
        session, match = new.session, new.session.match
        inserted = await db.execute(
            "INSERT INTO sessions (version, status, format, body, contest, unshown, thinking,"
            " due_at, untold, id, created, home_platform, home_space, home_chat, home_thread)"
            " VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (*new.row, match.id, match.created, *columns(session.home)),
        )
        if inserted.rowcount:
            await write_screens(db, placed(session))
            await _seat(db, session, frozenset())
        answers.append(session if inserted.rowcount else None)
    return answers


async def save(db: aiosqlite.Connection, savings: Sequence[SessionUpdate]) -> list[Session]:
    """Write the next version of each session. Raises VersionConflict if one is out of date."""
    updated = await db.executemany(
        "UPDATE sessions SET version = version + 1, status = ?, format = ?, body = ?, contest = ?,"
        " unshown = ?, thinking = ?, due_at = ?, untold = ? WHERE id = ? AND version = ?",
        [(*each.row, each.session.match.id, each.session.version) for each in savings],
    )
    if updated.rowcount != len(savings):
        raise VersionConflict
    ids = msgspec.json.encode([each.session.match.id for each in savings]).decode()
    stored = await _stored(db, ids)
    saved: list[Session] = []
    changed: list[ScreenRow] = []
    for each in savings:
        old = stored[each.session.match.id]
        kept = merged(each.session.screens, [screen.screen for screen in old.screens])
        session = replace(each.session, screens=kept, version=each.session.version + 1)
        changed += [new for new in placed(session) if new not in old.screens]
        await _seat(db, session, old.people)
        await add_results(db, each.results)
        if each.bout is not None and each.results:
            match = each.session.match
            await add_bout(db, match.id, match.game, each.bout, each.results[0].at)
        await create(db, each.born)
        await _wake_contest(db, session.match)
        await updates.note(db, session)
        saved.append(session)
    await write_screens(db, changed)
    return saved


@dataclass(slots=True)
class _StoredSession:
    """What the tables hold of a session besides the columns every save replaces."""

    people: frozenset[str]
    screens: list[ScreenRow]


async def _stored(db: aiosqlite.Connection, ids: str) -> Mapping[MatchId, _StoredSession]:
    """Return the stored sessions by id. `ids` is a JSON list."""
    rows = await db.execute_fetchall(
        f"SELECT sessions.id, people, {SCREEN} FROM sessions"
        " LEFT JOIN screens ON screens.session = sessions.id"
        " WHERE sessions.id IN (SELECT value FROM json_each(?)) ORDER BY sessions.id, number",
        (ids,),
    )
    stored: dict[MatchId, _StoredSession] = {}
    for id, people, *screen in rows:
        if id not in stored:
            stored[id] = _StoredSession(frozenset(msgspec.json.decode(people, type=list[str])), [])
        if screen[0] is not None:
            stored[id].screens.append(placed_of(id, *screen))
    return stored


def _people(match: Match) -> frozenset[str]:
    """Return the players a query by player finds; none once the match is over."""
    if match.is_over:
        return frozenset()
    return frozenset(who.player for who in match.seats if who is not None and who.level is None)


def people_of(session: Session) -> frozenset[PlayerId]:
    """Return every player named, seated or not."""
    match, contest = session.match, session.contest
    found = {*match.people, match.host} | ({match.invited} if match.invited else set())
    if contest is not None:
        found |= {entry.who.player for entry in contest.entries}
    return frozenset(found)


async def _seat(db: aiosqlite.Connection, session: Session, stored: frozenset[str]) -> None:
    """Update the seated players, and record a match that has just finished."""
    match, wanted = session.match, _people(session.match)
    if wanted == stored:
        return
    await db.execute(
        "UPDATE sessions SET people = ? WHERE id = ?",
        (msgspec.json.encode(sorted(wanted)).decode(), match.id),
    )
    await db.executemany(
        "DELETE FROM seats WHERE player = ? AND session = ?",
        [(player, match.id) for player in stored - wanted],
    )
    await db.executemany(
        "INSERT INTO seats (player, session) VALUES (?, ?)",
        [(player, match.id) for player in wanted - stored],
    )
    if match.status is Status.FINISHED:
        rooms = {place(room) for room in (session.home, *(each.room for each in session.screens))}
        await db.executemany(
            "INSERT INTO last_finished (platform, chat, thread, player, session)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET session = excluded.session",
            [(*there, player, match.id) for there in sorted(rooms) for player in sorted(stored)],
        )


async def _wake_contest(db: aiosqlite.Connection, match: Match) -> None:
    """Update the contest whose match ended or was annulled.

    Its card lists who has finished and whose result counts. It becomes due when all entries are
    done and no player can join any more. The card of a daily contest shows none of this.
    """
    if match.contest is None or match.day is not None or not match.is_over:
        return
    await db.execute(
        "UPDATE sessions SET version = version + 1,"
        " unshown = EXISTS (SELECT 1 FROM screens WHERE session = sessions.id),"
        f" due_at = CASE WHEN status = ?3 AND {field('$.closed', 'contest')} AND NOT EXISTS ("
        "SELECT 1 FROM json_each(iif(json_valid(sessions.contest), sessions.contest, '{}'),"
        " '$.entries') AS entry JOIN sessions AS other"
        " ON other.id = json_extract(entry.value, '$.match')"
        " WHERE other.status IN (?3, ?4)) THEN 0 ELSE due_at END"
        " WHERE id = ?1 AND contest IS NOT NULL AND (status = ?3 OR ?2)",
        (match.contest, match.annulled, Status.OPEN, Status.PLAYING),
    )


async def load(reader: Reader, id: MatchId) -> Session:
    """Load a session.

    Raises:
        Refused: UNKNOWN_MATCH, there is none.
        UnreadableMatch: it is damaged, or in a newer format.
    """
    rows = await reader.rows(
        "SELECT version, format, body, contest, home_platform, home_space, home_chat, home_thread,"
        f" {SCREEN} FROM sessions LEFT JOIN screens ON screens.session = sessions.id"
        " WHERE sessions.id = ? ORDER BY number",
        (id,),
    )
    if not rows:
        raise Refused(Reason.UNKNOWN_MATCH)
    version, format, body, contest, *home = rows[0][:8]
    try:
        screens = tuple(placed_of(id, *row[8:]).screen for row in rows if row[8] is not None)
        together = None if contest is None else decode_contest(contest)
        return Session(decode(body, format), room_of(*home), screens, version, together)
    except (UnreadableMatch, ValueError) as error:  # ValueError: a screen of an unknown kind
        raise UnreadableMatch(f"match {id}: {error}") from error
