"""A person at the page, over its real WebSocket: presses, loses the connection, presses again.

Does what the page's own script does after a cut: says hello again and repeats what was not answered
under the same id.
"""

import asyncio
from collections.abc import Mapping
from itertools import count
from typing import Any

import aiohttp
from yarl import URL

Message = Mapping[str, Any]


class Lost(Exception):
    """The connection broke before there was an answer."""


class Guest:
    """One window. `screens` holds the newest state of every screen this window was shown."""

    def __init__(self, name: str, cookies: aiohttp.CookieJar) -> None:
        self.name = name
        self.screens: dict[tuple[str, int], Message] = {}
        self._cookies = cookies
        self._ticket = ""
        self._ids = count(1)
        self._waiting: dict[str, asyncio.Future[Message]] = {}
        self._changed = asyncio.Event()
        self._http: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self.player = ""

    async def connect(self, link: URL) -> None:
        """Comes in, says hello, and knows the whole room."""
        await self.close()
        self._http = aiohttp.ClientSession(cookie_jar=self._cookies)
        origin = {"Origin": str(link.origin())}
        try:
            if not any(True for _ in self._cookies):
                async with self._http.post(link, headers=origin) as answer:
                    assert answer.status == 200, await answer.text()
            self._socket = await self._http.ws_connect(
                link.origin() / "stream", headers=origin, max_msg_size=0
            )
        except (aiohttp.ClientError, OSError) as fault:
            raise Lost from fault
        self._reader = asyncio.create_task(self._read())
        hello = {"room": "lobby", "locale": "en", "name": self.name, "ticket": self._ticket}
        welcome = await self.send("hello", **hello)
        self._ticket, self.player = welcome["ticket"], welcome["me"]["id"]

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._http is not None:
            await self._http.close()
        self._http = self._socket = self._reader = None

    async def send(self, type: str, id: str | None = None, **fields: Any) -> Message:
        """A request and its answer. Lost where the connection breaks first."""
        if self._socket is None:
            raise Lost
        id = id or self.fresh_id()
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        try:
            await self._socket.send_json({"type": type, "id": id, **fields})
        except (ConnectionError, aiohttp.ClientError) as fault:
            self._waiting.pop(id, None)
            raise Lost from fault
        return await answer

    def fresh_id(self) -> str:
        return f"n{next(self._ids)}"

    async def until(self, session: str, version: int) -> Message:
        """The board of a match, once it is shown at this version or a newer one."""
        while True:
            self._changed.clear()
            shown = self.screens.get((session, 0))
            if shown is not None and shown["version"] >= version:
                return shown
            if self._socket is None or self._socket.closed:
                raise Lost
            await self._changed.wait()

    def board(self, session: str) -> Message:
        return self.screens[(session, 0)]

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for frame in self._socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    self._take(frame.json())
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(Lost())
            self._waiting.clear()
            self._changed.set()

    def _take(self, message: Message) -> None:
        if message["type"] == "logged":
            self._learn(message["entry"])
        if message["type"] == "welcome":  # here, not where it is awaited: news may follow at once
            self.screens.clear()
            for entry in message["log"]:
                self._learn(entry)
        waiting = self._waiting.pop(message.get("id", ""), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _learn(self, entry: Message) -> None:
        shown = entry.get("shown")
        if shown:
            self.screens[(shown["session"], shown["screen"])] = shown
            self._changed.set()
