"""Limit attempts at codes, so that the code space cannot be searched.

Kept in memory: a restart resets the counters.
"""

from bot.app.ports.system import Now
from core.errors import Reason, Refused
from core.match.clock import MINUTE
from core.types import PlayerId

TRIES, WITHIN = 5, 10 * MINUTE
"""Wrong codes per player, and the window in milliseconds."""


class AttemptLimit:
    """Count wrong codes by player."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._wrong: dict[PlayerId, list[int]] = {}

    def must_have_some(self, player: PlayerId) -> None:
        """Raise Refused(TOO_MANY_TRIES) if the player has no attempts left."""
        if len(self._recent(player)) >= TRIES:
            raise Refused(Reason.TOO_MANY_TRIES)

    def wrong(self, player: PlayerId) -> None:
        """Count a wrong code."""
        now = self._now()
        recent = self._recent(player)
        self._wrong = {id: ats for id, ats in self._wrong.items() if now - ats[-1] < WITHIN}
        self._wrong[player] = [*recent, now]

    def _recent(self, player: PlayerId) -> list[int]:
        now = self._now()
        return [at for at in self._wrong.get(player, ()) if now - at < WITHIN]
