"""Ratings, with the history needed to recompute them.

A result is rated in the transaction that finishes its match, at most once, from the ratings stored
at that time; two matches that finish together are rated one after the other. Bouts are numbered in
that order, and each keeps the ratings before and after. Annulling one, or recomputing all, replays
the later bouts in the same order and changes only the players affected.
"""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import aiosqlite
import msgspec

from bot.app.model.leaderboard import RatingChange
from bot.storage.players.players import number_of, player_id
from bot.storage.reader import Reader
from core.rating import RatedResult, Rating, rate
from core.types import GameId, MatchId, Millis, PlayerId

Ratings = dict[int, Rating]
"""Ratings by player number."""


@dataclass(frozen=True, slots=True)
class RatingEvent:
    """The effect of a bout on one player."""

    player: int
    side: int
    rank: int
    before: Rating
    after: Rating


async def add_bout(
    db: aiosqlite.Connection, match: MatchId, game: GameId, bout: RatedResult, at: Millis
) -> None:
    """Rate the players; no-op if the match is rated already."""
    inserted = await db.execute(
        "INSERT INTO bouts (session, game, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (match, game, at),
    )
    if not inserted.rowcount:
        return
    seated = [
        (number, side, rank)
        for side, (people, rank) in enumerate(zip(bout.sides, bout.ranks, strict=True))
        for number in map(number_of, people)
        if number is not None
    ]
    stored = await _ratings(db, game, [number for number, _, _ in seated])
    events = _rated([RatingEvent(n, s, r, stored.get(n, Rating()), Rating()) for n, s, r in seated])
    assert inserted.lastrowid is not None
    await _write_events(db, {inserted.lastrowid: events})
    await _write_ratings(db, game, {event.player: event.after for event in events})


def _rated(events: Iterable[RatingEvent]) -> list[RatingEvent]:
    """Return the events with the ratings that follow from those before."""
    ordered = sorted(events, key=lambda event: (event.side, event.player))
    sides: dict[int, list[RatingEvent]] = {}
    for event in ordered:
        sides.setdefault(event.side, []).append(event)
    ranks = [events[0].rank for events in sides.values()]
    after = rate([[event.before for event in side] for side in sides.values()], ranks)
    return [
        RatingEvent(event.player, event.side, event.rank, event.before, rating)
        for side, ratings in zip(sides.values(), after, strict=True)
        for event, rating in zip(side, ratings, strict=True)
    ]


async def annul_bout(db: aiosqlite.Connection, match: MatchId) -> None:
    """Annul a match and recompute what followed."""
    rows = await db.execute_fetchall(
        "UPDATE bouts SET annulled = 1 WHERE session = ? AND annulled = 0 RETURNING number, game",
        (match,),
    )
    for number, game in rows:
        events = await db.execute_fetchall(
            f"SELECT {_EVENT} FROM rating_events WHERE bout = ?", (number,)
        )
        before = {event.player: event.before for event in (_event(*row) for row in events)}
        await _go_through(db, game, number, before)


async def rerate(db: aiosqlite.Connection, player: int) -> None:
    """Recompute the ratings of a player who has gained bouts, in order, with all that follows."""
    rows = await db.execute_fetchall(
        "SELECT game, min(number) FROM rating_events JOIN bouts ON number = bout"
        " WHERE player = ? AND annulled = 0 GROUP BY game",
        (player,),
    )
    for game, first in rows:
        await _go_through(db, game, first - 1, {player: Rating()})


async def recompute_all(db: aiosqlite.Connection, games: Sequence[GameId]) -> list[int]:
    """Recompute all ratings of each game. Returns how many differed from what was stored."""
    return [await _recompute(db, game) for game in games]


async def _recompute(db: aiosqlite.Connection, game: GameId) -> int:
    stored = {
        player: Rating(mu, sigma)
        for player, mu, sigma in await db.execute_fetchall(
            "SELECT player, mu, sigma FROM ratings WHERE game = ?", (game,)
        )
    }
    rows = await db.execute_fetchall(
        "SELECT DISTINCT player FROM rating_events WHERE bout IN"
        " (SELECT number FROM bouts WHERE game = ?)",
        (game,),
    )
    everybody = dict.fromkeys((player for (player,) in rows), Rating())
    now = await _go_through(db, game, 0, everybody)
    return sum(stored.get(player, Rating()) != rating for player, rating in now.items())


async def _go_through(
    db: aiosqlite.Connection, game: GameId, after: int, changed: Ratings
) -> Ratings:
    """Rate the bouts of a game after number `after` again.

    `changed` holds players whose rating at that point differs from what later bouts started from;
    their opponents are added as it goes. Returns the current ratings of all of them.
    """
    now = dict(changed)
    async for page in _later(db, game, after):
        written: dict[int, list[RatingEvent]] = {}
        for number, events in page.items():
            if any(event.player in now for event in events):
                found = [
                    replace(event, before=now.get(event.player, event.before)) for event in events
                ]
                written[number] = _rated(found)
                now |= {event.player: event.after for event in written[number]}
        await _write_events(db, written)
    await _write_ratings(db, game, now)
    return now


async def _later(
    db: aiosqlite.Connection, game: GameId, after: int
) -> AsyncIterator[Mapping[int, list[RatingEvent]]]:
    """Yield the bouts that count, in order, with their events, in pages."""
    while True:
        rows = await db.execute_fetchall(
            f"SELECT bout, {_EVENT} FROM"
            " (SELECT number FROM bouts WHERE game = ? AND number > ? AND annulled = 0"
            " ORDER BY number LIMIT ?)"
            " JOIN rating_events ON bout = number ORDER BY bout, side, player",
            (game, after, _PAGE),
        )
        page: dict[int, list[RatingEvent]] = {}
        for number, *event in rows:
            page.setdefault(number, []).append(_event(*event))
        if not page:
            return
        yield page
        after = max(page)


_PAGE = 500  # bouts per read
_EVENT = "player, side, rank, mu_before, sigma_before, mu, sigma"


def _event(
    player: int,
    side: int,
    rank: int,
    mu_before: float,
    sigma_before: float,
    mu: float,
    sigma: float,
) -> RatingEvent:
    """Build an event from the columns `_EVENT`."""
    return RatingEvent(player, side, rank, Rating(mu_before, sigma_before), Rating(mu, sigma))


async def _write_events(db: aiosqlite.Connection, bouts: Mapping[int, list[RatingEvent]]) -> None:
    await db.executemany(
        "INSERT OR REPLACE INTO rating_events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (bout, e.player, e.side, e.rank, e.before.mu, e.before.sigma, e.after.mu, e.after.sigma)
            for bout, events in bouts.items()
            for e in events
        ],
    )


async def _write_ratings(db: aiosqlite.Connection, game: GameId, ratings: Ratings) -> None:
    """Write ratings, also into the leaderboards, which are sorted by them.

    A player whose rating equals a newcomer's exactly has no bout left: every bout reduces the
    uncertainty.
    """
    rated = {player: rating for player, rating in ratings.items() if rating != Rating()}
    await db.executemany(
        "INSERT INTO ratings VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
        " SET mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown",
        [(player, game, each.mu, each.sigma, each.shown) for player, each in rated.items()],
    )
    await db.executemany(
        "DELETE FROM ratings WHERE player = ? AND game = ?",
        [(player, game) for player in ratings.keys() - rated.keys()],
    )
    await db.executemany(
        "UPDATE standings SET rating = ? WHERE player = ? AND game = ? AND period = 'always'",
        [(rated[p].shown if p in rated else 0, p, game) for p in ratings],
    )


async def _ratings(db: aiosqlite.Connection, game: GameId, players: list[int]) -> Ratings:
    rows = await db.execute_fetchall(
        "SELECT player, mu, sigma FROM ratings"
        " WHERE game = ? AND player IN (SELECT value FROM json_each(?))",
        (game, msgspec.json.encode(players).decode()),
    )
    return {player: Rating(mu, sigma) for player, mu, sigma in rows}


# --- to be read ----------------------------------------------------------------------------------


async def changes(reader: Reader, match: MatchId) -> Mapping[PlayerId, RatingChange]:
    """Return the rating changes of a match; none if it was not rated or was annulled."""
    rows = await reader.rows(
        "SELECT player, mu_before, sigma_before, mu, sigma FROM rating_events"
        " JOIN bouts ON bouts.number = bout WHERE session = ? AND annulled = 0",
        (match,),
    )
    return {
        player_id(player): RatingChange(Rating(mu_before, sigma_before), Rating(mu, sigma))
        for player, mu_before, sigma_before, mu, sigma in rows
    }


_REMEMBERED = 10_000


class RatingRepository:
    """Current ratings, cached until any rating changes, because every board shows them."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known: dict[tuple[GameId, PlayerId], Rating] = {}
        self._changes = 0

    async def of(self, game: GameId, players: Sequence[PlayerId]) -> Mapping[PlayerId, Rating]:
        """Return each player's rating, a newcomer's for players without one."""
        cached = {p: self._known[(game, p)] for p in players if (game, p) in self._known}
        missing = [player for player in players if player not in cached]
        if missing:
            before = self._changes
            numbers = [number for number in map(number_of, missing) if number is not None]
            rows = await self._reader.rows(
                "SELECT player, mu, sigma FROM ratings"
                " WHERE game = ? AND player IN (SELECT value FROM json_each(?))",
                (game, msgspec.json.encode(numbers).decode()),
            )
            cached |= dict.fromkeys(missing, Rating())
            cached |= {player_id(number): Rating(mu, sigma) for number, mu, sigma in rows}
            if self._changes == before:  # otherwise they may have been read before the change
                if len(self._known) > _REMEMBERED:
                    self._known.clear()
                self._known |= {(game, player): cached[player] for player in missing}
        return cached

    def forget(self) -> None:
        """Drop the cache: some rating has changed."""
        self._changes += 1
        self._known.clear()
