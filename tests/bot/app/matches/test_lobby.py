"""The lobby of two teams: sides, computers, codes; on a real file."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.matches.commands import to_command
from bot.app.model.button_token import decode
from bot.app.model.card import Card
from bot.app.model.invite_code import read_code
from bot.app.model.request import Request, Verb
from bot.app.presentation import lobby, teams
from bot.app.presentation.match_text import PlayerNames
from bot.text.catalog import LOCALES, texts
from core.errors import Reason
from core.match import create
from core.match.clock import DAY
from core.match.create import Terms
from core.match.decide import decide
from core.match.model import AbortCause, Match, Occupant, Status
from core.registry import GAMES
from core.types import COMPUTER, GameId, Level, MatchId, Millis, PlayerId, Seat, Side
from tests.bot.app.four import CY, DI, PENTE, full, named, offered
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness
from tests.core.refusals import refusal
from tests.fakes.front_end import Sheet, buttons


def labels(sheet: Sheet) -> list[str]:
    return [button.label for button in sheet.buttons()]


async def test_the_lobby_says_who_sits_where_and_who_is_waited_for(home: Harness) -> None:
    await offered(home)
    sheet = home.paper.last(ROOM)
    head, seats, terms, step = sheet.card.text.splitlines()
    assert head == "Pente 2x2 · waiting for 3 players · turn order A1 B1 A2 B2"
    assert seats == "⚪ A: Ann, –   ⚫ B: –, –"
    assert "opening rule on · rated · no clock" in terms
    assert "expires in 24 hours" in terms
    assert "random" not in terms
    assert step == "Ann can start when all seats are taken."
    rows = [[button.label for button in row.row] for row in sheet.card.rows]  # type: ignore[union-attr]
    assert rows == [
        ["Join team A", "Join team B"],
        ["Add computer to A", "Add computer to B"],
        ["Leave", "Start", "Cancel"],
        ["Rules", "Invite with a code"],
    ]
    assert not named(sheet, "Start").enabled


async def test_people_join_sides_until_the_host_can_start(home: Harness) -> None:
    sheet = await full(home)
    assert (
        sheet.card.text.splitlines()[0] == "Pente 2x2 · everyone is here · turn order A1 B1 A2 B2"
    )
    assert "⚪ A: Ann, Cy   ⚫ B: Bo, Di" in sheet.card.text
    assert sheet.card.text.endswith("Ann can start the match.")
    assert named(sheet, "Start").enabled
    assert not named(sheet, "Join team A").enabled
    assert (await home.click(EVE, sheet, "Join team A")).reason is Reason.SEAT_TAKEN
    assert (await home.click(BO, sheet, "Start")).reason is Reason.NOT_HOST
    assert len(home.paper.sheets) == 1, "the lobby is one message"
    await home.click(ANN, sheet, "Start")
    assert len(home.paper.sheets) == 1
    assert sheet.card.board is not None
    assert sheet.card.names == ("Ann", "Bo", "Cy", "Di")
    assert sheet.card.text.splitlines()[0] == "⚪ A: Ann, Cy 0   ⚫ B: Bo, Di 0"
    assert "▶ Bo to move" in sheet.card.text, "white's first stone is placed"


async def test_starting_with_an_empty_seat_is_refused_plainly(home: Harness) -> None:
    await offered(home)
    refused = await home.click(ANN, home.paper.last(ROOM), "Start")
    assert refused.text == "Some seats are still empty."


async def test_joining_the_other_side_moves_you(home: Harness) -> None:
    await offered(home)
    sheet = home.paper.last(ROOM)
    await home.click(BO, sheet, "Join team A")
    assert "A: Ann, Bo " in sheet.card.text
    await home.click(BO, sheet, "Join team B")
    assert "⚪ A: Ann, –   ⚫ B: Bo, –" in sheet.card.text
    assert (await home.click(BO, sheet, "Join team B")).reason is Reason.ALREADY_SEATED
    await home.say(BO, "join a2")
    assert "⚪ A: Ann, Bo   ⚫ B: –, –" in sheet.card.text
    assert (await home.say(BO, "join a1")).reason is Reason.SEAT_TAKEN
    assert (await home.say(BO, "join a9")).reason is Reason.SEAT_TAKEN
    assert (await home.say(BO, "join c")).reason is Reason.SEAT_TAKEN


async def test_typing_join_takes_the_first_free_seat(home: Harness) -> None:
    await offered(home)
    for who in (BO, CY, DI):
        assert (await home.say(who, "join")).reason is None
    assert "⚪ A: Ann, Cy   ⚫ B: Bo, Di" in home.paper.last(ROOM).card.text
    assert (await home.say(EVE, "join")).reason is Reason.SEAT_TAKEN


async def test_leaving_frees_the_seat_and_hands_the_lobby_on(home: Harness) -> None:
    sheet = await full(home)
    await home.click(ANN, sheet, "Leave")
    assert "waiting for 1 player ·" in sheet.card.text
    assert sheet.card.text.endswith("Bo can start when all seats are taken.")
    assert (await home.click(ANN, sheet, "Cancel")).reason is Reason.NOT_HOST
    await home.click(EVE, sheet, "Join team A")
    await home.click(BO, sheet, "Start")
    assert "⚪ A: Eve, Cy 0   ⚫ B: Bo, Di 0" in sheet.card.text


async def test_when_everybody_leaves_it_ends_and_can_be_offered_again(home: Harness) -> None:
    reply = await offered(home)
    sheet = home.paper.last(ROOM)
    await home.click(ANN, sheet, "Leave")
    assert (await home.match(reply)).match.cause is AbortCause.CANCELLED
    assert sheet.card.text.splitlines() == [
        "Pente 2x2",
        "Ann withdrew the challenge.",
    ]
    again = await home.match(await home.click(ANN, sheet, "Offer again"))
    assert again.match.setup.seats == 4
    assert "waiting for 3 players" in home.paper.last(ROOM).card.text


async def test_a_lobby_runs_out_after_a_day(home: Harness) -> None:
    reply = await offered(home)
    home.now.advance(DAY)
    await home.sweep.run()
    await home.publisher.idle()
    assert (await home.match(reply)).match.cause is AbortCause.EXPIRED
    assert labels(home.paper.last(ROOM)) == ["Offer again"]


async def test_two_who_press_for_the_last_seat_at_once(home: Harness) -> None:
    await offered(home)
    sheet = home.paper.last(ROOM)
    for who in (BO, CY):
        await home.click(who, sheet, "Join team B")
    token = sheet.token("Join team A")
    replies = await asyncio.gather(home.press(DI, token), home.press(EVE, token))
    assert sorted(str(reply.reason) for reply in replies) == ["None", "seat_taken"]


async def test_whoever_is_invited_is_called_and_others_may_come_too(home: Harness) -> None:
    await offered(home, "@Bo")
    sheet = home.paper.last(ROOM)
    assert sheet.card.text.endswith("Ann invites Bo; anyone can join.")
    assert sheet.card.mentions == ((await home.store.player_for(BO)).id,)
    assert "Decline" not in labels(sheet)
    assert (await home.say(BO, "decline")).reason is Reason.NO_MATCH_HERE
    await home.click(CY, sheet, "Join team A")
    await home.press(BO, sheet.token("Join team B"), ELSEWHERE)  # asked by name: from anywhere
    assert "⚪ A: Ann, Cy   ⚫ B: Bo, –" in sheet.card.text
    assert sheet.card.text.endswith("Ann can start when all seats are taken.")
    assert (
        await home.press(DI, sheet.token("Join team B"), ELSEWHERE)
    ).reason is Reason.UNKNOWN_MATCH


# --- computers ------------------------------------------------------------------------------------


async def test_computers_are_seated_changed_and_sent_away(home: Harness) -> None:
    reply = await offered(home)
    sheet = home.paper.last(ROOM)
    assert (await home.click(BO, sheet, "Add computer to B")).reason is Reason.NOT_HOST
    await home.click(ANN, sheet, "Add computer to B")
    assert "B: Computer (amateur), –" in sheet.card.text
    assert "unrated" in sheet.card.text
    token = sheet.token("B1 → club")
    await home.press(ANN, token)
    assert "B: Computer (club), –" in sheet.card.text
    assert (await home.press(ANN, token)).reason is Reason.REPEATED, "twice delivered acts once"
    levels = GAMES[GameId("pente")].levels
    for following in (*levels[3:], *levels[:2]):
        await home.click(ANN, sheet, f"B1 → {following}")
    await home.click(ANN, sheet, "B1 ✕")
    assert "B: –, –" in sheet.card.text
    assert "rated" in sheet.card.text
    assert (await home.match(reply)).match.seats[1] is None


async def test_computers_are_seated_by_word(home: Harness) -> None:
    await offered(home)
    sheet = home.paper.last(ROOM)
    for said, seats in (
        ("computer b2 master", "⚪ A: Ann, –   ⚫ B: –, Computer (master)"),
        ("computer b", "⚪ A: Ann, –   ⚫ B: Computer (amateur), Computer (master)"),
        ("computer b novice", "⚪ A: Ann, –   ⚫ B: Computer (novice), Computer (master)"),
        ("computer", "⚪ A: Ann, Computer (amateur)   ⚫ B: Computer (novice), Computer (master)"),
        ("computer b none", "⚪ A: Ann, Computer (amateur)   ⚫ B: –, Computer (master)"),
        (
            "computer club",
            "⚪ A: Ann, Computer (amateur)   ⚫ B: Computer (club), Computer (master)",
        ),
    ):
        assert (await home.say(ANN, said)).reason is None, said
        assert sheet.card.text.splitlines()[1] == seats
    for said, reason in (
        ("computer c", Reason.SEAT_TAKEN),
        ("computer a1", Reason.SEAT_TAKEN),
        ("computer a9 club", Reason.SEAT_TAKEN),
        ("computer b2 godlike", Reason.UNKNOWN_LEVEL),
    ):
        assert (await home.say(ANN, said)).reason is reason, said
    assert (await home.say(BO, "computer b none")).reason is Reason.NO_MATCH_HERE


async def test_with_three_computers_everything_still_fits_five_rows(home: Harness) -> None:
    await offered(home)
    sheet = home.paper.last(ROOM)
    for team in "ABB":
        await home.click(ANN, sheet, f"Add computer to {team}")
    assert len(sheet.card.rows) == 5
    assert all(len(row.row) <= 5 for row in sheet.card.rows)  # type: ignore[union-attr]
    reply = await home.click(ANN, sheet, "Start")
    match = (await home.match(reply)).match
    assert [who and who.player for who in match.seats][1:] == [COMPUTER] * 3
    assert not match.rated


async def test_a_match_in_teams_against_computers_begins_at_once(home: Harness) -> None:
    reply = await home.say(ANN, "play pente 2v2 club")
    match = (await home.match(reply)).match
    assert match.seats[1:] == (Occupant(COMPUTER, Level("club")),) * 3
    assert match.status is Status.PLAYING


@pytest.mark.parametrize("said", ["2x2", "2v2", "2vs2", "teams", "Teams", "seats=4"])
async def test_teams_are_asked_for_in_many_words(home: Harness, said: str) -> None:
    reply = await home.say(ANN, f"challenge pente {said}")
    assert len((await home.match(reply)).match.seats) == 4


@pytest.mark.parametrize("said", ["pente seats=3", "reversi 2x2", "pente seats=four", "dice 2x2"])
async def test_other_numbers_of_seats_are_refused(home: Harness, said: str) -> None:
    reply = await home.say(ANN, f"challenge {said}")
    assert reply.reason is Reason.UNKNOWN_OPTION
    assert "“seats”" in reply.text


# --- from elsewhere -------------------------------------------------------------------------------


async def test_one_code_opens_seats_until_the_start(home: Harness) -> None:
    await offered(home)
    told = await home.click(ANN, home.paper.last(ROOM), "Invite with a code")
    code = told.text.split()[-1]
    asked = await home.say(BO, f"join {code}", ELSEWHERE)
    assert asked.card is not None
    assert "Join Ann for Pente in teams?" in asked.card.text
    [here] = [button for button in buttons(asked.card) if button.label == "Play here"]
    await home.press(BO, here.token, ELSEWHERE)
    theirs = home.paper.last(ELSEWHERE)
    assert "⚪ A: Ann, –   ⚫ B: Bo, –" in theirs.card.text
    await home.click(
        CY, theirs, "Join team A"
    )  # that room shows it now, so nobody there needs a code
    await home.say(DI, f"join {code}", ELSEWHERE)
    assert "everyone is here" in home.paper.last(ROOM).card.text
    assert (await home.say(EVE, f"join {code}", ELSEWHERE)).reason is Reason.SEAT_TAKEN
    await home.click(ANN, home.paper.last(ROOM), "Start")
    assert "▶ Bo to move" in home.paper.last(ELSEWHERE).card.text
    assert (await home.say(EVE, f"join {code}", ELSEWHERE)).reason is Reason.NOT_OPEN


# --- names of seats -------------------------------------------------------------------------------


def open_match(*seats: Occupant | None) -> Match:
    id, ann = MatchId("b" * 13), PlayerId("p1")
    match = create.challenge(id, Terms(PENTE, seats=4), ann, None, bytes(32), Millis(0))
    return replace(match, seats=seats)


CLUB, MASTER = Occupant(COMPUTER, Level("club")), Occupant(COMPUTER, Level("master"))
SITTERS = [st.sampled_from((None, Occupant(PlayerId(who)), CLUB, MASTER)) for who in ("p2", "p3")]


@given(st.tuples(*SITTERS, st.sampled_from((None, CLUB, MASTER))))
def test_every_button_of_a_lobby_can_be_pressed_with_effect(
    others: tuple[Occupant | None, ...],
) -> None:
    """What the host or somebody new presses is refused only where the button is greyed out."""
    match = open_match(Occupant(PlayerId("p1")), *others)
    rows = lobby.buttons(texts("en"), match, 5)
    assert len(rows) <= 5
    shown = buttons(Card("", rows=rows))
    assert len({button.token for button in shown}) == len(shown)
    for button in shown:
        press = decode(button.token)
        if press.verb in (Verb.RULES, Verb.INVITE):
            continue
        by = PlayerId("p9") if press.verb is Verb.JOIN else PlayerId("p1")
        request = Request("r", ANN, ROOM, press.verb, match.id, press.turn, press.arg)
        refused = refusal(decide, match, to_command(request, match, by), Millis(0))
        assert (refused is None) == button.enabled


@pytest.mark.parametrize("locale", LOCALES)
def test_a_lobby_speaks_every_language(locale: str) -> None:
    match = open_match(Occupant(PlayerId("p1")), None, None, None)
    cast = PlayerNames(("Ann", "", "", ""), "Ann", None)
    said = lobby.text(texts(locale), match, cast)
    assert "Pente 2x2" in said
    assert "A1 B1 A2 B2" in said
    assert "{" not in said


def test_seats_are_called_by_side_and_number() -> None:
    match = open_match(None, None, None, None)
    names = [teams.seat_name(match, Seat(i)) for i in range(4)]
    assert names == ["A1", "B1", "A2", "B2"]
    for i, name in enumerate(names):
        place = teams.read_place(name.lower())
        assert place is not None
        side, number = place
        assert number is not None
        assert teams.members(match, side)[number] == i
    assert teams.read_place(" B ") == (Side(1), None)


@given(st.text(max_size=8))
def test_codes_and_seats_are_never_confused(text: str) -> None:
    assert not (teams.is_place(text) and read_code(text))
