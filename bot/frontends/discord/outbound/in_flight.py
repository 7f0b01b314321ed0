"""The presses and commands being handled just now, by the places they came from.

A screen that is drawn while its press still waits goes out with the answer to it, whichever way
the drawing came about. Where only tokens reach, a press also stays until everything that follows
from it is on show, the computer's reply and the result included. Nothing here outlives a handler.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.frontends.discord.outbound.responses import InteractionResponse, State
from core.match.pending import engine_seat
from core.types import MatchId

LONGEST = 14 * 60.0
"""Seconds that a press stays at most: its token lives for fifteen minutes."""


class InFlightInteractions:
    """Interactions that are being handled."""

    def __init__(self) -> None:
        self._live: list[InteractionResponse] = []
        self._shown: dict[InteractionResponse, dict[tuple[MatchId, ScreenKind], int]] = {}
        self._latest: dict[MatchId, Session] = {}
        self._progress = asyncio.Event()

    @contextmanager
    def handling(self, response: InteractionResponse) -> Iterator[None]:
        """The response can be found while this lasts."""
        self._live.append(response)
        self._shown[response] = {}
        try:
            yield
        finally:
            self._live.remove(response)
            del self._shown[response]
            if not self._live:
                self._latest.clear()
                self._wake()

    def on(self, screen: Screen) -> InteractionResponse | None:
        """Return the press on this very message that is being handled and still waits."""
        if not screen.message:
            return None
        here = [a for a in self._live if a.message == screen.message and a.state is not State.TOLD]
        waiting = [a for a in here if a.state is State.FRESH]
        return next(reversed(waiting or here), None)

    def within(self, room: Room) -> InteractionResponse | None:
        """Return an interaction in this place that is being handled."""
        answering = (a for a in reversed(self._live) if a.state is not State.LOST)
        return next((a for a in answering if a.room == room), None)

    def note(self, session: Session, screen: Screen) -> None:
        """A screen has been shown as the session says, or cannot be."""
        id = session.match.id
        known = self._latest.get(id)
        if known is None or known.version <= session.version:
            self._latest[id] = session
        for response in self._live:
            if response.room == screen.room:
                self._shown[response][(id, screen.kind)] = session.version
        self._wake()

    def _wake(self) -> None:
        self._progress.set()
        self._progress = asyncio.Event()

    async def idle(self) -> None:
        """Wait until no interaction is being handled."""
        while self._live:
            await self._progress.wait()

    async def all_shown(self, response: InteractionResponse, session: Session) -> None:
        """Until everything that follows from what was saved is on show in the response's place."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                while not self._is_done(response, session):
                    await self._progress.wait()

    def _is_done(self, response: InteractionResponse, session: Session) -> bool:
        latest = self._latest.get(session.match.id, session)
        if latest.version < session.version or engine_seat(latest.match) is not None:
            return False
        for screen in latest.screens:
            if screen.room == response.room:
                shown = self._shown[response].get((latest.match.id, screen.kind), 0)
                if shown < latest.version:
                    return False
        followed = latest.match.rematch
        if followed is None or session.match.rematch is None:
            return True
        born = self._latest.get(followed)
        return born is not None and engine_seat(born.match) is None
