"""Prometheus metrics over HTTP, if configured.

Counts requests as they pass the service, and queries stored figures on each scrape, in a thread of
the library. Values are numbers: no names, no ids and no text of any player.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from time import perf_counter

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.metrics_core import GaugeMetricFamily

from bot.app.model.request import Reply, Request
from bot.app.model.session import Session

PREFIX = "tavola_"
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

    def watch(self, request: Request) -> Callable[[Reply], None]:
        """Start timing a request; call the result with its reply."""
        began, platform = perf_counter(), request.actor.platform

        def done(reply: Reply) -> None:
            self._seconds.labels(platform).observe(perf_counter() - began)
            outcome = "ok" if reply.reason is None else reply.reason.value
            self._requests.labels(platform, request.verb.value, outcome).inc()

        return done

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
    """Serve metrics over HTTP; yield the port. Raises OSError if the address is unavailable."""
    server, thread = start_http_server(port, host, metrics.registry)
    try:
        yield int(server.server_port)
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()
