"""What can go wrong between a bot and Discord, on demand.

A fault waits for requests of its kind (method and path template with `*` for parts) and strikes as
often as asked. Some strike before the request takes effect, some after: the difference between
"nothing was done" and "it may have been done" is the one that decides about doubled boards.
"""

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from tests.fakes.discord.errors import ApiError


class Fault:
    """Something that happens to a request."""


@dataclass
class Refuse(Fault):
    """The server answers an error and does nothing."""

    error: ApiError


@dataclass
class Drop(Fault):
    """The connection breaks before the request is looked at."""


@dataclass
class LoseAnswer(Fault):
    """The request takes effect, then the connection breaks."""


@dataclass
class Hold(Fault):
    """Hold the request until `release` is set; `arrived` is set when it has come."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class _Waiting:
    method: str
    path: str
    fault: Fault
    times: int


class Faults:
    """The faults that are still to come, first come first served."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self.struck = 0

    def add(self, method: str, path: str, fault: Fault, *, times: int = 1) -> None:
        """`path` as in the API's documentation, such as `/channels/*/messages`."""
        self._waiting.append(_Waiting(method, path, fault, times))

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that strikes this request, if one does."""
        for waiting in self._waiting:
            if waiting.method in (method, "*") and fnmatchcase(path, waiting.path):
                waiting.times -= 1
                self._waiting = [other for other in self._waiting if other.times]
                self.struck += 1
                return waiting.fault
        return None

    def clear(self) -> None:
        self._waiting.clear()
