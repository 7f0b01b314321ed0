"""Edited messages: nothing is carried out twice, and the author learns why."""

import pytest

from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User

TOLD = "I don't read edited messages. Please send it again."


async def test_an_edited_command_is_answered_and_not_carried_out(
    home: Harness, group: Chat, ann: User
) -> None:
    typed = await home.say(ann, group, "/plya@tavola_bot")
    before = len(home.ours(group))
    home.telegram.people.edit(typed, "/play@tavola_bot")
    await home.settled()
    assert [each.text for each in home.ours(group)[before:]] == [TOLD]
    assert home.last(group).reply_to is typed


async def test_an_edited_move_is_not_played(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    move = await home.say(ann, group, "a1", reply_to=board)
    home.telegram.people.edit(move, "d3")
    await home.settled()
    assert home.last(group).text == TOLD
    assert (await home.session(board)).match.plies == ()


@pytest.mark.parametrize("text", ["what a nice board", "/play@another_bot"])
async def test_edited_talk_is_left_alone(
    home: Harness, group: Chat, ann: User, bo: User, text: str
) -> None:
    board = await home.started(ann, bo, group)
    talk = await home.say(ann, group, "nice", reply_to=board)
    before = len(home.ours(group))
    home.telegram.people.edit(talk, text)
    await home.settled()
    assert len(home.ours(group)) == before
