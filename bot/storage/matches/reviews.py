"""Reviews as rows: computed once, read many times.

Every review can be computed again, so a row of another format is ignored, and no review is stored
for a match that was deleted. A review names seats, not players: it is unaffected by players leaving
and is deleted with its match.
"""

import logging
from collections.abc import Sequence

import aiosqlite
import msgspec

from bot.storage.reader import Reader
from bot.storage.writer import Writer
from core.review import Review
from core.types import MatchId

log = logging.getLogger(__name__)

FORMAT = 1
"""Version of the stored form and of what advisers mean by it; changing it discards old reviews."""

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Review)


class SqliteReviewRepository:
    """Implements `bot.app.ports.repositories.ReviewRepository`."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._reader = reader
        self._writer = writer

    async def of(self, match: MatchId) -> Review | None:
        row = await self._reader.row(
            "SELECT body FROM reviews WHERE match = ? AND format = ?", (match, FORMAT)
        )
        try:
            return None if row is None else _decoder.decode(row[0])
        except msgspec.MsgspecError as fault:
            log.warning("the review of match %s cannot be read: %s", match, fault)
            return None

    async def keep(self, review: Review) -> None:
        await self._writer.do(_keep, review)


async def _keep(db: aiosqlite.Connection, reviews: Sequence[Review]) -> list[None]:
    await db.executemany(
        "INSERT OR REPLACE INTO reviews SELECT id, ?2, ?3 FROM sessions WHERE id = ?1",
        [(each.match, FORMAT, _encoder.encode(each).decode()) for each in reviews],
    )
    return [None] * len(reviews)
