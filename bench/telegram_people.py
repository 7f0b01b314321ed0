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
from time import perf_counter
from typing import Any

from bench import moving
from bench.moving import SUBJECTS
from tests.fakes.telegram import Chat, FakeTelegram, Message, User

CHATS = 16


@dataclass
class Table:
    """Two people in a group and their board. Implements `moving.Table`."""

    telegram: FakeTelegram
    chat: Chat
    people: tuple[User, User]
    board: Message | None = None

    @property
    def mover(self) -> User:
        """Whom the board says it is the turn of."""
        assert self.board is not None
        ann, bo = self.people
        return bo if f"▶ {bo.first_name} " in self.board.text else ann

    async def deal(self, by_command: bool) -> None:
        ann, bo = self.people
        people, before = self.telegram.people, len(self.chat.messages)
        if not by_command:
            self.board = self._put()
            return
        people.say(ann, self.chat, "/challenge@tavola_bot")
        await self.telegram.until(lambda: len(self.chat.messages) > before + 1, 60)
        board = self.board = self.chat.history()[-1]
        people.press(bo, board, "Accept")
        await self.telegram.until(lambda: board.photo is not None, 60)

    def _put(self) -> Message:
        """Post an unsolicited board, as an echo needs it."""
        id = self.telegram.world.next_message_id(self.chat)
        bot = self.telegram.state.bot
        message = Message(id, self.chat, bot, 0, "board", markup=keyboard(16))
        self.chat.messages[id] = message
        return message

    async def press(self, lots: random.Random, answered: bool) -> float:
        board = self.board
        assert board is not None
        legal = [b for row in board.buttons for b in row if "-move-" in b["callback_data"]]
        edits, begun = board.edits, perf_counter()
        self.telegram.people.press_data(self.mover, board, lots.choice(legal)["callback_data"])
        if answered:
            await self.telegram.until(lambda: board.edits > edits, 60)
        else:
            await self.telegram.until(lambda: not self.telegram.state.updates.unconfirmed, 60)
        return 1000 * (perf_counter() - begun)


def seated(telegram: FakeTelegram) -> list[Table]:
    """Groups with their tables."""
    people, tables = telegram.people, []
    for i in range(CHATS):
        pair = (people.person(f"Ann{i}"), people.person(f"Bo{i}"))
        tables.append(Table(telegram, people.group(*pair, super=True), pair))
    return tables


def keyboard(size: int) -> dict[str, Any]:
    """About what a board as a picture has below it."""
    squares = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"][:size]
    buttons = [{"text": s, "callback_data": f"v1-{'a' * 13}-12-move-{s}"} for s in squares]
    return {"inline_keyboard": [buttons[i : i + 8] for i in range(0, size, 8)]}


async def main() -> None:
    servers = {name: FakeTelegram() for name in SUBJECTS}
    for server in servers.values():
        await server.start()
    tables = {name: seated(server) for name, server in servers.items()}
    urls = {name: server.url for name, server in servers.items()}
    await moving.host(tables, {"urls": urls, "token": servers["move"].token})
    for server in servers.values():
        await server.stop()


if __name__ == "__main__":
    asyncio.run(main())
