"""The toy games on Discord: nothing there knows them, and they are played like any other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.match.model import Status
from tests.bot.frontends.discord.harness import Harness, harness, moves
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.people import Place
from tests.toys import toys
from tests.toys.race import RACE


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys():
        yield


async def test_a_puzzle_is_solved_by_its_buttons(home: Harness, ann: Person, lounge: Place) -> None:
    board = (await home.slash(ann, lounge, "play", game="lights")).message
    match = (await home.session(board)).match
    opening = match.setup.opening
    assert "throws" not in board.text
    assert len(moves(board)) == 9
    assert len(board.attachments) == 1
    for move in opening:
        await home.press(ann, board, move)
    assert (await home.store.load(match.id)).match.status is Status.FINISHED
    assert "Ann wins with 18 points" in lounge.last.text


async def test_a_race_is_rolled_played_across_a_restart_and_played_again(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        await home.slash(ann, lounge, "challenge", game="race", first="challenger")
        board = lounge.last
        assert "Press Accept to start." in board.text
        await home.press(bo, board, "Accept")
        await home.press(ann, board, "a")
    async with harness(path, discord, now) as home:
        match = (await home.session(board)).match
        assert match.plies
        while match.status is Status.PLAYING:
            seat = RACE.to_act(match.position)
            await home.press(ann if seat == 0 else bo, board, moves(board)[0])
            match = (await home.store.load(match.id)).match
        result = lounge.last
        assert "To check the throws: seed" in result.text
        replay = await home.press(ann, result, "Replay")
        assert [each.filename for each in replay.message.attachments] == [f"race-{match.id}.gif"]
        await home.press(ann, result, "Rematch")
        await home.press(bo, result, "Accept")
        again = lounge.last
        assert again.rows == [["🎲 Roll", "Rules", "Cancel"]]
        await home.press(ann, again, "🎲 Roll")
        assert (await home.session(again)).match.status is Status.PLAYING
