"""The protocol between the pool and a worker: one JSON object per line.

    worker -> pool   WorkerHello                   once, when it is warm
    pool -> worker   ChooseRequest, AdviseRequest  one at a time: for a move, for advice
    worker -> pool   ChooseReply, AdviseReply      with the question's number

Requests contain a view, never a match: no seed of any dice crosses the pipe, so a computer player
cannot know more than a person. The worker announces the cost limits of its levels and its advice,
because only it knows the engines.
"""

from collections.abc import Mapping

import msgspec

from core.engine import Advice, AdviceRequest, Choice, Effort, Limit
from core.types import GameId, Level


class WorkerHello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games a worker can play and advise on, with the cost limits of each."""

    limits: Mapping[GameId, Mapping[Level, Limit]]
    advice: Mapping[GameId, Mapping[Effort, Limit]] = {}


class ChooseRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose"):
    """A request for a move. `view` is decoded once the game is known."""

    number: int
    game: GameId
    view: msgspec.Raw
    level: Level
    limit: Limit
    salt: bytes


class AdviseRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="advise"):
    number: int
    game: GameId
    view: msgspec.Raw
    asked: AdviceRequest
    limit: Limit


class ChooseReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    choice: Choice


class AdviseReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    advice: Advice
