"""Handle `hint`: the computer's suggestion, shown to the asker only.

Owns when a hint is fair: always against computers; between people, and in solo games, if the match
was offered with hints; never for a position equivalent to one in a rated match of the asker.
Queries the engines and changes nothing.
"""

import logging

from bot.app.matches.fair_play import must_not_help
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request
from bot.app.model.session import Session
from bot.app.ports.engines import EngineFailed, Engines
from bot.app.ports.store import Store
from bot.app.session_cache import SessionCache
from bot.text import advice as words
from bot.text.catalog import texts
from core.engine import AdviceRequest, Effort
from core.errors import Reason, Refused
from core.game import PASS, Worth
from core.match.model import Match, Status
from core.match.view import see
from core.registry import GAMES
from core.types import PlayerId

log = logging.getLogger(__name__)

SPLITS, MOVES = 3, 2
"""Number of suggestions: ways to split a roll, and moves on a board."""

TRIES = 2
"""Attempts per question, because a worker may die."""


class Hints:
    """Handle requests for hints."""

    def __init__(self, store: Store, sessions: SessionCache, engines: Engines) -> None:
        self._store = store
        self._sessions = sessions
        self._engines = engines

    async def serve(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Return the hint.

        Raises:
            Refused: NO_HINTS if they are not fair, RATED_MATCH if they would help in another match,
                NOT_YOUR_TURN, NOT_SEATED, BUSY if no engine answers.
        """
        del request
        match = session.match
        _must_be_to_act(match, player.id)
        if not match.allows_hints:
            raise Refused(Reason.NO_HINTS)
        positions = [match.position]
        await must_not_help(self._store, self._sessions, match.game, positions, player.id)
        candidates = SPLITS if GAMES[match.game].worth is Worth.TOTAL else MOVES
        view = see(match).board
        for left in reversed(range(TRIES)):
            try:
                advice = await self._engines.advise(
                    match.game, view, AdviceRequest(Effort.HINT, candidates)
                )
                break
            except EngineFailed as fault:
                log.warning("no hint for match %s: %s", match.id, fault)
                if not left:
                    raise Refused(Reason.BUSY) from fault
        return Reply(words.hint(texts(locale), match.game, view, advice))


def _must_be_to_act(match: Match, player: PlayerId) -> None:
    if not match.seats_of(player):
        raise Refused(Reason.NOT_SEATED)
    if match.is_over:
        raise Refused(Reason.FINISHED)
    if match.status is not Status.PLAYING:
        raise Refused(Reason.NOT_STARTED)
    game = GAMES[match.game]
    if game.to_act(match.position) not in match.seats_of(player):
        raise Refused(Reason.NOT_YOUR_TURN)
    # Forced passes are played along with the move before.
    assert game.legal_moves(match.position) != (PASS,)
