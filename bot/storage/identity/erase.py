"""Erase a player without taking anything from the others.

All in one transaction. Data that concerns the player alone is deleted. Data others share (a match,
a rating that followed from it) is kept under a nameless player with a new number, because the old
number may be in a backup. A match whose players have all left is deleted as a whole. Private chats
count as personal: on many platforms their id is the id of the account, so every mention is removed.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial

import aiosqlite
import msgspec

from bot.app.model.leaderboard import ScopeKind
from bot.app.ports.store import VersionConflict
from bot.storage.codec import field
from bot.storage.identity import personal_columns
from bot.storage.identity.rewrite_ids import StoredDocument, naming
from bot.storage.players.players import number_of, player_id
from bot.storage.rankings.standings import rebuild, scope_key
from bot.storage.room_columns import room_of
from bot.storage.writer import BatchWriter
from core.types import GameId, MatchId, Millis, PlayerId

Chat = tuple[str, str]
"""Platform and chat."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """Request to erase a player.

    `chats` are private chats besides those that follow from the accounts. `ended` are matches given
    up just now, whose cards are redrawn once without the name.
    """

    player: PlayerId
    chats: frozenset[Chat]
    ended: frozenset[MatchId]
    now: Millis


async def leave_each(
    db: aiosqlite.Connection, requests: Sequence[Erasure]
) -> list[frozenset[MatchId]]:
    return [await leave(db, request) for request in requests]


def as_own_batch(
    kind: BatchWriter[Erasure, frozenset[MatchId]],
) -> BatchWriter[Erasure, frozenset[MatchId]]:
    """Return a batch function that is used for one request only.

    The writer groups requests by function. Two erasures in one group would run before the requests
    between them; a function of its own keeps each in its place.
    """
    return partial(kind)


async def leave(db: aiosqlite.Connection, request: Erasure) -> frozenset[MatchId]:
    """Erase the player and return the matches that changed or were deleted. Idempotent.

    Raises:
        VersionConflict: a match or an offer of theirs is still open; it has to be given up first.
    """
    number = number_of(request.player)
    if number is None or not await _rows(db, "SELECT 1 FROM players WHERE id = ?", number):
        return frozenset()
    await _must_be_free(db, request.player)
    chats = sorted(request.chats | await chats_of(db, number))
    nameless = await _nameless(db)
    documents = await mentions(db, request.player)
    gone = await _gone(db, request.player, documents)
    kept = {id: documents[id] for id in documents.keys() - gone}
    await personal_columns.forget_matches(db, sorted(gone))
    for each in kept.values():
        each.relabel(request.player, player_id(nameless))
        each.leave_nothing_open()
    changed = kept.keys() | await _leave_chats(db, chats)
    await rewrite(db, kept, also=changed - kept.keys(), anew=request.ended)
    await personal_columns.leave(db, number, nameless)
    await db.execute("INSERT OR IGNORE INTO wipes VALUES (?)", (request.now,))
    return frozenset(changed | gone)


async def _rows(db: aiosqlite.Connection, sql: str, *values: object) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await db.execute_fetchall(sql, values)]


_WAITING = (
    "SELECT 1 FROM seats WHERE player = ?1 UNION ALL SELECT 1 FROM sessions WHERE status = 'open'"
    " AND ("
    f"{field('$.begun', 'contest')} IS NULL AND {field('$.kind', 'contest')} <> 'daily'"
    f" AND ?1 IN ({field('$.host', 'contest')}, {field('$.invited', 'contest')})"
    f" OR contest IS NULL AND {field('$.invited')} = ?1"
    f" AND {field('$.setup.seats')} <= 2) LIMIT 1"
)


async def _must_be_free(db: aiosqlite.Connection, player: PlayerId) -> None:
    if await _rows(db, _WAITING, player):
        raise VersionConflict


async def chats_of(db: aiosqlite.Connection, number: int) -> set[Chat]:
    """Return a player's private chats: on some platforms they have the id of the account."""
    rows = await db.execute_fetchall(
        "SELECT platform, user FROM accounts WHERE player = ?1"
        " UNION SELECT platform, chat FROM own_rooms WHERE player = ?1",
        (number,),
    )
    return {(platform, chat) for platform, chat in rows}


async def _nameless(db: aiosqlite.Connection) -> int:
    added = await db.execute("INSERT INTO players (name, platform, met) VALUES ('', '', 0)")
    assert added.lastrowid is not None
    return added.lastrowid


# --- matches --------------------------------------------------------------------------------------


async def mentions(db: aiosqlite.Connection, player: PlayerId) -> Mapping[MatchId, StoredDocument]:
    """Return every match and contest that names this player. Scans all bodies."""
    rows = await db.execute_fetchall(
        "SELECT id, body, contest FROM sessions"
        " WHERE instr(body, ?1) OR instr(ifnull(contest, ''), ?1)",
        (f'"{player}"',),
    )
    return naming(player, ((id, body, contest) for id, body, contest in rows))


async def _gone(
    db: aiosqlite.Connection, player: PlayerId, documents: Mapping[MatchId, StoredDocument]
) -> set[MatchId]:
    """Return the matches in which no remaining player took part; entries go with their contest."""
    everybody = {who for each in documents.values() for who in each.seated} - {player}
    numbers = [number for who in everybody if (number := number_of(who)) is not None]
    rows = await db.execute_fetchall(
        "SELECT id FROM players WHERE name <> '' AND id IN (SELECT value FROM json_each(?))",
        (msgspec.json.encode(sorted(numbers)).decode(),),
    )
    remaining = {player_id(id) for (id,) in rows}
    alone = {
        id for id, each in documents.items() if not (each.is_of_a_day or each.seated & remaining)
    }
    of_contests = {id: table for id, each in documents.items() if (table := each.belongs_to)}
    for id, contest in of_contests.items():
        if contest in documents:
            (alone.add if contest in alone else alone.discard)(id)
    return alone


async def rewrite(
    db: aiosqlite.Connection,
    matches: Mapping[MatchId, StoredDocument],
    also: Set[MatchId] = frozenset(),
    anew: Set[MatchId] = frozenset(),
) -> None:
    """Store the changed documents; those of `also` changed in their rooms only.

    Every session gets a new version, so that a save that began before becomes a conflict. Finished
    matches are redrawn only if listed in `anew`: there may be thousands, with old messages.
    """
    ids = msgspec.json.encode(sorted({*matches, *also})).decode()
    listed = "IN (SELECT value FROM json_each(?))"
    for id, each in matches.items():
        people = [] if each.is_over or each.contest is not None else sorted(each.seated)
        body, contest = each.texts()
        await db.execute(
            "UPDATE sessions SET body = ?, contest = ?, people = ? WHERE id = ?",
            (body, contest, msgspec.json.encode(people).decode(), id),
        )
    await db.execute(
        f"UPDATE screens SET shown = shown + 1 WHERE session {listed} AND live = 0 AND shown >="
        " (SELECT version FROM sessions WHERE sessions.id = screens.session)",
        (msgspec.json.encode(sorted({*matches, *also} - anew)).decode(),),
    )
    await db.execute(
        "UPDATE sessions SET version = version + 1, unshown = EXISTS (SELECT 1 FROM screens"
        f" WHERE screens.session = sessions.id AND shown < version + 1) WHERE id {listed}",
        (ids,),
    )


# --- chats ----------------------------------------------------------------------------------------


async def _leave_chats(db: aiosqlite.Connection, chats: Sequence[Chat]) -> set[MatchId]:
    """Remove these chats from other players' matches and return the matches concerned."""
    changed: set[MatchId] = set()
    for platform, chat in chats:
        key = (platform, chat)
        changed |= await _close_screens(db, key)
        changed |= await _move_homes(db, key)
        await _leave_boards(db, key)
        await personal_columns.forget_chat(db, platform, chat)
    return changed


async def _close_screens(db: aiosqlite.Connection, chat: Chat) -> set[MatchId]:
    """Remove the chat's screens. Screens are numbered, so later ones move up."""
    rows = await db.execute_fetchall(
        "DELETE FROM screens WHERE platform = ? AND chat = ? RETURNING session", chat
    )
    changed = {MatchId(id) for (id,) in rows}
    for id in sorted(changed):
        left = await db.execute_fetchall(
            "SELECT number FROM screens WHERE session = ? ORDER BY number", (id,)
        )
        for place, (number,) in enumerate(left):
            to = (place, id, number)
            await db.execute("UPDATE screens SET number = ? WHERE session = ? AND number = ?", to)
            await db.execute("UPDATE web_log SET screen = ? WHERE session = ? AND screen = ?", to)
    return changed


async def _move_homes(db: aiosqlite.Connection, chat: Chat) -> set[MatchId]:
    """Move matches offered there to the first room that shows them, or to none."""
    rows = await db.execute_fetchall(
        "SELECT id FROM sessions WHERE home_platform = ? AND home_chat = ?", chat
    )
    changed = {MatchId(id) for (id,) in rows}
    for id in sorted(changed):
        shown = await _rows(
            db,
            "SELECT platform, space, chat, thread FROM screens WHERE session = ? ORDER BY number",
            id,
        )
        home = shown[0] if shown else (chat[0], "", "", "")
        await db.execute(
            "UPDATE sessions SET home_platform = ?, home_space = ?, home_chat = ?,"
            " home_thread = ? WHERE id = ?",
            (*home, id),
        )
    return changed


async def _leave_boards(db: aiosqlite.Connection, chat: Chat) -> None:
    """Delete the chat's leaderboards. Its results keep counting globally, as before."""
    played = await _rows(
        db,
        "SELECT DISTINCT game, player FROM results WHERE platform = ? AND chat = ?"
        " ORDER BY player, game",
        *chat,
    )
    await db.execute(
        "UPDATE results SET space = '', chat = '', thread = '' WHERE platform = ? AND chat = ?",
        chat,
    )
    begins = scope_key(ScopeKind.ROOM, room_of(chat[0], "", chat[1], "")).removesuffix('""]')
    scoped = [name for name, table in personal_columns.TABLES.items() if "scope" in table.columns]
    for table in sorted(scoped, key=lambda name: name == "tiers"):  # triggers maintain `tiers`
        await db.execute(f"DELETE FROM {table} WHERE substr(scope, 1, length(?1)) = ?1", (begins,))
    for game, player in played:
        await rebuild(db, GameId(str(game)), int(str(player)))
