"""A browser without a browser: comes in by a link, opens windows, speaks the page's language."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import aiohttp

Message = dict[str, Any]


class Visitor:
    """One browser: its cookie, and the windows it opens."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.http = http
        self.url = url

    async def come_in(self, link: str) -> aiohttp.ClientResponse:
        """What the button on the door does."""
        return await self.http.post(link, headers={"Origin": self.url}, allow_redirects=False)

    @asynccontextmanager
    async def window(self, name: str = "", **hello: Any) -> AsyncIterator["Window"]:
        """An open window; with a name it has said hello."""
        socket = await self.http.ws_connect(f"{self.url}/stream", headers={"Origin": self.url})
        window = Window(socket)
        try:
            if name:
                await window.hello(name, **hello)
            yield window
        finally:
            await socket.close()


class Window:
    """One open page. What is not waited for is kept for whoever waits for it later."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.welcome: Message = {}
        self.kept: list[Message] = []
        self._ids = count(1)

    async def hello(self, name: str, **hello: Any) -> Message:
        self.welcome = await self.ask(
            "hello", wait="welcome", **{**ANYWHERE, "name": name, **hello}
        )
        return self.welcome

    async def ask(self, type: str, wait: str = "", **fields: Any) -> Message:
        """Sends a message and gives its answer, `ok` or `refused`, or the one waited for."""
        id = fields.pop("id", f"r{next(self._ids)}")
        await self.send({"type": type, "id": id, **fields})
        answers = {wait} if wait else {"ok", "refused"}
        return await self.next(lambda m: m["type"] in answers and m["id"] == id)

    async def say(self, text: str, **fields: Any) -> Message:
        return await self.ask("say", text=text, **fields)

    async def press(self, token: str, **fields: Any) -> Message:
        return await self.ask("press", token=token, **fields)

    async def play(self, shown: Message, move: str, **fields: Any) -> Message:
        """Chooses a move on the board that was shown."""
        where = {"session": shown["session"], "turn": shown["turn"]}
        return await self.ask("move", move=move, **where, **fields)

    async def send(self, message: Message) -> None:
        await self.socket.send_str(json.dumps(message))

    async def next(self, wanted: Any) -> Message:
        """The first message, kept or coming, that is wanted; others are kept."""
        for i, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(i)
        while True:
            message = json.loads(await self.socket.receive_str())
            if wanted(message):
                return message  # type: ignore[no-any-return]
            self.kept.append(message)

    async def shown(self, wanted: Any = bool) -> Message:
        """The next screen that is wanted."""

        def is_it(message: Message) -> bool:
            shown = message.get("entry", {}).get("shown")
            return message["type"] == "logged" and shown is not None and bool(wanted(shown))

        return (await self.next(is_it))["entry"]["shown"]  # type: ignore[no-any-return]

    async def seen(self, wanted: Any) -> Message:
        """A screen that is wanted, be it that it stood there already when the window came."""
        there = (entry.get("shown") for entry in self.welcome["log"])
        found = [shown for shown in there if shown is not None and wanted(shown)]
        return found[-1] if found else await self.shown(wanted)

    async def button(self, label: str) -> str:
        """The token of the next button with that label."""
        shown = await self.shown(lambda shown: token(shown, label))
        return token(shown, label)

    async def closed(self) -> int:
        """Waits until the server has closed it; the code."""
        while not self.socket.closed:
            await self.socket.receive()
        assert self.socket.close_code is not None
        return self.socket.close_code


ANYWHERE: Message = {"room": "lobby", "locale": "en", "ticket": ""}


def token(shown: Message, label: str) -> str:
    """The token of a screen's button, or ""."""
    buttons = [button for row in shown["card"]["rows"] for button in row["buttons"]]
    return next((b["token"] for b in buttons if b["label"].endswith(label)), "")


@asynccontextmanager
async def visitor(url: str, link: str = "") -> AsyncIterator[Visitor]:
    """A fresh browser; with a link it has come in."""
    jar = aiohttp.CookieJar(unsafe=True)  # "unsafe" means: also for addresses made of numbers
    async with aiohttp.ClientSession(cookie_jar=jar) as http:
        someone = Visitor(http, url)
        if link:
            await someone.come_in(link)
        yield someone
