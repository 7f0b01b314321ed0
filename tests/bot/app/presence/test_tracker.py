"""Leaving players, closed chats and unreachable platforms, in each phase of a match."""

import pytest

from bot.app.model.presence import Absent, Closed
from bot.app.model.request import Verb
from bot.app.model.room import Room
from core.errors import Reason
from core.match.clock import DAY, MINUTE, SECOND
from core.match.commands import PlayMove
from core.match.model import AbortCause, AbsenceKind, Match, PauseCause, Status
from core.match.view import see
from core.types import COMPUTER, MatchId, Millis
from tests.bot.app.company import contest, my_sheet, offered, own_match
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, actor

SERVER = Closed("paper", True, "server")
HALL = Room("paper", "club", "hall")
CY, DI = actor("Cy"), actor("Di")


async def leave(home: Harness, user: str, place: str = "server") -> None:
    await home.service.presence.left("paper", place, user)
    await home.publisher.idle()


async def come_back(home: Harness, user: str, place: str = "server") -> None:
    await home.service.presence.returned("paper", place, user)
    await home.publisher.idle()


async def later(home: Harness, span: int) -> None:
    """Advance the clock and process everything due."""
    home.now.advance(span)
    await home.sweep.run()
    await home.publisher.idle()


async def match_of(home: Harness, id: MatchId) -> Match:
    return (await home.session(id)).match


async def moved(home: Harness) -> MatchId:
    """Start a match in which each side has moved; Ann is to move."""
    id = await home.started()
    await home.say(ANN, "move d3")
    await home.say(BO, "move c3")
    return id


async def nobody_is_held_up(home: Harness) -> None:
    """Field reports 31 and 35: other players can start matches in the room, and no dead match
    blocks them."""
    assert (await home.say(EVE, "challenge @Cy")).reason is None
    reply = await home.click(CY, home.paper.last(ROOM), "Accept")
    assert reply.session is not None
    assert (await home.ask(EVE, Verb.RESIGN, "sure")).reason is None


# --- open challenge -------------------------------------------------------------------------------


@pytest.mark.parametrize("user", ["ann", "bo"])
async def test_report_31_who_leaves_with_a_challenge_open_blocks_nothing(
    home: Harness, user: str
) -> None:
    reply = await home.say(ANN, "challenge @Bo")
    card = home.paper.last(ROOM)
    await leave(home, user)
    assert (await home.match(reply)).match.cause is AbortCause.LEFT
    assert "Cancelled: a player left." in card.card.text
    assert [button.label for button in card.buttons()] == ["Offer again"]
    await nobody_is_held_up(home)


async def test_report_32_a_stranger_who_leaves_changes_nothing(home: Harness) -> None:
    reply = await home.say(ANN, "challenge @Bo")
    await home.say(EVE, "help")
    for user in ("eve", "never seen"):
        await leave(home, user)
    assert (await home.match(reply)).match.status is Status.OPEN
    assert [each.player for each in await home.store.presence.absent()] == [
        (await home.store.player_for(EVE)).id
    ]


# --- lobby of teams -------------------------------------------------------------------------------


async def test_report_32_who_leaves_a_lobby_leaves_a_free_seat(home: Harness) -> None:
    reply = await home.say(ANN, "challenge pente 2x2")
    await home.say(BO, "join b")
    await leave(home, "ann")
    match = (await home.match(reply)).match
    bo = (await home.store.player_for(BO)).id
    assert (match.status, match.host, match.people) == (Status.OPEN, bo, (bo,))
    await leave(home, "bo")
    assert (await home.match(reply)).match.cause is AbortCause.LEFT
    await nobody_is_held_up(home)


# --- running matches ------------------------------------------------------------------------------


@pytest.mark.parametrize(("user", "winner"), [("ann", "Bo"), ("bo", "Ann")])
async def test_report_32_who_leaves_a_match_is_warned_and_then_gives_up(
    home: Harness, user: str, winner: str
) -> None:
    id = await moved(home)
    board = home.paper.last(ROOM)
    await leave(home, user)
    name = {"ann": "Ann", "bo": "Bo"}[user]
    warning = f"🚪 {name} left and forfeits at 2027-01-16 08:00 UTC unless they come back."
    assert warning in board.card.text
    await later(home, DAY - 1)
    assert (await match_of(home, id)).status is Status.PLAYING
    await later(home, 1)
    assert (
        f"{winner} wins after 2 moves: {name} didn't come back" in home.paper.last(ROOM).card.text
    )
    await nobody_is_held_up(home)


async def test_report_32_who_comes_back_plays_on(home: Harness) -> None:
    id = await moved(home)
    await leave(home, "ann")
    await come_back(home, "ann")
    assert "🚪" not in home.paper.last(ROOM).card.text
    await later(home, DAY)
    assert (await match_of(home, id)).status is Status.PLAYING
    assert await home.store.presence.absent() == []


async def test_report_32_whoever_acts_there_is_there(home: Harness) -> None:
    """Platforms need not report that a player came back."""
    id = await moved(home)
    await leave(home, "ann")
    await home.say(ANN, "move f5")
    assert (await match_of(home, id)).absences == ()
    assert await home.store.presence.absent() == []


async def test_report_33_a_computer_does_not_go_on_by_itself(home: Harness) -> None:
    reply = await home.say(ANN, "play club first=opponent")
    id = (await home.match(reply)).match.id
    await leave(home, "ann")
    match = await match_of(home, id)
    await home.app.dispatcher.act(id, PlayMove(COMPUTER, see(match).moves[0], match.turn))
    assert (await match_of(home, id)).absences != ()
    assert (await home.store.pending(home.now())).thinking == ()
    await later(home, DAY)
    assert (await match_of(home, id)).is_over
    assert (await home.store.pending(home.now())).due == ()


async def test_where_all_have_left_nobody_wins(home: Harness) -> None:
    id = await moved(home)
    for user in ("ann", "bo"):
        await leave(home, user)
    await later(home, DAY)
    assert (await match_of(home, id)).cause is AbortCause.DESERTED


async def test_who_has_the_board_elsewhere_too_has_not_gone(home: Harness) -> None:
    id = await moved(home)
    await home.ask(ANN, Verb.BOARD, session=id, room=HALL)
    await leave(home, "ann")
    assert (await match_of(home, id)).absences == ()
    await leave(home, "ann", "club")
    assert [each.kind for each in (await match_of(home, id)).absences] == [AbsenceKind.GONE]


async def test_who_brings_the_board_elsewhere_after_leaving_is_back(home: Harness) -> None:
    id = await moved(home)
    await leave(home, "ann")
    presence = home.service.presence
    home.app.events.on_saved(presence.wake)
    assert (await home.say(ANN, "board", HALL)).reason is Reason.NO_MATCH_HERE
    await home.ask(ANN, Verb.BOARD, session=id, room=HALL)
    await presence.beat()
    assert (await match_of(home, id)).absences == ()
    assert presence.is_absent((await home.store.player_for(ANN)).id, ROOM)


async def test_who_blocks_the_bot_leaves_what_is_played_in_private(home: Harness) -> None:
    private, bos = Room("paper", None, "ann"), Room("paper", None, "bo")
    reply = await home.say(ANN, "challenge @Bo first=challenger", private)
    id = (await home.match(reply)).match.id
    await home.ask(BO, Verb.JOIN, session=id, room=bos)
    await home.ask(BO, Verb.BOARD, session=id, room=bos)
    await home.service.presence.refused(private)
    ann = (await home.store.player_for(ANN)).id
    assert await home.store.presence.absent() == [Absent(ann, "paper", "ann")]
    assert len((await match_of(home, id)).absences) == 1
    await home.service.presence.lost(ann, private)
    await home.ask(ANN, Verb.HELP, room=private)
    assert await home.store.presence.absent() == []
    await home.service.presence.lost(ann, private)
    await home.service.presence.lost(ann, ROOM)
    assert len(await home.store.presence.absent()) == 1


# --- contests -------------------------------------------------------------------------------------


@pytest.mark.parametrize("user", ["ann", "bo"])
async def test_report_32_an_offered_contest_ends_with_who_leaves(home: Harness, user: str) -> None:
    card = await offered(home)
    await leave(home, user)
    assert (await contest(home, card))[1].cause is AbortCause.LEFT
    assert "Cancelled: a player left." in card.card.text


async def test_report_32_who_leaves_a_contest_gives_up_their_own_game(home: Harness) -> None:
    card = await offered(home)
    await home.click(BO, card, "Accept")
    await my_sheet(home, card, ANN)
    await leave(home, "ann")
    await later(home, DAY)
    assert (await own_match(home, card, ANN)).is_over
    assert not (await own_match(home, card, BO)).is_over


# --- the bot is removed ---------------------------------------------------------------------------


async def test_report_45_the_bot_is_removed_and_the_clock_stops(home: Harness) -> None:
    await home.say(ANN, "challenge @Bo first=challenger clock=5+0")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    id = (await home.match(reply)).match.id
    home.now.advance(MINUTE)
    home.publisher.use_presence(home.service.presence)
    before = len(home.paper.last(ROOM).cards)
    await home.service.presence.closed(SERVER)
    await home.publisher.idle()
    match = await match_of(home, id)
    assert match.paused is not None
    assert match.paused.cause is PauseCause.ROOM
    assert match.clock is not None
    assert (match.clock.running, match.clock.left[0]) == (None, 4 * MINUTE)
    assert len(home.paper.last(ROOM).cards) == before  # nothing was sent there
    assert (await home.store.pending(home.now())).unshown == ()
    await later(home, DAY)
    assert (await match_of(home, id)).status is Status.PLAYING


async def test_report_45_let_in_again_it_posts_the_boards_anew(home: Harness) -> None:
    id = await moved(home)
    home.publisher.use_presence(home.service.presence)
    old = home.paper.last(ROOM)
    await home.service.presence.closed(SERVER)
    home.now.advance(10 * DAY)
    await home.service.presence.opened(SERVER)
    await home.publisher.idle()
    new = home.paper.last(ROOM)
    assert new is not old
    assert (await match_of(home, id)).paused is None
    assert (await home.click(ANN, new, "f5")).reason is None
    assert await home.store.presence.closed() == []


async def test_report_45_other_screens_go_on(home: Harness) -> None:
    id = await moved(home)
    await home.ask(ANN, Verb.BOARD, session=id, room=HALL)
    home.publisher.use_presence(home.service.presence)
    await home.service.presence.closed(SERVER)
    assert (await match_of(home, id)).paused is None
    await home.say(ANN, "move f5", HALL)
    assert "3. Ann f5" in home.paper.last(HALL).card.text
    assert "3. Ann f5" not in home.paper.last(ROOM).card.text


async def test_report_45_a_place_that_stays_closed_ends_it_without_a_result(home: Harness) -> None:
    id = await moved(home)
    await home.service.presence.closed(SERVER)
    await later(home, 30 * DAY)
    assert (await match_of(home, id)).cause is AbortCause.ROOM_GONE


async def test_report_40_a_channel_that_is_deleted_is_closed_by_itself(home: Harness) -> None:
    id = await moved(home)
    await home.service.presence.closed(Closed("paper", False, ELSEWHERE.chat))
    assert (await match_of(home, id)).paused is None
    await home.service.presence.refused(ROOM)
    assert (await match_of(home, id)).paused is not None
    assert home.service.presence.is_closed(ROOM)


# --- a platform is down ---------------------------------------------------------------------------


async def blitz(home: Harness) -> MatchId:
    await home.say(ANN, "challenge @Bo first=challenger clock=1+0")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    return (await home.match(reply)).match.id


async def test_a_platform_that_is_down_costs_nobody_time(home: Harness) -> None:
    id, presence = await blitz(home), home.service.presence
    home.now.advance(10 * SECOND)
    presence.offline("paper")
    home.now.advance(15 * SECOND)
    await presence.beat()
    assert (await match_of(home, id)).paused is None  # it may be a short interruption
    home.now.advance(10 * SECOND)
    presence.offline("paper")
    assert await presence.beat() == home.now() + 10 * SECOND
    match = await match_of(home, id)
    assert match.paused is not None
    assert match.clock is not None
    assert match.clock.left[0] == 50 * SECOND
    await later(home, DAY)
    presence.online("paper")
    await presence.beat()
    match = await match_of(home, id)
    assert match.clock is not None
    assert match.clock.flag_at == home.now() + 50 * SECOND
    presence.online("paper")


async def test_where_there_is_another_way_nobody_is_cut_off(home: Harness) -> None:
    id, presence = await blitz(home), home.service.presence
    presence.offline("scrolls")
    home.now.advance(30 * SECOND)
    await presence.beat()
    assert (await match_of(home, id)).paused is None


async def test_a_match_that_begins_meanwhile_stands_still_too(home: Harness) -> None:
    presence = home.service.presence
    presence.offline("paper")
    home.now.advance(MINUTE)
    id = await blitz(home)
    home.now.advance(5 * SECOND)
    await presence.beat()
    match = await match_of(home, id)
    assert match.clock is not None
    assert match.clock.left[0] == MINUTE


# --- crash recovery -------------------------------------------------------------------------------


async def test_a_fact_without_its_consequences_has_them_at_the_next_start(home: Harness) -> None:
    """Killed in between: the fact is stored, the matches are unchanged."""
    id = await moved(home)
    ann = (await home.store.player_for(ANN)).id
    await home.store.presence.leave(Absent(ann, "paper", "server"))
    await home.service.presence.start()
    assert [each.kind for each in (await match_of(home, id)).absences] == [AbsenceKind.GONE]
    await home.service.presence.start()
    assert len((await match_of(home, id)).absences) == 1


async def test_nor_is_a_closed_place_forgotten(home: Harness) -> None:
    id = await moved(home)
    await home.store.presence.close(SERVER)
    await home.service.presence.start()
    paused = (await match_of(home, id)).paused
    assert paused is not None
    assert paused.since == Millis(home.now())
    assert home.service.presence.is_closed(ROOM)
