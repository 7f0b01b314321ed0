"""Two against two on Discord, one's own settings, and the question before placing."""

import pytest

from core.match.model import Status
from tests.bot.frontends.discord.harness import Harness
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place, Server


@pytest.fixture
def di(discord: FakeDiscord, server: Server) -> Person:
    di = discord.person("Di")
    server.join(di)
    return di


async def lobby(
    home: Harness, ann: Person, bo: Person, eve: Person, di: Person, at: Place
) -> Message:
    """A: Ann, Eve. B: Bo, Di; everybody is here."""
    await home.slash(ann, at, "challenge", game="pente", seats="4")
    card = at.last
    for who, team in ((bo, "B"), (eve, "A"), (di, "B")):
        assert (await home.press(who, card, f"Join team {team}")).told == ""
    return card


async def test_a_lobby_fills_and_its_message_becomes_the_board(
    home: Harness, ann: Person, bo: Person, eve: Person, di: Person, lounge: Place
) -> None:
    card = await lobby(home, ann, bo, eve, di, lounge)
    assert "A: Ann, Eve" in card.text
    assert "B: Bo, Di" in card.text
    start = next(button for button in card.buttons if button["label"] == "Start")
    assert not start["disabled"]
    told = await home.press(bo, card, "Start")
    assert told.private
    await home.press(ann, card, "Start")
    assert lounge.messages == [card]
    assert "Bo to move" in card.text
    assert "A: Ann, Eve 0" in card.text
    await home.slash(bo, lounge, "move", point="a1")
    assert "Eve to move" in card.text
    told = await home.slash(ann, lounge, "move", point="n10")
    assert "not your turn" in told.told


async def test_buttons_without_effect_are_grey(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", game="pente", seats="4")
    card = lounge.last
    await home.press(bo, card, "Join team A")
    grey = {button["label"] for button in card.buttons if button["disabled"]}
    assert grey == {"Join team A", "Start"}


async def test_a_match_of_four_gets_a_thread_when_it_starts(
    home: Harness, ann: Person, bo: Person, eve: Person, di: Person, channel: Place
) -> None:
    card = await lobby(home, ann, bo, eve, di, channel)
    assert home.discord.world.channels.get(card.id) is None
    await home.press(ann, card, "Start")
    thread = home.discord.world.channels[card.id]
    assert thread.name == "Ann, Bo, Eve, Di · Pente"
    board = Place(home.discord, thread).last
    assert "Bo to move" in board.text
    assert "Ann, Bo, Eve and Di are playing Pente." in card.text


async def test_computers_are_seated_from_the_lobby(
    home: Harness, ann: Person, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", game="pente", seats="4")
    card = lounge.last
    for label in (
        "Add computer to A",
        "Add computer to B",
        "Add computer to B",
        "B1 → club",
        "B2 ✕",
        "Add computer to B",
    ):
        await home.press(ann, card, label)
    session = await home.session(card)
    levels = [who.level for who in session.match.seats if who is not None]
    assert levels == [None, "club", "amateur", "amateur"]


async def test_against_three_computers(home: Harness, ann: Person, lounge: Place) -> None:
    await home.slash(ann, lounge, "play", game="pente", seats="4", first="opponent")
    session = await home.session(lounge.last)
    assert session.match.status is Status.PLAYING
    assert [who.level if who else "" for who in session.match.seats][1] is None


async def test_settings_change_on_their_own_private_card(
    home: Harness, ann: Person, lounge: Place
) -> None:
    shown = await home.slash(ann, lounge, "me settings")
    assert shown.private
    assert "Stones are placed without asking." in shown.told
    await home.press(ann, shown.message, "Ask before placing")
    assert "You're asked before a stone is placed." in shown.message.text
    await ann.choose(shown.message, "Language", "Français")
    await home.settled()
    assert "Tes réglages" in shown.message.text
    assert lounge.messages == []


async def test_whoever_wants_it_is_asked_before_placing(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    shown = await home.slash(bo, lounge, "me settings")
    await home.press(bo, shown.message, "Ask before placing")
    board = await home.started(ann, bo, lounge, "pente")
    asked = await home.slash(bo, lounge, "move", point="a1")
    assert asked.private
    assert "Place at A1?" in asked.told
    assert "A1" not in board.text
    await home.press(bo, asked.message, "Cancel")
    assert "Nothing was placed." in asked.message.text
    asked = await home.slash(bo, lounge, "move", point="a2")
    await home.press(bo, asked.message, "Place")
    assert "2. Bo A2" in board.text
