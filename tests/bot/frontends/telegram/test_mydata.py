"""One's own data on Telegram: told in the private chat alone, and gone with it."""

import json
from pathlib import Path

from tests.bot.frontends.telegram.harness import Harness
from tests.bot.frontends.telegram.test_files import finished
from tests.fakes.telegram import Chat, Message, User


def files(folder: Path) -> bytes:
    """All that is stored, every byte."""
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


async def opened(home: Harness, who: User, message: Message) -> Chat:
    """The private chat that a button in a group leads to."""
    press = await home.pressed(who, message, home.data(message, "Go to private chat"))
    private = home.telegram.people.open_link(press)
    await home.settled()
    return private


async def test_an_export_asked_for_in_a_group_comes_in_private(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await finished(home, group, ann, bo)
    await home.say(ann, group, "/export@tavola_bot")
    assert home.last(group).text == "This is just for you: it opens in our private chat."
    private = await opened(home, ann, home.last(group))
    sent = home.last(private)
    assert sent.upload is not None
    assert sent.upload.kind == "document"
    found = json.loads(sent.upload.data)
    assert {"platform": "telegram", "user": str(ann.id), "player": 1} in found["tables"]["accounts"]


async def test_a_deletion_leaves_nothing(
    home: Harness, group: Chat, ann: User, bo: User, tmp_path: Path
) -> None:
    await finished(home, group, ann, bo)
    private = home.people.private(ann)
    await home.say(ann, private, "/dice")
    await home.press(ann, home.last(private), "🎲 Roll")
    await home.say(ann, private, "/play pente")
    await home.started(ann, bo, group)
    for sought in (str(ann.id), "@ann_b", "Ann"):
        assert sought.encode() in files(tmp_path)
    await home.say(ann, private, "/delete")
    question = home.last(private)
    assert "You give up 3 matches and challenges:" in question.text
    await home.press(ann, question, "Delete everything")
    question = home.last(private)
    assert "can't be undone" in question.text
    assert "has been deleted" in await home.press(ann, question, "Yes, delete everything")
    await home.settled()
    left = files(tmp_path)
    for sought in (str(ann.id), "@ann_b", "Ann"):
        assert sought.encode() not in left
    assert str(bo.id).encode() in left


async def test_the_same_press_delivered_again_makes_nobody(
    home: Harness, ann: User, tmp_path: Path
) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/play")
    await home.say(ann, private, "/delete")
    await home.press(ann, home.last(private), "Delete everything")
    question = home.last(private)
    await home.press(ann, question, "Yes, delete everything")
    assert (
        await home.press(ann, question, "Yes, delete everything")
        == "I don't keep anything about you."
    )
    assert str(ann.id).encode() not in files(tmp_path)


async def test_a_code_typed_in_a_group_goes_on_in_private(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/link")
    code = home.last(private).text.split("Your code is ")[1][:6]
    await home.say(bo, group, f"/link@tavola_bot {code}")
    theirs = await opened(home, bo, home.last(group))
    assert "Are you Ann too?" in home.last(theirs).text
    await home.press(bo, home.last(theirs), "Yes, that's me")
    await home.press(ann, home.last(private), "Continue")
    assert "Are you Bo too?" in home.last(private).text
    said = await home.press(ann, home.last(private), "Yes, that's me")
    assert "now linked with" in said


async def test_blocking_in_a_group_is_acknowledged_by_a_reaction(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    hello = home.telegram.people.say(ann, group, "hello")
    before = len(home.ours(group))
    said = await home.say(bo, group, "/block@tavola_bot", reply_to=hello)
    assert len(home.ours(group)) == before
    assert said.reaction is not None
    await home.say(ann, group, "/challenge@tavola_bot @bo_c")
    assert home.last(group).text == "They aren't taking challenges right now."
    await home.say(bo, group, "/block@tavola_bot")
    private = await opened(home, bo, home.last(group))
    assert home.last(private).text == "Blocked people: Ann"
    await home.press(bo, home.last(private), "Unblock Ann")
    await home.say(ann, group, "/challenge@tavola_bot @bo_c")
    assert "challenges" in home.last(group).text
