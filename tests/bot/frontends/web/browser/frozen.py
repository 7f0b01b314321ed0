"""A connection that can die without closing, as behind a sleeping telephone or a frozen proxy."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

CHUNK = 65_536


class Proxy:
    """Forwards bytes to the page's port; nothing passes while it is frozen."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._thawed = asyncio.Event()
        self._thawed.set()
        self.port = 0
        self.accepted = 0

    def freeze(self) -> None:
        self._thawed.clear()

    def thaw(self) -> None:
        self._thawed.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self._to)
        except ConnectionError:
            writer.close()
            return
        try:
            await asyncio.gather(self._pump(reader, forth), self._pump(back, writer))
        except ConnectionError:
            pass  # one end is gone
        finally:
            writer.close()
            forth.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            await self._thawed.wait()
            writer.write(data)
            await writer.drain()
        await self._thawed.wait()
        writer.close()


@asynccontextmanager
async def proxy(port: int) -> AsyncIterator[Proxy]:
    """Listens on a port of its own."""
    made = Proxy(port)
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(made.serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
