"""Tells those who want to hear of it that somebody offers a match in a room.

Owns who hears of which offer, and for how long: until somebody took it up, or nobody can any more.
How it reaches them is the notices' business.
"""

from bot.app.card import Card, Link
from bot.app.notice import Ask
from bot.app.notices import Notices
from bot.app.ports import Now, Store
from bot.app.present import Presenter
from bot.app.requests import Request
from bot.app.session import ScreenKind, Session
from bot.app.sessions import Sessions
from bot.text import games
from bot.text.catalog import Texts
from core.errors import Refused
from core.match.model import Status
from core.types import MatchId

OFFER = "offer"
"""The kind of what they are told; its argument is the match."""


class Herald:
    """Hears of every saved session."""

    def __init__(
        self, store: Store, sessions: Sessions, presenter: Presenter, notices: Notices, now: Now
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._notices = notices
        self._now = now
        notices.open(OFFER, self.say)
        notices.also(self.hear)

    async def hear(self, session: Session, request: Request | None) -> None:
        """A new offer to all is told to those who listen in its room, and taken back from them when
        it no longer stands. Whoever blocked its host, or is blocked by them, hears nothing."""
        del request
        id, host = session.match.id, session.match.host
        fresh = session.version == 1
        if session.match.invited is not None or (fresh and not _stands(session)):
            return
        if not fresh and _stands(session):
            return
        listeners = [who for who in await self._store.houses.listeners(session.home) if who != host]
        if not listeners:
            return
        if not fresh:
            for who in listeners:
                await self._notices.drop(who, OFFER, id)
            return
        apart = set(await self._store.contacts.blocking(host, listeners))
        apart |= set(await self._store.contacts.blocked(host))
        for who in listeners:
            if who not in apart:
                await self._notices.ask(who, session.home, self._now(), OFFER, id)

    async def say(self, ask: Ask, texts: Texts) -> Card | None:
        """The offer, with the way to it; None where it is no longer there for this person."""
        try:
            session = await self._sessions.load(MatchId(ask.arg))
        except Refused:
            return None
        match = session.match
        boards = [screen for screen in session.screens if screen.kind is ScreenKind.BOARD]
        if not _stands(session) or ask.player in match.people or not boards:
            return None
        cast = await self._presenter.cast(texts, match, session.home.platform)
        game = games.game_name(texts, match.game)
        said = texts.t("{name} offers a match of {game}.", name=cast.host, game=game)
        return Card(said, links=(Link(game, match.id, boards[0]),))


def _stands(session: Session) -> bool:
    """Whether somebody may still take it up."""
    contest = session.contest
    return session.match.status is Status.OPEN and (contest is None or contest.begun is None)
