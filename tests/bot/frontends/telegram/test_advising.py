"""Hints and reviews on Telegram: nobody in a group reads what one of them was told."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.app.advising import advised
from tests.bot.frontends.telegram.house import House
from tests.bot.frontends.telegram.test_files import finished
from tests.bot.frontends.telegram.test_mydata import opened
from tests.fakes.engines import ScriptedEngine
from tests.fakes.telegram import Chat, Message, User

HINT = "d3, about +4 for you."


@pytest.fixture
async def engine(home: House) -> AsyncIterator[ScriptedEngine]:
    engine = ScriptedEngine()
    async with advised(home.service, home.store, home.sessions, engine):
        yield engine


def told(home: House, group: Chat) -> str:
    """All that the bot says in the group."""
    return "\n".join(message.text for message in home.ours(group))


async def helped(home: House, group: Chat, ann: User, bo: User) -> Message:
    board = await home.started(ann, bo, group, "reversi hints")
    assert "💡" in board.labels
    return board


async def test_a_hint_pressed_in_a_group_is_told_to_the_presser(
    home: House, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    board = await helped(home, group, ann, bo)
    assert await home.press(ann, board, "💡") == HINT
    assert "not your turn" in await home.press(bo, board, "💡")
    assert HINT not in told(home, group)
    assert len(engine.advised) == 1


@pytest.mark.parametrize("answering", [True, False])
async def test_a_hint_typed_in_a_group_is_told_in_private(
    home: House, group: Chat, ann: User, bo: User, engine: ScriptedEngine, answering: bool
) -> None:
    board = await helped(home, group, ann, bo)
    await home.say(ann, group, "/hint@tavola_bot", reply_to=board if answering else None)
    assert HINT not in told(home, group)
    private = await opened(home, ann, home.last(group))
    assert home.last(private).text == HINT
    assert len(engine.advised) == 1


async def test_between_people_without_hints_there_is_none(
    home: House, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    board = await home.started(ann, bo, group)
    assert "💡" not in board.labels
    await home.say(ann, group, "/hint@tavola_bot", reply_to=board)
    private = await opened(home, ann, home.last(group))
    assert home.last(private).text.startswith("No hints in this match.")
    assert engine.advised == []


async def test_a_review_typed_in_a_group_is_of_the_last_match(
    home: House, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    await finished(home, group, ann, bo)
    await home.say(ann, group, "/review@tavola_bot")
    private = await opened(home, ann, home.last(group))
    assert "of best play" in home.last(private).text
    assert len(engine.advised) == 2


async def test_a_review_comes_in_private_with_its_plot(
    home: House, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    result = await finished(home, group, ann, bo)
    press = await home.pressed(bo, result, home.data(result, "Review"))
    private = home.telegram.people.open_link(press)
    await home.settled()
    review = home.last(private)
    assert review.photo is not None
    assert "of best play" in review.text
    assert "of best play" not in told(home, group)
    assert len(engine.advised) == 2
