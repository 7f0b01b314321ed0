"""The other side of `moves` on Discord: the fake in a process of its own, with people in it.

Reads what to do, a JSON object a line, and answers with one: `{"new": SUBJECT}` brings every
channel a fresh board, `{"press": SUBJECT, "count": N}` lets sixteen pairs press legal moves, each
as soon as its board shows the last one, and answers with the milliseconds from press to picture. A
fresh board is good for about fifty moves. Subjects are servers of their own, each with its own bot.
"""

import asyncio
import random
from dataclasses import dataclass
from functools import partial
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
    """Two people in a channel and their board."""

    place: Place
    people: tuple[Person, Person]
    board: Message | None = None

    @property
    def mover(self) -> Person:
        """Whom the board says it is the turn of."""
        assert self.board is not None
        ann, bo = self.people
        return bo if f"▶ {bo.user.name} " in self.board.text else ann


class Parlour:
    """One subject's server and its tables."""

    def __init__(self, discord: FakeDiscord, seed: int) -> None:
        self.discord = discord
        discord.rest.recording = False
        self._random = random.Random(seed)
        server = discord.guild()
        self._tables = []
        for i in range(CHATS):
            pair = (discord.person(f"Ann{i}"), discord.person(f"Bo{i}"))
            server.join(*pair)
            self._tables.append(Table(server.voice(f"table {i}"), pair))

    async def deal(self, by_command: bool) -> None:
        """A fresh board for each table: asked for and accepted, or put there."""
        await asyncio.gather(*(self._deal(table, by_command) for table in self._tables))

    async def _deal(self, table: Table, by_command: bool) -> None:
        ann, bo = table.people
        if not by_command:
            table.board = put(self.discord, table.place)
            return
        board = table.board = (await ann.slash(table.place, "challenge")).message
        bo.touch(board, "Accept")
        await self.discord.until(lambda: board.picture is not None)

    async def press(self, count: int, answered: bool) -> list[float]:
        """So many presses in all; milliseconds of each."""
        acts = (partial(self._press, table, answered) for table in self._tables)
        return await moving.shared_out(count, acts)

    async def _press(self, table: Table, answered: bool) -> float:
        board = table.board
        assert board is not None
        moves = [b["custom_id"] for b in board.buttons if "-move-" in b["custom_id"]]
        edits, begun = board.edits, perf_counter()
        table.mover.forge(board, self._random.choice(moves))
        if answered:
            await self.discord.until(lambda: board.edits > edits)
        else:
            await asyncio.sleep(0)
        return 1000 * (perf_counter() - begun)


def put(discord: FakeDiscord, place: Place) -> Message:
    """A board nobody asked for, as an echo needs it."""
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
    parlours = {}
    for i, (name, server) in enumerate(servers.items()):
        await server.start()
        parlours[name] = Parlour(server, i)
    urls = {name: [server.api, server.gateway_url] for name, server in servers.items()}
    await moving.host(parlours, {"urls": urls, "token": servers["move"].token})
    for server in servers.values():
        await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
