"""What goes wrong between us and Telegram: refusals, lost answers, broken lines, restarts."""

import asyncio
import logging
import random
from pathlib import Path

import pytest

from bot.app.presentation.board_images import BoardImages
from bot.config import Secret, TelegramConfig
from core.game import PASS
from core.registry import GAMES
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import Chat, Cut, FakeTelegram, Odd, Storm, User
from tests.fakes.telegram.errors import ApiError, flood, second_poller

SENDS = ["sendMessage", "sendPhoto", "editMessageText", "editMessageCaption"]


async def play(home: Harness, group: Chat, ann: User, bo: User) -> None:
    """Challenge, two moves, resignation, wish for a rematch: every kind of call."""
    await home.say(ann, group, "/challenge@tavola_bot first=challenger")
    session = await home.session(home.last(group))

    async def act(who: User, data: str) -> None:
        boards = [each for each in home.ours(group) if each.buttons]
        await home.pressed(who, boards[-1], data)

    stem = f"v1-{session.match.id}"
    for who, data in (
        (bo, "0-join"),
        (ann, "1-move-d3"),
        (bo, "2-move-c3"),
        (ann, "3-resign-sure"),
        (ann, "3-rematch"),
    ):
        await act(who, f"{stem}-{data}")
    stored = await home.store.load(session.match.id)
    assert [ply.move for ply in stored.match.plies] == ["d3", "c3"]
    assert stored.match.is_over
    assert {screen.shown for screen in stored.screens} == {stored.version}


@pytest.mark.parametrize("method", [*SENDS, "answerCallbackQuery"])
@pytest.mark.parametrize(
    "how",
    [flood(7), ApiError(500, "Internal Server Error"), ApiError(502, "Bad Gateway"), Cut.UNDONE],
    ids=["429", "500", "502", "cut"],
)
async def test_each_call_fails_once(
    home: Harness, group: Chat, ann: User, bo: User, method: str, how: ApiError | Cut
) -> None:
    fault = home.telegram.faults.order(how, method)
    if method == "answerCallbackQuery":
        home.telegram.people.press_data(ann, home.telegram.people.say(ann, group, "x"), "gone")
        await home.settled()
    await play(home, group, ann, bo)
    assert fault.times == 0
    if isinstance(how, ApiError) and how.status == 429 and method != "answerCallbackQuery":
        assert 7.0 in home.slept


@pytest.mark.parametrize(
    "how",
    [flood(3), ApiError(502, "Bad Gateway"), Cut.UNDONE, Cut.DONE],
    ids=["429", "502", "cut", "lost"],
)
async def test_a_press_is_answered_once_more(
    home: Harness, group: Chat, ann: User, bo: User, how: ApiError | Cut
) -> None:
    """Or its button would go on turning; the board does not wait for that."""
    board = await home.started(ann, bo, group)
    home.telegram.faults.order(how, "answerCallbackQuery")
    assert await home.press(bo, board, "c3") == "It's not your turn."
    await home.press(ann, board, "d3")
    assert "1. Ann d3" in board.text


async def test_an_answer_that_would_come_too_late_is_left_out(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    fault = home.telegram.faults.order(flood(60), "answerCallbackQuery", times=2)
    press = home.telegram.people.press_data(ann, board, home.data(board, "d3"))
    await home.settled()
    assert "1. Ann d3" in board.text
    assert not press.answered
    assert fault.times == 1, "it was asked once"


async def test_a_press_that_cannot_be_answered_is_tried_twice_and_no_more(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    fault = home.telegram.faults.order(Cut.UNDONE, "answerCallbackQuery", times=5)
    press = home.telegram.people.press_data(ann, board, home.data(board, "d3"))
    await home.settled()
    assert "1. Ann d3" in board.text
    assert not press.answered
    assert fault.times == 3


@pytest.mark.parametrize("method", SENDS)
async def test_each_answer_is_lost_once(
    home: Harness, group: Chat, ann: User, bo: User, method: str
) -> None:
    """At most one orphaned board for each answer of unknown effect; edits are just repeated."""
    home.telegram.faults.order(Cut.DONE, method)
    await play(home, group, ann, bo)
    sent = len(home.ours(group))
    assert sent == (3 if method.startswith("send") else 2)
    if method.startswith("send"):
        assert 30.0 in home.slept  # what may be there is not posted again at once


async def test_a_flood_wait_stops_that_chat_alone(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    other = home.people.group(ann, bo, super=True)
    boards = [await home.started(ann, bo, chat) for chat in (group, other)]
    hold = home.telegram.faults.order(flood(3600), "editMessageText", chat=group.id, times=-1)
    presses = [
        home.telegram.people.press_data(ann, board, home.data(board, "d3")) for board in boards
    ]
    await home.telegram.until(lambda: "1. Ann d3" in boards[1].text)
    assert [await press.done for press in presses] == ["", ""]  # answers wait for nothing
    assert "1. Ann d3" not in boards[0].text
    hold.times = 0


async def test_the_newest_board_wins_after_a_wait(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    before = board.edits
    home.telegram.faults.order(flood(5), "editMessageText", times=1)
    moves = [
        home.data(board, "d3").replace("-1-move-d3", f"-{i}-move-{move}")
        for i, move in enumerate(("d3", "c3", "c4"), 1)
    ]
    for i, data in enumerate(moves):
        home.telegram.people.press_data((ann, bo)[i % 2], board, data)
    await home.settled()
    assert "3. Ann c4" in board.text
    assert board.edits - before <= 3


async def test_restarted_mid_game_the_old_buttons_work(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    path = tmp_path / "t.db"
    async with harness(path, telegram) as home:
        board = await home.started(ann, bo, group)
        await home.press(ann, board, "d3")
    async with harness(path, telegram) as home:
        assert await home.press(bo, board, "c3") == ""
        assert "2. Bo c3" in board.text
        assert home.ours(group) == [board]


async def test_what_happened_while_we_were_away(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    """Presses and words wait at Telegram for the next poll, and are played in their order."""
    path = tmp_path / "t.db"
    async with harness(path, telegram) as home:
        board = await home.started(ann, bo, group)
        data = home.data(board, "d3")
    telegram.people.press_data(ann, board, data)
    telegram.people.say(bo, group, "c3", reply_to=board)
    async with harness(path, telegram) as home:
        await home.settled()
        assert "2. Bo c3" in board.text
        assert not any("turn" in message.text for message in home.ours(group))


async def test_a_board_unshown_at_the_end_is_shown_at_the_start(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    path = tmp_path / "t.db"
    async with harness(path, telegram) as home:
        board = await home.started(ann, bo, group)
        down = telegram.faults.order(Cut.UNDONE, "editMessageText", times=-1)
        press = telegram.people.press_data(ann, board, home.data(board, "d3"))
        assert await press.done == ""
        await telegram.until(lambda: bool(telegram.faults.injected))
    down.times = 0
    assert "1. Ann d3" not in board.text
    async with harness(path, telegram) as home:
        await home.settled()
        assert "1. Ann d3" in board.text


async def test_it_starts_without_telegram_and_keeps_trying(
    tmp_path: Path, telegram: FakeTelegram, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.frontends.telegram.client.FIRST_PAUSE", 0.01)
    for how in (ApiError(502, "Bad Gateway"), Cut.UNDONE, ApiError(401, "Unauthorized")):
        telegram.faults.order(how, "getMe")
    telegram.faults.order(Cut.DONE, "setMyCommands")
    telegram.faults.order(ApiError(500, "Internal Server Error"), "deleteWebhook")
    async with harness(tmp_path / "t.db", telegram) as home:
        assert len(telegram.of("getMe")) >= 4
        await home.say(ann, home.people.private(ann), "/help")
        assert home.ours(home.people.private(ann))


async def test_it_polls_on_after_every_kind_of_failure(
    home: Harness, group: Chat, ann: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    home.telegram.faults.order(second_poller(), "getUpdates")
    home.telegram.people.say(ann, group, "/help@tavola_bot")  # ends the poll in flight
    await home.telegram.until(lambda: bool(home.ours(group)))
    await home.telegram.until(lambda: "409" in home.telegram.faults.injected)
    await home.say(ann, group, "/help@tavola_bot")
    assert "another process polls with the same token" in caplog.text
    assert len(home.ours(group)) == 2


async def test_nothing_names_the_token(
    tmp_path: Path,
    telegram: FakeTelegram,
    ann: User,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not in errors, not in logs at the level an operator runs, whatever fails."""
    monkeypatch.setattr("bot.frontends.telegram.client.FIRST_PAUSE", 0.01)
    caplog.set_level(logging.INFO)
    for how in (ApiError(401, "Unauthorized"), Cut.UNDONE, ApiError(500, "x")):
        telegram.faults.order(how, "getMe")
    async with harness(tmp_path / "t.db", telegram) as home:
        private = home.people.private(ann)
        for how in (Cut.DONE, ApiError(400, "Bad Request: odd"), flood(1)):
            telegram.faults.order(how, "sendMessage")
            await home.say(ann, private, "/play")
        await telegram.stop()
        assert telegram.token not in repr(home.front_end._bot)
        assert telegram.token not in repr(home.front_end._app)
        await telegram.start()
    assert "Telegram does not accept the token" in caplog.text
    assert telegram.token not in caplog.text


async def test_a_wrong_token_stops_nothing_but_telegram(
    telegram: FakeTelegram, home: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = TelegramConfig(api=telegram.url, token=Secret("1:wrong"))
    front_end = type(home.front_end)(
        config,
        home.service,
        home.front_end._presenter,
        home.app.facade,
        BoardImages(),
    )
    tried = asyncio.Event()

    async def sleep(_: float) -> None:
        tried.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.frontends.telegram.client.asyncio.sleep", sleep)
    await front_end.start()
    await tried.wait()
    assert not front_end.ready.is_set()
    await front_end.stop()


@pytest.mark.parametrize("seed", range(4))
async def test_a_storm(home: Harness, group: Chat, ann: User, bo: User, seed: int) -> None:
    """A third of all calls fails in every way. Nothing accepted is lost or doubled; afterwards the
    board is true, and there is at most one orphan for each posting of unknown effect."""
    lots = random.Random(seed)
    storm = home.telegram.faults.storm = Storm(0.33, lots)
    await home.say(ann, group, "/challenge@tavola_bot first=challenger")
    session = await home.session(home.last(group))
    id, accepted = session.match.id, []
    home.telegram.people.press_data(bo, home.last(group), f"v1-{id}-0-join")
    await home.settled()
    for turn in range(1, 13):
        match = (await home.store.load(id)).match
        seat = GAMES[match.game].to_act(match.position)
        move = lots.choice(GAMES[match.game].legal_moves(match.position))
        data = f"v1-{id}-{turn}-move-{move}"
        for _ in range(2):  # impatient people press twice
            home.telegram.people.press_data(
                (ann, bo)[seat or 0], lots.choice(home.ours(group)), data
            )
        await home.settled()
        accepted.append(move)
    storm.chance = 0.0
    await home.sweep.run()
    await home.settled()
    stored = await home.store.load(id)
    assert [ply.move for ply in stored.match.plies if ply.move != PASS] == accepted
    [screen] = stored.screens
    assert screen.shown == stored.version
    board = group.messages[int(screen.message or 0)]
    assert f"12. {'Ann' if seat == 0 else 'Bo'} {accepted[-1]}" in board.text
    posts = [call for call in home.telegram.of("sendMessage") if call.status in (0, 500, 502)]
    assert len(home.ours(group)) <= 1 + len(posts)
    for other in home.ours(group):  # buttons of any board lead to the same match
        assert not other.buttons or (await home.session(other)).match.id == id


async def test_it_stops_soon_whatever_hangs(
    tmp_path: Path, telegram: FakeTelegram, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.frontends.telegram.client.GRACE", 0.05)
    async with harness(tmp_path / "t.db", telegram) as home:
        private = home.people.private(ann)
        telegram.faults.order(Cut.HANG_DONE, "sendMessage", times=-1)
        telegram.people.say(ann, private, "/help")
        await telegram.until(lambda: bool(telegram.of("sendMessage")))
        telegram.faults.order(Cut.HANG_UNDONE, "getUpdates", times=-1)
        async with asyncio.timeout(4):
            await home.front_end.stop()


ODD = [{}, {"ok": True}, {"ok": True, "result": True}, {"ok": True, "result": []}, []]
"""Answers of status 200 that make no sense, as a proxy in front of the service gave them."""


@pytest.mark.parametrize("method", ["getMe", "getMyCommands", "deleteWebhook"])
@pytest.mark.parametrize("body", ODD, ids=["empty", "nothing", "true", "list", "bare list"])
async def test_odd_answers_while_connecting_are_tried_again(
    tmp_path: Path,
    telegram: FakeTelegram,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    body: object,
) -> None:
    monkeypatch.setattr("bot.frontends.telegram.client.FIRST_PAUSE", 0.01)
    telegram.faults.order(Odd(body), method, times=3)
    async with harness(tmp_path / "tavola.db", telegram) as home:
        ann = telegram.people.person("Ann", language="en")
        private = home.people.private(ann)
        await home.say(ann, private, "/play")
        assert "Ann" in home.last(private).text
        assert telegram.token not in caplog.text


async def test_as_long_as_answers_are_odd_it_is_not_ready(
    telegram: FakeTelegram,
    home: Harness,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    enough = asyncio.Event()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 9:
            enough.set()
            await asyncio.Event().wait()

    monkeypatch.setattr("bot.frontends.telegram.client.asyncio.sleep", sleep)
    telegram.faults.order(Odd({}), "getMe", times=-1)
    config = TelegramConfig(api=telegram.url, token=Secret(telegram.token))
    front_end = type(home.front_end)(
        config, home.service, home.front_end._presenter, home.app.facade, BoardImages()
    )
    await front_end.start()
    await enough.wait()
    assert not front_end.ready.is_set()
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert "an answer that makes no sense" in caplog.text
    await front_end.stop()
