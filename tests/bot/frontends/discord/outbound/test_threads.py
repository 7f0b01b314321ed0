"""In a server's channel a match lives in a thread of its own; the channel keeps one card."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.app.model.request import Actor, Request, Verb
from bot.app.model.room import Room
from core.match.model import Status
from tests.bot.frontends.discord.harness import Harness, harness, moves
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.faults import Refuse
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission

EDIT = "/channels/{channel_id}/messages/{message_id}"


def thread_of(discord: FakeDiscord, card: Message) -> Place:
    """The thread on that message."""
    return Place(discord, discord.world.channels[card.id])


async def resign(home: Harness, who: Person, board: Message) -> None:
    panel = (await home.press(who, board, "⋯")).message
    await home.press(who, panel, "🏳 Resign")
    await home.press(who, panel, "🏳 Resign")


async def both_moved(home: Harness, ann: Person, bo: Person, board: Message) -> None:
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")


async def test_accepting_opens_it(home: Harness, ann: Person, bo: Person, channel: Place) -> None:
    board = await home.started(ann, bo, channel)
    [card] = channel.messages
    thread = thread_of(home.discord, card)
    assert thread.messages == [board]
    assert thread.channel.name == "Ann, Bo · Reversi"
    assert card.text == f"Ann and Bo are playing Reversi.\n<#{thread.channel.id}>"
    assert (card.rows, card.attachments) == ([], [])
    assert set(board.pinged) == {ann.user.id, bo.user.id}  # that lets them in
    assert moves(board) == ["d3", "c4", "f5", "e6"]


async def test_a_move_touches_the_board_alone(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    thread = Place(home.discord, board.channel)
    before = len(home.discord.requests)
    await home.press(ann, board, "d3")
    assert len(home.discord.requests) == before + 1
    await home.slash(bo, thread, "move", point="c3")
    await home.slash(ann, channel, "move", point="c4")
    assert len((await home.session(board)).match.plies) == 3
    assert board.pinged == ()
    assert channel.last.edits == 1


async def test_the_card_ends_with_the_result(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    await both_moved(home, ann, bo, board)
    await resign(home, bo, board)
    [card] = channel.messages
    thread = thread_of(home.discord, card)
    first, result = thread.messages
    assert first is board
    assert result.reply_to == board.id
    assert card.text == f"{result.text}\n<#{thread.channel.id}>"
    assert thread.channel.archived


async def test_the_rematch_goes_on_in_it(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    await both_moved(home, ann, bo, board)
    await resign(home, bo, board)
    [card] = channel.messages
    thread = thread_of(home.discord, card)
    result = thread.last
    await home.press(ann, result, "Rematch")
    await home.press(bo, result, "Accept")
    rematch = thread.last
    assert rematch.text.startswith("⚫ Bo ")
    assert channel.messages == [card]
    assert card.text == f"Bo and Ann are playing Reversi.\n<#{thread.channel.id}>"
    assert not thread.channel.archived
    await home.press(bo, rematch, "d3")
    assert channel.messages == [card]


async def test_the_computer_is_played_in_one_too(
    home: Harness, ann: Person, channel: Place
) -> None:
    answer = await home.slash(ann, channel, "play", first="challenger")
    [card] = channel.messages
    assert answer.message is card
    thread = thread_of(home.discord, card)
    assert thread.channel.id in card.text
    assert moves(thread.last) == ["d3", "c4", "f5", "e6"]


async def test_inside_a_thread_one_stays(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    thread = channel.thread("chatter")
    board = await home.started(ann, bo, thread)
    assert board.channel is thread.channel
    await home.press(ann, board, "d3")
    assert channel.messages == []


@pytest.mark.parametrize(
    "right", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS]
)
async def test_without_the_right_one_plays_in_the_channel(
    home: Harness, ann: Person, bo: Person, channel: Place, right: Permission
) -> None:
    channel.deny(right)
    asked = await home.slash(ann, channel, "challenge", first="challenger")
    card = channel.last
    assert "Threads: without it" in asked.it.follow_ups[0].text
    assert asked.it.follow_ups[0].for_user == ann.user.id
    accepted = await home.press(bo, card, "Accept")
    assert accepted.told == ""  # said once
    assert channel.messages == [card]
    await home.press(ann, card, "d3")
    assert "1. Ann d3" in card.text


async def test_where_it_cannot_be_opened_one_plays_in_the_channel(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    fault = Refuse(ApiError(400, 160006, "Maximum number of active threads reached"))
    home.discord.faults.add("POST", f"{EDIT}/threads", fault, times=2)
    board = await home.started(ann, bo, channel)
    assert channel.messages == [board]
    assert moves(board) == ["d3", "c4", "f5", "e6"]
    answer = await home.slash(ann, channel, "play", first="challenger")
    assert moves(answer.message) == ["d3", "c4", "f5", "e6"]


async def test_a_deleted_thread_brings_the_match_back_into_the_channel(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    [card] = channel.messages
    home.discord.remove_channel(board.channel)
    await home.slash(ann, channel, "move", point="d3")
    await home.sweep.run()
    await home.settled()
    assert len(channel.messages) == 2
    new = channel.last
    assert moves(new) == ["c3", "e3", "c5"]
    assert card.text == "Ann and Bo are playing Reversi.", "it leads nowhere any more"
    await home.press(bo, new, "c3")
    await home.press(ann, new, moves(new)[0])
    assert channel.messages == [card, new]
    assert len((await home.session(new)).match.plies) == 3


async def test_an_archived_thread_is_opened_for_the_next_move(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    board.channel.archived = True  # nobody wrote for a week
    await home.slash(ann, channel, "move", point="d3")
    assert "1. Ann d3" in board.text
    assert not board.channel.archived


async def test_a_locked_thread_brings_the_match_back_into_the_channel(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    """Whoever runs the server closed it for good: only they can open it again."""
    board = await home.started(ann, bo, channel)
    board.channel.archived = board.channel.locked = True
    await home.slash(ann, channel, "move", point="d3")
    await home.sweep.run()
    await home.settled()
    new = channel.last
    assert moves(new) == ["c3", "e3", "c5"]
    await home.press(bo, new, "c3")
    assert "2. Bo c3" in new.text


async def test_two_matches_in_one_channel_have_two_threads(
    home: Harness, ann: Person, bo: Person, eve: Person, channel: Place
) -> None:
    first = await home.started(ann, bo, channel)
    second = await home.started(ann, eve, channel)
    assert first.channel is not second.channel
    await home.press(ann, second, "d3")
    assert "d3" not in first.text
    assert (await home.session(second)).match.status is Status.PLAYING


async def test_a_thread_of_others_is_not_taken_for_the_matchs_own(
    home: Harness, ann: Person, bo: Person, server: Server
) -> None:
    """A match of the channel is shown in it too; its rematch has a board in both."""
    hall = server.text("hall")
    hall.deny(Permission.CREATE_PUBLIC_THREADS)
    board = await home.started(ann, bo, hall)
    chatter = hall.thread("chatter")
    id = (await home.session(board)).match.id
    room = Room("discord", server.guild.id, hall.channel.id, chatter.channel.id)
    actor = Actor("discord", ann.user.id, "Ann")
    await home.service.handle(Request("r1", actor, room, Verb.BOARD, session=id))
    await home.settled()
    assert moves(board) == moves(chatter.last) == ["d3", "c4", "f5", "e6"]
    await both_moved(home, ann, bo, board)
    await resign(home, bo, board)
    await home.press(ann, hall.last, "Rematch")
    await home.press(bo, hall.last, "Accept")
    assert moves(hall.last) == moves(chatter.last) == ["d3", "c4", "f5", "e6"]
    assert hall.last is not board
    assert not chatter.channel.archived


async def test_a_deleted_card_becomes_a_board(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    home.discord.remove_message(channel.last)
    await both_moved(home, ann, bo, board)
    await resign(home, bo, board)
    assert "resign" in Place(home.discord, board.channel).last.text
    await home.press(ann, Place(home.discord, board.channel).last, "Rematch")
    await home.press(bo, Place(home.discord, board.channel).last, "Accept")
    assert moves(Place(home.discord, board.channel).last) == ["d3", "c4", "f5", "e6"]


async def test_an_offer_into_a_deleted_thread_is_shown_in_the_channel_at_once(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    home.discord.remove_channel(board.channel)
    await home.slash(ann, channel, "match draw")
    assert len(channel.messages) == 2
    assert "Ann offers a draw." in channel.last.text


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_board_asked_for_in_the_channel_is_in_the_thread(
    tmp_path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    ann: Person,
    bo: Person,
    eve: Person,
    channel: Place,
    restarted: bool,
) -> None:
    """No second board beside the card, only the way."""
    path = tmp_path / "again.db"
    async with AsyncExitStack() as opened:
        home = await opened.enter_async_context(harness(path, discord, now))
        board = await home.started(ann, bo, channel)
        if restarted:
            await opened.aclose()
            home = await opened.enter_async_context(harness(path, discord, now))
        [card] = channel.messages
        answer = await home.slash(ann, channel, "board")
        assert answer.private
        assert answer.told == f"The board is in its own thread:\n<#{board.channel.id}>"
        assert channel.messages == [card]
        told = (await home.slash(eve, channel, "board")).told
        assert told.startswith("You have no match here for that. </games:")
        again = await home.slash(bo, Place(discord, board.channel), "board")
        assert moves(again.message) == ["d3", "c4", "f5", "e6"]
        assert board.rows == []


async def test_where_the_thread_is_gone_the_board_comes_into_the_channel(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    home.discord.remove_channel(board.channel)
    await home.slash(ann, channel, "match draw")
    answer = await home.slash(bo, channel, "board")
    assert moves(answer.message) == ["d3", "c4", "f5", "e6"]


async def test_nobody_is_sent_to_a_thread_that_was_deleted(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    home.discord.remove_channel(board.channel)
    answer = await home.slash(bo, channel, "board")
    assert channel.last is answer.message
    assert moves(channel.last) == ["d3", "c4", "f5", "e6"]
    await home.press(ann, channel.last, "d3")
    assert "1. Ann d3" in channel.last.text


async def test_of_a_thread_nothing_can_be_learned_of_people_are_told(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    home.discord.remove_channel(board.channel)
    home.discord.faults.add("GET", "/channels/{channel_id}", Refuse(ApiError(403, 50001, "no")))
    answer = await home.slash(bo, channel, "board")
    assert f"<#{board.channel.id}>" in answer.told
