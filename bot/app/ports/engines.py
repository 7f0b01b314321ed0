"""The engines as the application uses them; implemented by `bot/engines`."""

from typing import Protocol

from core.engine import Advice, AdviceRequest, Choice
from core.game import BoardView
from core.match.model import Match
from core.types import GameId


class Engines(Protocol):
    """Computer players and advisers."""

    async def choose(self, match: Match) -> Choice:
        """Return the move of the computer to act. Raises EngineFailed on a crash or time-out."""
        ...

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        """Return the best moves for the seat to act; computer moves have priority.

        Raises EngineFailed as above, and for games without an adviser.
        """
        ...

    async def close(self) -> None: ...


class EngineFailed(Exception):
    """A worker crashed, timed out or returned an invalid answer; a retry may succeed."""
