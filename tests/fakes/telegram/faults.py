"""Faults on order: what goes wrong with which of the coming calls.

A test orders a fault for a method (or any), a chat (or any) and a number of calls; the server asks
for each call whether one is due. `Storm` is the random kind for the fault driver, seeded.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from tests.fakes.telegram import errors
from tests.fakes.telegram.errors import ApiError, Json


class Cut(StrEnum):
    """How a connection can fail. `undone`: nothing happened; `done`: it did, the answer is lost."""

    UNDONE = "undone"
    DONE = "done"
    HANG_UNDONE = "hang_undone"  # no answer until the client gives up
    HANG_DONE = "hang_done"

    @property
    def is_done(self) -> bool:
        return self in (Cut.DONE, Cut.HANG_DONE)

    @property
    def hangs(self) -> bool:
        return self in (Cut.HANG_UNDONE, Cut.HANG_DONE)


@dataclass(frozen=True)
class Odd:
    """An answer that the service would never give, as a proxy might: `body`, with status 200."""

    body: object


@dataclass
class Fault:
    """`how` is an answer of the service or a broken connection; `times` left, -1 for ever."""

    how: ApiError | Cut | Odd
    methods: frozenset[str]
    chat: int | None
    times: int

    def fits(self, method: str, chat: int | None) -> bool:
        right_method = method in self.methods or (not self.methods and method != "getUpdates")
        return self.times != 0 and right_method and self.chat in (None, chat)


@dataclass
class Storm:
    """A share of all calls fails, each time in one of `kinds`.

    Polling is spared unless told otherwise: clients wait a second and more before they poll again.
    """

    chance: float
    random: random.Random
    kinds: tuple[ApiError | Cut, ...] = (
        errors.flood(1),
        ApiError(502, "Bad Gateway"),
        ApiError(500, "Internal Server Error"),
        Cut.UNDONE,
        Cut.DONE,
    )
    spared: frozenset[str] = frozenset({"getUpdates"})

    def strikes(self, method: str) -> bool:
        return method not in self.spared and self.random.random() < self.chance


@dataclass
class Faults:
    """Faults to inject; `injected` counts those that occurred, by kind."""

    ordered: list[Fault] = field(default_factory=list)
    storm: Storm | None = None
    injected: dict[str, int] = field(default_factory=dict)

    def order(
        self,
        how: ApiError | Cut | Odd,
        methods: str | Iterable[str] = (),
        *,
        chat: int | None = None,
        times: int = 1,
    ) -> Fault:
        """The next `times` calls of these methods (none named: of any but getUpdates) fail so."""
        named = frozenset((methods,)) if isinstance(methods, str) else frozenset(methods)
        fault = Fault(how, named, chat, times)
        self.ordered.append(fault)
        return fault

    def due(self, method: str, args: Json) -> ApiError | Cut | Odd | None:
        """What goes wrong with this call, if anything."""
        chat = args.get("chat_id")
        how = self._from_order(method, int(chat) if chat is not None else None)
        if how is None and self.storm is not None and self.storm.strikes(method):
            how = self.storm.random.choice(self.storm.kinds)
        if how is not None:
            kind = str(how.status) if isinstance(how, ApiError) else str(how)
            self.injected[kind] = self.injected.get(kind, 0) + 1
        return how

    def _from_order(self, method: str, chat: int | None) -> ApiError | Cut | Odd | None:
        for fault in self.ordered:
            if fault.fits(method, chat):
                fault.times -= fault.times > 0
                return fault.how
        return None
