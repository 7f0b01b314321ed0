"""What a window is sent, and in which order."""

import asyncio
import json

import pytest

from tests.bot.frontends.web.harness import Harness
from tests.bot.frontends.web.visitor import ANYWHERE, visitor


async def test_news_that_come_while_a_window_is_welcomed_come_after_its_welcome(
    home: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A welcome replaces all that a page knew: earlier news would be forgotten.

    Found by the fault driver: a board shown just when somebody came back stayed away for good.
    """
    read, reading, go = home.store.log, asyncio.Event(), asyncio.Event()

    async def slow(*args: object) -> object:
        entries = await read(*args)  # type: ignore[arg-type]
        reading.set()
        await go.wait()
        return entries

    async with visitor(home.url, home.web.link()) as browser, browser.window("Ann") as ann:
        monkeypatch.setattr(home.store, "log", slow)
        async with browser.window() as bo:
            hello = {"type": "hello", "id": "h1", **ANYWHERE, "name": "Bo"}
            await bo.send(hello)
            await reading.wait()
            assert (await ann.say("just now"))["type"] == "ok"
            go.set()
            seen = []
            while "logged" not in seen:
                message = json.loads(await bo.socket.receive_str())
                seen.append(message["type"])
            assert "welcome" in seen, seen
            assert message["entry"]["said"] == "just now"


async def test_what_waited_for_the_old_room_comes_before_the_new_rooms_welcome(
    home: Harness,
) -> None:
    async with (
        visitor(home.url, home.web.link()) as browser,
        browser.window("Ann") as ann,
        browser.window("Bo") as bo,
    ):
        assert (await bo.say("in the lobby"))["type"] == "ok"
        await ann.hello("Ann", room="attic", ticket=ann.welcome["ticket"])
        assert ann.welcome["log"] == []
        assert (await bo.say("to nobody"))["type"] == "ok"
        assert (await ann.say("in the attic"))["type"] == "ok"
        await ann.next(lambda m: m["type"] == "logged" and m["entry"]["said"] == "in the attic")
        kept = [m["entry"]["said"] for m in ann.kept if m["type"] == "logged"]
        assert kept in ([], ["in the lobby"])
