"""The page's listening socket: how many connections there may be, and how long one may wait.

Every connection costs a file descriptor, so their number is bounded, in total and for one address.
One that sends no whole request within `IDLE_FOR`, or does not read what it is sent for
`UNREAD_FOR`, is closed. What aiohttp does between these two events is left to it: the limits wrap
its protocol and touch nothing inside.
"""

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

from aiohttp.web_protocol import RequestHandler

from bot.app.ports.system import Now
from core.types import Millis

log = logging.getLogger(__name__)

IDLE_FOR = 20.0
"""Seconds for the first request of a connection to arrive whole, and between two of them."""

UNREAD_FOR = 20.0
"""Seconds for which a full send buffer is kept."""

OF_ONE_ADDRESS = 300
"""Connections of one address: its windows, and the files they fetch. A proxy is no address."""

MOST = 2_000
"""Connections of all addresses, at most half of the descriptors that the process may open."""

COMPLAIN_EVERY = 60_000
"""Milliseconds between two lines of the log about connections that were turned away."""

Factory = Callable[[], RequestHandler]


class Listener:
    """Wraps each connection of a server in the limits."""

    def __init__(self, factory: Factory, now: Now, *, behind_proxy: bool) -> None:
        self._factory = factory
        self._now = now
        self._behind_proxy = behind_proxy
        self._most = min(MOST, _descriptors() // 2)
        self._open: Counter[str] = Counter()
        self._complained: Millis | None = None

    def __call__(self) -> asyncio.Protocol:
        """Return the protocol of a connection that was accepted."""
        return _Connection(self._factory(), self)

    def admit(self, address: str) -> bool:
        """Count a connection, unless there are too many."""
        full = self._open.total() >= self._most
        if full or not (self._behind_proxy or self._open[address] < OF_ONE_ADDRESS):
            self._complain("connections are turned away: %d are open", self._open.total())
            return False
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def loop_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an exception of the loop: one that says a connection could not be accepted comes
        many times a second while the process is out of descriptors."""
        if "accept" not in context.get("message", ""):
            loop.default_exception_handler(context)
            return
        self._complain("connections cannot be accepted: %s", context.get("exception"))

    def _complain(self, line: str, fact: object) -> None:
        now = self._now()
        if self._complained is None or now - self._complained >= COMPLAIN_EVERY:
            self._complained = now
            log.warning(line, fact)


def _descriptors() -> int:
    """Return how many files this process may have open; there is no limit on Windows."""
    return os.sysconf("SC_OPEN_MAX") if hasattr(os, "sysconf") else 2 * MOST


class _Connection(asyncio.Protocol):
    """Passes events on to aiohttp's protocol."""

    def __init__(self, inner: RequestHandler, limits: Listener) -> None:
        self._inner = inner
        self._limits = limits
        self._address: str | None = None
        self._transport: asyncio.Transport | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if not self._limits.admit(address):
            self._transport.abort()
            return
        self._address = address
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._address is not None:
            self._limits.release(self._address)
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._address is not None:
            self._inner.data_received(data)

    def eof_received(self) -> None:
        if self._address is not None:
            self._inner.eof_received()

    def pause_writing(self) -> None:
        assert self._transport is not None
        loop = asyncio.get_running_loop()
        self._unread = loop.call_later(UNREAD_FOR, self._transport.abort)
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._stop_waiting()
        self._inner.resume_writing()

    def _stop_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
