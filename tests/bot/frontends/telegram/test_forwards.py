"""Channel posts, their comments, and forwarded messages."""

import pytest

from core.match.model import Status
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User


async def test_a_challenge_in_comments_is_open_and_stays_there(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    post = home.telegram.people.channel_post(group, "Play of the week")
    await home.say(ann, group, "/challenge@tavola_bot first=challenger", reply_to=post)
    card = home.last(group)
    assert "Telegram" not in card.text
    assert card.thread_root is post
    assert (await home.session(card)).match.invited is None
    await home.press(bo, card, "Accept")
    move = await home.say(ann, group, "d3", reply_to=card)
    assert move.reaction is not None
    await home.press(bo, card, "c3")
    await home.pressed(ann, card, f"v1-{(await home.session(card)).match.id}-3-resign-sure")
    assert all(each.thread_root is post for each in home.ours(group))
    assert home.last(group) is not card  # the result, which answers the board


async def test_nobody_stands_behind_a_channel_post(home: Harness, group: Chat, ann: User) -> None:
    post = home.telegram.people.channel_post(group, "Play of the week")
    await home.say(ann, group, "/profile@tavola_bot", reply_to=post)
    assert "Telegram" not in home.last(group).text
    assert "Ann" in home.last(group).text
    await home.say(ann, group, "/block@tavola_bot", reply_to=post)
    assert "Telegram" not in home.last(group).text


@pytest.mark.parametrize("text", ["/play@tavola_bot", "/challenge@tavola_bot", "d3"])
async def test_forwarded_orders_are_nobodys(
    home: Harness, group: Chat, ann: User, bo: User, text: str
) -> None:
    board = await home.started(ann, bo, group)
    before = len(home.ours(group))
    home.telegram.people.forward(ann, group, text, bo)
    private = home.people.private(ann)
    home.telegram.people.forward(ann, private, text.replace("@tavola_bot", ""), bo)
    home.telegram.people.forward(ann, private, "/settings confirm yes", bo)
    await home.settled()
    assert len(home.ours(group)) == before
    assert home.ours(private) == []
    match = (await home.session(board)).match
    assert (match.status, match.plies) == (Status.PLAYING, ())
