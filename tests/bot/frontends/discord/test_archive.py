"""What is over, on Discord: replays, records, histories and profiles, with their files."""

from io import BytesIO

from PIL import Image

from tests.bot.frontends.discord.harness import Harness
from tests.fakes.discord import Answer, Person
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place
from tests.fakes.discord.permissions import Permission


async def finished(home: Harness, ann: Person, bo: Person, lounge: Place) -> Message:
    """Ann and Bo played two moves of Reversi and Ann gave up; the result."""
    board = await home.started(ann, bo, lounge)
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    await home.slash(ann, lounge, "match resign")
    await home.slash(ann, lounge, "match resign")
    return lounge.last


def file(answer: Answer, ending: str) -> bytes:
    """The only file that was attached to what the asker was told."""
    assert answer.private
    [attached] = answer.message.attachments
    assert attached.filename.endswith(ending)
    return attached.data


async def test_replay_and_record_by_button_are_for_the_presser(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    result = await finished(home, ann, bo, lounge)
    assert result.rows == [["Rematch", "Review", "Replay", "Record"]]
    replay = await home.press(bo, result, "Replay")
    gif = Image.open(BytesIO(file(replay, ".gif")))
    assert (gif.format, getattr(gif, "n_frames", 1)) == ("GIF", 3)
    assert "Bo wins: Ann resigned" in replay.told
    record = await home.press(bo, result, "Record")
    assert b"B[d3]W[c3//0]" in file(record, ".ggf")
    assert "B[d3]W[c3//0]" in record.message.source.replace("\\", "")
    assert lounge.last is result, "nobody else sees it"


async def test_a_record_leaves_the_replay_it_was_asked_for_on(
    home: Harness, ann: Person, lounge: Place
) -> None:
    played = await home.slash(ann, lounge, "match import", text="f5d6c3")
    assert played.message.rows == [["Play from here", "Review", "Record"]]
    record = await home.press(ann, played.message, "Record")
    assert b"B[f5]W[d6//0]B[c3//0]" in file(record, ".ggf")
    assert file(played, ".gif")
    assert played.message.rows == [["Play from here", "Review", "Record"]]


async def test_the_last_match_here_by_command(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    none = await home.slash(ann, lounge, "match replay")
    assert none.told.startswith("You have no match here for that. </me history:")
    await finished(home, ann, bo, lounge)
    assert file(await home.slash(ann, lounge, "match replay"), ".gif")
    assert file(await home.slash(bo, lounge, "match record"), ".ggf")


async def test_the_profile_has_its_plot(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await finished(home, ann, bo, lounge)
    mine = await home.slash(bo, lounge, "me profile")
    assert Image.open(BytesIO(file(mine, ".png"))).size == (800, 460)
    assert "1 won, 0 drawn, 0 lost" in mine.told
    theirs = await home.slash(bo, lounge, "me profile", person=ann)
    assert "0 won, 0 drawn, 1 lost" in theirs.told
    assert file(theirs, ".png")


async def test_the_history_links_to_the_boards(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await finished(home, ann, bo, lounge)
    answer = await home.slash(ann, lounge, "me history")
    assert answer.private
    assert "https://discord.com/channels/" in answer.message.source
    assert "lost (" in answer.told


async def test_where_no_file_may_be_attached_the_words_still_come(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    result = await finished(home, ann, bo, lounge)
    lounge.deny(Permission.ATTACH_FILES)
    replay = await home.press(bo, result, "Replay")
    assert replay.message.attachments == []
    assert "Bo wins: Ann resigned" in replay.told
    record = await home.press(bo, result, "Record")
    assert "B[d3]W[c3//0]" in record.message.source.replace("\\", "")


async def test_a_record_from_elsewhere_is_played_back_and_played_on(
    home: Harness, ann: Person, lounge: Place
) -> None:
    brought = await home.slash(ann, lounge, "match import", text="f5d6c3d3c4f4")
    assert getattr(Image.open(BytesIO(file(brought, ".gif"))), "n_frames", 1) == 7
    await home.press(ann, brought.message, "Play from here")
    assert "Computer" in lounge.last.text
    assert "Ann to move" in lounge.last.text
    wrong = await home.slash(ann, lounge, "match import", text="f5a1")
    assert wrong.told == "Move 2: a1 isn't legal there."


async def test_going_on_from_a_move_at_a_level(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await finished(home, ann, bo, lounge)
    await home.slash(bo, lounge, "match from", number=1, level="novice")
    assert "Computer (novice)" in lounge.last.text
    assert "Bo to move" in lounge.last.text
