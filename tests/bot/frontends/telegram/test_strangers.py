"""What people who do not play can make a group read: nothing."""

from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User


async def test_a_strangers_press_posts_no_board_anew(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    board = await home.started(ann, bo, group)
    before = len(home.ours(group))
    id = (await home.session(board)).match.id
    said = (await home.pressed(eve, board, f"v1-{id}-1-board")).done.result()
    assert said == "You're not playing in this match."
    assert len(home.ours(group)) == before
    await home.pressed(bo, board, f"v1-{id}-1-board")
    assert len(home.ours(group)) == before + 1


async def test_a_strangers_move_is_refused_to_nobody(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    board = await home.started(ann, bo, group)
    before = len(home.ours(group))
    move = await home.say(eve, group, "d3", reply_to=board)
    assert move.reaction is None
    assert len(home.ours(group)) == before
