"""Screens as rows.

A screen belongs to a session and has a number in it. Only `note_screens` changes `message` and
`shown`: they are reported by a platform at any moment and must survive a save based on an older
copy of the session.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import aiosqlite

from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.storage.room_columns import columns, place, room_of
from core.types import MatchId

SCREEN = "number, live, platform, space, chat, thread, kind, locale, message, shown"
"""The columns of a screen besides its session."""


@dataclass(frozen=True, slots=True)
class ScreenUpdate:
    """What a platform shows now.

    `message` None forgets what is known. `where` restricts the update to the screen in this room,
    if it still has that number.
    """

    id: MatchId
    screen: int
    version: int
    message: str | None
    where: Room | None = None


async def note_screens(db: aiosqlite.Connection, news: Sequence[ScreenUpdate]) -> list[None]:
    """Store what platforms show. Reports older than the stored ones are ignored."""
    await db.executemany(
        "UPDATE screens SET message = ?, shown = ? WHERE session = ? AND number = ?"
        " AND (shown <= ? OR ?) AND (? IS NULL OR (platform, chat, thread) = (?, ?, ?))",
        [
            (
                *(n.message, n.version, n.id, n.screen, n.version, n.message is None),
                *(("", *place(n.where)) if n.where else (None,) * 4),
            )
            for n in news
        ],
    )
    await db.executemany(
        "UPDATE sessions SET unshown = EXISTS (SELECT 1 FROM screens"
        " WHERE screens.session = sessions.id AND screens.shown < sessions.version) WHERE id = ?",
        [(each.id,) for each in news],
    )
    return [None] * len(news)


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """A screen as a row; `live` while its match is open or running."""

    session: MatchId
    number: int
    live: bool
    screen: Screen


def placed(session: Session) -> list[ScreenRow]:
    live = not session.match.is_over
    return [
        ScreenRow(session.match.id, i, live, screen) for i, screen in enumerate(session.screens)
    ]


def placed_of(
    session: MatchId,
    number: int,
    live: int,
    platform: str,
    space: str,
    chat: str,
    thread: str,
    kind: str,
    locale: str,
    message: str | None,
    shown: int,
) -> ScreenRow:
    """Build a row from the columns `SCREEN`."""
    room = room_of(platform, space, chat, thread)
    screen = Screen(room, ScreenKind(kind), locale, message, shown)
    return ScreenRow(session, number, bool(live), screen)


def merged(given: Sequence[Screen], stored: Sequence[Screen]) -> tuple[Screen, ...]:
    """Return the screens to store: none is lost, and what platforms reported is kept."""
    kept = [
        replace(new, message=old.message, shown=old.shown)
        for new, old in zip(given, stored, strict=False)
    ]
    return (*kept, *stored[len(given) :], *given[len(stored) :])


async def write_screens(db: aiosqlite.Connection, screens: Sequence[ScreenRow]) -> None:
    """Insert the screens; of existing ones, replace everything but `message` and `shown`."""
    if not screens:
        return
    await db.executemany(
        f"INSERT INTO screens (session, {SCREEN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET live = excluded.live, platform = excluded.platform,"
        " space = excluded.space, chat = excluded.chat, thread = excluded.thread,"
        " kind = excluded.kind, locale = excluded.locale",
        [
            (
                each.session,
                each.number,
                each.live,
                *columns(each.screen.room),
                each.screen.kind,
                each.screen.locale,
                each.screen.message,
                each.screen.shown,
            )
            for each in screens
        ],
    )
