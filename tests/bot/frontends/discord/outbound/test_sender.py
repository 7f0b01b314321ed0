"""Boards find their place whatever happens there: deleted, forbidden, hurried, lost."""

import asyncio
from itertools import pairwise

import pytest

from bot.app.model.display_names import apart
from core.types import Move
from tests.bot.frontends.discord.harness import Harness, moves, until_paused
from tests.fakes.discord import Person
from tests.fakes.discord.errors import ApiError, too_many
from tests.fakes.discord.faults import Drop, Fault, LoseAnswer, Refuse
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import MEMBER, Permission
from tests.fakes.discord.ratelimits import Pace

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"
EDIT = MESSAGES + "/{message_id}"
HOUR = 3_600_000


async def test_a_deleted_board_is_posted_anew(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    home.discord.remove_message(board)
    await home.slash(ann, lounge, "move", point="d3")
    [new] = lounge.messages
    assert "1. Ann d3" in new.text
    await home.press(bo, new, "c3")
    assert len((await home.session(new)).match.plies) == 2


async def test_a_board_deleted_while_it_is_pressed(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    gone = Refuse(ApiError(404, 10008, "Unknown Message"))
    home.discord.faults.add("POST", CALLBACK, gone)
    it = ann.touch(board, "d3")
    home.discord.remove_message(board)
    await home.discord.until(lambda: lounge.messages)
    await ann.wait(it)
    await home.settled()
    [new] = lounge.messages
    assert "1. Ann d3" in new.text


async def test_a_deleted_channel_ends_it_cleanly(
    home: Harness, ann: Person, lounge: Place, caplog: pytest.LogCaptureFixture
) -> None:
    home.engine.answering.clear()
    board = (await home.slash(ann, lounge, "play", first="challenger")).message
    await home.press(ann, board, "d3")
    home.discord.remove_channel(lounge.channel)
    home.engine.answering.set()
    await home.discord.until(lambda: home.discord.asked("PATCH", EDIT))
    await home.settled()
    assert "no longer published" in caplog.text
    before = len(home.discord.requests)
    await home.sweep.run()
    await home.settled()
    assert len(home.discord.requests) == before  # no retries
    other = (await home.slash(ann, ann.direct, "games")).message
    assert "Reversi" in other.text


async def test_thrown_out_of_the_server(home: Harness, ann: Person, server: Server) -> None:
    lounge = server.voice()
    home.engine.answering.clear()
    board = (await home.slash(ann, lounge, "play", first="challenger")).message
    await home.press(ann, board, "d3")
    before = len(home.discord.requests)
    home.discord.remove_guild(server.guild)
    await until_paused(home, (await home.session(board)).match.id)
    home.engine.answering.set()
    await home.settled()
    await home.sweep.run()
    await home.settled()
    assert len(home.discord.requests) == before
    assert home.discord.rest.invalid == 0


EACH = [right for right in Permission if right & MEMBER]


@pytest.mark.parametrize("right", EACH)
async def test_without_any_one_right_a_match_can_be_played(
    home: Harness, ann: Person, server: Server, right: Permission
) -> None:
    """Field report 43."""
    place = server.voice()
    place.deny(right)
    answer = await home.slash(ann, place, "play", first="challenger")
    board = answer.message
    assert not answer.private or board in answer.it.follow_ups
    board = place.messages[0]
    pressed = await home.press(ann, board, "d3")
    assert pressed.kind is not None
    assert len((await home.session(board)).match.plies) == 2
    assert "1. Ann d3" in board.text or "2. Computer" in board.text


async def test_without_attaching_files_the_board_is_text_and_says_why(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    """Field report 44."""
    lounge.deny(Permission.ATTACH_FILES)
    asked = await home.slash(ann, lounge, "challenge", first="challenger")
    assert "Attach Files: without it, boards are text" in asked.told
    board = lounge.last
    accepted = await home.press(bo, board, "Accept")
    assert accepted.told == ""
    assert (board.attachments, board.alt) == ([], "")
    assert "I can't post pictures here, so this board is text." in board.text
    assert "```" in board.source
    await home.press(ann, board, "d3")
    await home.slash(bo, lounge, "move", point="c3")
    assert board.attachments == []


async def test_a_right_taken_away_unnoticed(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    """The cache says that files go; Discord says no: then text."""
    board = await home.started(ann, bo, lounge)
    forbidden = Refuse(ApiError(403, 50013, "Missing Permissions"))
    home.discord.faults.add("PATCH", EDIT, forbidden)
    await home.slash(ann, lounge, "move", point="d3")
    assert "1. Ann d3" in board.text
    assert board.attachments == []


async def test_ten_edits_leave_one_picture(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    pictures = [board.picture]
    for turn in range(10):
        who = ann if turn % 2 == 0 else bo
        if turn % 3:
            await home.press(who, board, moves(board)[0])
        else:
            await home.slash(who, lounge, "move", point=moves(board)[0])
        assert len(board.attachments) == 1
        pictures.append(board.picture)
    assert all(one != other for one, other in pairwise(pictures))


FAULTS: dict[str, Fault] = {
    "429": Refuse(too_many(0.01)),
    "429 for everything": Refuse(too_many(0.01, everywhere=True)),
    "429 of the proxy": Refuse(too_many(0.01, via=False)),
    "500": Refuse(ApiError(500, 0, "Internal Server Error")),
    "503": Refuse(ApiError(503, 0, "Service Unavailable")),
    "401": Refuse(ApiError(401, 0, "Unauthorized")),
    "dropped": Drop(),
    "answer lost": LoseAnswer(),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("method", "path"), [("POST", CALLBACK), ("PATCH", EDIT)])
async def test_any_fault_of_any_call_leaves_the_board_right(
    home: Harness, ann: Person, lounge: Place, fault: str, method: str, path: str
) -> None:
    board = (await home.slash(ann, lounge, "play", first="challenger")).message
    home.discord.faults.add(method, path, FAULTS[fault])
    it = ann.touch(board, "d3")
    await home.discord.until(lambda: "2. Computer" in board.text, "the computer's move")
    await home.discord.until(lambda: it.answer or it.refused or method == "POST")
    await home.settled()
    assert lounge.messages == [board]
    assert len(board.attachments) == 1
    assert len((await home.session(board)).match.plies) == 2
    assert home.discord.faults.struck == 1


@pytest.mark.parametrize("fault", FAULTS)
async def test_any_fault_of_a_post_leaves_one_message(
    home: Harness, ann: Person, bo: Person, lounge: Place, fault: str
) -> None:
    board = await home.started(ann, bo, lounge)
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    home.discord.faults.add("POST", MESSAGES, FAULTS[fault])
    panel = (await home.press(ann, board, "⋯")).message
    await home.press(ann, panel, "🏳 Resign")
    await home.press(ann, panel, "🏳 Resign")
    await home.discord.until(lambda: len(lounge.messages) > 1, "the result")
    await home.settled()
    assert len(lounge.messages) == 2
    assert "resign" in lounge.last.text


async def test_a_flood_wait_too_long_for_the_library_is_the_publishers(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    home.discord.faults.add("PATCH", EDIT, Refuse(too_many(45.0)))
    await home.slash(ann, lounge, "move", point="d3")
    assert 45.0 in home.slept
    assert "1. Ann d3" in board.text


async def test_boards_over_an_hour_old_are_still_edited(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    home.discord.world.now.advance(HOUR + 1)  # type: ignore[attr-defined]
    await home.press(ann, board, "d3")
    await home.slash(bo, lounge, "move", point="c3")
    assert "2. Bo c3" in board.text


async def test_a_fast_game_is_one_request_a_move(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    home.discord.limiter.pace = Pace()
    board = await home.started(ann, bo, lounge)
    before = len(home.discord.requests)
    played = 0
    while moves(board) and played < 60:
        who = ann if "Ann to move" in board.text else bo
        await home.press(who, board, moves(board)[played % len(moves(board))])
        played += 1
    assert played > 50
    sent = home.discord.requests[before:]
    assert len(sent) <= played + 2
    assert all(r.status == 200 for r in sent)


async def test_many_games_in_one_channel_at_once(home: Harness, server: Server) -> None:
    lounge = server.voice()
    people = [home.discord.person(f"P{i}") for i in range(10)]
    posted = [who.type(lounge, "play", first="challenger") for who in people]
    answers = [await who.wait(it) for who, it in zip(people, posted, strict=True)]
    await home.settled()
    boards = [answer.message for answer in answers]
    acts = [who.touch(board, "d3") for who, board in zip(people, boards, strict=True)]
    for who, it in zip(people, acts, strict=True):
        await who.wait(it)
    await home.settled()
    for board in boards:
        assert "2. Computer" in board.text
        assert len((await home.session(board)).match.plies) == 2


@pytest.mark.parametrize(
    "name",
    [
        "**_~~`|>#-1. [x](https://evil.example)",
        "@everyone @here",
        "<@1593540240998400002> <#1> <:x:1> <t:1>",
        "# Heading",
        "\\",
        "日本語 مرحبا שלום ไทย 👩‍👩‍👧‍👦",
        "<b>&amp;\"'",
    ],
)
async def test_any_name_is_only_a_name(
    home: Harness, ann: Person, bo: Person, lounge: Place, name: str
) -> None:
    ann.user.name = name
    board = await home.started(ann, bo, lounge)
    shown = apart(name[:32])
    assert board.text.splitlines()[0].startswith(f"⚫ {shown} 1000? · 2")
    await home.press(ann, board, "d3")
    assert f"1. {shown} d3" in board.text
    assert all(message.pinged == () for message in lounge.messages)


async def test_a_mass_mention_pings_nobody_even_with_the_right(
    home: Harness, ann: Person, bo: Person, server: Server
) -> None:
    server.guild.app = MEMBER | Permission.MENTION_EVERYONE
    ann.user.name = "@everyone"
    place = server.voice("a stage")
    await home.started(ann, bo, place)
    bodies = [
        r.body.get("data") or r.body for r in home.discord.requests if isinstance(r.body, dict)
    ]
    sent = [body for body in bodies if "components" in body]
    assert len(sent) >= 2
    assert all(body["allowed_mentions"]["parse"] == [] for body in sent)


async def test_the_bot_that_is_asked_to_stop_answers_what_is_in_hand(
    home: Harness, ann: Person, lounge: Place
) -> None:
    board = (await home.slash(ann, lounge, "play", first="challenger")).message
    it = ann.touch(board, "d3")
    await ann.wait(it)
    async with asyncio.timeout(5):
        await home.front_end.stop()
    assert Move("d3") in [ply.move for ply in (await home.session(board)).match.plies]


@pytest.mark.parametrize("fault", [Drop(), LoseAnswer()])
async def test_what_one_is_told_alone_comes_although_the_connection_broke(
    home: Harness, ann: Person, lounge: Place, fault: Drop | LoseAnswer
) -> None:
    home.discord.faults.add("POST", CALLBACK, fault)
    told = await home.slash(ann, lounge, "games")
    assert told.told.startswith("You have no matches running")
