"""What crosses the pipe between the pool and a worker: one JSON object a line.

    worker -> pool   Hello     once, when it is warm
    pool -> worker   Question  one at a time
    worker -> pool   Answer    with the question's number

A question holds a view, never a match: no seed of any dice crosses the pipe, so no computer player
can know more than a person. The worker sends what its levels may cost, because only it knows the
engines.
"""

from collections.abc import Mapping

import msgspec

from core.engine import Choice, Limit
from core.types import GameId, Level


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the worker can play, and what a move at each level may cost."""

    limits: Mapping[GameId, Mapping[Level, Limit]]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`view` is the game's own view, decoded once the game is known."""

    number: int
    game: GameId
    view: msgspec.Raw
    level: Level
    limit: Limit
    salt: bytes


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    choice: Choice
