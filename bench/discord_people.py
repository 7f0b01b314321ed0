"""The other side of `moves` on Discord: the fake in a process of its own, with people in it.

Reads what to do, a JSON object a line, and answers with one: `{"new": SUBJECT}` brings every
channel a fresh board, `{"press": SUBJECT, "count": N}` lets sixteen pairs press legal moves, each
as soon as its board shows the last one, and answers with the milliseconds from press to picture. A
fresh board is good for about fifty moves. Subjects are servers of their own, each with its own bot.
"""

import asyncio
import random
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from bench import moving
from bench.moving import SUBJECTS
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.messages import V2, Message
from tests.fakes.discord.openapi import Specs
from tests.fakes.discord.people import Place

CHATS = 16
SQUARES = tuple(f"{column}{row}" for row in range(1, 9) for column in "abcdefgh")


@dataclass
class Table:
    """Two people in a channel and their board. Implements `moving.Table`."""

    discord: FakeDiscord
    place: Place
    people: tuple[Person, Person]
    board: Message | None = None

    @property
    def mover(self) -> Person:
        """Whom the board says it is the turn of."""
        assert self.board is not None
        ann, bo = self.people
        return bo if f"▶ {bo.user.name} " in self.board.text else ann

    async def deal(self, by_command: bool) -> None:
        ann, bo = self.people
        if not by_command:
            self.board = put(self.discord, self.place)
            return
        board = self.board = (await ann.slash(self.place, "challenge")).message
        bo.touch(board, "Accept")
        await self.discord.until(lambda: board.picture is not None)

    async def press(self, lots: random.Random, answered: bool) -> float:
        board = self.board
        assert board is not None
        moves = [b["custom_id"] for b in board.buttons if "-move-" in b["custom_id"]]
        edits, begun = board.edits, perf_counter()
        self.mover.forge(board, lots.choice(moves))
        if answered:
            await self.discord.until(lambda: board.edits > edits)
        else:
            await asyncio.sleep(0)
        return 1000 * (perf_counter() - begun)


def seated(discord: FakeDiscord) -> list[Table]:
    """A server with its tables."""
    discord.rest.recording = False
    server, tables = discord.guild(), []
    for i in range(CHATS):
        pair = (discord.person(f"Ann{i}"), discord.person(f"Bo{i}"))
        server.join(*pair)
        tables.append(Table(discord, server.voice(f"table {i}"), pair))
    return tables


def put(discord: FakeDiscord, place: Place) -> Message:
    """Post an unsolicited board, as an echo needs it."""
    world = discord.world
    message = Message(world.ids.next(), place.channel, world.app, world.now(), flags=V2)
    message.components = layout(16)
    place.channel.messages[message.id] = message
    return message


def layout(moves: int) -> list[dict[str, Any]]:
    """About what a board has: text, moves five a row, two controls."""
    labels = [*SQUARES[:moves], "⤓", "⋯"]
    ids = [f"v1-{'a' * 13}-12-move-{square}" for square in SQUARES[:moves]]
    ids += [f"v1-{'a' * 13}-12-board", f"v1-{'a' * 13}-12-more"]
    buttons = [
        {"type": 2, "style": 1, "label": label, "custom_id": id, "disabled": False}
        for label, id in zip(labels, ids, strict=True)
    ]
    rows = [buttons[i : i + 5] for i in range(0, moves, 5)]
    rows[-1] = rows[-1][: moves % 5 or 5]
    rows.append(buttons[moves:])
    text = {"type": 10, "content": "⚫ Ann 12   ⚪ Bo 20\n23\\. Ann d3\n▶ Bo to move"}
    return [{"type": 17, "components": [text, *({"type": 1, "components": row} for row in rows)]}]


async def main() -> None:
    servers = {name: FakeDiscord(specs=Specs(None)) for name in SUBJECTS}
    tables = {}
    for name, server in servers.items():
        await server.start()
        tables[name] = seated(server)
    urls = {name: [server.api, server.gateway_url] for name, server in servers.items()}
    await moving.host(tables, {"urls": urls, "token": servers["move"].token})
    for server in servers.values():
        await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
