"""The other side of `moves` on the page: browsers in a process of their own.

Reads what to do, a JSON object a line, and answers with one. `{"open": {SUBJECT: LINK}}` lets two
windows into each of sixteen rooms; `{"new": SUBJECT}` gives every room a fresh board, good for
about fifty moves; `{"press": SUBJECT, "count": N}` lets them press legal moves, each as soon as
both windows show the last one, and answers with the milliseconds from press to both boards.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any

from bench import moving
from tests.bot.frontends.web.visitor import Window, visitor

ROOMS = 16
PRESS = {"type": "press", "token": "v1-aaaaaaaaaaaaa-1-move-d3"}
"""A press on a board that no window shows."""


class Table:
    """Two windows in a room, and the board they share."""

    def __init__(self, windows: tuple[Window, Window], chance: random.Random) -> None:
        self._windows = windows
        self._chance = chance
        self._boards: list[dict[str, Any]] = []  # as each window shows it
        self._turn = 0
        self._ids = count()

    async def deal(self) -> None:
        """A match offered by one and accepted by the other."""
        ann, bo = self._windows
        await ann.ask("ask", verb="challenge")
        await bo.press(await bo.button("Accept"))
        await self._see(lambda shown: bool(shown["status"] == "playing" and shown["turn"] == 1))

    async def press(self) -> float:
        """One legal move; seconds until both have seen it."""
        if not any(map(_may_move, self._boards)):
            await self.deal()
        at = 0 if _may_move(self._boards[0]) else 1
        shown = self._boards[at]
        move = self._chance.choice(sorted(shown["card"]["board"]["view"]["legal"]))
        where = {"session": shown["session"], "turn": shown["turn"]}
        begun = perf_counter()
        await self._send(self._windows[at], {"type": "move", "move": move, **where})
        await self._see(lambda shown: shown["turn"] > self._turn)
        return perf_counter() - begun

    async def echo(self) -> float:
        """A press that is answered with some board."""
        begun = perf_counter()
        await self._send(self._windows[0], PRESS)
        for window in self._windows:
            await window.shown()
            window.kept.clear()
        return perf_counter() - begun

    async def drop(self) -> float:
        await self._send(self._windows[0], PRESS)
        return 0.0

    async def settle(self) -> None:
        """Returns when everything that was sent has been read."""
        await self._windows[0].ask("invite")

    async def _send(self, window: Window, message: dict[str, Any]) -> None:
        await window.send({"id": f"b{next(self._ids)}", **message})

    async def _see(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Waits until both windows show what is wanted, and drops what else they were told."""
        self._boards = []
        for window in self._windows:
            self._boards.append(await window.shown(wanted))
            window.kept.clear()
        self._turn = self._boards[0]["turn"]


def _may_move(shown: dict[str, Any]) -> bool:
    board = shown["card"]["board"]
    return board["to_act"] is not None and board["to_act"] in shown["mine"]


class People:
    """Every subject's tables."""

    def __init__(self, opened: AsyncExitStack) -> None:
        self._opened = opened
        self._tables: dict[str, list[Table]] = {}
        self._chance = random.Random(1)

    async def open(self, subject: str, link: str) -> None:
        url = link.partition("/enter/")[0]
        browser = await self._opened.enter_async_context(visitor(url, link))
        tables = []
        for i in range(ROOMS):
            ann, bo = [
                await self._opened.enter_async_context(browser.window(name, room=f"room{i}"))
                for name in ("Ann", "Bo")
            ]
            tables.append(Table((ann, bo), self._chance))
        self._tables[subject] = tables

    async def new(self, subject: str) -> None:
        if subject == "move":
            await asyncio.gather(*(table.deal() for table in self._tables[subject]))

    async def press(self, subject: str, presses: int) -> list[float]:
        """Press this many times in all and return the milliseconds of each."""
        tables = self._tables[subject]
        acts = {"noop": Table.drop, "echo": Table.echo, "move": Table.press}
        taken = await moving.shared_out(presses, (partial(acts[subject], each) for each in tables))
        if subject == "noop":
            await asyncio.gather(*(table.settle() for table in tables))
        return [1e3 * seconds for seconds in taken]


async def main() -> None:
    """Obeys until the input ends."""
    async with AsyncExitStack() as opened:
        people = People(opened)

        async def answer(wish: moving.Json) -> moving.Json:
            if "open" in wish:
                for subject, link in wish["open"].items():
                    await people.open(subject, link)
            elif "new" in wish:
                await people.new(wish["new"])
            else:
                return {"ms": await people.press(wish["press"], wish["count"])}
            return {}

        await moving.obey({}, answer)


if __name__ == "__main__":
    asyncio.run(main())
