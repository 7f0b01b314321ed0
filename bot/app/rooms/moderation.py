"""Keeping order in a room: ending and annulling matches. For barring people see `barring.py`.

For those who run it. What belongs to a room is what was offered there: a match that is merely shown
here is run from where it is at home. Without a name both ask back with a list, so that nothing is
ended by a slip.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.app.model.button_token import NO_MATCH, Press, encode
from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import houses
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
from core.match.commands import Abort, Annul, Command
from core.match.model import AbortCause, Status
from core.types import MatchId

LISTED = 10
"""So many matches are listed to choose from."""

Act = Callable[[MatchId, Command], Awaitable[Session]]
End = Callable[[MatchId], Awaitable[Session]]


class ModerationHandlers:
    """Serves those who run a room, in what is played there."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        act: Act,
        end_contest: End,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._act = act
        self._end_contest = end_contest

    async def end(self, request: Request, player: Player, locale: str) -> Reply:
        """Ends the match that is named; without a name the running ones are listed."""
        del player
        said = texts(locale).t("Ended. Not counted.")
        return await self._serve(request, texts(locale), self.end_match, said)

    async def annul(self, request: Request, player: Player, locale: str) -> Reply:
        """Annuls the match that is named; without a name the last ones are listed."""
        del player
        said = match_text.annulled(texts(locale))
        return await self._serve(request, texts(locale), self.annul_match, said)

    async def _serve(
        self,
        request: Request,
        language: Texts,
        do: Callable[[MatchId], Awaitable[None]],
        said: str,
    ) -> Reply:
        """Lists, or does it. Where a button of a list was pressed, the list goes on without it."""
        must_manage(request)
        if (id := _named(request)) is None:
            return Reply(card=await self._listed(request, language))
        await self._must_be_of(id, request.room)
        try:
            await do(id)
        except Refused as refused:
            if refused.reason is not Reason.REPEATED:  # once more does nothing more
                raise
        if request.turn is None:
            return Reply(said)
        left = await self._listed(request, language)
        return Reply(said, replace(left, text=f"{said}\n{left.text}") if left.rows else Card(said))

    async def end_match(self, id: MatchId) -> None:
        """Ends it without a result.

        Refused(FINISHED), Refused(ABORTED), Refused(UNKNOWN_MATCH), Refused(NOT_MANAGER) for a day
        of the daily dice, which is everybody's.
        """
        session = await self._sessions.load(id)
        if _is_day(session):
            raise Refused(Reason.NOT_MANAGER)
        if session.contest is not None:
            await self._end_contest(id)
        else:
            await self._act(id, Abort(AbortCause.ENDED))

    async def annul_match(self, id: MatchId) -> None:
        """Has it count for nothing; of a contest all that were played in it.

        Refused(NOT_FINISHED), Refused(ABORTED), Refused(REPEATED), Refused(UNKNOWN_MATCH),
        Refused(NOT_MANAGER) for a day of the daily dice, of which single sheets can be annulled.
        """
        session = await self._sessions.load(id)
        if _is_day(session):
            raise Refused(Reason.NOT_MANAGER)
        if not session.match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        if session.match.status is Status.ABORTED:
            raise Refused(Reason.ABORTED)
        if session.contest is None:
            await self._store.annul(id)  # first: what says so shall be true
            await self._act(id, Annul())
            return
        for entry in session.contest.entries:
            await self._store.annul(entry.match)
            with suppress(Refused):  # it was not finished, or is annulled already
                await self._act(entry.match, Annul())

    async def _must_be_of(self, id: MatchId, room: Room) -> None:
        """Refused(NOT_MANAGER) for what is at home elsewhere, or everywhere."""
        session = await self._sessions.load(id)
        if _is_day(session) or houses(session.home)[0] != houses(room)[0]:
            raise Refused(Reason.NOT_MANAGER)

    async def _listed(self, request: Request, language: Texts) -> Card:
        """A button for each match of this house that can be ended, or annulled."""
        if request.verb is Verb.END:
            ids = await self._store.in_room(request.room)
        else:
            ids = await self._store.houses.finished(request.room, LISTED)
        rows: list[Buttons] = []
        async for session in self._sessions.readable(ids):
            if houses(session.home)[0] != houses(request.room)[0] or session.match.annulled:
                continue
            if len(rows) == LISTED:
                break
            match = session.match
            cast = await self._presenter.cast_in(language, match, request.room)
            who = match_text.together(
                language, [each for each in cast.seats if each] or [cast.host]
            )
            label = f"{games.game_name(language, match.game)} · {who}"
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
    """The match that was pressed, answered to, or typed."""
    if request.session not in (None, NO_MATCH):
        return request.session
    return MatchId(request.arg) if request.arg else None
