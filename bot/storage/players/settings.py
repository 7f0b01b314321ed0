"""People's settings: rows of key and value, and the language beside the name.

Every move asks for them, so what was read last is remembered. Knows which settings there are no
more than that one is the language; what a value means is for `bot/app/model/settings.py`.
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
    """Answers what somebody prefers."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer
        self._known: LRUDict[PlayerId, Settings] = LRUDict(REMEMBERED)
        self._changes = 0

    async def of(self, player: PlayerId) -> Settings:
        """The usual for whoever is no person."""
        if (known := self._known.recall(player)) is not None:
            return known
        number, before = number_of(player), self._changes
        settings = settings_of(dict(await self._reader.rows(_CHOSEN, (number, number))))
        if self._changes == before:  # else it may have been read before the change
            self._known[player] = settings
        return self._known.get(player, settings)

    async def choose(self, player: PlayerId, key: str, value: str) -> Settings:
        number = number_of(player)
        assert number is not None  # only people ask
        settings = await self._writer.do(_choose, (number, key, value))
        self._changes += 1
        self._known[player] = settings
        return settings

    def forget(self, player: PlayerId) -> None:
        """Their rows were changed elsewhere."""
        self._changes += 1
        self._known.pop(player, None)


async def _choose(db: aiosqlite.Connection, choices: Sequence[Choice]) -> list[Settings]:
    """Writes each, and answers with all settings of that person after it."""
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
