"""A game's computer player as the worker holds it. Loads no engine."""

from dataclasses import dataclass
from typing import Any

from core.engine import Engine


@dataclass(frozen=True, slots=True)
class Player:
    """A game's engine, and the type of the view it reads."""

    engine: Engine[Any]
    view: Any
