"""Publishing saved sessions, and handling each kind of delivery failure."""

import asyncio

import pytest

from bot.app.background.publisher import DOUBT, FIRST_PAUSE
from bot.app.model.card import Buttons
from bot.app.model.request import Actor, Request, ResponseHandle, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.frontend import (
    DeliveryError,
    DeliveryUnknown,
    MessageGone,
    RoomGone,
    RoomMoved,
    SlowDown,
    Unreachable,
)
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, ROOM, Harness


async def shown(home: Harness, id: MatchId) -> tuple[int, int]:
    session = await home.session(id)
    return session.screens[0].shown, session.version


async def test_a_board_is_one_message_however_many_moves(home: Harness) -> None:
    id = await home.started()
    for move, who in (("d3", ANN), ("c3", BO), ("c4", ANN)):
        await home.say(who, f"move {move}")
    assert len(home.paper.sheets) == 1
    assert await shown(home, id) == (5, 5)


async def test_many_saves_while_a_chat_is_slow_become_one_edit(home: Harness) -> None:
    """Field report 53: only the newest card is sent."""
    await home.started()
    sheet = home.paper.last(ROOM)
    gate = asyncio.Event()
    show = home.paper.show

    async def slow(*args: object) -> str:
        await gate.wait()
        return await show(*args)  # type: ignore[arg-type]

    home.paper.show = slow  # type: ignore[method-assign, assignment]
    for who, move in ((ANN, "d3"), (BO, "c3"), (ANN, "c4"), (BO, "c5")):
        assert (await home.service.handle(quick(who, move))).reason is None
    gate.set()
    await home.publisher.idle()
    assert sheet.versions[-1] == 6
    assert len(sheet.versions) <= 4


def quick(who: Actor, move: str) -> Request:
    return Request(f"quick-{move}", who, ROOM, Verb.MOVE, arg=move)


async def test_a_deleted_message_is_posted_anew(home: Harness) -> None:
    """Field reports 40 and 41."""
    id = await home.started()
    home.paper.faults[ROOM].append(MessageGone())
    await home.say(ANN, "move d3")
    assert len(home.paper.sheets) == 2
    assert "1. Ann d3" in home.paper.last(ROOM).card.text
    assert await shown(home, id) == (3, 3)


async def test_who_leaves_while_a_board_is_shown_takes_no_others_board_along(
    home: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    """A deletion removes the player's private chat and renumbers the screens; matches of theirs
    alone are deleted.

    The response of that chat must not be recorded for another screen.
    """
    own = Room("paper", None, "desk of ann")
    await home.say(ANN, "play first=challenger", own)
    match = (await home.match(await home.say(ANN, "challenge first=challenger", own))).match.id
    code = (await home.ask(ANN, Verb.INVITE, room=own, session=match)).text.split()[-1]
    asked = await home.say(BO, f"join {code}")
    assert asked.card is not None
    assert isinstance(asked.card.rows[0], Buttons)
    await home.press(BO, asked.card.rows[0].row[0].token)
    await home.ask(ANN, Verb.MOVE, "d3", room=own, session=match)
    await home.say(BO, "move c3")
    theirs = (await home.session(match)).screens[1].message
    gate, show = asyncio.Event(), home.paper.show
    home.app.events.on_player_changed(lambda *_: gate.set())  # she is gone

    async def slow(session: Session, screen: Screen, via: ResponseHandle | None = None) -> str:
        message = await show(session, screen, via)
        if screen.room == own and session.match.is_over:
            await gate.wait()
        return message

    home.paper.show = slow  # type: ignore[method-assign]
    for answer in ("", "yes", "sure"):
        await home.ask(ANN, Verb.DELETE, answer, room=own, private=True)
    assert gate.is_set()
    board, result = (await home.session(match)).screens
    assert (board.room, board.message, board.kind) == (ROOM, theirs, ScreenKind.BOARD)
    assert (result.room, result.kind) == (ROOM, ScreenKind.RESULT)
    assert "publishing screen" not in caplog.text


async def test_a_flood_wait_is_obeyed_once(home: Harness) -> None:
    """Field report 58."""
    await home.started()
    home.paper.faults[ROOM].append(SlowDown(7.5))
    await home.say(ANN, "move d3")
    assert home.slept == [7.5]
    assert "1. Ann d3" in home.paper.last(ROOM).card.text


async def test_an_unreachable_platform_is_tried_with_growing_pauses(home: Harness) -> None:
    await home.started()
    home.paper.faults[ROOM].extend(Unreachable() for _ in range(8))
    await home.say(ANN, "move d3")
    assert home.slept == [1, 2, 4, 8, 16, 32, 60, 60]
    assert "1. Ann d3" in home.paper.last(ROOM).card.text


async def test_an_edit_of_unknown_effect_is_just_repeated(home: Harness) -> None:
    await home.started()
    home.paper.after[ROOM].append(DeliveryUnknown())
    await home.say(ANN, "move d3")
    assert home.slept == [FIRST_PAUSE]
    assert len(home.paper.sheets) == 1


async def test_a_post_of_unknown_effect_waits_before_a_second(home: Harness) -> None:
    home.paper.after[ROOM].append(DeliveryUnknown())
    await home.say(ANN, "challenge")
    assert home.slept == [DOUBT]
    assert len(home.paper.sheets) == 2  # one orphan at most


async def test_a_closed_room_is_given_up_and_the_match_goes_on(home: Harness) -> None:
    """Field report 45: no retries."""
    id = await home.started()
    home.paper.faults[ROOM].append(RoomGone())
    await home.say(ANN, "move d3")
    assert home.slept == []
    assert (await home.session(id)).match.turn == 2
    assert (await home.say(BO, "move c3")).reason is None


async def test_a_moved_room_is_followed(home: Harness) -> None:
    """Field report 59."""
    id = await home.started()
    new = Room("paper", "server", "ballroom")
    home.paper.faults[ROOM].append(RoomMoved(new))
    await home.say(ANN, "move d3")
    session = await home.session(id)
    assert session.screens[0].room == new
    assert session.home == new
    assert (await home.say(BO, "move c3", new)).reason is None


async def test_an_acknowledgement_carries_its_own_rooms_board_once(home: Harness) -> None:
    class Carrier(ResponseHandle): ...

    await home.started()
    carrier = Carrier()
    turns = home.paper.turns
    await home.press(ANN, home.paper.last(ROOM).token("d3"), ack=carrier)
    assert home.paper.acks == [carrier]
    assert home.paper.turns == turns  # responses to interactions are not rate-limited


async def test_a_failed_acknowledgement_is_followed_by_an_edit(home: Harness) -> None:
    class Carrier(ResponseHandle): ...

    await home.started()
    home.paper.faults[ROOM].append(Unreachable())
    await home.press(ANN, home.paper.last(ROOM).token("d3"), ack=Carrier())
    assert home.paper.acks == []
    assert "1. Ann d3" in home.paper.last(ROOM).card.text


async def test_a_fault_of_ours_is_logged_and_leaves_the_rest_working(
    home: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    class Nonsense(DeliveryError): ...

    id = await home.started()
    home.paper.faults[ROOM].append(ZeroDivisionError())  # type: ignore[arg-type]
    await home.say(ANN, "move d3")
    assert id in caplog.text
    assert await shown(home, id) == (2, 3)
    await home.sweep.run()
    await home.publisher.idle()
    assert await shown(home, id) == (3, 3)
    home.paper.faults[ROOM].append(Nonsense())
    await home.say(BO, "move c3")
    assert await shown(home, id) == (4, 4)


async def test_closing_leaves_the_rest_to_the_next_start(home: Harness) -> None:
    id = await home.started()
    hung = asyncio.Event()

    async def never(*_: object) -> str:
        await hung.wait()
        raise AssertionError

    home.paper.show = never  # type: ignore[method-assign, assignment]
    await home.service.handle(quick(ANN, "d3"))
    await asyncio.sleep(0)
    await home.publisher.close()
    assert await shown(home, id) == (2, 3)
