"""Players' settings: rows of key and value, and the language beside the name.

Every move reads them, so they are cached. The only setting this module knows by name is the
language; `bot/app/model/settings.py` interprets the others.
"""

from collections.abc import Sequence

import aiosqlite

from bot.app.lru import LRUDict
from bot.app.model.settings import CHAT, Settings, settings_of
from bot.storage.players.players import REMEMBERED, number_of
from bot.storage.reader import Reader
from bot.storage.writer import Writer
from core.types import PlayerId

LANGUAGE = "language"

_CHOSEN = (
    f"SELECT '{LANGUAGE}', locale FROM players WHERE id = ? AND locale IS NOT NULL"
    " UNION ALL SELECT key, value FROM settings WHERE player = ?"
)

Choice = tuple[int, str, str]
"""A player's number, a key, a value."""


class SettingsRepository:
    """Read and change settings."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer
        self._known: LRUDict[PlayerId, Settings] = LRUDict(REMEMBERED)
        self._changes = 0

    async def of(self, player: PlayerId) -> Settings:
        """Return a player's settings, the defaults for anyone without a number."""
        if (cached := self._known.recall(player)) is not None:
            return cached
        number, before = number_of(player), self._changes
        settings = settings_of(dict(await self._reader.rows(_CHOSEN, (number, number))))
        if self._changes == before:  # otherwise it may have been read before the change
            self._known[player] = settings
        return self._known.get(player, settings)

    async def choose(self, player: PlayerId, key: str, value: str) -> Settings:
        number = number_of(player)
        assert number is not None  # only people have settings
        settings = await self._writer.do(_choose, (number, key, value))
        self._changes += 1
        self._known[player] = settings
        return settings

    def forget(self, player: PlayerId) -> None:
        """Drop a player from the cache: their rows were changed elsewhere."""
        self._changes += 1
        self._known.pop(player, None)


async def _choose(db: aiosqlite.Connection, choices: Sequence[Choice]) -> list[Settings]:
    """Write each setting and return all settings of its player."""
    answers = []
    for number, key, value in choices:
        if key == LANGUAGE:
            locale = None if value == CHAT else value
            await db.execute("UPDATE players SET locale = ? WHERE id = ?", (locale, number))
        else:
            await db.execute(
                "INSERT INTO settings VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET value = excluded.value",
                (number, key, value),
            )
        rows = await db.execute_fetchall(_CHOSEN, (number, number))
        answers.append(settings_of({row[0]: row[1] for row in rows}))
    return answers
