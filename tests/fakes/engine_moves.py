"""A stand-in for the computer's moves."""

from bot.app.background.engine_moves import EngineMoves
from bot.app.lifecycle import CommandDispatcher
from bot.app.model.request import Request
from bot.app.model.session import Session
from tests.fakes.engines import ScriptedEngine


class NoEngineMoves(EngineMoves):
    """Leaves every computer's turn as it is."""

    def __init__(self, dispatcher: CommandDispatcher) -> None:
        super().__init__(ScriptedEngine(), dispatcher)

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Ask no engine."""
