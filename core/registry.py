"""The registered games. The contract tests run for each of them."""

from collections.abc import Mapping
from typing import Any

from core.game import Game
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.types import GameId

GAMES: Mapping[GameId, Game[Any, Any]] = {game.id: game for game in (REVERSI, PENTE, DICE)}
