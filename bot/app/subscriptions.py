"""The events of the application, and the callbacks registered for them.

There are three: a session was saved, a player's id changed, a request was answered. Front ends,
schedulers and metrics register when they are built. A callback must return at once; what takes time
is only noted by it and done in a task.
"""

from collections.abc import Callable

from bot.app.model.request import Reply, Request
from bot.app.model.session import Session
from core.types import PlayerId


class Subscriptions:
    """Registers callbacks and calls them in the order of their registration."""

    def __init__(self) -> None:
        self._saved: list[Callable[[Session, Request | None], None]] = []
        self._player_changed: list[Callable[[PlayerId, PlayerId | None], None]] = []
        self._replied: list[Callable[[Request, Reply, float], None]] = []

    def on_saved(self, callback: Callable[[Session, Request | None], None]) -> None:
        """Register for saved sessions, with the request that led to the save, if any."""
        self._saved.append(callback)

    def on_player_changed(self, callback: Callable[[PlayerId, PlayerId | None], None]) -> None:
        """Register for merged accounts (old id, new id) and deleted players (old id, None)."""
        self._player_changed.append(callback)

    def on_replied(self, callback: Callable[[Request, Reply, float], None]) -> None:
        """Register for answered requests, with the seconds it took to answer."""
        self._replied.append(callback)

    def saved(self, session: Session, request: Request | None) -> None:
        """Call the callbacks for saved sessions."""
        for callback in self._saved:
            callback(session, request)

    def player_changed(self, old: PlayerId, new: PlayerId | None) -> None:
        """Call the callbacks for changed players."""
        for callback in self._player_changed:
            callback(old, new)

    def replied(self, request: Request, reply: Reply, seconds: float) -> None:
        """Call the callbacks for answered requests."""
        for callback in self._replied:
            callback(request, reply, seconds)
