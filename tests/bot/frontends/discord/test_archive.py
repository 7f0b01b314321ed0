"""What is over, on Discord: replays and plots are looked at, records are read and kept."""

from io import BytesIO

import pytest
from PIL import Image

from bot.app.card import Card, File
from bot.frontends.discord import messages
from tests.bot.frontends.discord.house import House, moves
from tests.fakes.discord import Person
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.faults import Refuse
from tests.fakes.discord.messages import FILE, GALLERY, Message
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission


async def finished(home: House, ann: Person, bo: Person, place: Place) -> Message:
    """The result of a short match that Bo gave up."""
    board = await home.started(ann, bo, place)
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    await home.press(ann, board, "c4")
    for _ in range(2):
        await home.slash(bo, place, "match resign")
    return place.messages[-1]


def kinds(message: Message) -> list[int]:
    return [part["type"] for part in message.walk()]


async def test_a_replay_moves_and_a_record_is_kept(
    home: House, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    result = await finished(home, ann, bo, lounge)
    replay = await home.press(eve, result, "Replay")
    assert replay.private
    [film] = replay.message.attachments
    assert film.filename.endswith(".gif")
    with Image.open(BytesIO(film.data)) as picture:
        assert getattr(picture, "n_frames", 1) > 1
    assert GALLERY in kinds(replay.message)
    await home.press(eve, replay.message, "Record")
    [record] = replay.message.attachments  # in its place
    assert record.filename.endswith(".ggf")
    assert FILE in kinds(replay.message)
    assert record.data.decode() in replay.message.source
    typed = await home.slash(ann, lounge, "match record")
    assert typed.message.attachments[0].data == record.data


async def test_a_profile_has_its_plot_and_a_history_its_links(
    home: House, ann: Person, bo: Person, lounge: Place
) -> None:
    await finished(home, ann, bo, lounge)
    for who, whose in ((ann, {}), (ann, {"person": bo})):
        profile = await home.slash(who, lounge, "me profile", **whose)
        assert profile.private
        assert "Reversi" in profile.message.text
        assert all(each.filename.endswith(".png") for each in profile.message.attachments)
    history = await home.slash(ann, lounge, "me history")
    assert "](https://discord.com/channels/" in history.message.source
    assert (await home.slash(ann, lounge, "me history", page=7)).private


async def test_a_record_from_elsewhere_is_played_back_and_on(
    home: House, ann: Person, lounge: Place
) -> None:
    answer = await home.slash(ann, lounge, "match import", text="f5d6c3d3c4")
    assert answer.private
    assert answer.message.attachments[0].filename.endswith(".gif")
    await home.press(ann, answer.message, "Play from here")
    assert moves(lounge.last)
    wrong = await home.slash(ann, lounge, "match import", text="f5f5")
    assert wrong.private
    assert wrong.message.attachments == []


async def test_where_files_are_not_allowed_a_record_is_still_read(
    home: House, ann: Person, bo: Person, server: Server
) -> None:
    lounge = server.voice()
    result = await finished(home, ann, bo, lounge)
    lounge.deny(Permission.ATTACH_FILES)
    for label, told in (("Replay", "pictures"), ("Record", "```")):
        answer = await home.press(ann, result, label)
        assert answer.message.attachments == []
        assert told in answer.message.source


async def test_a_right_that_is_missing_unseen_costs_the_file_only(
    home: House, ann: Person, bo: Person, lounge: Place
) -> None:
    result = await finished(home, ann, bo, lounge)
    home.discord.faults.add(
        "POST", "/interactions/*/callback", Refuse(ApiError(403, 50013, "Missing Permissions"))
    )
    answer = await home.press(ann, result, "Record")
    assert answer.message.attachments == []
    assert "```" in answer.message.source


@pytest.mark.parametrize("length", [10, 3_980, 4_000, 9_000])
def test_a_long_record_keeps_its_frame(length: int) -> None:
    card = Card("Pente", monospace="x" * length, files=(File("pente.txt", b"x"),))
    drawing = messages.draw(card)
    assert len(drawing.text) <= messages.TEXT
    assert drawing.text.startswith("Pente\n```\nx")
    assert drawing.text.endswith("\n```")
    assert drawing.text.count("```") == 2


def test_no_name_in_a_record_breaks_out_of_its_frame() -> None:
    drawing = messages.draw(Card("", monospace="PB[```@everyone```]"))
    assert drawing.text.count("```") == 2
