"""Boards that wait, on Discord: silent boards, one mention, direct messages, the next board."""

from bot.app.model.request import Actor, Verb
from core.match.clock import DAY, MINUTE
from tests.bot.frontends.discord.harness import Harness, moves, token
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.faults import LoseAnswer
from tests.fakes.discord.people import Place

SILENT = 1 << 12
"""SUPPRESS_NOTIFICATIONS among a message's flags."""


def notices(place: Place) -> list[str]:
    return [m.text for m in place.messages if "wait" in m.text and "for you:" in m.text]


async def privately(home: Harness, who: Person) -> None:
    player = await home.store.player_for(Actor("discord", who.user.id, who.user.name))
    await home.store.choose_setting(player.id, "notices", "private")


async def test_boards_are_silent_and_the_notice_mentions_one_person(
    home: Harness, lounge: Place, ann: Person, bo: Person
) -> None:
    board = await home.started(ann, bo, lounge)
    await home.later(3 * MINUTE)
    notice = lounge.last
    assert "1 board is waiting for you:" in notice.text
    assert f"channels/{lounge.channel.guild.id}/{lounge.channel.id}/{board.id}" in notice.source  # type: ignore[union-attr]
    assert notice.pinged == (ann.user.id,)
    assert not notice.flags & SILENT, "a notice is heard"
    await home.press(ann, board, moves(board)[0])
    assert notice not in lounge.messages
    assert lounge.last.pinged == (bo.user.id,)
    assert len(notices(lounge)) == 1


async def test_a_board_posted_again_is_silent(
    home: Harness, lounge: Place, ann: Person, bo: Person
) -> None:
    await home.started(ann, bo, lounge)
    home.now.advance(MINUTE)
    again = await home.slash(ann, lounge, "board")
    assert again.message.flags & SILENT or again.message.by_interaction
    assert not lounge.last.pinged


async def test_in_its_thread(home: Harness, channel: Place, ann: Person, bo: Person) -> None:
    board = await home.started(ann, bo, channel)
    await home.later(3 * MINUTE)
    thread = Place(home.discord, board.channel)
    assert thread.channel is not channel.channel
    assert notices(channel) == []
    assert len(notices(thread)) == 1


async def test_one_more_board_is_told_in_a_thread_that_somebody_archived(
    home: Harness, channel: Place, ann: Person, bo: Person, eve: Person
) -> None:
    thread = channel.thread("evenings")
    await home.started(ann, bo, thread)
    await home.later(3 * MINUTE)
    [said] = notices(thread)
    assert "1 board is waiting for you:" in said
    await home.started(ann, eve, thread)
    thread.channel.archived = True
    await home.later(3 * MINUTE)
    [said] = notices(thread)
    assert "2 boards are waiting for you:" in said


async def test_privately_all_in_one_direct_message(
    home: Harness, lounge: Place, ann: Person, bo: Person, eve: Person
) -> None:
    await privately(home, ann)
    await home.started(ann, bo, lounge)
    await home.started(ann, eve, lounge)
    await home.later(3 * MINUTE)
    assert notices(lounge) == []
    [said] = notices(ann.direct)
    assert said.startswith("2 boards are waiting for you:")
    assert ann.direct.last.pinged == ()


async def test_closed_direct_messages_fall_back_to_the_room(
    home: Harness, lounge: Place, ann: Person, bo: Person
) -> None:
    await privately(home, ann)
    ann.direct.channel.people[0].takes_messages = False
    await home.started(ann, bo, lounge)
    await home.later(3 * MINUTE)
    [said] = notices(lounge)
    assert "I can't message you privately." in said
    assert lounge.last.pinged == (ann.user.id,)


async def test_where_only_presses_reach_a_place_the_person_is_written_to(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person
) -> None:
    ann.user_installed = bo.user_installed = True
    friends = discord.group(ann, bo)
    await home.slash(ann, friends, "challenge", first="challenger")
    await home.press(bo, friends.last, "Accept")
    await home.later(3 * MINUTE)
    assert notices(friends) == []
    [said] = notices(ann.direct)
    assert said.startswith("1 board is waiting for you:\n[Reversi · Bo]")


async def test_the_next_board_after_a_move_and_what_happened_meanwhile(
    home: Harness, lounge: Place, ann: Person, bo: Person, eve: Person
) -> None:
    first = await home.started(ann, bo, lounge)
    second = await home.started(ann, eve, lounge)
    moved = await home.press(ann, first, moves(first)[0])
    await home.settled()
    assert "Played. 1 more board is waiting for you:" in moved.told
    assert moved.private
    assert f"/{second.id})" in moved.message.source, "with the way there"
    await home.press(bo, first, moves(first)[0])
    once = await home.press(ann, first, moves(first)[0])
    assert once.told == "", "said once while it is played fast"
    await home.press(bo, first, moves(first)[0])
    home.now.advance(DAY)
    looked = await home.press(ann, first, token(first, Verb.BOARD))
    assert "Since your move: Bo " in looked.told


async def test_a_notice_whose_answer_was_lost_stands_once(
    home: Harness, lounge: Place, ann: Person, bo: Person
) -> None:
    """So it is where the bot was killed between sending and noting it: the nonce is the same."""
    await home.started(ann, bo, lounge)
    home.discord.faults.add("POST", "/channels/{channel_id}/messages", LoseAnswer())
    await home.later(3 * MINUTE)
    assert home.discord.faults.struck == 1
    await home.later(MINUTE)
    assert len(notices(lounge)) == 1
    [kept] = await home.store.notices.standing()
    assert [n.message for n in (await home.store.notices.known(kept)).notices] == [lounge.last.id]
