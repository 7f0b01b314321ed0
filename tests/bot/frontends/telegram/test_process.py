"""The bot as its operator runs it, killed on the way of a press, against the fake Telegram."""

import asyncio
from pathlib import Path

import pytest

from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.clock import FixedNow
from tests.fakes.telegram import Chat, FakeTelegram, Message, User
from tests.process import Tavola

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
LATE = 20.0
"""Seconds after which what should come has not come."""

PASSED = {"decided": 2, "saved": 3, "shown": 3}
"""How often each step is passed by a challenge, its acceptance and the first move."""


async def started(folder: Path, telegram: FakeTelegram, **more: str) -> Tavola:
    """Runs and polls."""
    telegram.state.updates.polled.clear()
    settings = {
        "TAVOLA_TELEGRAM_API": telegram.url,
        "TAVOLA_TELEGRAM_TOKEN": telegram.token,
        "TAVOLA_TESTING": "1",
        "TAVOLA_ENGINES_WORKERS": "1",
    }
    tavola = await asyncio.to_thread(Tavola, folder, settings | more)
    async with asyncio.timeout(LATE):
        await telegram.state.updates.polled.wait()
    return tavola


async def offered(telegram: FakeTelegram, chat: Chat, who: User) -> Message:
    telegram.people.say(who, chat, "/challenge@tavola_bot first=challenger")
    await telegram.until(lambda: "Accept" in chat.history()[-1].labels, LATE)
    return chat.history()[-1]


async def press(telegram: FakeTelegram, who: User, board: Message, button: str) -> str:
    act = telegram.people.press_data(who, board, Harness.data(board, button))
    async with asyncio.timeout(LATE):
        return await act.done


@pytest.mark.parametrize("step", PASSED)
async def test_field_report_1_killed_on_the_way_of_a_move(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User, step: str
) -> None:
    """Whatever was saved is kept, nothing is doubled, one board goes on. What was not saved
    Telegram delivers again unless it was confirmed before; pressed once more it is made once."""
    doomed = {"TAVOLA_TESTING_KILL_AT": step, "TAVOLA_TESTING_KILL_ON": str(PASSED[step])}
    with await started(tmp_path, telegram, **doomed) as tavola:
        board = await offered(telegram, group, ann)
        await press(telegram, bo, board, "Accept")
        await telegram.until(lambda: "▶ Ann to move" in board.text, LATE)
        telegram.people.press(ann, board, Harness.data(board, "d3"))
        await asyncio.to_thread(tavola.process.wait, LATE)
    with await started(tmp_path, telegram):
        if step == "decided":
            await press(telegram, ann, board, "d3")
        await telegram.until(lambda: "1. Ann d3" in board.text, LATE)
        assert await press(telegram, bo, board, "c3") == ""
        await telegram.until(lambda: "2. Bo c3" in board.text, LATE)
    boards = [each for each in group.history() if "Bo" in each.text and each.buttons]
    assert boards == [board]


@pytest.mark.parametrize("later", [0, 4 * MINUTE, 25 * HOUR, 30 * DAY])
async def test_field_reports_1_3_4_5_an_old_board_is_pressed_first_thing(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User, later: int
) -> None:
    path, now = tmp_path / "tavola.db", FixedNow()
    async with harness(path, telegram, now=now) as home:
        board = await home.started(ann, bo, group)
        await home.press(ann, board, "d3")
    now.advance(later)
    async with harness(path, telegram, now=now) as home:
        assert await home.press(bo, board, "c3") == ""
        assert "2. Bo c3" in board.text


async def test_field_reports_24_and_26_only_who_is_to_move_moves(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    """The waiting player, somebody without a seat, and who is not even in the group."""
    board = await home.started(ann, bo, group)
    before, edits = board.text, board.edits
    stranger = home.people.person("Zoe")
    assert await home.press(bo, board, "d3") == "It's not your turn."
    for who in (eve, stranger):
        for button in ("d3", "🏳", "½", "↶"):
            assert await home.press(who, board, button) == "You're not playing in this match."
    assert board.text == before
    assert board.edits == edits
    assert home.ours(group) == [board]


async def test_what_people_and_rooms_said_is_there_after_a_kill(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User, eve: User
) -> None:
    """Settings, setup, a block, a bar, who listens: each was answered, so each is kept."""
    group.members[ann.id] = "administrator"
    private = telegram.people.private(bo)
    zoe = telegram.people.person("Zoe", username="zoe_z", language="en")
    group.members[zoe.id] = "member"

    async def says(who: User, chat: Chat, text: str, answer: str) -> None:
        count = len(chat.history())
        telegram.people.say(who, chat, text)

        def answered() -> bool:
            return any(answer in m.text or m.reaction for m in chat.history()[count:])

        await telegram.until(answered, LATE)

    with await started(tmp_path, telegram):
        await says(bo, private, "/settings challenges nobody", "Nobody can challenge you.")
        await says(ann, group, "/setup@tavola_bot pente no", "Pente is off.")
        await says(eve, group, "/tell@tavola_bot", "I'll notify you")
        await says(zoe, group, "/help@tavola_bot", "privacy")  # so that she is known by name
        await says(ann, group, "/bar@tavola_bot @zoe_z", "Zoe is barred from playing here.")
    with await started(tmp_path, telegram):
        await says(ann, group, "/challenge@tavola_bot @bo_c", "They aren't taking challenges")
        await says(ann, group, "/play@tavola_bot pente", "That game is turned off here.")
        await says(zoe, group, "/challenge@tavola_bot", "has barred you")
        heard = telegram.people.private(eve)
        await says(ann, group, "/challenge@tavola_bot", "Ann offers a Reversi match.")
        await telegram.until(lambda: any("Ann offers" in m.text for m in heard.history()), LATE)
