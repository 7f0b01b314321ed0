"""Handle reviews: private pages, and publishing one to the room.

A review is available to anyone who reaches a finished match, like its record; only its players may
publish it, once per match. What is published is a screen of the session, so a crash neither loses
nor repeats it. A review takes seconds, so the first reply may say that it has started, and
`Reply.following` reports its progress. `core/review.py` computes the review.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from bot.app.analysis import review_cards
from bot.app.analysis.review_cards import SHOW, ReviewPlots
from bot.app.analysis.review_worker import ReviewJob, ReviewWorker
from bot.app.commit import MatchWriter, Update
from bot.app.matches.fair_play import must_not_help
from bot.app.model.card import Card
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.placement import Placement
from bot.app.ports.engines import Engines
from bot.app.ports.store import Store
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text.catalog import Texts, texts
from core.errors import Reason, Refused
from core.match.model import Match
from core.position_equivalence import distinctive_positions
from core.registry import GAMES
from core.review import Review
from core.types import MatchId

AT_ONCE = 0.7
"""Seconds to wait for the review before reporting progress."""

TOLD = 4
"""Maximum number of progress reports, one every few seconds."""


@dataclass(frozen=True, slots=True)
class _Asker:
    """The viewer for whom a card is rendered."""

    request: Request
    player: Player
    language: Texts


class ReviewHandlers:
    """Handle requests for reviews."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        engines: Engines,
        writer: MatchWriter,
        plots: ReviewPlots,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._analyst = ReviewWorker(store.reviews, engines)
        self._writer = writer
        self._plots = plots
        self._places = Placement(store)

    async def close(self) -> None:
        """Stop following. Unfinished reviews are redone when requested again."""
        await self._analyst.close()

    async def serve(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Return the review, one of its turning points, or its progress and what follows.

        Raises:
            Refused: NO_REVIEW if the game has no engine, NOT_FINISHED, NOT_STARTED for a match
                without moves, RATED_MATCH if it would help in a running match, BUSY if no engine
                answers, REVIEWS_WAIT if the player has too many pending, NOT_SEATED if someone
                else's is to be published.
        """
        id, match = session.match.id, session.match
        if not GAMES[match.game].levels:
            raise Refused(Reason.NO_REVIEW)
        await self._must_be_over(match)
        positions = distinctive_positions(match)
        await must_not_help(self._store, self._sessions, match.game, positions, player.id)
        asker = _Asker(request, player, texts(locale))
        made = await self._analyst.of(id)
        if made is None:
            work = self._analyst.begin(match, player.id)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AT_ONCE):
                    await work.over.wait()
            if not work.over.is_set():
                first = review_cards.on_its_way(asker.language, match, work.done, work.total)
                return Reply(card=first, following=self._following(work, id, asker))
            made = work.review
            if made is None:
                raise Refused(Reason.BUSY)
        elif request.arg.startswith(SHOW):
            await self._show(id, asker)
        page = request.arg.removeprefix(SHOW).strip()
        at = int(page) if page.isdecimal() else 1
        return Reply(card=await self._card(id, made, asker, at))

    async def _must_be_over(self, match: Match) -> None:
        """Check that the match is over, and with it all that are played with the same rolls."""
        shared = match.contest is not None
        if shared and not (await self._sessions.load(match.contest or match.id)).match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        if not match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        if not match.plies:
            raise Refused(Reason.NOT_STARTED)

    async def _following(self, work: ReviewJob, id: MatchId, asker: _Asker) -> AsyncIterator[Card]:
        """Yield progress, then the review or its failure."""
        match = (await self._sessions.load(id)).match
        step = work.done * TOLD // work.total
        async for done in work.steps():
            part = done * TOLD // work.total
            if step < part < TOLD:
                step = part
                yield review_cards.on_its_way(asker.language, match, done, work.total)
        if work.broken_off:
            return  # the card on display explains how to ask again
        if work.review is None:
            yield review_cards.failed(asker.language, match)
        else:
            yield await self._card(id, work.review, asker, 1)

    async def _card(self, id: MatchId, made: Review, asker: _Asker, at: int) -> Card:
        """Return the private card."""
        session = await self._sessions.load(id)
        match, request = session.match, asker.request
        cast = await self._presenter.cast_in(asker.language, match, request.room)
        show = ""
        if match.seats_of(asker.player.id) and not _is_shown(session):
            place = _place(session, request)
            if place is not None:
                show = asker.language.t("Show in the group")
                if place == request.room:
                    show = asker.language.t("Show here")
        card = review_cards.private(asker.language, match, made, cast, at, show=show)
        theme = (await self._store.settings(asker.player.id)).theme
        return replace(card, files=await self._plots.of(match, made, theme, at))

    async def _show(self, id: MatchId, asker: _Asker) -> None:
        """Publish the review in the room."""

        async def change(session: Session) -> Update | None:
            if not session.match.seats_of(asker.player.id):
                raise Refused(Reason.NOT_SEATED)
            room = _place(session, asker.request)
            if room is None or _is_shown(session):
                return None
            locale = await self._places.language(room, asker.language.locale)
            return Update(session.shown_too(Screen(room, ScreenKind.REVIEW, locale)))

        await self._writer.update(id, change)


def _is_shown(session: Session) -> bool:
    return any(screen.kind is ScreenKind.REVIEW for screen in session.screens)


def _place(session: Session, request: Request) -> Room | None:
    """Return the room in which to publish a review, or None.

    This is the current room, or from a private chat the first shared room on the same platform that
    shows the match. None for the boards of a contest: only the contest has rooms.
    """
    if session.match.contest is not None:
        return None
    if not request.private:
        return request.room
    rooms = [screen.room for screen in session.screens]
    shared = (r for r in rooms if r.platform == request.room.platform and r.space is not None)
    return next(shared, None)
