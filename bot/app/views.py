"""Requests that only look: lists, the leaderboard, help, rules, the player's settings.

Replies are private; nothing here changes a match or a screen.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.history import leaderboard_card
from bot.app.model import settings
from bot.app.model.card import Card, Link
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.people import settings_card
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation import buttons, help, match_text, solo_cards
from bot.app.presentation.match_text import PlayerNames
from bot.app.presentation.presenter import Presenter
from bot.app.rooms.settings_handler import listen
from bot.app.session_cache import SessionCache
from bot.text import games, pages
from bot.text.catalog import Texts, nearest, texts
from core.errors import Reason, Refused
from core.match.model import Status
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, PlayerId
from renderers.registry import text_board


class Views:
    """Serves requests that change no match."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        now: Now,
        doubt: leaderboard_card.Doubt,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._now = now
        self._doubt = doubt

    async def look(self, request: Request, player: Player, locale: str) -> Reply:
        """Show games, the leaderboard, help, rules or privacy."""
        if request.verb in (Verb.HELP, Verb.RULES):
            request, locale = await self._choose_language(request, player, locale)
        language = texts(locale)
        match request.verb:
            case Verb.GAMES:
                return Reply(card=await self._games(request, player.id, language))
            case Verb.LEADERBOARD:
                return Reply(card=await self._leaderboard(request, player.id, language))
            case Verb.RULES:
                game = await self._game(request)
                others = help.offered(locale, Verb.RULES, game)
                return Reply(card=Card(games.rules(language, game), rows=(others,)))
            case Verb.PRIVACY:
                return Reply(card=Card(pages.privacy(language), commands=True))
            case _:
                ways = (help.offered(locale, Verb.HELP), settings_card.way(language))
                hear = () if request.private else (listen(language),)
                return Reply(card=Card(pages.help(language), rows=(*ways, *hear), commands=True))

    async def _choose_language(
        self, request: Request, player: Player, locale: str
    ) -> tuple[Request, str]:
        """Take the language out of a request for help or rules, and choose it from now on."""
        arg, wanted = help.split(request.arg)
        asked = replace(request, arg=arg)
        if asked.verb is Verb.RULES:
            await self._game(asked)  # a refused request chooses no language
        if wanted:
            await self._store.choose_setting(player.id, "language", wanted)
        return asked, wanted or locale

    async def settings(self, request: Request, player: Player, locale: str) -> Reply:
        """Show the player's settings, or the values of one, after the change if there is one."""
        key, value = settings.read(request.arg) or ("", "")
        if not value:
            own = await self._store.settings(player.id)
            return Reply(card=settings_card.card(texts(locale), own, key))
        own = await self._store.choose_setting(player.id, key, value)
        return Reply(
            card=settings_card.card(texts(nearest(own.language, request.actor.locale)), own)
        )

    async def text(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Show the board in characters, of the same state as the picture."""
        del player
        language, view = texts(locale), see(session.match)
        cast = await self._presenter.cast_in(language, session.match, request.room)
        if solo_cards.fits(session.match, ScreenKind.BOARD):
            text = solo_cards.text(language, view, cast)
        else:
            text = match_text.board(language, view, cast, self._now())
        return Reply(card=Card(text, monospace=text_board(session.match.game, view.board)))

    async def more(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Show the controls for which the board has no room."""
        del request, player
        match, language = session.match, texts(locale)
        if match.is_over:
            raise Refused(Reason.FINISHED)
        panel = buttons.more(language, match, self._now())
        return Reply(card=Card(language.t("What would you like to do?"), rows=panel))

    async def _game(self, request: Request) -> GameId:
        if request.session is not None and not request.arg:
            return (await self._sessions.load(request.session)).match.game
        game = GameId(request.arg or next(iter(GAMES)))
        if game not in GAMES:
            raise Refused(Reason.UNKNOWN_GAME, game=game)
        return game

    async def _leaderboard(self, request: Request, player: PlayerId, language: Texts) -> Card:
        if request.arg.count(" ") == 3:
            request = leaderboard_card.pressed(request)
        game, now = await self._game(request), self._now()
        return await leaderboard_card.card(
            self._store, request, game, player, language, now, self._doubt
        )

    async def _games(self, request: Request, player: PlayerId, language: Texts) -> Card:
        """List the player's matches and unanswered offers, those that wait for them first."""
        asked = await self._store.contacts.asking(player)
        ids = dict.fromkeys((*asked, *await self._store.of_player(player)))
        sessions = [session async for session in self._sessions.readable(ids)]
        if not sessions:
            none = language.t("You have no matches running. “play” starts one right away.")
            return Card(none, commands=True)
        sessions.sort(key=lambda each: each.match.id not in asked and not _waits_for(each, player))
        links = []
        for session in sessions:
            cast = await self._presenter.cast_in(language, session.match, request.room)
            label = games.game_name(language, session.match.game)
            label += " · " + match_text.together(language, _named(session, player, cast))
            if session.match.id in asked:
                label += " · " + language.t("challenges you")
            elif _waits_for(session, player):
                label += " · " + language.t("your turn")
            elif session.match.status is Status.OPEN:
                label += " · " + language.t("open challenge")
            shown = await self._sessions.shown(session)
            nowhere = Screen(request.room, ScreenKind.BOARD, language.locale)
            boards = (s for s in shown.screens if s.kind is ScreenKind.BOARD)
            board = next(boards, nowhere)
            screens = [s for s in shown.screens if s.room == request.room]
            links.append(Link(label, shown.match.id, screens[0] if screens else board))
        return Card(
            language.n("You have {count} match", "You have {count} matches", len(sessions)),
            links=tuple(links),
        )


def _named(session: Session, player: PlayerId, cast: PlayerNames) -> Sequence[str]:
    """Return the players; for one's own offer, the player invited."""
    if session.match.status is Status.OPEN and session.match.host == player and cast.invited:
        return [cast.invited]
    return [name for name in cast.seats if name] or [cast.host]


def _waits_for(session: Session, player: PlayerId) -> bool:
    seat = GAMES[session.match.game].to_act(session.match.position)
    return session.match.turn > 0 and seat in session.match.seats_of(player)
