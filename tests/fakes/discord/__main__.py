"""The fake in a process of its own: `python -m tests.fakes.discord`.

Prints one JSON line with the addresses and the token to give to a bot, then obeys JSON lines on
stdin and answers each with one: what people there do and see. It ends with its stdin.

    {"do": "slash", "as": "Ann", "command": "play", "options": {"game": "reversi"}}
    {"do": "press", "as": "Ann", "label": "d3"}       on the newest message with that button
    {"do": "look"}                                    every message of the channel
"""

import asyncio
import json
import sys
from typing import Any

from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Answer, Person, Place
from tests.fakes.discord.server import FakeDiscord


class Stage:
    """One server, one channel, and people who appear when they are named."""

    def __init__(self, discord: FakeDiscord) -> None:
        self._discord = discord
        self._server = discord.guild()
        self._channel = self._server.text()
        self._people: dict[str, Person] = {}

    async def obey(self, line: dict[str, Any]) -> dict[str, Any]:
        try:
            return await self._do(line)
        except (AssertionError, KeyError, LookupError) as fault:
            return {"fault": str(fault) or repr(fault)}

    async def _do(self, line: dict[str, Any]) -> dict[str, Any]:
        match line["do"]:
            case "slash":
                options = {
                    key: self._person(value[1:]) if str(value).startswith("@") else value
                    for key, value in line.get("options", {}).items()
                }
                person = self._person(line["as"])
                answer = await person.slash(self._channel, line["command"], **options)
                return self._told(answer)
            case "press":
                message = self._with_button(line["label"])
                return self._told(await self._person(line["as"]).press(message, line["label"]))
            case _:
                shown = [_shown(m) for place in self._places() for m in place.messages]
                return {"messages": shown, "violations": self._discord.violations}

    def _person(self, name: str) -> Person:
        if name not in self._people:
            self._people[name] = self._discord.person(name)
            self._server.join(self._people[name])
        return self._people[name]

    def _places(self) -> list[Place]:
        channels = self._server.guild.channels.values()
        return [Place(self._discord, channel) for channel in channels]

    def _with_button(self, label: str) -> Message:
        every = [m for place in self._places() for m in place.channel.messages.values()]
        having = [m for m in every if label in [b.get("label") for b in m.buttons]]
        assert having, f"no message has a button {label!r}"
        return max(having, key=lambda message: int(message.id))

    @staticmethod
    def _told(answer: Answer) -> dict[str, Any]:
        return {"answer": answer.kind, "told": answer.told}


def _shown(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "text": message.text,
        "rows": message.rows,
        "pictures": len(message.attachments),
    }


async def main() -> None:
    loop = asyncio.get_running_loop()
    async with FakeDiscord() as discord:
        stage = Stage(discord)
        hello = {"api": discord.api, "gateway": discord.gateway_url, "token": discord.token}
        sys.stdout.write(json.dumps(hello) + "\n")
        sys.stdout.flush()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            sys.stdout.write(json.dumps(await stage.obey(json.loads(line))) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
