"""Handle requests about finished matches: history, replays, records, imports.

A replay or a record is available to the players and to anyone who reaches the match through a
message that shows it. Matches with dice keep their record secret until the last roll.
"""

from datetime import UTC, datetime

from bot.app.history import records
from bot.app.history.replays import Replays
from bot.app.matches.fair_play import must_not_help
from bot.app.model import display_names
from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card, File, Link
from bot.app.model.leaderboard import Ending, Past
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.people.profiles import Profiles
from bot.app.ports.store import Store, UnreadableMatch
from bot.app.ports.system import Now
from bot.app.presentation import buttons as rows
from bot.app.presentation import match_text
from bot.app.presentation.match_text import PlayerNames
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text import chats, games, numbers
from bot.text.catalog import Texts, texts
from bot.text.refusals import refusal
from core.errors import Reason, Refused
from core.match import create
from core.match.model import Match
from core.registry import GAMES
from core.types import MatchId


class HistoryHandlers:
    """Handle requests about finished matches."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        now: Now,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._replays = Replays(presenter)
        self._profiles = Profiles(store, now)
        self._now = now

    async def look(self, request: Request, player: Player, locale: str) -> Reply:
        """Handle requests that refer to no match: history, profile, import."""
        match request.verb:
            case Verb.HISTORY:
                return await self._history(request, player, locale)
            case Verb.PROFILE:
                card = await self._profiles.card(request, player, texts(locale))
                return Reply(card=card)
            case _:
                return await self._import(request, player, locale)

    async def tell(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Return a match as an animation or as text.

        Raises Refused(NOT_FINISHED) for a board of a running contest.
        """
        id, contest = session.match.id, session.match.contest
        if contest is not None and not (await self._sessions.load(contest)).match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        if request.verb is Verb.REPLAY:
            return await self._replay(request, id, player, locale)
        return await self._record(request, id, locale)

    # --- history

    async def _history(self, request: Request, player: Player, locale: str) -> Reply:
        """Return the asker's finished matches, newest first, each with a link and its id."""
        language = texts(locale)
        page = request.arg or request.options.get("page", "1")
        if not page.isdecimal() or not 0 < int(page) < 1_000_000:
            raise Refused(Reason.UNKNOWN_OPTION, option="page", value=page[:20])
        history = await self._store.history(player.id, int(page))
        if not history.rows:
            return Reply(card=Card(language.t("No finished matches yet.")))
        links = [await self._line(request, language, past) for past in history.rows]
        text = language.t("Your finished matches, newest first")
        if history.pages > 1:
            text += " · " + language.t(
                "Page {page} of {pages}", page=history.page, pages=history.pages
            )
        turn = rows.turning(
            history.page, history.pages, lambda to: command_token(Verb.HISTORY, str(to))
        )
        return Reply(card=Card(text, links=tuple(links), rows=(Buttons(turn),) if turn else ()))

    async def _line(self, request: Request, language: Texts, past: Past) -> Link:
        try:
            session = await self._sessions.load(past.match)
        except UnreadableMatch:
            unreadable = refusal(language, Refused(Reason.UNREADABLE_MATCH))
            nowhere = Screen(request.room, ScreenKind.BOARD, language.locale)
            return Link(f"{past.match} · {unreadable}", past.match, nowhere)
        cast = await self._presenter.cast_in(language, session.match, request.room)
        day = datetime.fromtimestamp(past.at / 1000, UTC).strftime("%Y-%m-%d")
        others = match_text.together(language, [name for name in cast.seats if name])
        game, ended = games.game_name(language, past.game), _result_text(language, past)
        parts = [day, game, others, ended, past.match]
        screens = (await self._sessions.shown(session)).screens
        nowhere = Screen(request.room, ScreenKind.BOARD, language.locale)
        screen = next((each for each in screens if each.room == request.room), None)
        return Link(" · ".join(parts), past.match, screen or next(iter(screens), nowhere))

    # --- replays and records

    async def _replay(self, request: Request, id: MatchId, player: Player, locale: str) -> Reply:
        """Return all moves as an animation."""
        match = (await self._sessions.load(id)).match
        if not match.plies:
            raise Refused(Reason.NOT_STARTED)
        theme = (await self._store.settings(player.id)).theme
        room, language = request.room, texts(locale)
        gif = await self._replays.gif(match, locale, room, theme)
        cast = await self._presenter.cast_in(language, match, room)
        card = Card(
            match_text.title(language, match, cast),
            rows=(Buttons((rows.button(match, language.t("Record"), Verb.RECORD),)),),
            files=(File(f"{match.game}-{match.id}.gif", gif),),
        )
        return Reply(card=card)

    async def _record(self, request: Request, id: MatchId, locale: str) -> Reply:
        """Return the match in the usual notation of its game."""
        match, language = (await self._sessions.load(id)).match, texts(locale)
        cast = await self._presenter.cast_in(language, match, request.room)
        contest = match.contest
        all_done = contest is not None and (await self._sessions.load(contest)).match.is_over
        written = records.write(match, cast.seats, all_done=all_done)
        text = match_text.title(language, match, cast)
        if written.line:
            text += "\n" + written.line
        if match.game in records.CHECKED:
            text = language.t("Anyone can check the dice with this file and docs/verify_dice.py.")
        return Reply(
            card=Card(
                text,
                monospace=written.text.rstrip(),
                files=(File(written.name, written.text.encode()),),
            )
        )

    # --- from elsewhere

    async def _import(self, request: Request, player: Player, locale: str) -> Reply:
        """Import a record as an unrated match without players, and replay it.

        Raises Refused(RATED_MATCH) if it leads to the position of a rated match of the asker.
        """
        language = texts(locale)
        read = records.read(request.arg)
        id = create.match_id("import", request.actor.platform, request.id)
        match = create.imported(id, read.game, read.setup, read.moves, player.id, self._now())
        positions = [match.position]
        await must_not_help(self._store, self._sessions, match.game, positions, player.id)
        await self._sessions.create(Session(match, request.room, ()))
        called = tuple(
            _player_name(language, i + 1, name) for i, name in enumerate(read.names or ("", ""))
        )
        seats = tuple(called[i % len(called)] for i in range(read.setup.seats))
        theme = (await self._store.settings(player.id)).theme
        cast = PlayerNames(seats, player.name, None)
        gif = await self._replays.of(match, language, cast, theme)
        title = match_text.title(language, match, cast)
        if read.games > 1:
            title += "\n" + chats.first_of_several(language, read.games)
        card = Card(
            title,
            rows=(Buttons(_onward(language, match)),),
            files=(File(f"{match.game}-{match.id}.gif", gif),),
        )
        return Reply(card=card)


def _onward(language: Texts, match: Match) -> tuple[Button, ...]:
    """Return the actions on an imported match."""
    buttons = [rows.button(match, language.t("Record"), Verb.RECORD)]
    if match.plies and GAMES[match.game].levels:
        buttons.insert(0, rows.button(match, language.t("Review"), Verb.REVIEW))
    if match.outcome is None and match.setup.seats == 2:
        buttons.insert(0, rows.button(match, language.t("Play from here"), Verb.FROM))
    return tuple(buttons)


def _player_name(language: Texts, number: int, written: str) -> str:
    """Return a player's name from a record, or a label if the record has none."""
    name = display_names.person(written)
    return display_names.apart(name) if name else language.t("Player {number}", number=number)


def _result_text(language: Texts, past: Past) -> str:
    """Return `won (+44)` or `340`."""
    if past.points is not None:
        return numbers.whole(past.points)
    texts = {
        Ending.WON: language.t("won"),
        Ending.DREW: language.t("drawn"),
        Ending.LOST: language.t("lost"),
        Ending.ABANDONED: language.t("abandoned"),
    }[past.ending]
    if past.change is None:
        return texts
    return f"{texts} ({match_text.difference(past.change)})"
