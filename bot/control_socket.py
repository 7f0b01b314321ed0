"""The operator's way into a bot that runs: a socket beside the database.

A command such as `tavola end` cannot open the database while the bot has it, so it hands its order
over here: one line of JSON there, one back. Whoever may read and write the database file may use
it, and nobody else (mode 0600). Where the system has no such sockets, or the name would be too long
for one, there is none, and commands say that the bot has to be stopped. Must not know orders.
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
"""Seconds that an order may take; ratings of a large installation are computed anew in it."""

LONGEST = 10_000
"""Bytes of an order or an answer."""

Obey = Callable[[Sequence[str]], Awaitable[CommandResult]]


def place(database: Path) -> Path:
    """The socket of the bot that has this database open."""
    return database.resolve().with_name(f"{database.name}.orders")


@asynccontextmanager
async def taken(database: Path, obey: Obey) -> AsyncIterator[None]:
    """Takes orders while this lasts; what another process left there after a kill is replaced."""
    path = place(database)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, TimeoutError):  # who asks has gone, or asks nonsense
            async with asyncio.timeout(WITHIN):
                words = json.loads(await reader.readline())
                done = await obey([str(word) for word in words])
                log.info("the operator ordered %s: %s", " ".join(words), done.line)
                writer.write(json.dumps([done.ok, done.line]).encode() + b"\n")
                await writer.drain()
        writer.close()

    server = None
    try:
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(serve, path, limit=LONGEST)
        path.chmod(0o600)
    except (OSError, AttributeError, NotImplementedError) as error:
        log.info("commands cannot reach this bot while it runs: %s", error)
    try:
        yield
    finally:
        if server is not None:
            server.close()
            await server.wait_closed()
            path.unlink(missing_ok=True)


async def ask(database: Path, words: Sequence[str]) -> CommandResult | None:
    """What the bot that runs on this database answers; None where none listens.

    Raises:
        OSError, TimeoutError, ValueError: it does, and gave no answer.
    """
    try:
        reader, writer = await asyncio.open_unix_connection(place(database), limit=LONGEST)
    except (FileNotFoundError, ConnectionRefusedError, AttributeError, NotImplementedError):
        return None
    except OSError as error:
        if "too long" in str(error):  # then none could be made there either
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
