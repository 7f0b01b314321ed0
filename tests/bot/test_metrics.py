"""Figures for Prometheus over real sockets, and copies that a process makes by itself."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from urllib.request import urlopen

import pytest
from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families

import bot.metrics
from bot.app.model.request import Verb
from bot.metrics import Metrics, offered
from tests.bot.app.harness import ANN, BO, Harness, harness
from tests.faults.process import free_port
from tests.process import Tavola, command

STORED: Mapping[str, int | Mapping[str, int]] = {
    "people": 2,
    "matches": {"playing": 1, "finished": 3},
}

Samples = Mapping[tuple[str, frozenset[tuple[str, str]]], float]


def read(text: str) -> Samples:
    """Each sample by its name and labels, as Prometheus reads it."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples[(f"tavola_{name}", frozenset(labels.items()))]


async def asked(port: int) -> str:
    async with ClientSession() as client, client.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("text/plain")
        return await answer.text()


def watched(home: Harness) -> Metrics:
    metrics = Metrics(lambda: STORED)
    home.app.events.on_replied(metrics.replied)
    home.app.events.on_saved(metrics.saved)
    return metrics


async def test_wishes_are_counted_by_what_became_of_them(tmp_path: Path) -> None:
    async with (
        harness(tmp_path / "tavola.db") as home,
        offered(watched(home), "127.0.0.1", 0) as port,
    ):
        id = await home.started(ANN, BO)
        await home.ask(BO, Verb.MOVE, "d3", session=id)
        samples = read(await asked(port))
    of = {"platform": "paper"}
    assert value(samples, "requests_total", **of, verb="move", outcome="not_your_turn") == 1
    assert value(samples, "requests_total", **of, verb="join", outcome="ok") == 1
    assert value(samples, "request_seconds_count", **of) == 3
    assert value(samples, "saves_total", game="reversi") == 2
    assert value(samples, "people") == 2
    assert value(samples, "matches", kind="finished") == 3


async def test_only_its_own_names_are_answered() -> None:
    """A foreign name in `Host` is another site's script that reads this machine."""
    metrics = Metrics(lambda: STORED)
    for bound, own, foreign in (
        (
            "127.0.0.1",
            ("localhost", "127.0.0.1:9", "[::1]:9"),
            ("evil.example", "", "tavola", "a:b:c"),
        ),
        ("0.0.0.0", ("localhost", "192.0.2.7:9", "tavola:9"), ("evil.example", "", "tavola.evil")),
    ):
        async with offered(metrics, bound, 0) as port, ClientSession() as client:
            for name in (*own, *foreign):
                address = f"http://127.0.0.1:{port}/metrics"
                async with client.get(address, headers={"Host": name}) as answer:
                    assert answer.status == (200 if name in own else 421), (bound, name)


async def test_a_scraper_that_stays_silent_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.metrics._Scrape, "timeout", 0.05)
    async with offered(Metrics(lambda: STORED), "127.0.0.1", 0) as port:
        for half in (b"", b"GET /met"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(half)
            assert await asyncio.wait_for(reader.read(), 10) == b""
            writer.close()


def test_a_process_offers_them_where_it_is_told_to(tmp_path: Path) -> None:
    port = free_port()
    with (
        Tavola(tmp_path, {"TAVOLA_METRICS_PORT": str(port)}),
        urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer,
    ):
        samples = read(answer.read().decode())
    assert value(samples, "people") == 0
    assert samples[("process_open_fds", frozenset())] > 0


def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with Tavola(tmp_path) as other:
        port = other.url.rpartition(":")[2]
        settings = {
            "TAVOLA_WEB_PORT": "0",
            "TAVOLA_METRICS_PORT": port,
            "TAVOLA_STORAGE_PATH": str(tmp_path / "another.db"),
        }
        for word in ("run", "check"):
            done = command(tmp_path, word, settings=settings)
            assert done.returncode == 1
            assert done.stderr.splitlines()[-1] == (
                f"figures for Prometheus cannot listen on 127.0.0.1 port {port}:"
                " Address already in use;"
                " set another metrics.port in config.toml or TAVOLA_METRICS_PORT"
            )


def test_an_address_of_no_machine_is_said_in_one_line(tmp_path: Path) -> None:
    settings = {
        "TAVOLA_WEB_PORT": "0",
        "TAVOLA_METRICS_PORT": "9100",
        "TAVOLA_METRICS_HOST": "nowhere.invalid",
    }
    for word in ("run", "check"):
        done = command(tmp_path, word, settings=settings)
        assert done.returncode == 1
        line = done.stderr.splitlines()[-1]
        assert line.startswith("figures for Prometheus cannot listen on nowhere.invalid port 9100:")
        assert "Unknown error" not in line
        assert line.endswith("; set another metrics.host in config.toml or TAVOLA_METRICS_HOST")


def test_copies_are_made_while_it_runs(tmp_path: Path) -> None:
    settings = {"TAVOLA_BACKUPS_EVERY": "1"}
    with Tavola(tmp_path, settings) as running:
        while "the database was backed up to" not in running.log:
            with urlopen(f"{running.url}/healthz", timeout=10) as answer:
                assert answer.status == 200
    [copy] = (tmp_path / "data/backups").iterdir()
    told = command(tmp_path, "stats", "--json", settings={"TAVOLA_STORAGE_PATH": str(copy)})
    assert json.loads(told.stdout)["people"] == 0
    assert "every 1 h in " in command(tmp_path, "check", settings=settings).stdout
