"""The toy games on Telegram: nothing there knows them, and they are played like any other."""

from collections.abc import Iterator

import pytest

from core.match.model import Status
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User
from tests.toys import toys
from tests.toys.race import RACE


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys():
        yield


async def test_a_puzzle_is_the_keyboard(home: Harness, group: Chat, ann: User) -> None:
    await home.say(ann, group, "/play@tavola_bot lights")
    board = home.last(group)
    assert [len(row) for row in board.buttons[:3]] == [3, 3, 3]
    match = (await home.session(board)).match
    opening = match.setup.opening
    for move in opening:
        assert await home.press(ann, board, move) == ""
    assert (await home.store.load(match.id)).match.status is Status.FINISHED
    assert "Ann wins with 18 points" in home.last(group).text


async def test_a_race_is_rolled_by_the_accepting_press(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await home.say(ann, group, "/challenge@tavola_bot race first=challenger")
    board = home.last(group)
    assert "Press Accept to start." in board.text
    await home.press(bo, board, "Accept")
    match = (await home.session(board)).match
    while match.status is Status.PLAYING:
        seat = RACE.to_act(match.position)
        move = RACE.legal_moves(match.position)[0]
        await home.press(ann if seat == 0 else bo, board, move)
        match = (await home.store.load(match.id)).match
    assert "To check the throws: seed" in home.last(group).text
