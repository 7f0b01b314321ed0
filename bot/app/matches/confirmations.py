"""What is asked back before a wish becomes a command to a match.

Three things are: where a stone goes, where there are no forms to write it in; whether it shall go
there, for those who want to be asked; whether somebody really resigns. Changes nothing.
"""

from bot.app.matches.commands import to_command
from bot.app.matches.resolve import MatchResolver
from bot.app.model.card import Card
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation import buttons, point_picker
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text import games
from bot.text.catalog import texts
from core.errors import Reason, Refused
from core.game import PASS
from core.match.commands import PlayMove
from core.match.decide import decide
from core.match.view import see
from core.registry import GAMES
from core.types import MatchId, Millis, PlayerId

ASKED_FOR = 30_000
"""For how long, in milliseconds, a second "resign" confirms the first."""


class Confirmations:
    """Asks them, and remembers who was asked whether they resign."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        meant: MatchResolver,
        now: Now,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._meant = meant
        self._now = now
        self._asked: dict[
            tuple[MatchId, PlayerId], tuple[str, Millis]
        ] = {}  # by which request, when

    async def serve(self, request: Request, player: Player, locale: str) -> Reply | None:
        """Answers to them that are no command: a step of choosing a point, and "No"."""
        match request.verb:
            case Verb.PLACE if not request.arg:  # where there are no forms
                return await self.pick(request, player, locale)
            case Verb.NO if request.arg == Verb.MOVE:
                return Reply(texts(locale).t("Nothing was placed."))
            case Verb.NO if request.arg == buttons.KEEP_PLAYING:
                if request.session is not None:
                    self._asked.pop((request.session, player.id), None)
                return Reply(texts(locale).t("OK, the match goes on."))
            case _:
                return None

    async def before(
        self, request: Request, id: MatchId, player: PlayerId, locale: str
    ) -> Reply | None:
        """What is asked before this wish is done; None where nothing is, or it was answered."""
        match request.verb:
            case Verb.MOVE | Verb.PLACE:
                return await self._place(request, id, player, locale)
            case Verb.RESIGN if not self._is_sure(request, id, player):
                return await self._sure(id, player, locale)
            case _:
                return None

    async def pick(self, request: Request, player: Player, locale: str) -> Reply:
        """One step of choosing a point; refused where the move would be."""
        match = (await self._sessions.load(await self._meant.which(request, player.id))).match
        language, view = texts(locale), see(match)
        turn = match.turn if request.turn is None else request.turn
        trial = PlayMove(player.id, next(iter(view.moves), PASS), turn)
        decide(match, trial, self._now())
        cast = await self._presenter.cast_in(language, match, request.room)
        return Reply(card=point_picker.step(language, view, cast.seats, request.arg))

    async def _place(
        self, request: Request, id: MatchId, player: PlayerId, locale: str
    ) -> Reply | None:
        """Asks before a stone is placed; None where this person does not want to be asked.

        What would not go is refused at once.
        """
        if not (await self._store.settings(player)).confirm:
            return None
        match = (await self._sessions.load(id)).match
        if GAMES[match.game].chance:
            return None  # dice are chosen, not placed
        command = to_command(request, match, player)
        assert isinstance(command, PlayMove)
        decide(match, command, self._now())
        language = texts(locale)
        question = language.t("Place at {move}?", move=games.point(match.game, command.move))
        return Reply(card=Card(question, rows=buttons.place(language, match, command.move)))

    async def _sure(self, id: MatchId, player: PlayerId, locale: str) -> Reply:
        """Asks before resigning; refuses at once where there is nothing to resign."""
        match = (await self._sessions.load(id)).match
        if not match.seats_of(player):
            raise Refused(Reason.NOT_SEATED)
        if match.is_over:
            raise Refused(Reason.FINISHED)
        language = texts(locale)
        question = language.t("Resign this match?")
        if match.is_solo:
            question = language.t("End this game? It counts as abandoned.")
        return Reply(card=Card(question, rows=buttons.sure(language, match)))

    def _is_sure(self, request: Request, id: MatchId, player: PlayerId) -> bool:
        """Resigning is asked twice; the first press delivered again is not the second.

        Forgetting the first time, at a restart, only asks again.
        """
        now = self._now()
        asked = self._asked.get((id, player))
        self._asked = {k: first for k, first in self._asked.items() if now - first[1] < ASKED_FOR}
        if request.arg == "sure":
            return True
        if asked is not None and now - asked[1] < ASKED_FOR and asked[0] != request.id:
            del self._asked[(id, player)]
            return True
        self._asked[(id, player)] = (request.id, now)
        return False
