"""A game's computer player and adviser as the worker holds them. Loads no engine."""

from dataclasses import dataclass
from typing import Any

from core.engine import Adviser, Engine


@dataclass(frozen=True, slots=True)
class Player:
    """A game's engine, the type of the view it reads, and who advises, where anybody does."""

    engine: Engine[Any]
    view: Any
    adviser: Adviser[Any] | None = None
