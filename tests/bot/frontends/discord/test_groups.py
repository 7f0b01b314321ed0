"""Where only a person brought the bot along, nothing but the token of a press reaches the place."""

import pytest

from bot.frontends.discord.mapping import is_by_token
from core.match.model import Status
from tests.bot.frontends.discord.harness import Harness, moves
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.interactions import MESSAGE, UPDATE
from tests.fakes.discord.people import Place

FOREIGN = "/channels/"


@pytest.fixture
def friends(discord: FakeDiscord, ann: Person, bo: Person) -> Place:
    ann.user_installed = bo.user_installed = True
    return discord.group(ann, bo)


def by_own_token(home: Harness) -> list[str]:
    """Calls that a bot that is no member has no business making."""
    return [r.path for r in home.discord.requests if r.path.startswith(FOREIGN)]


async def test_a_match_of_two(home: Harness, ann: Person, bo: Person, friends: Place) -> None:
    posted = await home.slash(ann, friends, "challenge", first="challenger")
    card = friends.last
    assert (posted.kind, posted.message) == (MESSAGE, card)
    await home.press(bo, card, "Accept")
    assert moves(card) == ["d3", "c4", "f5", "e6"]
    answer = await home.press(ann, card, "d3")
    assert answer.kind == UPDATE
    await home.press(bo, card, "c3")
    assert "2. Bo c3" in card.text
    assert len(card.attachments) == 1
    assert by_own_token(home) == []
    assert is_by_token((await home.session(card)).screens[0].room)


async def test_the_press_waits_for_the_computer(home: Harness, ann: Person, friends: Place) -> None:
    home.engine.answering.clear()
    board = (await ann.slash(friends, "play", first="challenger")).message
    answer = await ann.wait(ann.touch(board, "d3"))
    assert answer.kind == UPDATE  # one's own move at once
    await home.discord.until(lambda: "1. Ann d3" in board.text)
    home.engine.answering.set()
    await home.discord.until(lambda: "2. Computer" in board.text)
    await home.settled()
    assert friends.messages == [board]
    assert by_own_token(home) == []


async def test_a_typed_move_brings_the_board_with_it(
    home: Harness, ann: Person, bo: Person, friends: Place
) -> None:
    await home.slash(ann, friends, "challenge", first="challenger")
    card = friends.last
    await home.press(bo, card, "Accept")
    answer = await home.slash(ann, friends, "move", point="d3")
    assert "1. Ann d3" in answer.message.text
    assert answer.message.for_user is None
    await home.press(bo, answer.message, "c3")
    assert "2. Bo c3" in answer.message.text
    stale = await home.press(bo, card, "d3")
    assert (bool(stale.told), card.rows) == (True, [])
    assert by_own_token(home) == []


async def test_a_wrong_press_meanwhile_does_not_take_the_board_away(
    home: Harness, ann: Person, bo: Person, friends: Place
) -> None:
    """What one is told alone must not become the board, nor the board what one is told."""
    home.engine.answering.clear()
    board = (await ann.slash(friends, "play", first="challenger")).message
    await ann.wait(ann.touch(board, "d3"))
    refused = await bo.wait(bo.touch(board, "⋯"))
    wrong = await bo.wait(bo.touch(board, moves(board)[0]))
    assert wrong.private
    home.engine.answering.set()
    await home.discord.until(lambda: "2. Computer" in board.text)
    await home.settled()
    assert friends.messages == [board]
    for told in (refused.message, wrong.message):
        assert told.attachments == []
        assert "Computer (" not in told.text
    assert by_own_token(home) == []


async def test_a_challenge_mentions_the_invited(
    home: Harness, ann: Person, bo: Person, friends: Place
) -> None:
    await home.slash(ann, friends, "challenge", opponent=bo)
    assert friends.last.pinged == (bo.user.id,)


async def test_to_the_end_and_once_more(
    home: Harness, ann: Person, bo: Person, friends: Place
) -> None:
    await home.slash(ann, friends, "challenge", first="challenger")
    board = friends.last
    await home.press(bo, board, "Accept")
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    panel = (await home.press(ann, board, "⋯")).message
    await home.press(ann, panel, "🏳 Resign")
    await home.press(ann, panel, "🏳 Resign")
    result = friends.last
    assert "resign" in result.text
    assert (await home.session(result)).match.status is Status.FINISHED
    await home.press(ann, result, "Rematch")
    await home.press(bo, result, "Accept")
    rematch = friends.last
    assert rematch.text.startswith("⚫ Bo ")
    await home.press(bo, rematch, "d3")
    assert "1. Bo d3" in rematch.text
    assert by_own_token(home) == []


async def test_in_a_server_that_did_not_add_the_bot(
    home: Harness, discord: FakeDiscord, ann: Person
) -> None:
    ann.user_installed = True
    foreign = discord.guild("Foreign")
    foreign.set_app_rights(None)
    foreign.join(ann)
    place = foreign.text()
    board = (await home.slash(ann, place, "play", first="challenger")).message
    await home.press(ann, board, "d3")
    assert "2. Computer" in board.text
    assert place.messages == [board]
    assert by_own_token(home) == []


async def test_after_a_restart_the_next_press_redraws(
    home: Harness, ann: Person, bo: Person, friends: Place
) -> None:
    await home.slash(ann, friends, "challenge", first="challenger")
    board = friends.last
    await home.press(bo, board, "Accept")
    session = await home.session(board)
    await home.sessions.repost(session.match.id, 0)
    await home.sweep.run()
    await home.settled()
    await home.press(ann, board, "d3")
    assert "1. Ann d3" in board.text
    assert friends.messages == [board]
    assert by_own_token(home) == []
