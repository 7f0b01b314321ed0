"""Limit attempts at codes, so that the code space cannot be searched.

Attempts are counted by player. On the page, where a new guest is one message away, they are also
counted by browser and address. Kept in memory: a restart resets the counters.
"""

from bot.app.model.request import Actor
from bot.app.ports.system import Now
from core.errors import Reason, Refused
from core.match.clock import MINUTE
from core.types import PlayerId

TRIES, WITHIN = 5, 10 * MINUTE
"""Wrong codes per player or browser, and the window in milliseconds."""

ADDRESS_TRIES = 20
"""Wrong codes per address, which a household may share."""


class AttemptLimit:
    """Count wrong codes."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._wrong: dict[tuple[str, str], list[int]] = {}

    def must_have_some(self, player: PlayerId, actor: Actor) -> None:
        """Raise Refused(TOO_MANY_TRIES) if no attempts are left."""
        if any(len(self._recent(key)) >= most for key, most in _counted(player, actor)):
            raise Refused(Reason.TOO_MANY_TRIES)

    def wrong(self, player: PlayerId, actor: Actor) -> None:
        """Count a wrong code."""
        now = self._now()
        self._wrong = {key: ats for key, ats in self._wrong.items() if now - ats[-1] < WITHIN}
        for key, _ in _counted(player, actor):
            self._wrong[key] = [*self._recent(key), now]

    def _recent(self, key: tuple[str, str]) -> list[int]:
        now = self._now()
        return [at for at in self._wrong.get(key, ()) if now - at < WITHIN]


def _counted(player: PlayerId, actor: Actor) -> list[tuple[tuple[str, str], int]]:
    """Return the keys that attempts are counted by, and the limit of each."""
    found = [
        (("player", player), TRIES),
        (("browser", actor.browser), TRIES),
        (("address", actor.address), ADDRESS_TRIES),
    ]
    return [(key, most) for key, most in found if key[1]]
