"""The computer players, as the application asks them. `bot/engines` implements them."""

from typing import Protocol

from core.engine import Advice, AdviceRequest, Choice
from core.game import BoardView
from core.match.model import Match
from core.types import GameId


class Engines(Protocol):
    """The computer players."""

    async def choose(self, match: Match) -> Choice:
        """The move of the computer seat to act. EngineFailed if the worker died or overran."""
        ...

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        """What is best for the seat to act. Goes after every move that a computer has to make.

        EngineFailed as above, and where nobody advises on that game.
        """
        ...

    async def close(self) -> None: ...


class EngineFailed(Exception):
    """A worker died, overran its limit or answered nonsense; asking again may succeed."""
