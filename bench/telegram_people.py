"""The other side of `moves` on Telegram: the fake in a process of its own, with people in it.

Reads what to do, a JSON object a line, and answers with one: `{"new": SUBJECT}` brings every chat a
fresh board, `{"press": SUBJECT, "count": N}` lets sixteen pairs press legal moves, each as soon as
its board shows the last one, and answers with the milliseconds from press to picture. A fresh board
is good for about fifty moves. Subjects are servers of their own, so that three bots in one process
do not take each other's updates.
"""

import asyncio
import random
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from bench import moving
from bench.moving import SUBJECTS
from tests.fakes.telegram import Chat, FakeTelegram, Message, User

CHATS = 16


@dataclass
class Table:
    """Two people in a group and their board."""

    chat: Chat
    people: tuple[User, User]
    board: Message | None = None

    @property
    def mover(self) -> User:
        """Whom the board says it is the turn of."""
        assert self.board is not None
        ann, bo = self.people
        return bo if f"▶ {bo.first_name} " in self.board.text else ann


class Parlour:
    """One subject's server and its tables."""

    def __init__(self, telegram: FakeTelegram, seed: int) -> None:
        self.telegram = telegram
        self._random = random.Random(seed)
        people = telegram.people
        self._tables = []
        for i in range(CHATS):
            pair = (people.person(f"Ann{i}"), people.person(f"Bo{i}"))
            self._tables.append(Table(people.group(*pair, super=True), pair))

    async def deal(self, by_command: bool) -> None:
        """A fresh board for each table: asked for and accepted, or put there."""
        await asyncio.gather(*(self._deal(table, by_command) for table in self._tables))

    async def _deal(self, table: Table, by_command: bool) -> None:
        ann, bo = table.people
        people, before = self.telegram.people, len(table.chat.messages)
        if not by_command:
            table.board = self._put(table.chat)
            return
        people.say(ann, table.chat, "/challenge@tavola_bot")
        await self.telegram.until(lambda: len(table.chat.messages) > before + 1, 60)
        board = table.board = table.chat.history()[-1]
        people.press(bo, board, "Accept")
        await self.telegram.until(lambda: board.photo is not None, 60)

    def _put(self, chat: Chat) -> Message:
        """A board nobody asked for, as an echo needs it."""
        id = self.telegram.world.next_message_id(chat)
        message = Message(id, chat, self.telegram.state.bot, 0, "board", markup=keyboard(16))
        chat.messages[id] = message
        return message

    async def press(self, count: int, answered: bool) -> list[float]:
        """So many presses in all; milliseconds of each."""
        acts = (partial(self._press, table, answered) for table in self._tables)
        return await moving.shared_out(count, acts)

    async def _press(self, table: Table, answered: bool) -> float:
        board = table.board
        assert board is not None
        legal = [b for row in board.buttons for b in row if "-move-" in b["callback_data"]]
        edits, begun = board.edits, perf_counter()
        self.telegram.people.press_data(
            table.mover, board, self._random.choice(legal)["callback_data"]
        )
        if answered:
            await self.telegram.until(lambda: board.edits > edits, 60)
        else:
            await self.telegram.until(lambda: not self.telegram.state.updates.unconfirmed, 60)
        return 1000 * (perf_counter() - begun)


def keyboard(size: int) -> dict[str, Any]:
    """About what a board as a picture has below it."""
    squares = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"][:size]
    buttons = [{"text": s, "callback_data": f"v1-{'a' * 13}-12-move-{s}"} for s in squares]
    return {"inline_keyboard": [buttons[i : i + 8] for i in range(0, size, 8)]}


async def main() -> None:
    servers = {name: FakeTelegram() for name in SUBJECTS}
    for server in servers.values():
        await server.start()
    parlours = {name: Parlour(server, i) for i, (name, server) in enumerate(servers.items())}
    urls = {name: server.url for name, server in servers.items()}
    await moving.host(parlours, {"urls": urls, "token": servers["move"].token})
    for server in servers.values():
        await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
