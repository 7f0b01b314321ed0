"""Wishes that leave matches alone: lists, leaderboard, help, rules, one's own settings.

Owns what is answered privately; nothing here changes a match or a screen.
"""

from typing import TypeVar

from bot.app import picker, rows, settings, wording
from bot.app.card import Card, Link
from bot.app.ports import Now, Period, PeriodKind, PlayerRecord, Scope, ScopeKind, Standing, Store
from bot.app.present import Presenter, name
from bot.app.requests import Reply, Request, Verb
from bot.app.session import ScreenKind, Session
from bot.app.sessions import Sessions
from bot.text import games, pages
from bot.text.catalog import Texts, nearest, texts
from core.errors import Reason, Refused
from core.game import PASS
from core.match.commands import PlayMove
from core.match.decide import decide
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, MatchId, PlayerId
from renderers import text_board

K = TypeVar("K", ScopeKind, PeriodKind)


class Answers:
    """Answers that change nothing."""

    def __init__(self, store: Store, sessions: Sessions, presenter: Presenter, now: Now) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._now = now

    async def look(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """Games, leaderboard, help, rules, privacy."""
        language = texts(locale)
        match request.verb:
            case Verb.GAMES:
                return Reply(card=await self._games(request, player.id, language))
            case Verb.LEADERBOARD:
                return Reply(card=await self._leaderboard(request, player.id, language))
            case Verb.RULES:
                return Reply(card=Card(games.rules(language, await self._game(request))))
            case Verb.PRIVACY:
                return Reply(card=Card(pages.privacy(language)))
            case _:
                return Reply(card=Card(pages.help(language)))

    async def settings(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """Shows the asker's settings, changed first where they say how."""
        change = settings.read(request.arg)
        if change is None:
            mine = await self._store.settings(player.id)
        else:
            mine = await self._store.choose_setting(player.id, *change)
            locale = nearest(mine.language, request.actor.locale)
        return Reply(card=settings.card(texts(locale), mine))

    async def text(self, id: MatchId, platform: str, locale: str) -> Reply:
        """The board in characters, in step with the picture."""
        session = await self._sessions.load(id)
        language, view = texts(locale), see(session.match)
        cast = await self._presenter.cast(language, session.match, platform)
        said = wording.board(language, view, cast, self._now())
        return Reply(card=Card(said, monospace=text_board(session.match.game, view.board)))

    async def pick(self, request: Request, id: MatchId, player: PlayerId, locale: str) -> Reply:
        """One step of choosing a point; refused where the move would be."""
        match = (await self._sessions.load(id)).match
        language, view = texts(locale), see(match)
        turn = match.turn if request.turn is None else request.turn
        trial = PlayMove(player, next(iter(view.moves), PASS), turn)
        decide(match, trial, self._now())
        cast = await self._presenter.cast(language, match, request.room.platform)
        return Reply(card=picker.step(language, view, cast.seats, request.arg))

    async def more(self, id: MatchId, locale: str) -> Reply:
        """The controls that the board itself has no room for."""
        match = (await self._sessions.load(id)).match
        language = texts(locale)
        if match.is_over:
            raise Refused(Reason.FINISHED)
        panel = rows.more(language, match, self._now())
        return Reply(card=Card(language.t("What would you like to do?"), rows=panel))

    async def sure(self, id: MatchId, player: PlayerId, locale: str) -> Reply:
        """Asks before resigning; refuses at once where there is nothing to resign."""
        match = (await self._sessions.load(id)).match
        if not match.seats_of(player):
            raise Refused(Reason.NOT_SEATED)
        if match.is_over:
            raise Refused(Reason.FINISHED)
        language = texts(locale)
        question = language.t("Really resign? Press or type it once more within 30 seconds.")
        return Reply(card=Card(question, rows=rows.sure(language, match)))

    async def _game(self, request: Request) -> GameId:
        if request.session is not None and not request.arg:
            return (await self._sessions.load(request.session)).match.game
        game = GameId(request.arg or next(iter(GAMES)))
        if game not in GAMES:
            raise Refused(Reason.UNKNOWN_GAME, game=game)
        return game

    async def _games(self, request: Request, player: PlayerId, language: Texts) -> Card:
        """My matches with a link to each board, those that wait for me first."""
        ids = await self._store.of_player(player)
        mine = [await self._sessions.load(id) for id in ids]
        if not mine:
            return Card(language.t("No match of yours is going on. “play” starts one at once."))
        mine.sort(key=lambda session: not _waits_for(session, player))
        links = []
        for session in mine:
            cast = await self._presenter.cast(language, session.match, request.actor.platform)
            label = games.game_name(language, session.match.game)
            label += " · " + wording.together(language, [who for who in cast.seats if who])
            if _waits_for(session, player):
                label += " · " + language.t("your turn")
            board = next(s for s in session.screens if s.kind is ScreenKind.BOARD)
            here = [s for s in session.screens if s.room == request.room]
            links.append(Link(label, session.match.id, here[0] if here else board))
        return Card(
            language.n("{count} match of yours", "{count} matches of yours", len(mine)),
            links=tuple(links),
        )

    async def _leaderboard(self, request: Request, player: PlayerId, language: Texts) -> Card:
        game = await self._game(request)
        scope = _choice(ScopeKind, request, "scope", ScopeKind.ROOM)
        period = _choice(PeriodKind, request, "period", PeriodKind.ALWAYS)
        page = request.options.get("page", "1")
        if not page.isdecimal() or not 0 < int(page) < 1_000_000:
            raise Refused(Reason.UNKNOWN_OPTION, option="page", value=page)
        table = await self._store.leaderboard(
            game, Scope(scope, request.room), Period(period, self._now()), int(page), player
        )
        named = games.game_name(language, game)
        if period is PeriodKind.ALWAYS:
            title = language.t("{game}: best ratings", game=named)
        else:
            title = language.t("{game}: most wins", game=named)
        if not table.rows:
            nobody = language.t("Nobody is on this board yet; the first win opens it.")
            return Card(f"{title}\n{nobody}")
        platform = request.actor.platform
        said = [title, *(_standing(language, row, platform) for row in table.rows)]
        if table.mine is not None and table.mine not in table.rows:
            said += ["…", _standing(language, table.mine, platform)]
        if table.pages > 1:
            said.append(language.t("Page {page} of {pages}", page=table.page, pages=table.pages))
        return Card("\n".join(said))


def _choice(kinds: type[K], request: Request, option: str, default: K) -> K:
    value = request.options.get(option, default)
    if value not in set(kinds):
        raise Refused(Reason.UNKNOWN_OPTION, option=option, value=value)
    return kinds(value)


def _standing(language: Texts, row: Standing, platform: str) -> str:
    record = language.t(
        "{won} won, {drew} drawn, {lost} lost", won=row.won, drew=row.drew, lost=row.lost
    )
    who = name(language, row.player, platform)
    if row.rating is not None:
        who = f"{who} {wording.rating(row.rating)}"
    return f"{row.rank}. {who} · {record}"


def _waits_for(session: Session, player: PlayerId) -> bool:
    seat = GAMES[session.match.game].to_act(session.match.position)
    return session.match.turn > 0 and seat in session.match.seats_of(player)
