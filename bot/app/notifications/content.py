"""Render notifications in the recipient's language.

Rendered when sent, and again on every pass while the notification is displayed; None if it no
longer applies.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.app.model.card import Card, Link
from bot.app.model.notification import BOARDS, DisplayedNotification, ScheduledNotification
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.model.session import Screen
from bot.app.notifications.policy import WaitingBoard
from bot.app.notifications.recipients import Recipient, RecipientResolver
from bot.app.ports.system import Now
from bot.app.presentation import match_text
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text import games
from bot.text import notices as words
from bot.text.catalog import Texts, nearest, texts
from core.match.clock import DAY, HOUR, SECOND
from core.types import Millis

log = logging.getLogger(__name__)

Say = Callable[[ScheduledNotification, Texts], Awaitable[Card | None]]
"""Renders a scheduled notification; returns None if it no longer applies."""


class NotificationContent:
    """Render notifications. `says` maps the kinds of scheduled ones to their renderers."""

    def __init__(
        self,
        sessions: SessionCache,
        presenter: Presenter,
        whereabouts: RecipientResolver,
        says: Mapping[str, Say],
        now: Now,
    ) -> None:
        self._sessions = sessions
        self._presenter = presenter
        self._recipients = whereabouts
        self._renderers = says
        self._now = now

    async def says(self, to: Recipient, ask: ScheduledNotification) -> bool:
        """Return whether the notification still applies."""
        return await self._render(to.record, ask) is not None

    async def _render(self, person: Player, ask: ScheduledNotification) -> Card | None:
        say = self._renderers.get(ask.kind)
        if say is None:
            log.warning("no renderer for notifications of kind %r", ask.kind)
            return None
        return await say(ask, texts(nearest(person.locale)))

    async def card(
        self, to: Recipient, notice: DisplayedNotification, is_shut: bool
    ) -> Card | None:
        """Render a notification in the player's language, else in that of the first board.

        Returns None if it no longer applies.
        """
        if notice.kind != BOARDS:
            again = ScheduledNotification(
                notice.player, notice.room, notice.at, notice.kind, notice.arg
            )
            return await self._render(to.record, again)
        accounts = await self._recipients.accounts(to.record)
        places: list[tuple[WaitingBoard, Screen]] = []
        for board in to.boards:
            if board.id in notice.boards:
                near = to.known.places.get(board.id)
                if (screen := await self._recipients.screen(board, near, accounts)) is not None:
                    places.append((board, screen))
        if not places:
            return None
        language = texts(nearest(to.record.locale, places[0][1].locale))
        links: list[Link] = []
        for board, screen in places:
            shown = await self._sessions.shown(board.session)
            label = await self._label(language, board, to.record, notice.room)
            links.append(Link(label, shown.match.id, screen))
        text = words.boards(language, len(links))
        if is_shut:
            text = f"{words.shut(language)}\n{text}"
        return Card(text, links=tuple(links))

    async def _label(self, language: Texts, board: WaitingBoard, person: Player, room: Room) -> str:
        """Return `Reversi · Ann · 5 hours left`."""
        match = board.session.match
        cast = await self._presenter.cast_in(language, match, room)
        own_seats = match.seats_of(person.id)
        others = [name for seat, name in enumerate(cast.seats) if seat not in own_seats]
        parts = [games.game_name(language, match.game), match_text.together(language, others)]
        parts.append(_urgency(language, board, self._now()))
        return " · ".join(part for part in parts if part)


def _urgency(language: Texts, board: WaitingBoard, now: Millis) -> str:
    """Return how long the board has waited, or the time left."""
    if board.end is not None and (not board.claimable or board.end - now <= DAY):
        left = max(0, board.end - now)
        if board.claimable:
            return words.claimable(
                language, match_text.span(language, left) if left >= SECOND else ""
            )
        return words.left(language, match_text.span(language, left))
    if now - board.since >= HOUR:
        return words.waited(language, match_text.span(language, now - board.since))
    return ""
