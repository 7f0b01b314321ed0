"""A restart goes unnoticed: old buttons work, what was unshown is shown, and nothing twice."""

import asyncio
from pathlib import Path

import pytest

from core.match.model import AbortCause
from tests.bot.frontends.discord.harness import Harness, harness, moves
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.faults import Hold, Refuse
from tests.fakes.discord.interactions import UPDATE
from tests.fakes.discord.people import Place, Server

MESSAGE = "/channels/{channel_id}/messages/{message_id}"
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


async def plies(home: Harness, match: str) -> int:
    return len((await home.store.load(match)).match.plies)  # type: ignore[arg-type]


@pytest.mark.parametrize("later", [0, 4 * MINUTE, 25 * HOUR, 30 * DAY])
async def test_an_old_board_is_pressed_first_thing(
    tmp_path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    ann: Person,
    bo: Person,
    channel: Place,
    later: int,
) -> None:
    """Field reports 1, 3, 4 and 5."""
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        board = await home.started(ann, bo, channel)
        await home.press(ann, board, "d3")
    now.advance(later)
    async with harness(path, discord, now) as home:
        answer = await home.press(bo, board, "c3")
        assert (answer.kind, answer.told) == (UPDATE, "")
        assert "2. Bo c3" in board.text
        await home.press(ann, board, "⋯")
        assert len((await home.session(board)).match.plies) == 2


async def test_a_challenge_is_accepted_after_a_restart(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    """Field report 8."""
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        await home.slash(ann, lounge, "challenge", first="challenger")
    async with harness(path, discord, now) as home:
        await home.press(bo, lounge.last, "Accept")
        assert moves(lounge.last) == ["d3", "c4", "f5", "e6"]


async def test_a_challenge_that_ran_out_meanwhile_says_so(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        await home.slash(ann, lounge, "challenge")
        card = lounge.last
        late = bo.touch(card, "Accept")  # sent, and heard only after the restart
        await bo.wait(late)
        await home.settled()
        await home.slash(ann, lounge, "challenge")
        card = lounge.last
    now.advance(25 * HOUR)
    async with harness(path, discord, now) as home:
        await home.settled()
        session = await home.session(card)
        assert session.match.cause is AbortCause.EXPIRED
        assert card.rows == [["Offer again"]]
        await home.press(ann, card, "Offer again")
        assert lounge.last is not card
        await home.press(bo, lounge.last, "Accept")
        assert (await home.session(lounge.last)).match.turn == 1


async def test_what_was_saved_and_not_shown_is_shown_at_the_start(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server, ann: Person, bo: Person
) -> None:
    """As after a kill between saving and answering."""
    path, lounge = tmp_path / "tavola.db", server.voice()
    async with harness(path, discord, now) as home:
        board = await home.started(ann, bo, lounge)
        match = (await home.session(board)).match.id
        hold = Hold()
        discord.faults.add("POST", "/interactions/*/callback", hold)
        ann.touch(board, "d3")
        await hold.arrived.wait()
        assert await plies(home, match) == 1
        await home.publisher.close()
        now.advance(3_001)
        hold.release.set()
    assert "d3" not in board.text.splitlines()[1]
    async with harness(path, discord, now) as home:
        await home.settled()
        assert "1. Ann d3" in board.text
        assert lounge.messages == [board]
        assert await plies(home, match) == 1


async def test_the_computer_is_asked_again(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        home.engine.answering.clear()
        board = (await home.slash(ann, lounge, "play", first="challenger")).message
        await home.press(ann, board, "d3")
    async with harness(path, discord, now) as home:
        await discord.until(lambda: "2. Computer" in board.text)
        await home.settled()
        assert len((await home.session(board)).match.plies) == 2


async def test_a_board_that_was_deleted_at_once_is_posted_anew_all_the_same(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, channel: Place
) -> None:
    """Its nonce is spent, and nobody remembers that after a restart."""
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        board = await home.started(ann, bo, channel)
        id = (await home.session(board)).match.id
        discord.remove_message(board)
    async with harness(path, discord, now) as home:
        await home.sessions.repost(id, 1)
        await home.sweep.run()
        await home.settled()
        thread = Place(discord, board.channel)
        assert moves(thread.last) == ["d3", "c4", "f5", "e6"]
        posts = discord.asked("POST", "/channels/{channel_id}/messages")
        assert [post.status for post in posts] == [200, 404, 200]


async def test_an_old_board_whose_successor_was_forgotten_loses_its_buttons_when_pressed(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        old = await home.started(ann, bo, lounge)
    async with harness(path, discord, now) as home:
        discord.faults.add("GET", MESSAGE, Refuse(ApiError(403, 50001, "Missing Access")))
        new = (await home.slash(bo, lounge, "board")).message
        assert moves(old) == moves(new)
        await home.press(ann, old, "d3")
        assert old.rows == []
        assert "1. Ann d3" in new.text
    async with harness(path, discord, now) as home:
        discord.faults.add("GET", MESSAGE, Refuse(ApiError(403, 50001, "Missing Access")))
        newest = (await home.slash(bo, lounge, "board")).message
        await home.press(bo, newest, "c3")
        stale = await home.press(bo, new, "c3")
        assert stale.told == ""  # the same move once more: nothing to say
        wrong = await home.press(bo, new, "e3")
        assert wrong.private
        assert len((await home.session(newest)).match.plies) == 2


async def test_a_board_shown_again_by_command_takes_the_buttons_of_the_old_one(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        old = await home.started(ann, bo, lounge)
    async with harness(path, discord, now) as home:  # which posted nothing yet
        new = (await home.slash(bo, lounge, "board")).message
        assert old.rows == []
        assert old.attachments
        await home.press(ann, new, "d3")
        assert "1. Ann d3" in new.text


async def test_commands_are_written_once(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server
) -> None:
    del server
    for _ in range(3):
        async with harness(tmp_path / "tavola.db", discord, now):
            pass
    assert discord.syncs == 1
    discord.commands[0]["description"] = "something else"
    async with harness(tmp_path / "tavola.db", discord, now):
        pass
    assert discord.syncs == 2


async def test_presses_sent_while_it_was_down_are_not_heard_twice(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        board = await home.started(ann, bo, lounge)
    it = ann.touch(board, "d3")
    await asyncio.sleep(0)
    assert it.answer is None
    async with harness(path, discord, now) as home:
        await home.press(ann, board, "d3")
        assert len((await home.session(board)).match.plies) == 1
