"""What comes as a file: replays play, plots are pictures, long records are documents."""

from bot.app.model.card import Card, File
from bot.frontends.telegram.mapping import room
from bot.frontends.telegram.outbound.render import TEXT, units
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, Message, User


async def finished(home: Harness, group: Chat, ann: User, bo: User) -> Message:
    """The result of a match of two moves."""
    board = await home.started(ann, bo, group)
    for who, square in ((ann, "d3"), (bo, "c3"), (ann, "🏳"), (ann, "🏳")):
        await home.press(who, board, square)
    return home.last(group)


async def test_a_replay_plays_in_the_private_chat(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    result = await finished(home, group, ann, bo)
    press = await home.pressed(bo, result, home.data(result, "Replay"))
    private = home.telegram.people.open_link(press)
    await home.settled()
    replay = home.last(private)
    assert private.actions == ["upload_document"], "told that it is being made"
    assert replay.upload is not None
    assert replay.upload.kind == "animation"
    assert replay.text.startswith("Reversi · Ann and Bo")
    assert replay.silent
    assert await home.press(bo, replay, "Record") == ""
    record = home.last(private)
    assert record.upload is None
    assert record.entities[0]["type"] == "pre"
    assert "D3" in record.text.upper()


async def test_a_profile_comes_with_its_plot(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await finished(home, group, ann, bo)
    private = home.people.private(ann)
    await home.say(ann, private, "/profile")
    assert home.last(private).photo is not None
    assert home.last(private).text.startswith("Ann\nReversi")
    await home.say(ann, private, "/profile @bo_c")
    assert home.last(private).text.startswith("Bo\nReversi")
    hello = home.telegram.people.say(bo, group, "hello")
    await home.say(ann, group, "/profile@tavola_bot", reply_to=hello)
    assert home.last(group).text.startswith("Bo\nReversi")
    await home.say(ann, private, "/history")
    assert home.last(private).buttons[0][0]["url"].startswith("https://t.me/")


async def test_a_long_record_is_a_document(home: Harness, ann: User) -> None:
    home.people.private(ann)
    for long, kind in ((100, None), (TEXT, "document")):
        text = "1. d3\n" * (long // 6)
        card = Card("A record", monospace=text, files=(File("match.ggf", text.encode()),))
        await home.front_end._outbox.say(room(ann.id), card)
        said = home.last(home.people.private(ann))
        assert (said.upload and said.upload.kind) == kind
        assert units(said.text) <= TEXT


async def test_where_files_are_barred_the_words_come_alone(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await finished(home, group, ann, bo)
    group.may_photo = False
    await home.say(ann, group, "/replay@tavola_bot")
    assert group.actions == ["upload_document"]
    assert home.last(group).upload is None
    assert home.last(group).text.startswith("Reversi · Ann and Bo")


async def test_a_record_from_elsewhere_is_played_back_and_played_on(
    home: Harness, ann: User
) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/import f5d6c3d3c4f4")
    replay = home.last(private)
    assert replay.upload is not None
    assert replay.upload.kind == "animation"
    await home.press(ann, replay, "Play from here")
    assert "Computer" in home.last(private).text
    await home.say(ann, private, "/import f5a1")
    assert home.last(private).text == "Move 2: a1 isn't legal there."
    many = "\n".join(f"{i + 1}. {move}" for i, move in enumerate(("f5", "d6", "c3", "d3")))
    await home.say(ann, private, f"/import {many}")
    assert home.last(private).upload is not None, "a record of several lines"


async def test_going_on_from_a_move_at_a_level(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await finished(home, group, ann, bo)
    await home.say(bo, group, "/from@tavola_bot 1 novice")
    assert "Computer (novice)" in home.last(group).text
    assert "Bo" in home.last(group).text
