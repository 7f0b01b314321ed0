"""End and annul matches of a room. For bans see `bans.py`.

For room managers. A match belongs to the room where it was offered; rooms that merely display it
cannot manage it. Without a name both commands list the candidates, so nothing is ended by mistake.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.app.lifecycle import CommandDispatcher
from bot.app.model.button_token import NO_MATCH, Press, encode
from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import scopes
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.presentation import match_text
from bot.app.presentation.presenter import Presenter
from bot.app.rooms.settings_handler import must_manage
from bot.app.session_cache import SessionCache
from bot.text import games
from bot.text.catalog import Texts, texts
from core.day import day_of
from core.errors import Reason, Refused
from core.match.commands import Annul
from core.match.model import Status
from core.types import MatchId

LISTED = 10
"""Maximum number of matches listed."""


class ModerationHandlers:
    """Handle moderation of a room's matches."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        dispatcher: CommandDispatcher,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._dispatcher = dispatcher

    async def end(self, request: Request, player: Player, locale: str) -> Reply:
        """End the named match; without a name, list the running ones."""
        del player
        text = texts(locale).t("Ended. Not counted.")
        return await self._serve(request, texts(locale), self.end_match, text)

    async def annul(self, request: Request, player: Player, locale: str) -> Reply:
        """Annul the named match; without a name, list the last ones."""
        del player
        text = match_text.annulled(texts(locale))
        return await self._serve(request, texts(locale), self.annul_match, text)

    async def _serve(
        self,
        request: Request,
        language: Texts,
        do: Callable[[MatchId], Awaitable[None]],
        text: str,
    ) -> Reply:
        """List the matches or act on one. After a press on a list, that list is updated."""
        must_manage(request)
        if (id := _named(request)) is None:
            return Reply(card=await self._listed(request, language))
        await self._must_be_of(id, request.room)
        try:
            await do(id)
        except Refused as refused:
            if refused.reason is not Reason.REPEATED:  # repeating has no effect
                raise
        if request.turn is None:
            return Reply(text)
        left = await self._listed(request, language)
        return Reply(text, replace(left, text=f"{text}\n{left.text}") if left.rows else Card(text))

    async def end_match(self, id: MatchId) -> None:
        """End a match without a result.

        Raises Refused: FINISHED, ABORTED, UNKNOWN_MATCH; NOT_MANAGER for a day of the daily dice,
        which no room owns.
        """
        session = await self._sessions.load(id)
        if _is_day(session):
            raise Refused(Reason.NOT_MANAGER)
        await self._dispatcher.end(id)

    async def annul_match(self, id: MatchId) -> None:
        """Annul a match, or every match of a contest.

        Raises Refused: NOT_FINISHED, ABORTED, REPEATED, UNKNOWN_MATCH; NOT_MANAGER for a day of the
        daily dice, of which only single boards can be annulled.
        """
        session = await self._sessions.load(id)
        if _is_day(session):
            raise Refused(Reason.NOT_MANAGER)
        if not session.match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        if session.match.status is Status.ABORTED:
            raise Refused(Reason.ABORTED)
        if session.contest is None:
            await self._store.annul(id)  # first, so that the screens published next are true
            await self._dispatcher.act(id, Annul())
            return
        for entry in session.contest.entries:
            await self._store.annul(entry.match)
            with suppress(Refused):  # unfinished, or annulled already
                await self._dispatcher.act(entry.match, Annul())

    async def _must_be_of(self, id: MatchId, room: Room) -> None:
        """Raise Refused(NOT_MANAGER) for sessions of another room, or of none."""
        session = await self._sessions.load(id)
        if _is_day(session) or scopes(session.home)[0] != scopes(room)[0]:
            raise Refused(Reason.NOT_MANAGER)

    async def _listed(self, request: Request, language: Texts) -> Card:
        """Return a button per match of this room that can be ended or annulled."""
        if request.verb is Verb.END:
            ids = await self._store.in_room(request.room)
        else:
            ids = await self._store.houses.finished(request.room, LISTED)
        rows: list[Buttons] = []
        async for session in self._sessions.readable(ids):
            if scopes(session.home)[0] != scopes(request.room)[0] or session.match.annulled:
                continue
            if len(rows) == LISTED:
                break
            match = session.match
            cast = await self._presenter.cast_in(language, match, request.room)
            names = match_text.together(
                language, [each for each in cast.seats if each] or [cast.host]
            )
            label = f"{games.game_name(language, match.game)} · {names}"
            token = encode(Press(match.id, match.turn, request.verb))
            rows.append(Buttons((Button(label, token, Style.DANGER),)))
        if not rows:
            return Card(language.t("There's no match here for that."))
        if request.verb is Verb.END:
            return Card(language.t("Which match should end without a result?"), rows=tuple(rows))
        return Card(language.t("Which match should be annulled?"), rows=tuple(rows))


def _is_day(session: Session) -> bool:
    return session.contest is not None and day_of(session.contest.chance.label) is not None


def _named(request: Request) -> MatchId | None:
    """Return the match selected by a button, by a reply, or by its typed id."""
    if request.session not in (None, NO_MATCH):
        return request.session
    return MatchId(request.arg) if request.arg else None
