"""Export everything about one player as a JSON file.

Owns the format: matches with their moves, and the stored rows of every table that may be disclosed.
Other players appear as numbers, as in the tables; their private chats are left out, since those ids
identify people. So are secrets still in play, such as the seed of dice that others still roll.
Large files are compressed.
"""

import gzip
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from bot.app.model.card import File
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.session_cache import SessionCache
from core.chance import proof
from core.contest import Contest
from core.match.model import Match
from core.types import Millis, PlayerId

FORMAT = 1
"""Incremented when the format changes."""

NAME = "tavola-my-data.json"

PACKED_FROM = 5_000_000
"""Bytes from which the file is compressed; chats accept at most ten million."""


async def file(store: Store, sessions: SessionCache, player: Player, now: Millis) -> File:
    """Build the file from the current state of the store."""
    tables = await store.belongings.tables(player.id)
    rooms = {(room.platform, room.chat) for room in await store.web_rooms()}
    rooms |= {(row["platform"], row["user"]) for row in tables.get("accounts", ())}
    rooms |= {(row["platform"], row["chat"]) for row in tables.get("own_rooms", ())}
    matches, contests = [], []
    async for session in sessions.readable(await store.belongings.matches(player.id)):
        if session.contest is not None:
            contest = _contest(session.contest, player.id)
            contests.append({**contest, "shown": _rooms(session, rooms)})
        else:
            contest = _match(session.match, await _is_done(sessions, session.match), player.id)
            matches.append({**contest, "shown": _rooms(session, rooms)})
    whole = {
        "format": FORMAT,
        "made": now,
        "you": player.id,
        "tables": tables,
        "matches": matches,
        "contests": contests,
    }
    written = msgspec.json.format(msgspec.json.encode(whole), indent=1)
    if len(written) < PACKED_FROM:
        return File(NAME, written)
    return File(f"{NAME}.gz", gzip.compress(written, mtime=0))


async def _is_done(sessions: SessionCache, match: Match) -> bool:
    """Return whether no one rolls the same dice any longer."""
    if match.contest is None:
        return match.is_over
    return match.is_over and (await sessions.load(match.contest)).match.is_over


def _match(match: Match, done: bool, you: PlayerId) -> Mapping[str, Any]:
    setup = match.setup
    chance = None if setup.chance is None else proof(setup.chance, over=done)
    return {
        "id": match.id,
        "game": match.game,
        "options": setup.options,
        "opening": setup.opening,
        "chance": chance,
        "seats": [occupant and (occupant.level or occupant.player) for occupant in match.seats],
        "yours": match.seats_of(you),
        "host": match.host,
        "invited": match.invited,
        "rated": match.rated,
        "time": match.time,
        "created": match.created,
        "status": match.status,
        "cause": match.cause,
        "outcome": _outcome(match),
        "moves": [(ply.seat, ply.move, ply.at) for ply in match.plies],
        "clock": match.clock,
        "offers": match.offers,
        "contest": match.contest,
        "rematch": match.rematch,
    }


def _outcome(match: Match) -> Mapping[str, Any] | None:
    ended = match.outcome
    if ended is None:
        return None
    return {
        "why": ended.termination,
        "winners": sorted(ended.winners),
        "scores": ended.scores,
    }


def _contest(contest: Contest, you: PlayerId) -> Mapping[str, Any]:
    """Describe a contest, and which of its boards belongs to the player."""
    entry = contest.entry_of(you)
    return {
        "id": contest.id,
        "game": contest.game,
        "kind": contest.kind,
        "host": contest.host,
        "invited": contest.invited,
        "created": contest.created,
        "begun": contest.begun,
        "cause": contest.cause,
        "yours": None if entry is None else entry.match,
    }


def _rooms(session: Session, open_to_you: set[tuple[str, str]]) -> Sequence[Room]:
    """Return the home and screens of a session, without duplicates.

    Includes servers and groups, and the rooms in `open_to_you`.
    """
    shown = dict.fromkeys((session.home, *(screen.room for screen in session.screens)))
    return [
        room
        for room in shown
        if room.space is not None or (room.platform, room.chat) in open_to_you
    ]
