"""Two against two from the first move to the result: whole conversations, on a real file."""

import random

import pytest

from bot.app.model.button_token import decode
from bot.app.model.leaderboard import Period, PeriodKind, Scope, ScopeKind, Standings
from bot.app.model.request import Actor, Verb
from core.errors import Reason
from core.match.clock import DAY
from core.match.model import Occupant, Status
from core.types import COMPUTER, Level
from tests.bot.app.four import CY, DI, PENTE, begun, named, play
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness


async def test_four_people_play_to_five_in_a_row(home: Harness) -> None:
    """A's stones are k10 (from the setup) and k14..k11 by Cy and Ann in turn; B's are scattered."""
    id = await begun(home, "a1", "k14", "a3", "k13", "c1", "k12", "e1")
    sheet = home.paper.first(ROOM)
    assert "▶ Ann to move" in sheet.card.text
    assert (await home.ask(CY, Verb.MOVE, "k11", session=id)).reason is Reason.NOT_YOUR_TURN
    await play(home, id, "k11")
    match = (await home.session(id)).match
    assert match.status is Status.FINISHED
    result = home.paper.last(ROOM).card.text
    assert result.startswith("Team A wins with five in a row after 9 moves.")
    assert "Score: Team A 1 – Team B 0" in result
    await everybody_counted(home, winners=(ANN, CY), losers=(BO, DI))


async def table_of(home: Harness) -> Standings:
    """Return this week's leaderboard of the room."""
    return await home.store.leaderboard(
        PENTE, Scope(ScopeKind.ROOM, ROOM), Period(PeriodKind.WEEK, home.now()), 1, None
    )


async def everybody_counted(
    home: Harness, winners: tuple[Actor, ...], losers: tuple[Actor, ...]
) -> None:
    table = await table_of(home)
    counted = {row.player.name: (row.won, row.lost) for row in table.rows}
    assert counted == {who.name: (1, 0) for who in winners} | {who.name: (0, 1) for who in losers}


async def test_partners_resign_together(home: Harness) -> None:
    id = await begun(home, "a1", "a2")
    sheet = home.paper.first(ROOM)
    await home.say(BO, "resign")
    await home.say(BO, "resign")
    assert "Bo would like to resign; the partner decides." in sheet.card.text
    assert (await home.session(id)).match.status is Status.PLAYING
    [yes] = [button for button in sheet.buttons() if button.label == "Accept"]
    assert yes.only == ((await home.store.player_for(DI)).id,)
    assert (await home.click(ANN, sheet, "Accept")).text == "Only the partner can answer that."
    await home.click(DI, sheet, "Decline")
    assert "Bo wanted to resign; the partner plays on." in sheet.card.text
    for who in (DI, DI, BO, BO):  # each has to confirm
        await home.say(who, "resign")
    assert "Team A wins: Team B resigned" in home.paper.last(ROOM).card.text
    await everybody_counted(home, winners=(ANN, CY), losers=(BO, DI))


async def test_a_draw_is_agreed_by_all_four(home: Harness) -> None:
    id = await begun(home, "a1", "a2")
    sheet = home.paper.first(ROOM)
    await home.click(ANN, sheet, "½ Draw")
    await home.click(CY, sheet, "Accept")
    assert "Ann offers a draw. Agreed so far: Cy." in sheet.card.text
    await home.say(BO, "draw")
    assert "Agreed so far: Cy, Bo." in sheet.card.text
    await home.click(DI, sheet, "Accept")
    match = (await home.session(id)).match
    assert match.status is Status.FINISHED
    table = await table_of(home)
    assert [(row.won, row.drew, row.lost) for row in table.rows] == [(0, 1, 0)] * 4


async def test_a_takeback_is_granted_by_either_of_the_other_side(home: Harness) -> None:
    id = await begun(home, "a1", "a2", "a3", "a4")
    home.now.advance(DAY)
    sheet = home.paper.first(ROOM)
    await home.click(DI, sheet, "↶ Take back")
    assert "Di would like to take back their last move." in sheet.card.text
    assert (await home.click(BO, sheet, "Accept")).reason is Reason.OWN_OFFER
    await home.click(CY, sheet, "Accept")
    assert [ply.move for ply in (await home.session(id)).match.plies] == ["a1", "a2"]


async def test_who_wants_a_move_of_their_own_back_grants_nobody_else_theirs(home: Harness) -> None:
    id = await begun(home, "a1", "a2", "a3", "a4")
    home.now.advance(DAY)
    await home.say(DI, "takeback")
    assert (await home.say(CY, "takeback")).reason is Reason.OFFER_STANDS
    assert len((await home.session(id)).match.plies) == 4


async def test_a_computer_plays_on_for_who_stays_away(home: Harness) -> None:
    id = await begun(home, "a1", "a2")  # Di to move
    sheet = home.paper.first(ROOM)
    for _ in range(2):  # a warning, then the button
        home.now.advance(2 * DAY)
        await home.sweep.run()
    assert (await home.say(DI, "claim")).reason is Reason.TOO_EARLY
    await home.say(BO, "board")
    claim = named(home.paper.last(ROOM), "⌛ Let a computer take over")
    ids = [(await home.store.player_for(who)).id for who in (ANN, BO, CY)]
    assert list(claim.only) == ids
    await home.press(BO, claim.token)
    match = (await home.session(id)).match
    assert (match.status, match.rated) == (Status.PLAYING, False)
    assert match.seats[3] == Occupant(COMPUTER, Level("amateur"))
    sheet = home.paper.last(ROOM)
    assert "B: Bo, Computer (amateur) 0" in sheet.card.text
    assert (await home.store.pending(home.now())).thinking == (id,)
    assert id not in await home.store.of_player((await home.store.player_for(DI)).id)


async def test_a_rematch_of_four_swaps_colours_and_counts_the_set(home: Harness) -> None:
    await begun(home, "a1", "k14", "a3", "k13", "c1", "k12", "e1", "k11")
    for who in (BO, ANN, DI):
        await home.say(who, "rematch")
    result = home.paper.last(ROOM)
    assert (
        "Bo would like a rematch with colours swapped. Agreed so far: Ann, Di." in result.card.text
    )
    reply = await home.click(CY, result, "Accept")
    assert reply.session is not None
    rematch = reply.session.match.rematch
    assert rematch is not None
    board = home.paper.last(ROOM)
    assert board.card.text.splitlines()[0] == "⚪ A: Bo, Di 0   ⚫ B: Cy, Ann 0"
    await play(home, rematch, "a1", "k14", "a3", "k13", "c1", "k12", "e1", "k11")
    assert "Score: Team A 1 – Team B 1" in home.paper.last(ROOM).card.text


async def test_a_clock_is_shown_for_each_of_the_four_seats(home: Harness) -> None:
    await begun(home, "a1", more="5+3")
    assert "▶ Cy to move · A1 5:00   B1 5:03   A2 5:00   B2 5:00" in (
        home.paper.first(ROOM).card.text
    )


async def test_a_match_and_its_offers_survive_the_memory(home: Harness) -> None:
    id = await begun(home, "a1", "a2")
    await home.say(BO, "draw")
    await home.click(ANN, home.paper.first(ROOM), "Accept")
    before = (await home.session(id)).match
    home.sessions.forget(id)
    assert (await home.session(id)).match == before


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_anybody_presses_is_done_or_answered(home: Harness, seed: int) -> None:
    """Five players press any visible button on any message for a long time; every press is
    answered."""
    lot = random.Random(seed)
    everybody = (ANN, BO, CY, DI, EVE)
    known = {(await home.store.player_for(who)).id: who for who in everybody}
    seen = set()
    for _ in range(200):
        home.now.advance(lot.choice((20, 20, 20, 11_000, 4 * DAY if lot.random() < 0.1 else 20)))
        sheets = list(home.paper.sheets.values())[-2:]
        shown = [(sheet, button) for sheet in sheets for button in sheet.buttons()]
        rash = lot.random() < 0.1
        if not rash:
            shown = [each for each in shown if each[1].label not in ("Leave", "Cancel")]
        view = sheets[-1].card.board if sheets else None
        if view is not None and view.moves and lot.random() < 0.4:
            move, id = lot.choice(view.moves), view.match.id
            reply = await home.ask(lot.choice(everybody), Verb.MOVE, move, session=id)
        elif not shown:
            reply = await home.say(lot.choice(everybody), "challenge pente 2x2")
        else:
            sheet, button = lot.choice(shown)
            allowed = [known[id] for id in button.only if id in known]
            who = lot.choice(everybody if rash or not allowed else allowed)
            reply = await home.press(who, button.token, sheet.room)
        assert reply.reason or reply.text or reply.card or reply.session
        if reply.session is not None:
            seen.add(reply.session.match.status)
    assert {Status.OPEN, Status.PLAYING} <= seen
    for sheet in home.paper.sheets.values():
        if sheet.buttons():
            id = decode(sheet.buttons()[0].token).session
            before = await home.session(id)
            home.sessions.forget(id)
            assert await home.session(id) == before
            people = before.match.people
            assert len(set(people)) == len(people)
