"""A client of the fake without a library, and what the tests of the fake share."""

from typing import Any

import aiohttp

from tests.fakes.telegram import Chat, FakeTelegram, Message
from tests.fakes.telegram.errors import Json

HOUR = 3600.0
PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (640).to_bytes(4, "big") * 2


class HandClock:
    """Seconds since 1970, moved by hand."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


class Bare:
    """A client without a library: says exactly what a test wants said."""

    def __init__(self, fake: FakeTelegram, http: aiohttp.ClientSession) -> None:
        self._fake = fake
        self._http = http

    async def raw(self, method: str, **args: Any) -> Json:
        url = f"{self._fake.url}/bot{self._fake.token}/{method}"
        async with self._http.post(url, json=args) as answer:
            body: Json = await answer.json()
            assert body.get("error_code", 200) == answer.status
            return body

    async def __call__(self, method: str, **args: Any) -> Any:
        """The result; the call must succeed."""
        body = await self.raw(method, **args)
        assert body["ok"], body
        return body["result"]

    async def refused(self, method: str, **args: Any) -> str:
        """The description; the call must fail."""
        body = await self.raw(method, **args)
        assert not body["ok"], body
        return str(body["description"])


def keyboard(*labels: str, data: str = "x") -> Json:
    return {"inline_keyboard": [[{"text": label, "callback_data": data}] for label in labels]}


async def sent(bare: Bare, fake: FakeTelegram, chat: Chat, **more: Any) -> Message:
    told = await bare("sendMessage", chat_id=chat.id, **({"text": "hello"} | more))
    return fake.world.chats[chat.id].messages[told["message_id"]]
