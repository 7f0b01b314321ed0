"""People leave groups, block the bot, come back; the bot is thrown out; Telegram cannot be had."""

import pytest

from core.match.model import AbortCause, PauseCause, Status
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, Cut, User
from tests.fakes.telegram.errors import ApiError

DAY, MINUTE = 86_400_000, 60_000


@pytest.mark.parametrize("status", ["member", "administrator"])
async def test_who_leaves_a_group_is_warned_and_gives_up(
    home: Harness, group: Chat, ann: User, bo: User, status: str
) -> None:
    """Field report 32, on Telegram: by service message, and by what administrators are told."""
    group.members[home.telegram.state.bot.id] = status
    people = home.telegram.people
    board = await home.started(ann, bo, group)
    for who, square in ((ann, "d3"), (bo, "c3")):
        await home.press(who, board, square)
    people.leave(bo, group, told=status == "member")
    await home.settled()
    assert "🚪 Bo left" in board.text
    people.join(bo, group, told=status == "member")
    await home.settled()
    assert "🚪" not in board.text
    people.leave(bo, group)
    await home.settled()
    home.now.advance(DAY)
    await home.sweep.run()
    await home.settled()
    assert "Ann wins after 2 moves: Bo didn't come back" in home.last(group).text


async def test_who_is_thrown_out_is_gone_too(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    group.members[home.telegram.state.bot.id] = "administrator"
    await home.say(ann, group, "/challenge@tavola_bot")
    await home.say(bo, group, "/help@tavola_bot")
    card = next(each for each in home.ours(group) if each.buttons)
    id = (await home.session(card)).match.id
    home.telegram.people.ban(bo, group)
    await home.settled()
    assert (await home.store.load(id)).match.status is Status.OPEN
    home.telegram.people.ban(ann, group)
    await home.settled()
    assert (await home.store.load(id)).match.cause is AbortCause.LEFT


async def test_who_blocks_the_bot_leaves_what_was_played_with_it_alone(
    home: Harness, ann: User
) -> None:
    """Field report 33: the computer is told to nobody."""
    private = home.telegram.people.start(ann)
    await home.settled()
    await home.say(ann, private, "/play first=challenger")
    id = (await home.session(home.last(private))).match.id
    home.telegram.people.block(ann)
    await home.settled()
    assert len((await home.store.load(id)).match.absences) == 1
    home.telegram.people.unblock(ann)
    await home.settled()
    assert (await home.store.load(id)).match.absences == ()


async def test_field_report_7_a_board_that_could_not_be_told_the_end_is_told_when_pressed(
    home: Harness, ann: User
) -> None:
    """Blocked until the match was given up, then let in again: the old board still has buttons."""
    private = home.telegram.people.start(ann)
    await home.settled()
    await home.say(ann, private, "/play first=challenger")
    board = home.last(private)
    await home.press(ann, board, "d3")
    home.telegram.people.block(ann)
    await home.settled()
    await home.later(DAY)
    home.telegram.people.unblock(ann)
    await home.settled()
    assert "🏳" in board.labels
    assert await home.press(ann, board, "🏳") == "This match is over."
    assert "🏳" not in board.labels
    assert "to move" not in board.text


async def test_a_refusal_tells_it_where_no_event_did(home: Harness, ann: User) -> None:
    """Blocked while the bot was down: the next message is refused with 403."""
    private = home.telegram.people.start(ann)
    await home.settled()
    await home.say(ann, private, "/play first=challenger")
    id = (await home.session(home.last(private))).match.id
    home.telegram.faults.order(
        ApiError(403, "Forbidden: bot was blocked by the user"), "editMessageText"
    )
    await home.press(ann, home.last(private), "d3")
    assert len(await home.store.presence.absent()) == 1
    assert len((await home.store.load(id)).match.absences) == 1
    await home.say(ann, private, "/help")
    assert await home.store.presence.absent() == []
    assert (await home.store.load(id)).match.absences == ()


async def test_report_45_thrown_out_of_a_group_its_clocks_stop(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await home.say(ann, group, "/challenge@tavola_bot first=challenger clock=5+0")
    board = home.last(group)
    await home.press(bo, board, "Accept")
    id = (await home.session(board)).match.id
    home.now.advance(MINUTE)
    asked = len(home.telegram.calls)
    home.telegram.people.remove_bot(group, ann)
    await home.settled()
    match = (await home.store.load(id)).match
    assert match.paused is not None
    assert match.paused.cause is PauseCause.ROOM
    assert match.clock is not None
    assert match.clock.left[0] == 4 * MINUTE
    tried = [each for each in home.telegram.calls[asked:] if each.method != "getUpdates"]
    assert tried == []
    home.now.advance(DAY)
    home.telegram.people.add_bot(group, ann)
    await home.settled()
    match = (await home.store.load(id)).match
    assert match.paused is None
    assert home.last(group) is not board


async def test_a_poll_that_fails_is_told_and_so_is_the_next_one_that_does_not(
    home: Harness, group: Chat, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(home.service.presence, "offline", lambda _: told.append("down"))
    monkeypatch.setattr(home.service.presence, "online", lambda _: told.append("up"))
    home.telegram.faults.order(Cut.UNDONE, "getUpdates")
    await home.say(ann, group, "/help@tavola_bot")
    await home.say(ann, group, "/help@tavola_bot")
    await home.telegram.until(lambda: "down" in told and told[-1] == "up")


async def test_an_administrator_asks_after_those_of_whom_nobody_told(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """Field report 67: they are on no board of the group."""
    people = home.telegram.people
    board = await home.started(ann, bo, group)
    for who, square in ((ann, "d3"), (bo, "c3")):
        await home.press(who, board, square)
    for _ in range(2):
        await home.say(ann, group, "/resign@tavola_bot")
    people.leave(ann, group, told=False)
    await home.settled()
    await home.say(bo, group, "/leaderboard@tavola_bot")
    assert "Ann" in home.last(group).text
    await home.service.presence.beat()
    await home.say(bo, group, "/leaderboard@tavola_bot")
    assert "Ann" not in home.last(group).text
