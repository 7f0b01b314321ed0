"""Whole matches of Pente in a group whose bot hears little, by each way to move, over restarts."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from bot.app.model.request import Verb
from bot.app.presentation.coordinates import ZONES, must_have_grid
from core.game import Termination
from core.games.pente.rules import PENTE
from core.types import Move
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.bot.frontends.telegram.lines import FIVE, FOUR_FIVE
from tests.fakes.telegram import Chat, FakeTelegram, Message, User

Way = Callable[[Harness, User, Chat, Message, Move], Awaitable[None]]


async def by_answer(home: Harness, who: User, group: Chat, board: Message, move: Move) -> None:
    assert (await home.say(who, group, move.upper(), reply_to=board)).reaction == "👍"


async def by_command(home: Harness, who: User, group: Chat, board: Message, move: Move) -> None:
    del board
    assert (await home.say(who, group, f"/m@tavola_bot {move}")).reaction == "👍"


async def by_zone(home: Harness, who: User, group: Chat, board: Message, move: Move) -> None:
    del group
    press = await home.pressed(who, board, home.data(board, "Pick in private"))
    zones = home.telegram.people.open_link(press)
    await home.settled()
    await home.press(who, home.last(zones), zone_of(home.last(zones), move))
    assert await home.press(who, home.last(zones), move.upper()) == ""


async def by_own_board(home: Harness, who: User, group: Chat, board: Message, move: Move) -> None:
    """On a board brought to the private chat, where the zones are the keyboard."""
    del group, board
    own = home.ours(home.people.private(who))[0]
    await home.press(who, own, zone_of(own, move))
    assert await home.press(who, own, move.upper()) == ""


async def brought(home: Harness, board: Message, *people: User) -> None:
    """Each of them has the board in their private chat too."""
    id = (await home.session(board)).match.id
    for who in people:
        home.telegram.people.start(who, f"v1-{id}-0-{Verb.BOARD}")
        await home.settled()


def zone_of(zones: Message, move: Move) -> str:
    """The label of the zone in which this point lies."""
    grid = must_have_grid(PENTE.id)
    column, row = grid.where(move)
    for number in range(ZONES * ZONES):
        across, down = grid.zone(number)
        if column in across and row in down:
            return zones.labels[number]
    raise LookupError(move)


WAYS: Sequence[Way] = (by_answer, by_command, by_zone, by_own_board)


@pytest.mark.parametrize("way", WAYS)
async def test_two_play_to_the_end(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User, way: Way
) -> None:
    path = tmp_path / "t.db"
    async with harness(path, telegram) as home:
        board = await home.started(ann, bo, group, "pente")
        if way is by_own_board:
            await brought(home, board, ann, bo)
        before = board.edits
    for number, move in enumerate(FIVE):
        async with harness(path, telegram) as home:  # a new process for every stone
            await way(home, (bo, ann)[number % 2], group, board, move)
            assert board.edits - before == number + 1  # one public edit a move
            if number + 1 < len(FIVE):
                assert f"{number + 2}. {('Bo', 'Ann')[number % 2]} {move.upper()}" in board.text
    assert board.labels == []
    result = group.history()[-1]
    assert result.text.startswith("Bo wins")
    assert result.reply_to is board
    assert result.photo is not None
    async with harness(path, telegram) as home:
        match = (await home.session(result)).match
        assert match.outcome is not None
        assert match.outcome.termination is Termination.FIVE
        assert [ply.move for ply in match.plies] == list(FIVE)


@pytest.mark.parametrize("way", WAYS)
async def test_four_play_to_the_end(
    tmp_path: Path, telegram: FakeTelegram, ann: User, bo: User, eve: User, way: Way
) -> None:
    """A1 Ann, B1 Bo, A2 Eve, B2 Cy: each by the same way, a new process for every stone."""
    path, cy = tmp_path / "t.db", telegram.people.person("Cy", language="en")
    group = telegram.people.group(ann, bo, eve, cy, super=True)
    async with harness(path, telegram) as home:
        await home.say(ann, group, "/challenge@tavola_bot pente 2x2 first=challenger")
        board = home.last(group)
        for who, side in ((bo, "Join team B"), (eve, "Join team A"), (cy, "Join team B")):
            assert await home.press(who, board, side) == ""
        assert await home.press(ann, board, "Start") == ""
        if way is by_own_board:
            await brought(home, board, ann, bo, eve, cy)
        before = board.edits
    order = (bo, eve, cy, ann)
    for number, move in enumerate(FOUR_FIVE):
        who = order[number % 4]
        async with harness(path, telegram) as home:
            await way(home, who, group, board, move)
            assert board.edits - before == number + 1
            if number + 1 < len(FOUR_FIVE):
                assert f"{number + 2}. {who.first_name} {move.upper()}" in board.text
                assert f"▶ {order[(number + 1) % 4].first_name}" in board.text
    result = group.history()[-1]
    assert "Team B wins" in result.text
    assert result.reply_to is board
    async with harness(path, telegram) as home:
        match = (await home.session(result)).match
        assert match.outcome is not None
        assert match.outcome.termination is Termination.FIVE
        assert match.outcome.winner == 1
