"""Questions that are asked before a request becomes a command to a match.

There are three: which point, on platforms without forms; whether to place there, for players who
want to confirm moves; and whether to resign. Nothing is changed here.
"""

from bot.app.matches.commands import to_command
from bot.app.model.card import Card
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session
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
"""Milliseconds within which a second "resign" confirms the first."""


class Confirmations:
    """Asks the questions, and remembers which players are about to resign."""

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
        self._now = now
        self._asked: dict[
            tuple[MatchId, PlayerId], tuple[str, Millis]
        ] = {}  # by which request, when

    def cancel(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Answer No to one of the questions."""
        if request.arg == Verb.MOVE:
            return Reply(texts(locale).t("Nothing was placed."))
        self._asked.pop((session.match.id, player.id), None)
        return Reply(texts(locale).t("OK, the match goes on."))

    async def before(
        self, request: Request, id: MatchId, player: PlayerId, locale: str
    ) -> Reply | None:
        """Return the question to ask first, or None if the command may be carried out."""
        match request.verb:
            case Verb.MOVE | Verb.PLACE:
                return await self._place(request, id, player, locale)
            case Verb.RESIGN if not self._is_sure(request, id, player):
                return await self._sure(id, player, locale)
            case _:
                return None

    async def pick(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Return one step of picking a point. Refused if the move would be."""
        match = session.match
        language, view = texts(locale), see(match)
        turn = match.turn if request.turn is None else request.turn
        trial = PlayMove(player.id, next(iter(view.moves), PASS), turn)
        decide(match, trial, self._now())
        cast = await self._presenter.cast_in(language, match, request.room)
        return Reply(card=point_picker.step(language, view, cast.seats, request.arg))

    async def _place(
        self, request: Request, id: MatchId, player: PlayerId, locale: str
    ) -> Reply | None:
        """Ask before placing, if the player wants that. An illegal move is refused at once."""
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
        """Ask before resigning. Refused if the player has nothing to resign."""
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
        """Whether this is the second request to resign; a repeated delivery of the first is not.

        After a restart the question is asked again.
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
