"""A client of the page without a browser: enters by a link and opens connections as a browser does.

Speaks the page's protocol over its own socket. `tavola demo` plays with two of these.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import aiohttp
import msgspec
from yarl import URL

from bot.frontends.web.rate_limit import WINDOW

Message = dict[str, Any]

KEPT = 50
"""Messages of the page that are remembered for who asks for them later."""


class PageClosed(Exception):
    """The page has gone, or refuses for good what is asked."""


class PageClient:
    """One connection to the page, without a display."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._kept = deque[Message](maxlen=KEPT)
        self._number = 0

    async def ask(self, type: str, **fields: Any) -> Message:
        """The answer to a wish."""
        self._number += 1
        id = f"guest-{self._number}"
        await self._socket.send_json({"type": type, "id": id, **fields})
        return await self._next(lambda m: m.get("id") == id)

    async def wish(self, type: str, **fields: Any) -> Message:
        """The answer to a wish that is granted; the page may find one hasty, and then it is asked
        again. PageClosed where it is refused for good."""
        for _ in range(WINDOW.burst):
            answer = await self.ask(type, **fields)
            if answer["type"] != "refused":
                return answer
            await asyncio.sleep(1 / WINDOW.per_second)
        raise PageClosed(answer["text"])

    async def board(self, session: str, version: int) -> Message:
        """The next drawing of that match which is newer than this version."""

        def newer(message: Message) -> bool:
            shown = message.get("entry", {}).get("shown") or {}
            board = shown.get("session") == session and shown["kind"] == "board"
            return board and shown["version"] > version and shown["status"] != "open"

        return (await self._next(newer))["entry"]["shown"]  # type: ignore[no-any-return]

    async def _next(self, wanted: Callable[[Message], bool]) -> Message:
        for kept in self._kept:
            if wanted(kept):
                return kept
        while True:
            said = await self._socket.receive()
            if said.type is not aiohttp.WSMsgType.TEXT:
                raise PageClosed("the page has gone")
            message: Message = msgspec.json.decode(said.data)
            self._kept.append(message)
            if wanted(message):
                return message


Opens = Callable[[str], AbstractAsyncContextManager[PageClient]]
"""Open a connection for a player of that name."""


@asynccontextmanager
async def browser(link: URL) -> AsyncIterator[Opens]:
    """Comes in by the link; gives what opens a window."""
    origin = str(link.origin())
    jar = aiohttp.CookieJar(unsafe=True)  # "unsafe" means: also for addresses made of numbers
    async with aiohttp.ClientSession(cookie_jar=jar, headers={"Origin": origin}) as http:
        (await http.post(link, allow_redirects=False)).raise_for_status()

        @asynccontextmanager
        async def window(name: str) -> AsyncIterator[PageClient]:
            async with http.ws_connect(f"{origin}/stream") as socket:
                guest = PageClient(socket)
                await guest.ask("hello", room="lobby", locale="en", name=name)
                yield guest

        yield window
