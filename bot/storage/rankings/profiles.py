"""Profiles and histories of players.

Duels and streaks are updated in the transaction that adds a result, so a profile costs the same
after ten matches or ten thousand; a history is read page by page from the results. `standings.py`
handles leaderboards.
"""

import aiosqlite

from bot.app.model.leaderboard import (
    LEVEL,
    Duel,
    Ending,
    History,
    Past,
    Profile,
    RatingChange,
    Result,
)
from bot.app.model.room import Room
from bot.storage.pagination import PAGE, Page
from bot.storage.players.players import number_of, player_id
from bot.storage.reader import Reader
from core.rating import Rating
from core.types import GameId, MatchId, Millis, PlayerId

OPPONENTS, CURVE, TOTALS = 5, 400, 200
"""Limits of a profile: opponents, points of the rating chart, totals of solo games."""


async def add(db: aiosqlite.Connection, result: Result) -> None:
    """Count a new result."""
    if not result.against or result.against == LEVEL:
        return
    await _count(db, result, 1)
    if result.rated and not result.against.startswith(LEVEL):
        await _go_on(db, result)


async def take_back(db: aiosqlite.Connection, result: Result) -> None:
    """Undo a result; its own row is deleted already."""
    if not result.against or result.against == LEVEL:
        return
    await _count(db, result, -1)
    player = number_of(result.player)
    await db.execute(
        "DELETE FROM duels WHERE player = ? AND game = ? AND won + drew + lost = 0",
        (player, result.game),
    )
    await recount_streak(db, player, result.game)


async def recount_streak(db: aiosqlite.Connection, player: int | None, game: GameId) -> None:
    """Recompute the streak of rated wins from the results."""
    await db.execute("DELETE FROM streaks WHERE player = ? AND game = ?", (player, game))
    left = await db.execute_fetchall(
        "SELECT ending FROM results WHERE player = ? AND game = ? AND rated AND against <> ''"
        f" AND against NOT LIKE '{LEVEL}%' ORDER BY at, session",
        (player, game),
    )
    for (ending,) in left:
        await _streak(db, player, game, Ending(ending))


async def join_duels(db: aiosqlite.Connection, old: int, new: int) -> None:
    """Give one player's duels to another, and change the opponent in everyone else's. Duels between
    the two are dropped."""
    sums = (
        " WHERE true ON CONFLICT DO UPDATE SET won = won + excluded.won,"
        " drew = drew + excluded.drew, lost = lost + excluded.lost"
    )
    one, other = player_id(old), player_id(new)
    await db.execute(
        "DELETE FROM duels WHERE (player = ? AND against = ?) OR (player = ? AND against = ?)",
        (old, other, new, one),
    )
    for change, was, becomes in (("?1, game, against", old, new), ("player, game, ?1", one, other)):
        column = "player" if isinstance(was, int) else "against"
        await db.execute(
            f"INSERT INTO duels SELECT {change}, won, drew, lost FROM"
            f" (SELECT * FROM duels WHERE {column} = ?2) {sums}",
            (becomes, was),
        )
        await db.execute(f"DELETE FROM duels WHERE {column} = ?", (was,))


async def _count(db: aiosqlite.Connection, result: Result, times: int) -> None:
    endings = (Ending.WON, Ending.DREW, Ending.LOST)
    sums = (times * (result.ending is ending) for ending in endings)
    await db.execute(
        "INSERT INTO duels VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " won = won + excluded.won, drew = drew + excluded.drew, lost = lost + excluded.lost",
        (number_of(result.player), result.game, result.against, *sums),
    )


async def _go_on(db: aiosqlite.Connection, result: Result) -> None:
    await _streak(db, number_of(result.player), result.game, result.ending)


async def _streak(
    db: aiosqlite.Connection, player: int | None, game: GameId, ending: Ending
) -> None:
    won = ending is Ending.WON
    await db.execute(
        "INSERT INTO streaks VALUES (?1, ?2, ?3, ?3) ON CONFLICT DO UPDATE SET"
        " running = iif(?3, running + 1, 0), longest = max(longest, iif(?3, running + 1, 0))",
        (player, game, won),
    )


# --- to be read ----------------------------------------------------------------------------------


async def history(reader: Reader, player: PlayerId, page: int) -> History:
    """See `Store.history`."""
    number = number_of(player)
    row = await reader.row("SELECT count(*) FROM results WHERE player = ?", (number,))
    current = Page.of(page, row[0] if row else 0)
    rows = await reader.rows(
        "SELECT results.session, results.game, ending, results.at, points, mu_before, sigma_before,"
        " mu, sigma FROM (SELECT * FROM results WHERE player = ? ORDER BY at DESC, session"
        " LIMIT ? OFFSET ?) AS results"
        " LEFT JOIN bouts ON bouts.session = results.session AND annulled = 0"
        " LEFT JOIN rating_events ON bout = number AND rating_events.player = results.player"
        " ORDER BY results.at DESC, results.session",
        (number, PAGE, current.offset),
    )
    return History(tuple(_past(*row) for row in rows), current.number, current.pages)


def _past(
    match: str, game: str, ending: str, at: int, points: int | None, *rating: float | None
) -> Past:
    mu_before, sigma_before, mu, sigma = rating
    change = None
    if mu_before is not None and sigma_before is not None and mu is not None and sigma is not None:
        change = RatingChange(Rating(mu_before, sigma_before), Rating(mu, sigma))
    return Past(MatchId(match), GameId(game), Ending(ending), Millis(at), points, change)


async def profile(reader: Reader, player: PlayerId, game: GameId) -> Profile:
    """See `Store.profile`."""
    key = (number_of(player), game)
    curve = await reader.rows(
        "SELECT at, mu, sigma FROM rating_events JOIN bouts ON number = bout"
        " WHERE player = ? AND game = ? AND annulled = 0 ORDER BY number DESC LIMIT ?",
        (*key, CURVE),
    )
    people = await reader.rows(
        "SELECT against, won, drew, lost FROM duels WHERE player = ? AND game = ?"
        f" AND against NOT LIKE '{LEVEL}%' ORDER BY won + drew + lost DESC, against LIMIT ?",
        (*key, OPPONENTS),
    )
    levels = await reader.rows(
        "SELECT against, won, drew, lost FROM duels WHERE player = ? AND game = ?"
        f" AND against LIKE '{LEVEL}%' ORDER BY against",
        key,
    )
    totals = await reader.rows(
        "SELECT points FROM results WHERE player = ? AND game = ? AND points IS NOT NULL"
        " ORDER BY at DESC LIMIT ?",
        (*key, TOTALS),
    )
    streak = await reader.row(
        "SELECT running, longest FROM streaks WHERE player = ? AND game = ?", key
    )
    return Profile(
        game,
        tuple((Millis(at), Rating(mu, sigma)) for at, mu, sigma in reversed(curve)),
        tuple(Duel(*row) for row in people),
        tuple(Duel(*row) for row in levels),
        tuple(points for (points,) in reversed(totals)),
        *(streak or (0, 0)),
    )


async def have_met(reader: Reader, one: PlayerId, other: PlayerId, here: Room) -> bool:
    """See `Store.have_met`."""
    first, second = number_of(one), number_of(other)
    row = await reader.row(
        "SELECT EXISTS (SELECT 1 FROM results AS mine JOIN results AS theirs"
        " ON theirs.platform = mine.platform AND theirs.chat = mine.chat AND theirs.player = ?2"
        " WHERE mine.player = ?1)"
        " OR EXISTS (SELECT 1 FROM duels WHERE player = ?1 AND against = ?3)"
        " OR EXISTS (SELECT 1 FROM results WHERE player = ?2 AND platform = ?4 AND chat = ?5)",
        (first, second, other, here.platform, here.chat),
    )
    return bool(row and row[0])
