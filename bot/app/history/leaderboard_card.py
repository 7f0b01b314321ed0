"""Render the leaderboard: most wins, or the best scores of a solo game.

Parses game, scope and period from the request, queries that page and formats it. The ranking itself
is in `bot/storage/rankings`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.app.model.button_token import command_token
from bot.app.model.card import Buttons, Card
from bot.app.model.leaderboard import LATEST, Period, PeriodKind, Scope, ScopeKind, Score, Standing
from bot.app.model.request import Request, Verb
from bot.app.model.room import Room
from bot.app.ports.store import Store
from bot.app.presentation import buttons, match_text
from bot.app.presentation.player_name import name
from bot.text import games
from bot.text.catalog import Texts
from core.errors import Reason, Refused
from core.registry import GAMES
from core.types import GameId, Millis, PlayerId

K = TypeVar("K", ScopeKind, PeriodKind)
Row = TypeVar("Row", Standing, Score)
Doubt = Callable[[Room, Sequence[PlayerId]], None]


async def card(
    store: Store,
    request: Request,
    game: GameId,
    player: PlayerId,
    language: Texts,
    now: Millis,
    doubt: Doubt,
) -> Card:
    """Return the requested page and the asker's own place. Raises Refused(UNKNOWN_OPTION).

    `doubt` receives the players listed on the board of a room or server, who may have left it
    unnoticed.
    """
    period = Period(_choice(PeriodKind, request, "period", PeriodKind.ALWAYS), now)
    scope = await _scope(store, request, game, period)
    page = request.options.get("page", "1")
    if not page.isdecimal() or not 0 < int(page) < 1_000_000:
        raise Refused(Reason.UNKNOWN_OPTION, option="page", value=page)
    named = games.game_name(language, game)
    if GAMES[game].solo:
        scores = await store.scores(game, scope, period, int(page), player)
        title = language.t(
            "{game}: best score, and average of the last {count}", game=named, count=LATEST
        )
        names = await _names(store, request, player, language, scope, (*scores.rows, scores.mine))
        shown = [row.player.id for row in scores.rows]
        lines = _places(scores.rows, scores.mine, lambda row: _score(language, row, names))
        empty = language.t("Nobody has finished a game here yet.")
        pages = scores.page, scores.pages
    else:
        table = await store.leaderboard(game, scope, period, int(page), player)
        title = language.t("{game}: most wins", game=named)
        is_rated = not table.rows or any(row.rating is not None for row in table.rows)
        if period.kind is PeriodKind.ALWAYS and is_rated:
            title = language.t("{game}: top ratings", game=named)
        names = await _names(store, request, player, language, scope, (*table.rows, table.mine))
        shown = [row.player.id for row in table.rows]
        lines = _places(table.rows, table.mine, lambda row: _standing(language, row, names))
        empty = language.t("Nobody is ranked here yet. Play a rated match to be first.")
        pages = table.page, table.pages
    if scope.kind is not ScopeKind.EVERYWHERE:
        doubt(request.room, shown)
    headed = " · ".join((title, *_where_and_when(language, scope, period)))
    card = _page(language, headed, lines or [empty], *pages)
    return replace(card, rows=_turning(game, scope, period, *pages))


async def _scope(store: Store, request: Request, game: GameId, period: Period) -> Scope:
    """Return the requested scope; by default the room.

    A room without players and without a server or group, like most private chats, falls back to the
    global leaderboard.
    """
    scope = Scope(_choice(ScopeKind, request, "scope", ScopeKind.ROOM), request.room)
    if "scope" in request.options or request.room.space is not None:
        return scope
    ask = store.scores if GAMES[game].solo else store.leaderboard
    local = await ask(game, scope, period, 1, None)
    return scope if local.rows else Scope(ScopeKind.EVERYWHERE, request.room)


def _where_and_when(language: Texts, scope: Scope, period: Period) -> Iterator[str]:
    """Yield scope and period where they differ from the defaults."""
    match scope.kind:
        case ScopeKind.SPACE:
            yield language.t("the whole server or group")
        case ScopeKind.EVERYWHERE:
            yield language.t("everywhere")
    match period.kind:
        case PeriodKind.MONTH:
            yield language.t("this month")
        case PeriodKind.WEEK:
            yield language.t("this week")


async def _names(
    store: Store,
    request: Request,
    asker: PlayerId,
    language: Texts,
    scope: Scope,
    rows: Iterable[Standing | Score | None],
) -> Mapping[PlayerId, str]:
    """Return the displayed name of each player.

    On the leaderboard of a room or server, players of other platforms are "a player"; on the global
    one, so are all who did not agree to be listed, or who come from another platform if the room
    hides their names. Askers always see their own name.
    """
    veiled = not (await store.houses.settings(request.room)).names
    names = {}
    for row in rows:
        if row is None:
            continue
        player = row.player
        is_local = player.on(request.room.platform) is not None
        if scope.kind is ScopeKind.EVERYWHERE:
            is_local = (await store.settings(player.id)).listed and (is_local or not veiled)
        shown = player if is_local or player.id == asker else None
        names[player.id] = name(language, shown, request.actor.platform)
    return names


def _turning(
    game: GameId, scope: Scope, period: Period, page: int, pages: int
) -> tuple[Buttons, ...]:
    """Return the previous and next buttons that lead to a page."""
    asked = f"{game} {scope.kind} {period.kind}"
    ways = buttons.turning(page, pages, lambda to: command_token(Verb.LEADERBOARD, f"{asked} {to}"))
    return (Buttons(ways),) if ways else ()


def pressed(request: Request) -> Request:
    """Return the request of a paging button as if it had been typed."""
    game, scope, period, page = request.arg.split(" ")
    options = {"scope": scope, "period": period, "page": page}
    return replace(request, session=None, arg=game, options=options)


def _choice(kinds: type[K], request: Request, option: str, default: K) -> K:
    value = request.options.get(option, default)
    if value not in set(kinds):
        fits = ", ".join(kinds)
        raise Refused(Reason.UNKNOWN_OPTION, option=option, value=value, fits=fits)
    return kinds(value)


def _places(rows: Sequence[Row], own: Row | None, say: Callable[[Row], str]) -> list[str]:
    """Return the rows of a page, plus the asker's own if it is on another one."""
    lines = [say(row) for row in rows]
    if lines and own is not None and own not in rows:
        lines += ["…", say(own)]
    return lines


def _page(language: Texts, title: str, rows: list[str], page: int, pages: int) -> Card:
    lines = [title, *rows]
    if pages > 1:
        lines.append(language.t("Page {page} of {pages}", page=page, pages=pages))
    return Card("\n".join(lines))


def _standing(language: Texts, row: Standing, names: Mapping[PlayerId, str]) -> str:
    record = language.t(
        "{won} won, {drew} drawn, {lost} lost", won=row.won, drew=row.drew, lost=row.lost
    )
    name = names[row.player.id]
    if row.rating is not None:
        name = f"{name} {match_text.rating(row.rating)}"
    return f"{row.rank}. {name} · {record}"


def _score(language: Texts, row: Score, names: Mapping[PlayerId, str]) -> str:
    """Return `1. Ann · best 620, mean 140 · 12 games, 3 won, 1 abandoned`."""
    record = language.t("best {best}, average {mean}", best=row.best, mean=round(row.mean))
    played = [
        language.n("{count} game", "{count} games", row.games),
        language.t("{count} won", count=row.won),
    ]
    if row.abandoned:
        played.append(language.t("{count} abandoned", count=row.abandoned))
    return f"{row.rank}. {names[row.player.id]} · {record} · {', '.join(played)}"
