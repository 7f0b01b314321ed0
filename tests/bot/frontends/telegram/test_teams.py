"""Two against two on Telegram: a lobby in a group, a board that says whose turn it is."""

import pytest

from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, FakeTelegram, Message, User


@pytest.fixture
def di(telegram: FakeTelegram) -> User:
    return telegram.people.person("Di", language="en")


@pytest.fixture
def party(telegram: FakeTelegram, ann: User, bo: User, eve: User, di: User) -> Chat:
    return telegram.people.group(ann, bo, eve, di, super=True)


async def lobby(home: Harness, ann: User, party: Chat) -> Message:
    await home.say(ann, party, "/challenge@tavola_bot pente 2x2")
    return home.last(party)


def rows(message: Message) -> list[list[str]]:
    return [[button["text"] for button in row] for row in message.buttons]


async def test_a_lobby_fills_and_its_message_becomes_the_board(
    home: Harness, ann: User, bo: User, eve: User, di: User, party: Chat
) -> None:
    card = await lobby(home, ann, party)
    assert "waiting for 3 players" in card.text
    assert rows(card) == [
        ["Join team A", "Join team B"],
        ["Add computer to A", "Add computer to B"],
        ["Leave", "Start", "Cancel"],
        ["Rules", "Invite with a code"],
    ]
    assert await home.press(ann, card, "Start") == "Some seats are still empty."
    for who, team in ((bo, "B"), (eve, "A"), (di, "B")):
        assert await home.press(who, card, f"Join team {team}") == ""
    assert "A: Ann, Eve" in home.last(party).text
    assert await home.press(bo, card, "Start") != ""
    assert await home.press(ann, card, "Start") == ""
    board = home.last(party)
    assert "Bo to move" in board.text
    assert "A: Ann, Eve 0" in board.text
    await home.say(bo, party, "/m@tavola_bot a1")
    assert "Eve to move" in home.last(party).text


async def test_typed_words_do_what_the_buttons_do(
    home: Harness, ann: User, bo: User, eve: User, party: Chat
) -> None:
    await lobby(home, ann, party)
    await home.say(bo, party, "/join@tavola_bot b")
    await home.say(bo, party, "/join@tavola_bot a")
    await home.say(eve, party, "/join@tavola_bot")
    await home.say(ann, party, "/computer@tavola_bot b2 club")
    assert "A: Ann, Bo" in home.last(party).text
    assert "B: Eve, Computer (club)" in home.last(party).text
    await home.say(ann, party, "/begin@tavola_bot")
    assert "Eve to move" in home.last(party).text


async def test_computers_have_labels_that_say_what_they_do(
    home: Harness, ann: User, party: Chat
) -> None:
    card = await lobby(home, ann, party)
    await home.press(ann, card, "Add computer to B")
    assert ["B1 → club", "B1 ✕"] in rows(home.last(party))
    await home.press(ann, card, "B1 ✕")
    assert "B: –, –" in home.last(party).text
