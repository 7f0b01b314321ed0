"""The registered games. The contract tests run for each of them.

Modules look games up when they need them and keep no copies, so that a test can add one.
"""

from collections.abc import Mapping
from typing import Any

from core.game import Game
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.types import GameId

GAMES: Mapping[GameId, Game[Any, Any]] = {game.id: game for game in (REVERSI, PENTE, DICE)}

DAILY: Game[Any, Any] = DICE
"""The daily game; it has `contests`."""
