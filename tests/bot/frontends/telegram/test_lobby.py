"""Two against two in a group: the lobby is pressed and typed, and partners play."""

from pathlib import Path

from core.match.model import Status
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import Chat, FakeTelegram, Message, User


async def opened(home: Harness, host: User, group: Chat) -> Message:
    """The lobby, the host on A1."""
    await home.say(host, group, "/challenge@tavola_bot pente 2x2 first=challenger")
    return home.last(group)


def sides(lobby: Message) -> str:
    return lobby.text.splitlines()[1]


async def test_the_lobby_from_empty_seats_to_the_first_stone(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    lobby = await opened(home, ann, group)
    assert lobby.text.startswith("Pente 2x2 · waiting for 3 players · turn order A1 B1 A2 B2")
    assert sides(lobby) == "⚪ A: Ann, –   ⚫ B: –, –"
    assert [len(row) for row in lobby.buttons] == [2, 2, 3, 2]
    assert lobby.labels == [
        *(
            "Join team A",
            "Join team B",
            "Add computer to A",
            "Add computer to B",
            "Leave",
            "Start",
            "Cancel",
        ),
        *("Rules", "Invite with a code"),
    ]
    assert await home.press(bo, lobby, "Join team B") == ""
    assert sides(lobby) == "⚪ A: Ann, –   ⚫ B: Bo, –"
    assert lobby.labels  # it is a lobby, not a question that was answered
    assert await home.press(bo, lobby, "Join team A") == ""  # joining the other side moves
    assert sides(lobby) == "⚪ A: Ann, Bo   ⚫ B: –, –"
    assert await home.press(eve, lobby, "Join team A") != ""  # full
    await home.press(eve, lobby, "Join team B")
    assert await home.press(bo, lobby, "Add computer to B") != ""  # not the host's press
    await home.press(ann, lobby, "Add computer to B")
    assert "Computer (amateur)" in sides(lobby)
    level = next(label for label in lobby.labels if "→" in label)
    await home.press(ann, lobby, level)
    assert "Computer (club)" in sides(lobby)
    await home.press(ann, lobby, "B2 ✕")
    assert "Computer" not in sides(lobby)
    assert await home.press(ann, lobby, "Start") != ""  # a seat is empty
    await home.press(ann, lobby, "Add computer to B")
    assert all(len(row) <= 3 for row in lobby.buttons)
    assert await home.press(bo, lobby, "Start") != ""
    assert await home.press(ann, lobby, "Start") == ""
    assert lobby.photo is not None
    assert lobby.labels[0] == "Pick in private"
    assert "▶" in lobby.text
    assert (await home.say(eve, group, "l10", reply_to=lobby)).reaction == "👍"


async def test_the_same_by_words(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    cy = home.people.person("Cy", language="en")
    group.members[cy.id] = "member"
    lobby = await opened(home, ann, group)
    await home.say(bo, group, "/join@tavola_bot b")
    await home.say(eve, group, "/join a", reply_to=lobby)
    await home.say(cy, group, "/join@tavola_bot b2")
    assert sides(lobby) == "⚪ A: Ann, Eve   ⚫ B: Bo, Cy"
    await home.say(cy, group, "/leave@tavola_bot")
    await home.say(ann, group, "/computer@tavola_bot b2 club")
    assert sides(lobby) == "⚪ A: Ann, Eve   ⚫ B: Bo, Computer (club)"
    await home.say(ann, group, "/start@tavola_bot")
    assert (await home.session(lobby)).match.status is Status.PLAYING


async def test_the_host_leaves_and_the_next_one_is_host(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    """Over a restart: the buttons are those of a lobby that no process remembers."""
    path = tmp_path / "t.db"
    async with harness(path, telegram) as home:
        lobby = await opened(home, ann, group)
        await home.press(bo, lobby, "Join team B")
    async with harness(path, telegram) as home:
        await home.press(ann, lobby, "Leave")
        assert sides(lobby) == "⚪ A: –, –   ⚫ B: Bo, –"
        assert await home.press(ann, lobby, "Cancel") != ""
        await home.press(bo, lobby, "Cancel")
        assert "Bo withdrew the challenge." in lobby.text
        assert lobby.labels == ["Offer again"]
        await home.press(bo, lobby, "Offer again")
        assert home.last(group).text.startswith("Pente 2x2")


async def test_a_guest_comes_to_the_lobby_by_a_code(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    lobby = await opened(home, ann, group)
    told = await home.press(ann, lobby, "Invite with a code")
    code = told.split()[-1]
    private = home.people.private(bo)
    await home.say(bo, private, f"/join {code}")
    question = home.last(private)
    await home.press(bo, question, question.labels[0])
    assert question.labels == []
    here = home.last(private)
    assert here is not question
    assert here.text.startswith("Pente 2x2")
    await home.press(bo, here, "Join team B")
    assert "B: Bo" in sides(lobby)
    assert "B: Bo" in sides(here)
