"""A game's computer player and adviser as the worker holds them. Loads no engine.

A game that can be played against the computer also offers hints and reviews.
"""

from dataclasses import dataclass
from typing import Any

from core.engine import Adviser, Engine


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A game's engine, the type of view it reads, and its adviser."""

    engine: Engine[Any]
    view: Any
    adviser: Adviser[Any]
