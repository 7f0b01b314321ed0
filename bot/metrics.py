"""Metrics for Prometheus, served over HTTP on a port of their own.

Requests and saves are counted as they pass the service. Stored figures are read from the disk for
each scrape, in the thread that serves it. All are numbers: no name, id or text of a person is
among them.

The listener answers only to its own names, as the page does: a foreign name in `Host` is DNS
rebinding, by which another site's script reads what listens on this machine. A scraper that stays
silent is dropped after `SILENT_FOR`.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from ipaddress import ip_address
from socketserver import ThreadingMixIn
from threading import Thread
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    make_wsgi_app,
)
from prometheus_client.metrics_core import GaugeMetricFamily

from bot.app.model.request import Reply, Request
from bot.app.model.session import Session

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX = "tavola_"
SILENT_FOR = 10.0
"""Seconds after which a connection that sends or reads nothing is closed."""

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::[0-9]{1,5})?", re.IGNORECASE)
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Seconds: a request takes a few milliseconds."""

Figures = Callable[[], Mapping[str, int | Mapping[str, int]]]
"""Stored figures by name, some by kind. Reads from disk."""


class Metrics:
    """Count and export."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            f"{PREFIX}requests",
            "Wishes, by what became of them.",
            ["platform", "verb", "outcome"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            f"{PREFIX}request_seconds",
            "From a wish to its answer, without the network.",
            ["platform"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._saves = Counter(f"{PREFIX}saves", "Sessions saved.", ["game"], registry=self.registry)
        self.registry.register(self)

    def replied(self, request: Request, reply: Reply, seconds: float) -> None:
        """Count an answered request."""
        platform = request.actor.platform
        self._seconds.labels(platform).observe(seconds)
        outcome = "ok" if reply.reason is None else reply.reason.value
        self._requests.labels(platform, request.verb.value, outcome).inc()

    def saved(self, session: Session, request: Request | None = None) -> None:
        """Count a saved session."""
        del request
        self._saves.labels(session.match.game).inc()

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the stored figures in Prometheus format."""
        for name, value in self._figures().items():
            title = name.replace("_", " ")
            if isinstance(value, int):
                yield GaugeMetricFamily(f"{PREFIX}{name}", f"Stored: {title}.", value=value)
                continue
            family = GaugeMetricFamily(
                f"{PREFIX}{name}", f"Stored: {title}, by kind.", labels=["kind"]
            )
            for kind, count in value.items():
                family.add_metric([str(kind)], count)
            yield family


@asynccontextmanager
async def offered(metrics: Metrics, host: str, port: int) -> AsyncIterator[int]:
    """Serve the metrics while the context lasts; yields the port that is bound.

    Raises:
        OSError: the address cannot be bound.
    """
    server = make_server(
        host,
        port,
        _guarded(make_wsgi_app(metrics.registry), host),
        server_class=_Server,
        handler_class=_Scrape,
    )
    thread = Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield int(server.server_port)
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Bind without asking the resolver for the machine's name, which can take seconds."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()


class _Scrape(WSGIRequestHandler):
    timeout = SILENT_FOR

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: scrapes are frequent, and the text of a request line is the client's."""


def _guarded(app: "WSGIApplication", host: str) -> "WSGIApplication":
    def answer(environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        if _is_own(environ.get("HTTP_HOST", ""), host):
            return app(environ, start)
        start("421 Misdirected Request", [("Content-Type", "text/plain")])
        return [b"This is not the address of these metrics.\n"]

    return answer


def _is_own(asked: str, host: str) -> bool:
    """Return whether the `Host` header names this listener.

    An address in numbers is always its own, because rebinding needs a name. A listener that is
    bound to every address is reached under names that are not known here; none of them is one
    with a dot, which a foreign site could own.
    """
    found = _HOST.fullmatch(asked)
    name = found[1].strip("[]").lower() if found else ""
    if name in ("localhost", host.lower()) or _is_address(name):
        return True
    everywhere = _is_address(host) and ip_address(host).is_unspecified
    return bool(name) and everywhere and "." not in name


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
