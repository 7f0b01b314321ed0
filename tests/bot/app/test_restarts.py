"""After a kill and restart every message in the chats keeps working."""

from pathlib import Path

import pytest

from bot.app.model.request import Verb
from core.errors import Reason
from core.match.clock import DAY, HOUR, MINUTE, SECOND
from core.match.model import Match, Status
from core.match.view import see
from core.types import MatchId
from tests.bot.app.company import splits
from tests.bot.app.harness import ANN, BO, ROOM, Harness, actor, harness
from tests.fakes.clock import FixedNow

CY, DI = actor("Cy"), actor("Di")


async def match_of(home: Harness, id: MatchId) -> Match:
    return (await home.session(id)).match


@pytest.mark.parametrize("later", [0, 4 * MINUTE, 25 * HOUR, 30 * DAY])
async def test_reports_1_3_4_and_5_the_first_thing_is_a_press_on_an_old_board(
    tmp_path: Path, later: int
) -> None:
    """Four minutes, a day and an hour, thirty days: buttons of running matches never expire."""
    now, path = FixedNow(), tmp_path / "tavola.db"
    async with harness(path, options={"now": now}) as home:
        id = await home.started()
        board = home.paper.last(ROOM)
        press = board.token("d3")
    now.advance(later)
    async with harness(path, options={"now": now}) as home:
        await home.service.presence.start()
        assert (await home.press(ANN, press)).reason is None
        assert [ply.move for ply in (await match_of(home, id)).plies] == ["d3"]
        assert (await home.press(ANN, press)).reason is Reason.REPEATED


@pytest.mark.parametrize("game", ["reversi", "pente"])
async def test_report_2_between_two_moves_of_a_game_with_a_clock(tmp_path: Path, game: str) -> None:
    now, path = FixedNow(), tmp_path / "tavola.db"
    async with harness(path, options={"now": now}) as home:
        await home.service.presence.start()
        await home.say(ANN, f"challenge {game} @Bo first=challenger clock=5+3")
        reply = await home.click(BO, home.paper.last(ROOM), "Accept")
        id = (await home.match(reply)).match.id
        now.advance(10 * SECOND)
        view = see(await match_of(home, id))  # Pente starts with a stone there
        who = (ANN, BO)[view.to_act or 0]
        assert (await home.ask(who, Verb.MOVE, view.moves[0], session=id)).reason is None
        await home.service.presence.stop()
        before = await match_of(home, id)
    now.advance(HOUR)
    async with harness(path, options={"now": now}) as home:
        await home.service.presence.start()
        match = await match_of(home, id)
        assert (match.plies, match.position, match.turn) == (
            before.plies,
            before.position,
            before.turn,
        )
        assert match.clock is not None
        assert before.clock is not None
        assert (match.clock.left, match.clock.running) == (before.clock.left, before.clock.running)
        assert match.clock.flag_at == now() + 5 * MINUTE


async def test_report_2_between_two_choices_of_dice(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        reply = await home.say(ANN, "dice")
        id = (await home.match(reply)).match.id
        await home.click(ANN, home.paper.last(ROOM), "🎲 Roll")
        ways = splits(home.paper.last(ROOM).card)
        before = see(await match_of(home, id)).board
    async with harness(path) as home:
        assert see(await match_of(home, id)).board == before
        assert (await home.press(ANN, ways[0])).reason is None


async def test_report_8_an_offer_is_accepted_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        reply = await home.say(ANN, "challenge @Bo")
        accept = home.paper.last(ROOM).token("Accept")
    async with harness(path) as home:
        await home.press(BO, accept)
        assert (await home.match(reply)).match.status is Status.PLAYING


async def test_report_8_a_lobby_keeps_who_sits_where(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        reply = await home.say(ANN, "challenge pente 2x2")
        for who, side in ((BO, "b"), (CY, "a")):
            await home.say(who, f"join {side}")
        before = (await home.match(reply)).match.seats
    async with harness(path) as home:
        assert (await home.match(reply)).match.seats == before
        await home.say(DI, "join b")
        await home.say(ANN, "begin")
        assert (await home.match(reply)).match.status is Status.PLAYING


async def test_report_7_a_late_press_on_an_offer_that_ran_out(tmp_path: Path) -> None:
    """The message was edited, and a press on its old buttons gets a plain answer."""
    now, path = FixedNow(), tmp_path / "tavola.db"
    async with harness(path, options={"now": now}) as home:
        await home.say(ANN, "challenge @Bo")
        accept = home.paper.last(ROOM).token("Accept")
    now.advance(2 * DAY)
    async with harness(path, options={"now": now}) as home:
        await home.sweep.run()
        await home.publisher.idle()
        [sheet] = home.paper.sheets.values()
        assert [button.label for button in sheet.buttons()] == ["Offer again"]
        assert (await home.press(BO, accept)).text == "This match was cancelled."
