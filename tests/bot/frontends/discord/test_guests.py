"""A match with boards in several places: joined and watched by its code."""

import re

from tests.bot.frontends.discord.harness import Harness, moves
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.people import Place, Server


async def code_of(home: Harness, host: Person, card: Place) -> str:
    """The code as the host is told it."""
    told = (await home.press(host, card.last, "Invite with a code")).told
    found = re.search(r"join ([2-9A-Z]{6})", told)
    assert found, told
    return found[1]


async def test_joined_from_another_server(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person, lounge: Place
) -> None:
    other = discord.guild("Other")
    other.join(bo)
    far = other.voice()
    await home.slash(ann, lounge, "challenge", first="challenger")
    code = await code_of(home, ann, lounge)
    asked = await home.slash(bo, far, "match join", code=f" {code.lower()} ")
    assert asked.private
    assert "Ann" in asked.told
    await home.press(bo, asked.message, "Play here")
    near, there = lounge.last, far.last
    assert moves(near) == moves(there) == ["d3", "c4", "f5", "e6"]
    await home.press(ann, near, "d3")
    assert "1. Ann d3" in there.text
    await home.press(bo, there, "c3")
    assert "2. Bo c3" in near.text
    wrong = await home.press(bo, near, "c4")
    assert wrong.private


async def test_joined_in_a_channel_it_has_a_thread(
    home: Harness, ann: Person, bo: Person, lounge: Place, channel: Place
) -> None:
    await home.slash(ann, lounge, "challenge", first="challenger")
    code = await code_of(home, ann, lounge)
    asked = await home.slash(bo, channel, "match join", code=code)
    await home.press(bo, asked.message, "Play here")
    [card] = channel.messages
    thread = Place(home.discord, home.discord.world.channels[card.id])
    assert f"<#{card.id}>" in card.text
    assert moves(thread.last) == ["d3", "c4", "f5", "e6"]
    await home.press(ann, lounge.last, "d3")
    assert "1. Ann d3" in thread.last.text
    assert channel.messages == [card]


async def test_joined_from_a_server_and_played_in_private(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person, lounge: Place
) -> None:
    other = discord.guild("Other")
    other.join(bo)
    far = other.voice()
    await home.slash(ann, lounge, "challenge", first="challenger")
    code = await code_of(home, ann, lounge)
    asked = await home.slash(bo, far, "match join", code=code)
    await home.press(bo, asked.message, "Play in private")
    assert asked.message.text == (
        "Your board comes as a private message. If it doesn't arrive, use /board."
    )
    assert "Bo joined." in lounge.last.text
    await home.press(ann, lounge.last, "d3")
    await home.press(bo, bo.direct.last, "c3")
    assert "2. Bo c3" in lounge.last.text
    assert far.messages == []


async def test_a_guest_says_no(
    home: Harness, ann: Person, bo: Person, lounge: Place, channel: Place
) -> None:
    await home.slash(ann, lounge, "challenge")
    asked = await home.slash(bo, channel, "match join", code=await code_of(home, ann, lounge))
    await home.press(bo, asked.message, "Not now")
    assert asked.message.text == "OK, the seat stays free."
    assert asked.message.buttons == []
    assert "Accept" in [button["label"] for button in lounge.last.buttons]


async def test_watched_without_a_seat(
    home: Harness, ann: Person, bo: Person, eve: Person, server: Server, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", first="challenger")
    code = await code_of(home, ann, lounge)
    await home.press(bo, lounge.last, "Accept")
    gallery = server.text("gallery")
    answer = await home.slash(eve, gallery, "match watch", code=code)
    seen = gallery.last
    assert answer.message is seen
    await home.press(ann, lounge.last, "d3")
    assert "1. Ann d3" in seen.text
    refused = await home.press(eve, seen, "c3")
    assert refused.private
    nonsense = await home.slash(eve, gallery, "match watch", code="nonsense")
    assert nonsense.private


async def test_watched_where_it_is_on_show_already(
    home: Harness, ann: Person, bo: Person, eve: Person, server: Server, lounge: Place
) -> None:
    """The board comes again as the answer; nobody is left with "thinking"."""
    await home.slash(ann, lounge, "challenge", first="challenger")
    code = await code_of(home, ann, lounge)
    early = await home.slash(eve, lounge, "match watch", code=code)
    assert "hasn't started yet" in early.told
    await home.press(bo, lounge.last, "Accept")
    gallery = server.text("gallery")
    for place in (lounge, gallery, gallery):
        answer = await home.slash(eve, place, "match watch", code=code)
        assert "Ann to move" in answer.told
    again = await home.slash(eve, gallery, "match watch", code=code)
    assert again.private
    assert len(gallery.messages) == 2
