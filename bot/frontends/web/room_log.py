"""The content of a connection: the log of its room, and its player's matches.

Joins stored entries with sessions, cards and names. The application finishes every text; this only
gathers them, once for all viewers of one language where possible.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from bot.app.facade import Facade
from bot.app.history.positions import views
from bot.app.model.card import Card, Limits
from bot.app.model.player import Player
from bot.app.model.room import LogEntry, Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.frontends.web.downloads import Downloads
from bot.frontends.web.protocol import Entry, MyMatch, Person, ScreenShown
from bot.frontends.web.serialize import PLATFORM, my_match, plain_view, screen_shown
from bot.text.catalog import texts
from bot.text.refusals import refusal
from core.errors import Reason, Refused
from core.match.view import see
from core.types import MatchId, Millis, PlayerId

LIMITS = Limits(text=4_000, buttons=40, per_row=5, menu=25, pictures=False, clickable=True)
"""What a screen of the page takes: any text, and its board is clicked."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """For whom something is drawn."""

    player: PlayerId
    locale: str


def room(name: str) -> Room:
    """The page's room of that name."""
    return Room(PLATFORM, None, name)


class RoomLog:
    """Reads rooms for viewers."""

    def __init__(self, facade: Facade, presenter: Presenter, files: Downloads, now: Now) -> None:
        self._facade = facade
        self._presenter = presenter
        self._files = files
        self._now = now

    async def read(
        self, room: Room, viewer: Viewer, last: int, before: int | None = None
    ) -> tuple[Sequence[Entry], int]:
        """Return the last entries of the room (before that one), oldest first, and the
        id before which there are older ones, or 0."""
        kept = await self._facade.log(room, last + 1, before)
        more = kept[1].id if len(kept) > last else 0
        kept = kept[-last:]
        speakers = {entry.player for entry in kept if entry.player is not None}
        known = await self._facade.players(sorted(speakers))
        entries = []
        for entry in kept:
            if entry.session is None:
                entries.append(said(entry, known.get(entry.player) if entry.player else None))
                continue
            try:
                session = await self._facade.readable(entry.session)
            except Refused:  # a match that is no longer kept
                continue
            if session is None:
                entries.append(_unreadable(entry, viewer.locale))
                continue
            drawn = await self.draw(session, entry.screen, [viewer], entry.id, entry.at)
            entries.append(drawn[viewer])
            await asyncio.sleep(0)  # a page is long; others are served between two boards
        return entries, more

    async def draw(
        self, session: Session, index: int, viewers: Sequence[Viewer], id: int, at: Millis
    ) -> dict[Viewer, Entry]:
        """The entry of one screen as each viewer sees it; the card is made once a language."""
        screen = session.screens[index]
        now = self._now()
        drawn = {}
        for locale in dict.fromkeys(viewer.locale for viewer in viewers):
            card = await self._presenter.card(session, screen, LIMITS, locale=locale)
            for viewer in viewers:
                if viewer.locale == locale:
                    shown = screen_shown(session, index, card, viewer.player, now)
                    shown = self._with_files(shown, card)
                    drawn[viewer] = Entry(id=id, at=at, shown=shown)
        return drawn

    async def screens(self, id: MatchId, viewer: Viewer) -> Sequence[ScreenShown]:
        """Return what the page's rooms show of a match. Refused(UNKNOWN_MATCH)."""
        session = await self._visible(id, viewer)
        shown: dict[ScreenKind, ScreenShown] = {}
        for index, screen in enumerate(session.screens):
            if screen.room.platform == PLATFORM:
                drawn = await self.draw(session, index, [viewer], 0, self._now())
                if (entry := drawn[viewer].shown) is not None:
                    shown[screen.kind] = entry
        return tuple(shown.values())

    async def steps(self, id: MatchId, viewer: Viewer) -> Sequence[dict[str, Any]]:
        """Return every position of a match. Refused(UNKNOWN_MATCH)."""
        match = (await self._visible(id, viewer)).match
        return [plain_view(view) | {"legal": ()} for view in views(match)]

    async def _visible(self, id: MatchId, viewer: Viewer) -> Session:
        """The session, if a room of the page shows it or the viewer takes part."""
        session = await self._facade.session(id)
        on_page = any(screen.room.platform == PLATFORM for screen in session.screens)
        if not on_page and viewer.player not in concerned(session):
            raise Refused(Reason.UNKNOWN_MATCH)
        return session

    def _with_files(self, shown: ScreenShown, card: Card) -> ScreenShown:
        if not card.files:
            return shown
        kept = structs.replace(shown.card, files=self._files.keep(card.files))
        return structs.replace(shown, card=kept)

    async def matches(self, viewer: Viewer) -> Sequence[MyMatch]:
        """Matches on which the viewer has a seat, open or running, and those offered to them."""
        sessions = await self._facade.sessions_of(viewer.player)
        return [(await self.listed(session, [viewer]))[viewer] for session in sessions]

    async def listed(self, session: Session, viewers: Sequence[Viewer]) -> dict[Viewer, MyMatch]:
        """A match as a line of each viewer's list."""
        to_act = see(session.match).to_act
        here = [each.room for each in session.screens if each.room.platform == PLATFORM]
        place = next(iter(here), room(""))
        listed = {}
        for locale in dict.fromkeys(viewer.locale for viewer in viewers):
            cast = await self._presenter.cast_in(texts(locale), session.match, place)
            names = (
                cast.seats if cast.seats and all(cast.seats) else (cast.host, cast.invited or "")
            )
            for viewer in viewers:
                if viewer.locale == locale:
                    listed[viewer] = my_match(session, names, to_act, viewer.player)
        return listed

    async def rooms(self) -> Sequence[str]:
        """The rooms with something in their log, the liveliest first."""
        return [room.chat for room in await self._facade.web_rooms()]


def said(entry: LogEntry, speaker: Player | None) -> Entry:
    """A line of chat."""
    who = None if speaker is None else Person(speaker.id, speaker.called(PLATFORM))
    return Entry(id=entry.id, at=entry.at, who=who, said=entry.said)


def index_of(session: Session, screen: Screen) -> int:
    """Which of the session's screens this is: there is one of each kind a room."""
    place = (screen.room, screen.kind)
    return next(i for i, each in enumerate(session.screens) if (each.room, each.kind) == place)


def concerned(session: Session) -> set[PlayerId]:
    """Whose list of matches it changes: the seated, the host, the invited."""
    match = session.match
    people = {who.player for who in match.seats if who is not None and who.level is None}
    return people | {match.host} | ({match.invited} if match.invited else set())


def is_board(screen: Screen) -> bool:
    return screen.kind is ScreenKind.BOARD


def _unreadable(entry: LogEntry, locale: str) -> Entry:
    """Return the line that takes the place of a match that cannot be read."""
    text = refusal(texts(locale), Refused(Reason.UNREADABLE_MATCH))
    return Entry(id=entry.id, at=entry.at, said=text)
