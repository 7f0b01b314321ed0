"""Private remarks after a move: other waiting boards, and what happened since the last visit.

Requested after the move was saved, so no move waits for them.
"""

from collections.abc import Sequence

from bot.app.lru import LRUDict
from bot.app.model.card import Card, Link
from bot.app.model.player import Player
from bot.app.model.request import Actor, Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.notifications import policy
from bot.app.ports.store import Store
from bot.app.presentation import match_text
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text import games
from bot.text import notices as words
from bot.text.catalog import Texts, nearest, texts
from core.game import PASS
from core.match.clock import MINUTE
from core.match.model import Match
from core.types import MatchId, Millis, PlayerId

AGAIN_AFTER = 10 * MINUTE
"""Minimum interval in milliseconds between two such remarks in a fast match."""

REMEMBERED = 2_000


class AfterMove:
    """Compose the remarks.

    Tracks the waiting boards of each active player in memory, so that a remark costs no query, and
    the time of the last remark per match.
    """

    def __init__(self, store: Store, sessions: SessionCache, presenter: Presenter) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._boards: LRUDict[PlayerId, dict[MatchId, Millis]] = LRUDict(REMEMBERED)
        self._remarked: LRUDict[tuple[PlayerId, MatchId], Millis] = LRUDict(REMEMBERED)

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Update the tracked boards after a session was saved."""
        del request
        for person in session.match.people:
            if person in self._boards:
                self._note(person, session)

    async def know(self, actor: Actor) -> None:
        """Start tracking this player, unless they have just deleted their data."""
        existing = await self._store.belongings.known(actor)
        if existing is None or existing.id in self._boards:
            return
        player = existing.id
        self._boards[player] = {}
        async for session in self._sessions.readable(await self._store.of_player(player)):
            self._note(player, session)

    def _note(self, player: PlayerId, session: Session) -> None:
        board = policy.waiting(session, player)
        waits = board is not None and board.lively
        boards = self._boards.get(player, {})
        boards.pop(session.match.id, None)
        if waits:
            boards[session.match.id] = session.match.since

    async def beside(self, request: Request, reply: Reply) -> Card | None:
        """Return the card to send with this reply, if any."""
        if reply.session is None or reply.reason is not None:
            return None
        if request.verb is Verb.BOARD:
            text = await self.since(request, reply.session.match)
            return Card(text) if text else None
        await self.know(request.actor)
        player = await self._store.player_for(request.actor)
        ids = self._waiting(request, reply, player.id)
        if not ids:
            return None
        language = texts(nearest(player.locale, request.actor.locale))
        waiting = [session async for session in self._sessions.readable(ids)]
        if not waiting:
            return None
        next = await self._next(language, waiting, player.id, request.room)
        return Card(words.more(language, len(waiting)), links=(next,))

    def briefly(self, request: Request, reply: Reply, player: Player) -> str:
        """Return the same remark for a move in a few words, from memory only."""
        count = len(self._waiting(request, reply, player.id))
        language = texts(nearest(player.locale, request.actor.locale))
        return words.more_briefly(language, count) if count else ""

    def _waiting(self, request: Request, reply: Reply, player: PlayerId) -> Sequence[MatchId]:
        """Return the mover's other waiting boards, longest wait first; empty if they were just
        listed."""
        is_move = request.verb in (Verb.MOVE, Verb.SURE) and reply.reason is None
        if reply.session is None or not is_move or not reply.session.match.plies:
            return ()
        match = reply.session.match
        boards = {id: at for id, at in self._boards.get(player, {}).items() if id != match.id}
        key, now = (player, match.id), match.plies[-1].at
        if not boards or now - self._remarked.get(key, Millis(-AGAIN_AFTER)) < AGAIN_AFTER:
            return ()
        self._remarked[key] = now
        return sorted(boards, key=lambda id: (boards[id], id))

    async def _next(
        self, language: Texts, waiting: Sequence[Session], player: PlayerId, room: Room
    ) -> Link:
        """Return a link to the first board reachable from this room, else to the first."""
        platform = room.platform
        ways = [(session, _screen(session, platform)) for session in waiting]
        session, screen = next((way for way in ways if way[1].room.platform == platform), ways[0])
        cast = await self._presenter.cast_in(language, session.match, room)
        own_seats = session.match.seats_of(player)
        others = [name for seat, name in enumerate(cast.seats) if seat not in own_seats]
        game = games.game_name(language, session.match.game)
        label = f"{words.next_board(language)}: {game} · {match_text.together(language, others)}"
        return Link(label, session.match.id, screen)

    async def since(self, request: Request, match: Match) -> str:
        """Return what followed the asker's last move, for a board viewed again; else ""."""
        person = await self._store.player_for(request.actor)
        language = texts(nearest(person.locale, request.actor.locale))
        cast = await self._presenter.cast_in(language, match, request.room)
        return since(language, match, person.id, cast.seats)


def since(language: Texts, match: Match, player: PlayerId, names: Sequence[str]) -> str:
    """Format the moves of others since this player's last move, each with its player."""
    own_seats = set(match.seats_of(player))
    own = [
        index for index, ply in enumerate(match.plies) if ply.seat in own_seats and ply.move != PASS
    ]
    if not own:
        return ""
    moves = [
        words.passed(language, names[ply.seat])
        if ply.move == PASS
        else words.moved(language, names[ply.seat], ply.move)
        for ply in match.plies[own[-1] + 1 :]
    ]
    return words.since(language, moves) if moves else ""


def _screen(session: Session, platform: str) -> Screen:
    """Return a screen on this platform, preferring the session's thread, else any board."""
    boards = [screen for screen in session.screens if screen.kind is ScreenKind.BOARD]
    return min(
        boards,
        key=lambda screen: (
            screen.room.platform != platform,
            not screen.message,
            screen.room.thread is None,
        ),
    )
