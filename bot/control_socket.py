"""The operator's access to a running bot: a socket beside the database.

A command such as `tavola end` cannot open the database while the bot uses it, so it sends itself
here: one line of JSON in each direction. Only users who may read and write the database can connect
(mode 0600). Without Unix sockets, or if the path is too long for one, there is none, and commands
ask to stop the bot first. The content of commands is opaque here.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.app.rooms.operator_commands import CommandResult

log = logging.getLogger(__name__)

WITHIN = 30.0
"""Seconds that a command may take; recomputing ratings of a large installation fits in."""

LONGEST = 10_000
"""Maximum bytes of a command or its result."""

Obey = Callable[[Sequence[str]], Awaitable[CommandResult]]


def place(database: Path) -> Path:
    """Return the socket of the bot that has this database open."""
    return database.resolve().with_name(f"{database.name}.orders")


@asynccontextmanager
async def taken(database: Path, obey: Obey) -> AsyncIterator[None]:
    """Accept commands during this context; a socket left by a killed process is replaced."""
    path = place(database)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, TimeoutError):  # the client has gone, or sent no order
            async with asyncio.timeout(WITHIN):
                words = _read(await reader.readline())
                done = await obey(words)
                log.info("operator command %s: %s", words[0], "done" if done.ok else "refused")
                writer.write(json.dumps([done.ok, done.line]).encode() + b"\n")
                await writer.drain()
        writer.close()

    server = None
    try:
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(serve, path, limit=LONGEST)
        path.chmod(0o600)
    except (OSError, AttributeError, NotImplementedError) as error:
        log.info("no control socket: %s", error)
    try:
        yield
    finally:
        if server is not None:
            server.close()
            await server.wait_closed()
            path.unlink(missing_ok=True)


def _read(line: bytes) -> list[str]:
    """Return the words of an order: a verb and what it is about.

    Raises:
        ValueError: the line is no list of two texts, or one of them has half a surrogate pair.
    """
    try:
        words = json.loads(line)
    except RecursionError as fault:
        raise ValueError("nested too deeply") from fault
    if not isinstance(words, list) or [type(word) for word in words] != [str, str]:
        raise ValueError("not an order")
    "".join(words).encode()
    return words


async def ask(database: Path, words: Sequence[str]) -> CommandResult | None:
    """Send a command to the bot on this database; return None if none is running.

    Raises:
        OSError, TimeoutError, ValueError: a bot is running but did not answer.
    """
    try:
        reader, writer = await asyncio.open_unix_connection(place(database), limit=LONGEST)
    except (FileNotFoundError, ConnectionRefusedError, AttributeError, NotImplementedError):
        return None
    except OSError as error:
        if "too long" in str(error):  # then the bot could not create one either
            return None
        raise
    try:
        async with asyncio.timeout(WITHIN):
            writer.write(json.dumps(list(words)).encode() + b"\n")
            await writer.drain()
            ok, line = json.loads(await reader.readline())
    finally:
        writer.close()
    return CommandResult(bool(ok), str(line))
