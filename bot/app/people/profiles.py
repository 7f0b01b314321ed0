"""Render a player's profile: ratings, results by opponent and by level, dice scores, and a plot.

Players see their own profile and those of opponents they have met; in a room where a player has
finished a match everyone may see theirs, since its leaderboard names them already. The plot is
drawn in a thread.
"""

import asyncio
from collections.abc import Iterator, Sequence

from bot.app.model.card import Card, File
from bot.app.model.leaderboard import (
    LEVEL,
    Duel,
    Period,
    PeriodKind,
    Profile,
    Scope,
    ScopeKind,
    Score,
    Standing,
)
from bot.app.model.player import Player
from bot.app.model.request import Request
from bot.app.model.room import Room
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation import match_text
from bot.app.presentation.player_name import name
from bot.text import games
from bot.text.catalog import Texts
from core.errors import Reason, Refused
from core.registry import GAMES
from core.types import GameId, Level, PlayerId
from renderers import chart
from renderers.chart import Curve, Totals

FILE = "profile.png"


class Profiles:
    """Render profiles; draws one plot at a time."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now
        self._one = asyncio.Semaphore()

    async def card(self, request: Request, asker: Player, language: Texts) -> Card:
        """Return the requested profile. Raises Refused(UNKNOWN_PLAYER) if the asker never met the
        player."""
        player = asker
        if request.opponent is not None:
            player = await self._store.player_for(request.opponent)
            room = request.room
            if player.id != asker.id and not await self._store.have_met(asker.id, player.id, room):
                raise Refused(Reason.UNKNOWN_PLAYER, name=request.opponent.name)
        profiles = [await self._store.profile(player.id, game) for game in GAMES]
        played = [profile for profile in profiles if not profile.is_blank]
        head = await self._name(language, player, request.room)
        if not played:
            none = language.t("No finished matches yet.")
            if (await self._store.history(player.id, 1)).rows:  # played in teams, for example
                none = language.t("No rated matches yet; unrated ones are in the history.")
            return Card(f"{head}\n{none}")
        lines = [head]
        for profile in played:
            lines += await self._game(language, profile, player, request)
        theme = (await self._store.settings(asker.id)).theme
        return Card("\n".join(lines), files=await self._plot(language, played, theme))

    async def _game(
        self, language: Texts, profile: Profile, player: Player, request: Request
    ) -> list[str]:
        """Return the lines of one game: totals, opponents, computers."""
        named = games.game_name(language, profile.game)
        scope = Scope(ScopeKind.EVERYWHERE, request.room)
        period = Period(PeriodKind.ALWAYS, self._now())
        if GAMES[profile.game].solo:
            scores = await self._store.scores(profile.game, scope, period, 1, player.id)
            return [" · ".join((named, *_alone(language, scores.mine)))]
        table = await self._store.leaderboard(profile.game, scope, period, 1, player.id)
        lines = [" · ".join((named, *_sums(language, table.mine, profile)))]
        players = await self._store.players([PlayerId(duel.against) for duel in profile.people])
        people = [
            _duel(
                await self._name(language, players.get(PlayerId(duel.against)), request.room), duel
            )
            for duel in profile.people
        ]
        if people:
            lines.append(language.t("Against {opponents}", opponents=", ".join(people)))
        levels = sorted(profile.levels, key=lambda duel: _strength(profile.game, duel))
        if levels:
            duels = [_duel(games.level_name(language, _level(duel)), duel) for duel in levels]
            lines.append(language.t("Against the computer: {levels}", levels=", ".join(duels)))
        return lines

    async def _name(self, language: Texts, player: Player | None, room: Room) -> str:
        """Return the player's name as shown in that room."""
        veiled = not (await self._store.houses.settings(room)).names
        return name(language, player, room.platform, veiled=veiled)

    async def _plot(
        self, language: Texts, played: Sequence[Profile], theme: str
    ) -> tuple[File, ...]:
        curves = [
            Curve(
                f"{games.game_name(language, profile.game)} "
                f"{match_text.rating(profile.curve[-1][1])}",
                tuple((int(at), rating.shown) for at, rating in profile.curve),
                sum(rating.is_provisional for _, rating in profile.curve),
            )
            for profile in played
            if profile.curve
        ]
        totals = next(
            (
                Totals(
                    games.game_name(language, profile.game),
                    profile.totals,
                    GAMES[profile.game].goal,
                )
                for profile in played
                if profile.totals
            ),
            None,
        )
        if not curves and totals is None:
            return ()
        async with self._one:
            drawn = await asyncio.to_thread(chart.profile, curves, totals, theme)
        return (File(FILE, drawn),)


def _sums(language: Texts, own: Standing | None, profile: Profile) -> Iterator[str]:
    """Yield `1083 · 5 won, 1 drawn, 3 lost · 2 won in a row, 4 at most` for rated matches."""
    if own is None:
        yield language.t("no rated matches yet")
        return
    if own.rating is not None:
        yield match_text.rating(own.rating)
    yield language.t(
        "{won} won, {drew} drawn, {lost} lost", won=own.won, drew=own.drew, lost=own.lost
    )
    if profile.longest > 1:
        yield language.t(
            "winning streak {running}, longest {longest}",
            running=profile.running,
            longest=profile.longest,
        )


def _alone(language: Texts, own: Score | None) -> Iterator[str]:
    """Yield `best 620, mean 140 · 12 games`."""
    if own is not None:
        yield language.t("best {best}, average {mean}", best=own.best, mean=round(own.mean))
        yield language.n("{count} game", "{count} games", own.games)


def _duel(name: str, duel: Duel) -> str:
    """Return `Bo 3:1` or `Bo 3:1 (=2)`."""
    drawn = f" (={duel.drew})" if duel.drew else ""
    return f"{name} {duel.won}:{duel.lost}{drawn}"


def _level(duel: Duel) -> Level:
    return Level(duel.against.removeprefix(LEVEL))


def _strength(game: GameId, duel: Duel) -> int:
    """Sort key of levels, weakest first; levels unknown to this release come last."""
    levels = GAMES[game].levels
    return levels.index(_level(duel)) if _level(duel) in levels else len(levels)
