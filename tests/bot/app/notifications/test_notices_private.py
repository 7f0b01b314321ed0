"""Private notifications: players who cannot receive them, and those unknown for now."""

import pytest

from bot.app.model.room import Room
from bot.app.ports.frontend import DeliveryError, DeliveryUnknown, RoomGone, SlowDown, Unreachable
from core.match.clock import DAY, MINUTE, SECOND
from core.types import PlayerId
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, actor
from tests.bot.app.notifications.test_scheduler import DESK, TO_ANN, id_of, later, move

WHY = "I can't message you privately. Open a chat with me and write first."


async def test_privately_all_in_one(home: Harness) -> None:
    await home.say(ANN, "settings notices private")
    await home.started(ANN, BO)
    await home.say(ANN, "challenge @Eve first=challenger", ELSEWHERE)
    await home.click(EVE, home.paper.last(ELSEWHERE), "Accept")
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == home.paper.noted(ELSEWHERE) == []
    assert home.paper.noted(DESK) == [
        "2 boards are waiting for you: [Reversi · Bo] [Reversi · Eve]"
    ]


async def test_boards_in_several_languages_are_told_in_one(home: Harness) -> None:
    await home.say(ANN, "settings notices private")
    await home.started(ANN, BO)
    await home.say(actor("Eve", "fr"), "challenge @Ann first=opponent", ELSEWHERE)
    await home.click(ANN, home.paper.last(ELSEWHERE), "Accepter")
    await later(home, 3 * 60 * MINUTE)
    [said] = home.paper.noted(DESK)
    assert said == (
        "2 boards are waiting for you: [Reversi · Bo · waiting for 3 hours]"
        " [Reversi · Eve · waiting for 3 hours]"
    )


async def test_what_stands_here_when_somebody_chooses_private_blames_nobody(home: Harness) -> None:
    first, second = await home.started(ANN, BO), await home.started(ANN, BO)
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == [
        "@Ann 2 boards are waiting for you: [Reversi · Bo] [Reversi · Bo]"
    ]
    await home.say(ANN, "settings notices private")
    await move(home, "Ann", "d3", first)
    assert f"{TO_ANN} [Reversi · Bo]" in home.paper.noted(ROOM)
    await later(home, DAY)
    assert len(home.paper.noted(DESK)) == 1
    assert "@Ann" not in "".join(home.paper.noted(ROOM))
    assert (await home.session(second)).match.turn == 1


async def test_who_cannot_be_written_to_is_told_here_and_why_once(home: Harness) -> None:
    await home.say(ANN, "settings notices private")
    id = await home.started(ANN, BO)
    lost: list[tuple[PlayerId, Room]] = []

    async def note(player: PlayerId, room: Room) -> None:
        lost.append((player, room))

    home.notices.on_unreachable(note)
    home.paper.faults[DESK].append(RoomGone("never started"))
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == [f"@Ann {WHY}\n1 board is waiting for you: [Reversi · Bo]"]
    assert lost == [(await id_of(home, "Ann"), DESK)]
    await later(home, MINUTE)
    assert len(home.paper.noted(ROOM)) == 1
    await move(home, "Ann", "d3", id)
    await later(home, 5 * MINUTE)
    home.paper.faults[DESK].append(RoomGone("never started"))
    await move(home, "Bo", "c3", id)
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo]"], "said once"
    await move(home, "Ann", "c4", id)
    await later(home, 5 * MINUTE)
    await move(home, "Bo", "e3", id)
    assert home.paper.noted(ROOM) == []
    assert home.paper.noted(DESK) == ["1 board is waiting for you: [Reversi · Bo]"], (
        "it is open now"
    )


async def test_a_room_that_is_gone_is_replaced_by_the_private_chat(home: Harness) -> None:
    await home.started(ANN, BO)
    home.paper.faults[ROOM].append(RoomGone("removed"))
    await later(home, 3 * MINUTE)
    assert home.paper.noted(DESK) == ["1 board is waiting for you: [Reversi · Bo]"]
    await later(home, MINUTE)
    assert len(home.paper.notes) == 1


async def test_who_has_no_private_chat_is_told_here_and_why(home: Harness) -> None:
    await home.say(ANN, "settings notices private")
    await home.started(ANN, BO)
    home.paper.deskless += [RoomGone("nobody there")] * 3
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == [f"@Ann {WHY}\n1 board is waiting for you: [Reversi · Bo]"]


@pytest.mark.parametrize(
    ("fault", "pause"),
    [(SlowDown(7.0), 7 * SECOND), (Unreachable("down"), SECOND), (DeliveryUnknown("?"), 30_000)],
)
async def test_a_private_chat_that_is_not_known_yet_is_waited_for(
    home: Harness, fault: DeliveryError, pause: int
) -> None:
    """Right after startup no platform is connected: private notifications must not go to a room."""
    await home.say(ANN, "settings notices private")
    await home.started(ANN, BO)
    home.paper.deskless.append(fault)
    await later(home, 3 * MINUTE)
    assert home.paper.notes == {}
    assert await home.notices.run() == home.now() + pause
    await home.notices.idle()
    await later(home, pause)
    assert home.paper.noted(ROOM) == []
    assert home.paper.noted(DESK) == ["1 board is waiting for you: [Reversi · Bo]"]


async def test_a_platform_that_comes_late_is_asked_less_and_less_often(home: Harness) -> None:
    """The delay starts at a second again once the platform was reachable."""
    await home.say(ANN, "settings notices private")
    id = await home.started(ANN, BO)
    pauses: list[int] = []
    for _ in range(7):
        home.paper.deskless.append(Unreachable("not connected yet"))
        await later(home, pauses[-1] if pauses else 3 * MINUTE)
        pauses.append(await _wait(home))
    assert pauses == [SECOND * each for each in (1, 2, 4, 8, 16, 30, 30)]
    assert home.paper.notes == {}
    await later(home, pauses[-1])
    assert home.paper.noted(DESK) == ["1 board is waiting for you: [Reversi · Bo]"]
    await move(home, "Ann", "d3", id)
    await later(home, 3 * MINUTE)
    home.paper.deskless.append(Unreachable("not connected any more"))
    await move(home, "Bo", "c3", id)
    assert await _wait(home) == SECOND
    await later(home, SECOND)
    assert home.paper.noted(DESK) == ["1 board is waiting for you: [Reversi · Bo]"]


async def _wait(home: Harness) -> int:
    """Return the milliseconds until the player's next pass."""
    again = await home.notices.run()
    assert again is not None
    return again - home.now()


async def test_a_room_is_gone_while_nobody_knows_the_private_chat(home: Harness) -> None:
    """The notification is not lost: it is sent once the private chat is known."""
    await home.started(ANN, BO)
    home.paper.faults[ROOM] += [RoomGone("removed")] * 2
    home.paper.deskless += [None, Unreachable("lost connection")]
    await later(home, 3 * MINUTE)
    assert home.paper.notes == {}
    assert await _wait(home) == SECOND
    await later(home, SECOND)
    assert home.paper.noted(DESK) == ["1 board is waiting for you: [Reversi · Bo]"]
    assert home.paper.noted(ROOM) == []
