"""A long match in a group, with privacy mode on, on a clock that is set by hand.

Telegram takes twenty sends and edits a minute there. At a normal pace every stone is shown as soon
as it is placed; at a fast one boards are left out, stones are not, and the newest board wins.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.frontends.telegram.outbound.rate_limit import RateLimit
from core.types import Move
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.bot.frontends.telegram.lines import quiet
from tests.fakes import clockwork
from tests.fakes.clock import START
from tests.fakes.telegram import Chat, FakeTelegram, Message, User
from tests.fakes.telegram.flood import PER_MINUTE

STONES = 120
TYPED = ("{}", "/m@tavola_bot {}", "/move@tavola_bot {}")
"""The ways to say a move in a group whose bot hears little; the first as an answer to the board."""


class Watched(RateLimit):
    """Tells when somebody has to wait for their turn."""

    def __init__(self) -> None:
        super().__init__()
        self.stalled = asyncio.Event()

    async def turn(self, chat: str) -> None:
        self.stalled.set()
        await super().turn(chat)
        self.stalled.clear()


class Table:
    """Two people at a board of Pente in a group."""

    def __init__(
        self, home: Harness, pace: Watched, group: Chat, board: Message, ann: User, bo: User
    ) -> None:
        self.home = home
        self.board = board
        self._pace = pace
        self._group = group
        self._seats = (bo, ann)  # White's first stone is set, so Black goes first

    async def play(self, number: int, move: Move) -> None:
        """Says a move, numbered from 0, and returns when it is taken, whatever is shown of it."""
        way = TYPED[number % len(TYPED)]
        said = self.home.telegram.people.say(
            self._seats[number % 2],
            self._group,
            way.format(move.upper()),
            reply_to=self.board if way == TYPED[0] else None,
        )
        await self.home.telegram.until(lambda: said.reaction == "👍")

    async def shown(self) -> float:
        """Turns the clock until everything is shown; how many seconds that took."""
        clock = clockwork.clock()
        began, idle = clock.time(), asyncio.create_task(self.home.publisher.idle())
        while not idle.done():
            stalled = asyncio.create_task(self._pace.stalled.wait())
            await asyncio.wait({idle, stalled}, return_when=asyncio.FIRST_COMPLETED)
            if not idle.done():
                clock.advance(0.5)
            stalled.cancel()
        return clock.time() - began


@asynccontextmanager
async def table(path: Path) -> AsyncIterator[Table]:
    def now() -> float:
        return START / 1000 + clockwork.clock().time()

    async with FakeTelegram(now=now, enforce_flood=True) as telegram:
        pace = Watched()
        async with harness(path, telegram, pace=pace) as home:
            ann, bo = telegram.people.person("Ann"), telegram.people.person("Bo")
            group = telegram.people.group(ann, bo, super=True)
            await home.say(ann, group, "/challenge@tavola_bot pente first=challenger")
            board = home.last(group)
            assert await home.press(bo, board, "Accept") == ""
            yield Table(home, pace, group, board, ann, bo)
            said = [call for call in telegram.calls if call.chat == group.id]
            assert {call.status for call in said} == {200}
            assert telegram.flood.worst(group.id) <= PER_MINUTE
            assert telegram.violations == []


@pytest.mark.parametrize("seconds", [5, 12])
def test_at_a_normal_pace_every_stone_is_shown_at_once(tmp_path: Path, seconds: int) -> None:
    async def match() -> None:
        async with table(tmp_path / "t.db") as it:
            before = it.board.edits
            for number, move in enumerate(quiet(STONES)):
                await it.play(number, move)
                assert await it.shown() == 0
                assert f"{number + 2}. {('Bo', 'Ann')[number % 2]} {move.upper()}" in it.board.text
                clockwork.clock().advance(seconds)
            assert it.board.edits - before == STONES

    clockwork.run(match())


def test_at_a_fast_pace_nothing_is_lost_and_the_newest_board_wins(tmp_path: Path) -> None:
    async def match() -> None:
        async with table(tmp_path / "t.db") as it:
            before, moves = it.board.edits, quiet(STONES)
            for number, move in enumerate(moves):
                await it.play(number, move)
                clockwork.clock().advance(1)
            assert 0 < await it.shown() < 10
            assert f"{STONES + 1}. Ann {moves[-1].upper()}" in it.board.text
            assert it.board.edits - before < STONES / 2
            stored = (await it.home.session(it.board)).match
            assert [ply.move for ply in stored.plies] == list(moves)

    clockwork.run(match())
