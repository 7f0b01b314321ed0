"""Connections that wait, that do not read, and that are too many."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.frontends.web import frontend, listener
from tests.bot.frontends.web.harness import Harness, harness

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@asynccontextmanager
async def line(home: Harness) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", home.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def asked_for_ever(writer: asyncio.StreamWriter, ask: bytes) -> None:
    while True:
        writer.write(ask * 50)
        await writer.drain()
        await asyncio.sleep(0)


@pytest.mark.parametrize("sent", [b"", b"GET /hea", HEAD, HEAD + b"\r\n", HEAD + b"\r\n" + HEAD])
async def test_a_connection_that_sends_no_whole_request_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(frontend, "IDLE_FOR", 0.1)
    async with harness(tmp_path / "t.db") as home, line(home) as (reader, writer):
        writer.write(sent)
        answer = await asyncio.wait_for(reader.read(), 20)
        assert answer.count(b"200 OK") == sent.count(b"\r\n\r\n")


async def test_an_address_has_so_many_connections(
    home: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listener, "OF_ONE_ADDRESS", 2)
    async with line(home) as (reader, writer):
        async with line(home) as (second, _):
            for _ in range(3):
                async with line(home) as (third, _):
                    assert await third.read() == b""
            del second
        writer.write(HEAD + b"Connection: close\r\n\r\n")
        assert b"200 OK" in await reader.read()
    async with line(home) as (reader, writer):
        writer.write(HEAD + b"Connection: close\r\n\r\n")
        assert b"200 OK" in await reader.read()
    assert caplog.text.count("connections are turned away") == 1, "once a minute"


async def test_a_connection_that_is_not_read_is_cut(
    home: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The peer's system still answers for it, so no heartbeat would notice."""
    monkeypatch.setattr(listener, "UNREAD_FOR", 0.1)
    async with line(home) as (reader, writer):
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        ask = b"GET /texts.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(asked_for_ever(writer, ask), 60)


async def test_a_process_without_descriptors_says_so_once_a_minute(
    home: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    loop = asyncio.get_running_loop()
    caplog.set_level(logging.INFO)
    context = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(24, "Too many open files"),
    }
    for _ in range(1_000):
        loop.call_exception_handler(context)
    assert [record.getMessage() for record in caplog.records] == [
        "connections cannot be accepted: [Errno 24] Too many open files"
    ]
    loop.call_exception_handler({"message": "something else failed"})
    assert "something else failed" in caplog.text
    assert home.port
