"""A game's computer player and adviser as the worker holds them. Loads no engine.

They come together: whoever can be played against can be asked for hints and reviews.
"""

from dataclasses import dataclass
from typing import Any

from core.engine import Adviser, Engine


@dataclass(frozen=True, slots=True)
class ComputerPlayer:
    """A game's engine, the type of the view that both read, and who advises."""

    engine: Engine[Any]
    view: Any
    adviser: Adviser[Any]
