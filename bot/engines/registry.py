"""The computer players, one line per game. Importing this module compiles or loads kernels.

It is the only module that imports engines. Trained data lies beside an engine as a file and is read
here, because `core` reads no files.
"""

from collections.abc import Mapping
from importlib import resources

from bot.engines.player import ComputerPlayer
from core.games.dice.advice import DiceAdviser
from core.games.dice.advisor import Advisor
from core.games.dice.engine import DiceEngine
from core.games.dice.rules import View as DiceView
from core.games.pente import engine as pente
from core.games.pente.advice import PenteAdviser
from core.games.pente.rules import View as PenteView
from core.games.reversi.advice import ReversiAdviser
from core.games.reversi.engine import ReversiEngine
from core.games.reversi.rules import View as ReversiView
from core.types import GameId


def stored(game: str, name: str) -> bytes:
    """Read a file that lies beside a game's engine."""
    return resources.files(f"core.games.{game}").joinpath(name).read_bytes()


_REVERSI = stored("reversi", "weights.bin")
_DICE = stored("dice", "mean.bin")

ENGINES: Mapping[GameId, ComputerPlayer] = {
    GameId("reversi"): ComputerPlayer(
        ReversiEngine(_REVERSI), ReversiView, ReversiAdviser(_REVERSI)
    ),
    GameId("pente"): ComputerPlayer(pente.ENGINE, PenteView, PenteAdviser()),
    GameId("dice"): ComputerPlayer(
        DiceEngine(_DICE), DiceView, DiceAdviser(Advisor(_DICE, stored("dice", "win.bin")))
    ),
}
