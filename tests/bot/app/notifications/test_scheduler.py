"""Notifications about waiting boards: recipients, rooms and times, each once."""

from pathlib import Path

import pytest

from bot.app.model.request import Verb
from bot.app.model.room import Room
from bot.app.ports.frontend import (
    DeliveryUnknown,
    MessageGone,
    RoomGone,
    RoomMoved,
    SlowDown,
    Unreachable,
)
from core.match.clock import DAY, HOUR, MINUTE, SECOND
from core.types import MatchId, PlayerId
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, actor, harness
from tests.fakes.clock import FixedNow

DESK = Room("paper", None, "desk of ann")
TO_ANN, TO_BO, TO_EVE = (f"@{name} 1 board is waiting for you:" for name in ("Ann", "Bo", "Eve"))


async def later(home: Harness, millis: int = 0) -> None:
    """Advance the clock and process everything due."""
    home.now.advance(millis)
    await home.sweep.run()
    await home.publisher.idle()
    await home.notices.run()
    await home.notices.idle()


async def id_of(home: Harness, name: str) -> PlayerId:
    return (await home.store.player_for(actor(name))).id


async def move(home: Harness, who: str, at: str, id: MatchId) -> None:
    await home.ask(actor(who), Verb.MOVE, at, session=id)


async def test_who_has_to_move_is_told_until_they_did(home: Harness) -> None:
    id = await home.started(ANN, BO)
    await later(home, 2 * MINUTE - 1)
    assert home.paper.noted(ROOM) == []
    await later(home, 1)
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo]"]
    await later(home, 10 * MINUTE)
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo]"], "once"
    await move(home, "Ann", "d3", id)
    assert home.paper.noted(ROOM) == [f"{TO_BO} [Reversi · Ann]"], "Bo was away long enough"


async def test_whoever_just_acted_is_never_told(home: Harness) -> None:
    id = await home.started(ANN, BO)
    for n, (who, at) in enumerate((("Ann", "d3"), ("Bo", "c3"), ("Ann", "c4"))):
        await move(home, who, at, id)
        await later(home, 55 * SECOND)
        assert home.paper.noted(ROOM) == [], n
    await home.say(BO, "games", ELSEWHERE)
    await later(home, MINUTE)
    assert home.paper.noted(ROOM) == [f"{TO_BO} [Reversi · Ann]"]


async def test_one_notice_lists_all_boards_that_wait_in_a_room(home: Harness) -> None:
    first = await home.started(BO, ANN)
    second = await home.started(EVE, ANN)
    await later(home, 5 * MINUTE)
    await move(home, "Bo", "d3", first)
    assert home.paper.noted(ROOM) == [f"{TO_EVE} [Reversi · Ann]", f"{TO_ANN} [Reversi · Bo]"]
    await later(home, MINUTE)
    await move(home, "Eve", "d3", second)
    assert home.paper.noted(ROOM) == [
        "@Ann 2 boards are waiting for you: [Reversi · Bo] [Reversi · Eve]"
    ], "added to a fresh one"
    [note] = home.paper.notes.values()
    assert note.edits == 1
    await move(home, "Ann", "c3", first)
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Eve]"] + [
        f"{TO_BO} [Reversi · Ann]"
    ] * (len(home.paper.noted(ROOM)) - 1)
    await move(home, "Ann", "c3", second)
    assert not [said for said in home.paper.noted(ROOM) if "@Ann" in said]


async def test_a_board_is_heard_again_where_the_notice_is_old(home: Harness) -> None:
    first, second = await home.started(BO, ANN), await home.started(EVE, ANN)
    await later(home, 5 * MINUTE)
    await move(home, "Bo", "d3", first)
    [old] = [m for m, n in home.paper.notes.items() if n.notice.name == "Ann"]
    await later(home, HOUR)
    await move(home, "Eve", "d3", second)
    [new] = [m for m, n in home.paper.notes.items() if n.notice.name == "Ann"]
    assert new != old
    assert [n.notice.message for n in home.paper.withdrawn if n.notice.name == "Ann"] == [None]
    assert "2 boards are waiting" in str(home.paper.notes[new])


async def test_each_room_has_its_own(home: Harness) -> None:
    await home.started(ANN, BO)
    await home.say(ANN, "challenge @Eve first=challenger", ELSEWHERE)
    await home.click(EVE, home.paper.last(ELSEWHERE), "Accept")
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo]"]
    assert home.paper.noted(ELSEWHERE) == [f"{TO_ANN} [Reversi · Eve]"]


async def test_it_is_said_where_that_person_plays(home: Harness) -> None:
    """Bo joined by code from another room: he is notified there, Ann here."""
    await home.say(ANN, "challenge reversi first=opponent")
    invited = await home.click(ANN, home.paper.last(ROOM), "Invite with a code")
    code = next(word for word in (invited.text or "").replace(".", " ").split() if len(word) == 6)
    await home.say(BO, f"join {code}", ELSEWHERE)
    asked = await home.say(BO, f"join {code}", ELSEWHERE)
    assert asked.card is not None or asked.session is not None
    if asked.card is not None:
        from_card = [b for row in asked.card.rows for b in row.row]  # type: ignore[union-attr]
        await home.press(BO, from_card[0].token, ELSEWHERE)
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == []
    assert home.paper.noted(ELSEWHERE) == [f"{TO_BO} [Reversi · Ann]"]


# --- preferences ----------------------------------------------------------------------------------


async def test_off_is_off_and_a_change_holds_from_the_next_notice_on(home: Harness) -> None:
    await home.say(ANN, "settings notices off")
    id = await home.started(ANN, BO)
    await later(home, DAY)
    await later(home, 2 * DAY - HOUR)
    assert not [n for n in home.paper.noted(ROOM) if "@Ann" in n]
    await home.say(ANN, "settings notices here")
    await later(home, 3 * MINUTE)
    assert not [n for n in home.paper.noted(ROOM) if "@Ann" in n]
    await move(home, "Ann", "d3", id)
    await move(home, "Bo", "c3", id)
    await later(home, 3 * MINUTE)
    assert f"{TO_ANN} [Reversi · Bo]" in home.paper.noted(ROOM)


async def test_once_a_day_all_that_wait(tmp_path: Path) -> None:
    start = FixedNow(1_800_000_000_000)  # eight o'clock
    async with harness(tmp_path / "tavola.db", options={"now": start}) as home:
        await home.say(ANN, "settings notices daily")
        await home.say(ANN, "settings zone 0")
        await home.started(ANN, BO)
        await home.started(ANN, EVE)
        await later(home, 59 * MINUTE)
        assert home.paper.noted(ROOM) == []
        await later(home, MINUTE)
        assert home.paper.noted(ROOM) == [
            "@Ann 2 boards are waiting for you: [Reversi · Bo · waiting for 1 hour]"
            " [Reversi · Eve · waiting for 1 hour]"
        ]
        await later(home, HOUR)
        assert len(home.paper.noted(ROOM)) == 1


async def test_quiet_hours(tmp_path: Path) -> None:
    start = FixedNow(1_800_000_000_000)
    async with harness(tmp_path / "tavola.db", options={"now": start}) as home:
        await home.say(ANN, "settings quiet 7-10")
        await home.started(ANN, BO)
        await later(home, 2 * HOUR - 1)
        assert home.paper.noted(ROOM) == []
        await later(home, 1)
        assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo · waiting for 2 hours]"]


async def test_everybody_reads_their_own_language(home: Harness) -> None:
    french, words = actor("Ann", "fr"), "@Ann 1 plateau t'attend\N{NO-BREAK SPACE}: [Reversi · Bo]"
    await home.say(french, "settings language fr")
    await home.say(french, "challenge @Bo first=challenger")
    await home.click(BO, home.paper.last(ROOM), "Accepter")
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == [words]


# --- reminders and restarts -----------------------------------------------------------------------


async def test_field_report_92_reminders_in_steps_each_with_what_is_true_then(
    home: Harness,
) -> None:
    await home.started(ANN, BO)
    said: list[str] = []
    for _ in range(3 * 24):
        await later(home, HOUR)
        if (now := [n for n in home.paper.noted(ROOM) if "@Ann" in n]) != said[-1:]:
            said += now
    assert [line.rpartition("Bo")[2] for line in said] == [
        " · waiting for 1 hour]",
        " · waiting for 1 day]",
        " · can be claimed in 1 day]",  # the board shows its warning then
        " · can be claimed in 6 hours]",
    ]
    assert len(home.paper.noted(ROOM)) == 1


async def test_field_report_90_nothing_ends_that_was_not_told_of(home: Harness) -> None:
    """Players without reminders are warned too."""
    await home.say(ANN, "settings reminders none")
    id = await home.started(ANN, BO)
    for _ in range(49):
        await later(home, HOUR)
    assert "can be claimed" in home.paper.noted(ROOM)[0]
    assert not (await home.session(id)).match.is_over


async def test_field_report_10_down_across_a_reminder_it_comes_once_and_late(
    tmp_path: Path,
) -> None:
    now = FixedNow()
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        await home.say(ANN, "challenge @Bo first=challenger clock=3d")
        await home.click(BO, home.paper.last(ROOM), "Accept")
        await later(home, 3 * MINUTE)
        assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo · 2 days left]"]
    now.advance(55 * HOUR)
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        await later(home)
        assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo · 16 hours left]"]
        for _ in range(3):
            await later(home, MINUTE)
        assert len(home.paper.notes) == 1
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        await later(home)
        assert home.paper.noted(ROOM) == [], "nor once more after another start"


async def test_field_report_28_a_challenge_to_somebody_busy_stops_nothing_of_theirs(
    home: Harness,
) -> None:
    id = await home.started(ANN, BO)
    await home.say(EVE, "challenge @Ann")
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo]"]
    await move(home, "Ann", "d3", id)
    assert (await home.session(id)).match.plies
    assert (await home.say(ANN, "play reversi", ELSEWHERE)).reason is None


async def test_killed_between_sending_and_noting_it_is_repeated_under_the_same_nonce(
    tmp_path: Path,
) -> None:
    now = FixedNow()
    nonces = []
    for time in range(2):
        async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
            if not time:
                await home.started(ANN, BO)
                home.paper.after[ROOM].append(DeliveryUnknown("cut"))
                now.advance(3 * MINUTE)
                await home.notices.run()
            else:
                await home.notices.run()
            await home.notices.idle()
            nonces += [note.notice.nonce for note in home.paper.notes.values()]
            waits = (await home.store.notices.known(await id_of(home, "Ann"))).notices
            assert [each.message is None for each in waits] == [time == 0]
    assert len(nonces) == 2
    assert nonces[0] == nonces[1]


async def test_what_no_longer_waits_at_a_restart_is_withdrawn(tmp_path: Path) -> None:
    now = FixedNow()
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        id = await home.started(ANN, BO)
        await later(home, 3 * MINUTE)
        [message] = home.paper.notes
        home.paper.faults[ROOM].append(Unreachable("down"))
        await move(home, "Ann", "d3", id)
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        await later(home)
        known = await home.store.notices.known(await id_of(home, "Ann"))
        assert known.notices == ()
        assert message not in home.paper.notes


# --- delivery failures ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "pause"),
    [(SlowDown(7.0), 7 * SECOND), (Unreachable("down"), SECOND), (DeliveryUnknown("?"), 30_000)],
)
async def test_what_could_not_be_sent_is_sent_later(
    home: Harness, fault: Exception, pause: int
) -> None:
    await home.started(ANN, BO)
    home.paper.faults[ROOM].append(fault)  # type: ignore[arg-type]
    await later(home, 3 * MINUTE)
    assert home.paper.noted(ROOM) == []
    assert await home.notices.run() == home.now() + pause
    await home.notices.idle()
    await later(home, pause)
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo]"]


async def test_a_platform_that_is_not_there_yet_is_tried_soon_and_then_less_often(
    home: Harness,
) -> None:
    """Right after startup no platform is connected: the first retry must come within seconds."""
    await home.started(ANN, BO)
    pauses: list[int] = []
    for _ in range(7):
        home.paper.faults[ROOM].append(Unreachable("not connected yet"))
        await later(home, pauses[-1] if pauses else 3 * MINUTE)
        again = await home.notices.run()
        assert again is not None
        pauses.append(again - home.now())
    assert pauses == [SECOND * each for each in (1, 2, 4, 8, 16, 30, 30)]
    await later(home, pauses[-1])
    assert home.paper.noted(ROOM) == [f"{TO_ANN} [Reversi · Bo]"]


async def test_who_took_the_notice_away_has_seen_it(home: Harness) -> None:
    first, second = await home.started(BO, ANN), await home.started(EVE, ANN)
    await later(home, 5 * MINUTE)
    await move(home, "Bo", "d3", first)
    home.paper.faults[ROOM].append(MessageGone("deleted"))
    await move(home, "Eve", "d3", second)
    home.paper.notes.clear()
    await later(home, MINUTE)
    assert [n for n in home.paper.noted(ROOM) if "@Ann" in n] == []
    await later(home, DAY)
    assert [n for n in home.paper.noted(ROOM) if "@Ann" in n] != [], "reminders come all the same"


async def test_a_chat_with_another_number_is_told_there(home: Harness) -> None:
    await home.started(ANN, BO)
    new = Room("paper", "server", "hall")
    home.paper.faults[ROOM].append(RoomMoved(new))
    await later(home, 3 * MINUTE)
    await later(home, SECOND)
    assert home.paper.noted(ROOM) == []
    assert home.paper.noted(new) == [f"{TO_ANN} [Reversi · Bo]"]


async def test_who_is_reached_nowhere_is_not_tried_for_ever(home: Harness) -> None:
    await home.started(ANN, BO)
    for room in (ROOM, DESK):
        home.paper.faults[room] += [RoomGone("shut")] * 9
    await later(home, 3 * MINUTE)
    for _ in range(5):
        await later(home, MINUTE)
    assert [len(home.paper.faults[room]) for room in (ROOM, DESK)] == [8, 8]
