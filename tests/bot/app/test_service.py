"""Whole conversations with the service, on a real file, through cards and buttons."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.model.request import Request, Verb
from bot.app.model.session import ScreenKind
from core.errors import Reason
from core.match.clock import DAY, MINUTE, SECOND
from core.match.model import AbortCause, OfferKind, Status
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness
from tests.fakes.front_end import buttons


async def test_a_challenge_is_declined(home: Harness) -> None:
    reply = await home.say(ANN, "challenge reversi @Bo")
    sheet = home.paper.last(ROOM)
    assert "Ann challenges Bo to Reversi" in sheet.card.text
    assert (await home.click(EVE, sheet, "Decline")).reason is Reason.NOT_INVITED
    assert (await home.click(ANN, sheet, "Accept")).reason is Reason.OWN_CHALLENGE
    await home.click(BO, sheet, "Decline")
    assert (await home.match(reply)).match.cause is AbortCause.DECLINED
    assert "Bo declined." in sheet.card.text
    assert [button.label for button in sheet.buttons()] == ["Offer again"]


async def test_a_declined_challenge_is_offered_again_once(home: Harness) -> None:
    await home.say(ANN, "challenge @Bo")
    sheet = home.paper.last(ROOM)
    await home.click(BO, sheet, "Decline")
    first = await home.click(ANN, sheet, "Offer again")
    second = await home.press(ANN, sheet.token("Offer again"))
    assert first.session
    assert second.session
    assert first.session.match.id == second.session.match.id
    assert len(home.paper.sheets) == 2
    assert (await home.click(BO, sheet, "Offer again")).reason is Reason.NOT_HOST


async def test_a_challenge_is_withdrawn_only_by_its_host(home: Harness) -> None:
    await home.say(ANN, "challenge")
    sheet = home.paper.last(ROOM)
    assert (await home.click(BO, sheet, "Cancel")).reason is Reason.NOT_HOST
    await home.click(ANN, sheet, "Cancel")
    assert "Ann withdrew the challenge." in sheet.card.text
    assert (await home.press(BO, sheet.token("Offer again"))).reason is Reason.NOT_HOST


async def test_two_people_accept_together_and_one_wins(home: Harness) -> None:
    """Field report 20."""
    await home.say(ANN, "challenge")
    token = home.paper.last(ROOM).token("Accept")
    replies = await asyncio.gather(home.press(BO, token), home.press(EVE, token))
    assert sorted(bool(reply.reason) for reply in replies) == [False, True]
    assert {reply.reason for reply in replies} == {None, Reason.NOT_OPEN}


async def test_moves_by_button_and_by_text(home: Harness) -> None:
    id = await home.started()
    sheet = home.paper.last(ROOM)
    assert "⚫ Ann 1000? · 2   ⚪ Bo 1000? · 2" in sheet.card.text
    assert "▶ Ann to move" in sheet.card.text
    assert [b.label for b in sheet.buttons()][:4] == ["d3", "c4", "f5", "e6"]
    await home.click(ANN, sheet, "d3")
    assert "1. Ann d3" in sheet.card.text
    assert "⚫ Ann 1000? · 4   ⚪ Bo 1000? · 1" in sheet.card.text
    assert (await home.say(BO, "move C 3")).reason is None
    assert [ply.move for ply in (await home.session(id)).match.plies] == ["d3", "c3"]


async def test_wrong_moves_change_nothing_and_say_why(home: Harness) -> None:
    """Field reports 24 and 26."""
    id = await home.started()
    sheet = home.paper.last(ROOM)
    before = await home.session(id)
    assert (await home.say(ANN, "move z9")).text == "I can't read “z9” as a move."
    assert (await home.say(ANN, "move a1")).text == "a1 isn't a legal move here."
    assert (await home.click(BO, sheet, "d3")).reason is Reason.NOT_YOUR_TURN
    assert (await home.click(EVE, sheet, "d3")).reason is Reason.NOT_SEATED
    assert (await home.say(BO, "move d3")).reason is Reason.NOT_YOUR_TURN
    assert (await home.say(EVE, "move d3")).reason is Reason.NO_MATCH_HERE
    assert await home.session(id) == before
    assert len(sheet.cards) == 2  # the challenge and the first board


async def test_the_same_press_twice_at_once_acts_once(home: Harness) -> None:
    """Field report 17."""
    id = await home.started()
    token = home.paper.last(ROOM).token("d3")
    replies = await asyncio.gather(*(home.press(ANN, token) for _ in range(5)))
    assert [reply.reason for reply in replies].count(None) == 1
    assert {reply.reason for reply in replies} == {None, Reason.REPEATED}
    assert all(reply.text == "" for reply in replies)
    assert len((await home.session(id)).match.plies) == 1


async def test_an_old_press_is_refused_later(home: Harness) -> None:
    """Field report 18."""
    await home.started()
    sheet = home.paper.last(ROOM)
    old = sheet.token("c4")
    await home.click(ANN, sheet, "d3")
    assert (await home.press(ANN, old)).reason is Reason.STALE_TURN


async def test_the_same_command_delivered_twice_makes_one_match(home: Harness) -> None:
    request = Request("update-7", ANN, ROOM, Verb.CHALLENGE)
    replies = await asyncio.gather(home.service.handle(request), home.service.handle(request))
    await home.publisher.idle()
    ids = {reply.session.match.id for reply in replies if reply.session}
    assert len(ids) == 1
    assert len(home.paper.sheets) == 1


async def test_a_slip_is_taken_back_at_once_and_later_only_by_consent(home: Harness) -> None:
    id = await home.started()
    sheet = home.paper.last(ROOM)
    await home.click(ANN, sheet, "d3")
    home.now.advance(9 * SECOND)
    await home.click(ANN, sheet, "↶ Take back")
    assert (await home.session(id)).match.plies == ()
    await home.click(ANN, sheet, "d3")
    home.now.advance(11 * SECOND)
    await home.click(ANN, sheet, "↶ Take back")
    assert "Ann would like to take back their last move." in sheet.card.text
    await home.click(BO, sheet, "Decline")
    assert len((await home.session(id)).match.plies) == 1
    assert (await home.click(ANN, sheet, "↶ Take back")).reason is Reason.JUST_DECLINED
    await home.click(BO, sheet, "c3")
    await home.click(ANN, sheet, "↶ Take back")
    await home.click(BO, sheet, "Accept")
    assert (await home.session(id)).match.plies == ()


async def test_a_draw_is_offered_refused_withdrawn_and_agreed(home: Harness) -> None:
    id = await home.started()
    sheet = home.paper.last(ROOM)
    await home.click(ANN, sheet, "d3")
    await home.say(BO, "move c3")
    await home.click(ANN, sheet, "½ Draw")
    assert "Ann offers a draw." in sheet.card.text
    assert (await home.click(ANN, sheet, "Accept")).reason is Reason.OWN_OFFER
    assert (await home.click(EVE, sheet, "Accept")).reason is Reason.NOT_SEATED
    await home.click(BO, sheet, "Decline")
    assert (await home.session(id)).match.offers == ()
    assert "Ann offered a draw: declined." in sheet.card.text, "the asker hears of it"
    assert (await home.click(ANN, sheet, "½ Draw")).reason is Reason.JUST_DECLINED
    await home.click(BO, sheet, "½ Draw")
    await home.click(BO, sheet, "Withdraw")
    await home.click(BO, sheet, "½ Draw")
    await home.say(ANN, "draw")  # requesting what the opponent offered accepts it
    match = (await home.session(id)).match
    assert match.status is Status.FINISHED
    assert "Draw by agreement after 2 moves." in home.paper.last(ROOM).card.text


async def test_resigning_is_asked_twice(home: Harness) -> None:
    id = await home.started()
    sheet = home.paper.last(ROOM)
    await home.click(ANN, sheet, "d3")
    await home.say(BO, "move c3")
    reply = await home.click(ANN, sheet, "🏳 Resign")
    assert reply.card is not None
    assert "Resign this match?" in reply.card.text
    assert (await home.session(id)).match.status is Status.PLAYING
    home.now.advance(31 * SECOND)
    await home.click(ANN, sheet, "🏳 Resign")  # too late for the first press: asks again
    assert (await home.session(id)).match.status is Status.PLAYING
    await home.click(ANN, sheet, "🏳 Resign")
    assert "Bo wins: Ann resigned after 2 moves." in home.paper.last(ROOM).card.text


async def test_who_keeps_playing_is_asked_again_the_next_time(home: Harness) -> None:
    id = await home.started()
    sheet = home.paper.last(ROOM)
    await home.click(ANN, sheet, "d3")
    await home.say(BO, "move c3")
    asked = await home.click(ANN, sheet, "🏳 Resign")
    assert asked.card is not None
    assert [each.label for each in buttons(asked.card)] == ["🏳 Resign", "Keep playing"]
    kept = await home.press(ANN, buttons(asked.card)[1].token)
    assert kept.text == "OK, the match goes on."
    again = await home.click(ANN, sheet, "🏳 Resign")
    assert again.card is not None
    assert (await home.session(id)).match.status is Status.PLAYING


async def test_the_first_wish_delivered_twice_does_not_resign(home: Harness) -> None:
    id = await home.started()
    for _ in range(2):
        reply = await home.ask(ANN, Verb.RESIGN, session=id, id="the same")
        assert reply.card is not None
    assert (await home.session(id)).match.status is Status.PLAYING


async def test_a_stranger_is_not_even_asked_whether_to_resign(home: Harness) -> None:
    await home.started()
    assert (await home.click(EVE, home.paper.last(ROOM), "🏳 Resign")).reason is Reason.NOT_SEATED


async def test_resigning_before_both_have_moved_calls_it_off(home: Harness) -> None:
    id = await home.started()
    await home.say(ANN, "resign")
    await home.say(ANN, "resign")
    match = (await home.session(id)).match
    assert (match.status, match.cause) == (Status.ABORTED, AbortCause.CALLED_OFF)
    assert "Cancelled" in home.paper.last(ROOM).card.text


async def finished(home: Harness) -> str:
    id = await home.started()
    await home.say(ANN, "move d3")
    await home.say(BO, "move c3")
    await home.say(BO, "resign")
    await home.say(BO, "resign")
    return id


async def test_the_result_is_a_message_of_its_own(home: Harness) -> None:
    await finished(home)
    board, result = list(home.paper.sheets.values())
    assert "Ann wins: Bo resigned after 2 moves." in board.card.text
    assert board.buttons() == []
    assert result.card.text == (
        "Ann wins: Bo resigned after 2 moves.\n"
        "Ann 1000? → 1086? (+86) · Bo 1000? → 954? (\N{MINUS SIGN}46)\n"
        "Score: Ann 1 – Bo 0"
    )
    assert [each.label for each in result.buttons()] == ["Rematch", "Review", "Replay", "Record"]


async def test_both_rematch_presses_lead_to_one_match(home: Harness) -> None:
    await finished(home)
    sheet = home.paper.last(ROOM)
    token = sheet.token("Rematch")
    assert (await home.press(EVE, token)).reason is Reason.NOT_SEATED
    await home.press(ANN, token)
    assert "Ann would like a rematch with colours swapped." in sheet.card.text
    assert (await home.press(ANN, token)).reason is Reason.OFFER_STANDS
    await home.press(BO, token)
    assert "The rematch is on." in sheet.card.text
    board = home.paper.last(ROOM)
    assert board.card.text.startswith("⚫ Bo ")
    assert (await home.press(BO, token)).reason is Reason.REPEATED
    assert len(home.paper.sheets) == 3


async def test_a_rematch_is_refused_and_asked_by_word(home: Harness) -> None:
    await finished(home)
    await home.say(BO, "rematch")
    sheet = home.paper.last(ROOM)
    await home.click(ANN, sheet, "Decline")
    assert [button.label for button in sheet.buttons()] == ["Rematch", "Review", "Replay", "Record"]
    assert (await home.say(BO, "rematch")).reason is Reason.JUST_DECLINED
    await home.say(ANN, "rematch")
    await home.click(BO, sheet, "Accept")
    assert home.paper.last(ROOM).card.text.startswith("⚫ Bo ")


async def test_which_match_is_meant(home: Harness) -> None:
    await home.started()
    await home.started()
    assert (await home.say(ANN, "move d3")).reason is Reason.WHICH_MATCH
    assert (await home.say(ANN, "resign")).reason is Reason.WHICH_MATCH
    assert (await home.say(EVE, "resign")).reason is Reason.NO_MATCH_HERE


async def test_challenging_a_busy_person_blocks_nothing(home: Harness) -> None:
    """Field report 28."""
    id = await home.started()
    await home.say(EVE, "challenge @Ann")
    assert (await home.say(ANN, "move d3")).reason is None
    assert len((await home.session(id)).match.plies) == 1


async def test_nobody_plays_themselves_or_a_bot(home: Harness) -> None:
    """Field report 29."""
    assert (await home.say(ANN, "challenge @Ann")).reason is Reason.SELF_CHALLENGE
    bot = ANN.__class__("paper", "robot", "Robot", is_bot=True)
    assert (await home.ask(ANN, Verb.CHALLENGE, opponent=bot)).reason is Reason.BOT_CHALLENGE
    assert home.paper.sheets == {}


async def test_a_flag_falls_by_the_stored_facts(home: Harness) -> None:
    await home.say(ANN, "challenge @Bo first=challenger clock=5+3")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    id = (await home.match(reply)).match.id
    await home.say(ANN, "move d3")
    await home.say(BO, "move c3")
    assert "⚫ 5:03   ⚪ 5:03" in home.paper.last(ROOM).card.text
    home.now.advance(6 * MINUTE)
    late = await home.say(ANN, "move c4")
    assert late.reason is Reason.FLAG_FELL
    match = (await home.session(id)).match
    assert match.status is Status.FINISHED
    assert "Bo wins on time against Ann" in home.paper.last(ROOM).card.text


async def test_a_claim_needs_three_days_and_a_warning(home: Harness) -> None:
    """Field report 90: nothing ends by itself or unannounced."""
    await home.started()
    await home.say(ANN, "move d3")
    await home.say(BO, "move c3")
    home.now.advance(2 * DAY)
    await home.sweep.run()
    assert await home.sweep.run() == home.now() + DAY
    await home.publisher.idle()
    board = home.paper.last(ROOM)
    assert "⏳ Ann hasn't moved. From 2027-01-18 08:00 UTC" in board.card.text
    home.now.advance(DAY - 1)
    assert (await home.say(BO, "claim")).reason is Reason.TOO_EARLY
    assert "⌛ Claim victory" not in [button.label for button in board.buttons()]
    home.now.advance(1)
    await home.sweep.run()
    await home.publisher.idle()
    assert (await home.say(ANN, "claim")).reason is Reason.TOO_EARLY
    await home.click(BO, board, "⌛ Claim victory")
    assert "Bo wins after 2 moves: Ann didn't come back" in home.paper.last(ROOM).card.text


async def test_the_board_is_posted_anew_but_not_too_often(home: Harness) -> None:
    id = await home.started()
    old = home.paper.last(ROOM)
    await home.say(ANN, "board")
    new = home.paper.last(ROOM)
    assert new is not old
    assert (await home.click(ANN, new, "⤓ Show below")).reason is Reason.TOO_OFTEN
    home.now.advance(30 * SECOND)
    assert (await home.click(ANN, new, "⤓ Show below")).reason is None
    session = await home.session(id)
    assert len(session.screens) == 1


async def test_a_player_brings_the_board_to_another_room(home: Harness) -> None:
    id = await home.started()
    assert (await home.ask(EVE, Verb.BOARD, session=id, room=ELSEWHERE)).reason is Reason.NOT_SEATED
    await home.ask(ANN, Verb.BOARD, session=id, room=ELSEWHERE)
    sheet = home.paper.last(ELSEWHERE)
    await home.click(ANN, sheet, "d3")
    assert "1. Ann d3" in home.paper.last(ROOM).card.text
    assert "1. Ann d3" in sheet.card.text
    rooms = [screen.room for screen in (await home.session(id)).screens]
    assert rooms == [ROOM, ELSEWHERE]


async def test_both_rooms_get_the_result(home: Harness) -> None:
    id = await home.started()
    await home.ask(ANN, Verb.BOARD, session=id, room=ELSEWHERE)
    await home.say(ANN, "move d3")
    await home.say(BO, "move c3")
    await home.say(BO, "resign")
    await home.say(BO, "resign")
    screens = (await home.session(id)).screens
    assert [screen.kind for screen in screens] == [ScreenKind.BOARD] * 2 + [ScreenKind.RESULT] * 2
    assert "Ann wins" in home.paper.last(ELSEWHERE).card.text


async def test_more_and_text_are_private(home: Harness) -> None:
    id = await home.started()
    more = await home.ask(ANN, Verb.MORE, session=id)
    assert more.card is not None
    text = await home.ask(ANN, Verb.TEXT, session=id)
    assert text.card is not None
    assert "a" in text.card.monospace
    assert len(home.paper.sheets) == 1


async def test_unknown_things_are_refused(home: Harness) -> None:
    assert (await home.ask(ANN, Verb.PLAY, "chess")).reason is Reason.UNKNOWN_GAME
    assert (await home.say(ANN, "play level=godlike")).reason is Reason.UNKNOWN_LEVEL
    assert (await home.say(ANN, "challenge clock=soon")).reason is Reason.UNKNOWN_OPTION
    assert (await home.say(ANN, "challenge rated=maybe")).reason is Reason.UNKNOWN_OPTION
    assert (await home.say(ANN, "challenge opening=wild")).reason is Reason.UNKNOWN_OPTION
    missing = await home.press(ANN, "v1-aaaaaaaaaaaaa-1-move-d3")
    assert missing.reason is Reason.UNKNOWN_MATCH


async def test_refusals_speak_the_askers_language(home: Harness) -> None:
    await home.started()
    french = ANN.__class__("paper", "ann", "Ann", "fr-CA")
    assert (await home.say(french, "move a1")).text == "a1 n'est pas un coup possible ici."


@pytest.mark.parametrize("level", ["novice", "amateur"])
async def test_a_match_against_the_computer_is_casual_and_running(
    home: Harness, level: str
) -> None:
    reply = await home.say(ANN, f"play reversi level={level} first=challenger")
    match = (await home.match(reply)).match
    assert match.status is Status.PLAYING
    assert not match.rated
    assert (await home.say(ANN, "draw")).reason is Reason.COMPUTER_PLAYS_ON
    await home.say(ANN, "move d3")
    assert (await home.say(ANN, "takeback")).reason is None
    assert (await home.match(reply)).match.plies == ()
    assert (await home.match(reply)).match.offer(OfferKind.TAKEBACK) is None


async def test_who_does_not_see_the_board_is_told_where_everything_lies(home: Harness) -> None:
    """Field report 101."""
    await home.started()
    await home.say(ANN, "move d3")
    alt = home.paper.last(ROOM).card.alt
    assert "Last move: Ann d3" in alt
    assert "Bo to move. Legal moves: c3, e3, c5. ⚫ d3, d4, e4, d5. ⚪ e5" in alt


async def test_saying_no_after_the_word_for_a_draw_agrees_to_none(home: Harness) -> None:
    id = await home.started()
    await home.say(ANN, "draw")
    await home.say(BO, "draw no")
    match = (await home.session(id)).match
    assert match.status is Status.PLAYING
    assert match.offer(OfferKind.DRAW) is None


@pytest.mark.parametrize("verb", Verb)
async def test_half_a_surrogate_pair_is_replaced_where_a_request_comes_in(
    home: Harness, verb: Verb
) -> None:
    """Platforms can deliver one in JSON; it can be neither stored nor sent."""
    someone = replace(ANN, name="A\udc00nn")
    reply = await home.ask(someone, verb, "a\ud800", options={"b\udfff": "\ud800c"})
    assert reply.text.encode() is not None
    for sheet in home.paper.sheets.values():
        assert sheet.card.text.encode()
    known = await home.store.player_for(ANN)
    assert known.name.encode()
