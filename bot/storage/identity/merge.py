"""Merge two accounts into one person, and split an account off again.

A merge is one transaction. Matches, results and settings of one player become the other's. Sums are
recomputed, and ratings become what they would be had one person played everything. What the two
played against each other was played against oneself and is annulled.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import aiosqlite
import msgspec

from bot.app.model.request import Actor
from bot.storage.daily import updates
from bot.storage.identity import personal_columns
from bot.storage.identity.erase import mentions, rewrite
from bot.storage.players.players import HANDLE, number_of
from bot.storage.rankings import profiles
from bot.storage.rankings.ratings import annul_bout, rerate
from bot.storage.rankings.standings import rebuild
from core.registry import GAMES
from core.types import MatchId, Millis, PlayerId


@dataclass(frozen=True, slots=True)
class Merge:
    """`old` becomes `new`."""

    old: PlayerId
    new: PlayerId


@dataclass(frozen=True, slots=True)
class AccountSplit:
    """Take this actor's account away from this player."""

    player: PlayerId
    actor: Actor
    now: Millis


async def join(db: aiosqlite.Connection, requests: Sequence[Merge]) -> list[frozenset[MatchId]]:
    """Return the changed matches of each merge."""
    return [await _join(db, request) for request in requests]


async def _join(db: aiosqlite.Connection, request: Merge) -> frozenset[MatchId]:
    old, new = number_of(request.old), number_of(request.new)
    there = await db.execute_fetchall("SELECT id FROM players WHERE id IN (?, ?)", (old, new))
    if old is None or new is None or len(list(there)) < 2:
        return frozenset()
    documents = await mentions(db, request.old)
    for id, match in documents.items():
        if {request.old, request.new} <= match.seated and match.contest is None:
            match.body["rated"] = False
            await annul_bout(db, id)
            await db.execute(
                "DELETE FROM results WHERE session = ? AND player IN (?, ?)", (id, old, new)
            )
        match.relabel(request.old, request.new)
    await rewrite(db, documents)
    await _drop_bouts_of_both(db, old, new)
    await profiles.join_duels(db, old, new)
    await updates.join(db, old, new)
    await _join_names(db, old, new)
    for table in ("standings", "scores", "ratings"):  # recomputed below
        await db.execute(f"DELETE FROM {table} WHERE player IN (?, ?)", (old, new))
    await db.execute("DELETE FROM links WHERE player IN (?1, ?2) OR other IN (?1, ?2)", (old, new))
    await db.execute(
        "DELETE FROM blocks WHERE player IN (?1, ?2) AND other IN (?1, ?2)", (old, new)
    )
    await personal_columns.relabel(db, old, new)
    await rerate(db, new)
    for game in GAMES:
        await rebuild(db, game, new)
    return frozenset(documents)


async def _drop_bouts_of_both(db: aiosqlite.Connection, old: int, new: int) -> None:
    """Delete the rating events of matches between the two, which are annulled by now."""
    await db.execute(
        "DELETE FROM rating_events WHERE bout IN (SELECT bout FROM rating_events"
        " WHERE player IN (?, ?) GROUP BY bout HAVING count(*) > 1)",
        (old, new),
    )


async def _join_names(db: aiosqlite.Connection, old: int, new: int) -> None:
    """Keep one player's name and language, and add the other's where there was none."""
    names: dict[str, str] = {}
    home = ""
    for number in (old, new):
        [(name, platform, also)] = await db.execute_fetchall(
            "SELECT name, platform, also FROM players WHERE id = ?", (number,)
        )
        names |= msgspec.json.decode(also, type=dict[str, str]) if also else {}
        names[platform] = name
        home = platform
    name = names.pop(home)
    await db.execute(
        "UPDATE players SET name = ?1, also = ?2, locale = coalesce(locale,"
        " (SELECT locale FROM players WHERE id = ?3)), met = min(met,"
        " (SELECT met FROM players WHERE id = ?3)) WHERE id = ?4",
        (name, _names(names), old, new),
    )


def _names(names: dict[str, str]) -> str:
    return msgspec.json.encode(names).decode() if names else ""


async def split(db: aiosqlite.Connection, requests: Sequence[AccountSplit]) -> list[bool]:
    """Give the account to a new player. False if it is the player's only one."""
    return [await _split(db, request) for request in requests]


async def _split(db: aiosqlite.Connection, request: AccountSplit) -> bool:
    old, actor = number_of(request.player), request.actor
    mine = {
        (platform, user)
        for platform, user in await db.execute_fetchall(
            "SELECT platform, user FROM accounts WHERE player = ?", (old,)
        )
    }
    going = {(actor.platform, actor.user), (actor.platform, actor.handle)} & mine
    left = {each for each in mine - going if not each[1].startswith(HANDLE)}
    if (actor.platform, actor.user) not in mine or not left:
        return False
    added = await db.execute(
        "INSERT INTO players (name, platform, met) VALUES (?, ?, ?)",
        (actor.name, actor.platform, request.now),
    )
    await db.executemany(
        "UPDATE accounts SET player = ? WHERE platform = ? AND user = ?",
        [(added.lastrowid, *each) for each in sorted(going)],
    )
    if actor.platform not in {platform for platform, _ in left}:
        await _leave_platform(db, old, actor.platform)
        await db.execute(
            "UPDATE own_rooms SET player = ? WHERE player = ? AND platform = ?",
            (added.lastrowid, old, actor.platform),
        )
    return True


async def _leave_platform(db: aiosqlite.Connection, number: int | None, platform: str) -> None:
    """Drop the name used on a platform where the player has no account any more."""
    [(name, home, also)] = await db.execute_fetchall(
        "SELECT name, platform, also FROM players WHERE id = ?", (number,)
    )
    names = msgspec.json.decode(also, type=dict[str, str]) if also else {}
    names.pop(platform, None)
    if home == platform and names:
        home = min(names)
        name = names.pop(home)
    await db.execute(
        "UPDATE players SET name = ?, platform = ?, also = ? WHERE id = ?",
        (name, home, _names(names), number),
    )
