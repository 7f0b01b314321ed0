"""What is written in the name of a group or a channel: nobody can be told from it."""

from typing import Any

import pytest

from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User


async def as_the_group(home: Harness, group: Chat, who: User, text: str, **more: Any) -> None:
    said = home.telegram.people.say(who, group, "talk").json()
    said |= {"sender_chat": group.json(), "text": text} | more
    home.telegram.state.updates.add("message", said)
    await home.settled()


async def test_anonymous_administrators_are_nobody_and_told_so(
    home: Harness, group: Chat, ann: User
) -> None:
    await as_the_group(home, group, ann, "/play@tavola_bot")
    [told] = home.ours(group)
    assert told.text.startswith("You're writing as a group or channel.")
    assert told.reply_to is not None
    assert not told.buttons


async def test_anonymous_administrators_run_their_group(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """Only they can write in its name; the buttons that follow are pressed by themselves."""
    await as_the_group(home, group, ann, "/setup@tavola_bot pente no")
    assert "Pente is off." in home.last(group).text
    await home.say(bo, group, "/play@tavola_bot pente")
    assert home.last(group).text == "That game is turned off here."
    board = await home.started(ann, bo, group)
    id = (await home.session(board)).match.id
    await as_the_group(home, group, ann, f"/end@tavola_bot {id}")
    assert home.last(group).text == "Ended. Not counted."


async def test_in_the_name_of_another_group_nobody_runs_this_one(
    home: Harness, group: Chat, ann: User
) -> None:
    other = home.people.group(ann).json()
    await as_the_group(home, group, ann, "/setup@tavola_bot pente no", sender_chat=other)
    assert home.last(group).text.startswith("You're writing as a group or channel.")


@pytest.mark.parametrize("text", ["hello there", "/dance", "/play@another_bot", "d3"])
async def test_anonymous_talk_is_left_alone(
    home: Harness, group: Chat, ann: User, text: str
) -> None:
    await as_the_group(home, group, ann, text)
    assert home.ours(group) == []


async def test_what_a_channel_posts_is_left_alone(home: Harness, group: Chat, ann: User) -> None:
    await as_the_group(home, group, ann, "/play@tavola_bot", is_automatic_forward=True)
    assert home.ours(group) == []
