"""A match of two people, from the challenge to the rematch: the script that every platform has.

It plays in a place without threads; those have tests of their own.
"""

import pytest

from bot.app.model.display_names import apart
from core.match.model import AbortCause, Status
from tests.bot.frontends.discord.harness import Harness, moves, pressed
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.interactions import MESSAGE, UPDATE
from tests.fakes.discord.people import Place, Server


async def test_the_whole_script(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    # challenge, decline
    posted = await home.slash(ann, lounge, "challenge", opponent=bo, first="challenger")
    card = lounge.last
    assert posted.message is card
    assert card.text.startswith(f"<@{bo.user.id}>\nAnn challenges Bo to Reversi.")
    assert list(card.pinged) == [bo.user.id]
    assert card.rows == [["Accept", "Decline"], ["Rules", "Cancel"]]
    refused = await home.press(eve, card, "Decline")
    assert (refused.kind, refused.private) == (MESSAGE, True)
    await home.press(bo, card, "Decline")
    assert card.rows == [["Offer again"]]
    assert list(card.pinged) == []
    assert (await home.session(card)).match.cause is AbortCause.DECLINED

    # challenge again, accept
    await home.press(ann, card, "Offer again")
    again = lounge.last
    assert again is not card
    assert card.rows == []
    assert (await home.press(ann, again, "Accept")).private  # not one's own
    accepted = await home.press(bo, again, "Accept")
    assert accepted.kind == UPDATE
    board = again
    assert lounge.last is board
    match = (await home.session(board)).match
    assert match.status is Status.PLAYING

    # moves: right, wrong, a stranger's, repeated
    black, white = (ann, bo) if board.text.startswith("⚫ Ann") else (bo, ann)
    assert moves(board) == ["d3", "c4", "f5", "e6"]
    for other in (white, eve):
        wrong = await home.press(other, board, "d3")
        assert wrong.private
        assert (await home.session(board)).match.plies == ()
    moved = await home.press(black, board, "d3")
    assert (moved.kind, moved.told) == (UPDATE, "")
    assert len(board.attachments) == 1
    illegal = await home.slash(white, lounge, "move", point="a1")
    assert illegal.private
    unreadable = await home.slash(white, lounge, "move", point="z99")
    assert unreadable.private
    assert illegal.told != unreadable.told
    typed = await home.slash(white, lounge, "move", point=" C 3 ")
    assert (typed.private, typed.told) == (True, "Done.")
    first = black.touch(board, "c4")
    second = black.touch(board, "c4")
    await black.wait(first)
    await black.wait(second)
    await home.settled()
    assert len((await home.session(board)).match.plies) == 3

    # takeback: asked, granted
    panel = (await home.press(black, board, "⋯")).message
    assert panel.for_user == black.user.id
    asked = await home.press(black, panel, "↶ Take back")
    assert asked.kind == UPDATE
    assert panel.text == "Done."
    if "Accept" in [label for row in board.rows for label in row]:
        await home.press(white, board, "Accept")
    assert len((await home.session(board)).match.plies) == 2

    # draw: offered, refused
    await home.slash(white, lounge, "match draw")
    assert (await home.press(eve, board, "Decline")).private
    await home.press(black, board, "Decline")
    assert (await home.session(board)).match.offers == ()

    # resign, confirmed
    panel = (await home.press(white, board, "⋯")).message
    await home.press(white, panel, "🏳 Resign")
    assert (await home.session(board)).match.status is Status.PLAYING
    await home.press(white, panel, "🏳 Resign")
    result = lounge.last
    assert result.reply_to == board.id
    assert "resign" in result.text
    assert board.rows == []

    # rematch: wished for, agreed, colours swapped
    await home.press(black, result, "Rematch")
    assert "Accept" in result.rows[0]
    await home.press(white, result, "Accept")
    assert result.rows == [["Review", "Replay", "Record"]]
    rematch = lounge.last
    assert rematch.id not in (board.id, result.id)
    names = ("Ann", "Bo") if white is ann else ("Bo", "Ann")
    assert rematch.text.startswith(f"⚫ {names[0]} ")
    await home.press(white, rematch, moves(rematch)[0])
    assert len((await home.session(rematch)).match.plies) == 1


async def test_against_the_computer(home: Harness, ann: Person, lounge: Place) -> None:
    answer = await home.slash(ann, lounge, "play", level="novice", first="challenger")
    board = answer.message
    assert (answer.kind, board.for_user, lounge.last) == (MESSAGE, None, board)
    await home.press(ann, board, "d3")
    match = (await home.session(board)).match
    assert len(match.plies) == 2
    assert f"2. Computer (novice) {match.plies[-1].move}" in board.text
    edits = home.discord.asked("PATCH", "/channels/{channel_id}/messages/{message_id}")
    assert len(edits) == 1  # the press carried one's own move, an edit the computer's


async def test_the_menu_on_a_person_challenges_them(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await home.discord.until(lambda: home.discord.commands)
    await ann.menu_command(lounge, "Challenge to a match", bo)
    await home.settled()
    assert lounge.last.pinged == (bo.user.id,)
    await home.press(bo, lounge.last, "Accept")
    assert pressed(lounge.last).turn == 1


async def test_a_challenge_to_oneself_or_a_bot_is_refused(
    home: Harness, ann: Person, lounge: Place
) -> None:
    robot = home.discord.person("Robot")
    robot.user.bot = True
    for opponent in (ann, robot):
        answer = await home.slash(ann, lounge, "challenge", opponent=opponent)
        assert answer.private
    assert lounge.messages == []


async def test_two_people_accept_at_once(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge")
    card = lounge.last
    acts = [(who, who.touch(card, "Accept")) for who in (bo, eve)]
    answers = [await who.wait(it) for who, it in acts]
    await home.settled()
    told = [answer.told for answer in answers if answer.told]
    assert len(told) == 1  # the one who came second
    seats = (await home.session(card)).match.seats
    assert len({seat.player for seat in seats if seat}) == 2


async def test_looking_is_private(home: Harness, ann: Person, bo: Person, lounge: Place) -> None:
    board = await home.started(ann, bo, lounge)
    seen = len(lounge.messages)
    for path in ("games", "leaderboard", "tavola help", "tavola rules", "tavola privacy"):
        answer = await home.slash(ann, lounge, path)
        assert answer.private
        assert answer.told
    mine = (await home.slash(ann, lounge, "games")).message
    room = f"{lounge.channel.guild.id}/{lounge.channel.id}"  # type: ignore[union-attr]
    assert f"(https://discord.com/channels/{room}/{board.id})" in mine.text
    panel = (await home.press(bo, board, "⋯")).message
    await home.press(bo, panel, "Text board")
    assert "```" in panel.source
    assert len(lounge.messages) == seen


async def test_the_board_is_posted_anew_when_asked_for(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    old = await home.started(ann, bo, lounge)
    answer = await home.press(bo, old, "⤓")
    new = lounge.last
    assert (answer.kind, new is old, old.rows) == (UPDATE, False, [])
    assert len(old.attachments) == 1  # it keeps its picture
    assert moves(new) == ["d3", "c4", "f5", "e6"]
    too_soon = await home.press(bo, new, "⤓")
    assert too_soon.private
    await home.press(ann, new, "d3")
    assert lounge.last is new
    assert (await home.slash(eve, lounge, "board")).private


async def test_a_board_asked_for_by_command_is_the_answer(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    old = await home.started(ann, bo, lounge)
    answer = await home.slash(bo, lounge, "board")
    assert answer.message is lounge.last
    assert answer.message.for_user is None
    assert old.rows == []
    assert moves(answer.message) == ["d3", "c4", "f5", "e6"]


async def test_each_is_told_in_their_own_language(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    ann.user.locale, bo.user.locale = "fr", "it"
    board = await home.started(ann, bo, lounge)
    assert "Ann" in board.text
    assert "Coups" in board.alt or "coups" in board.alt  # the board speaks the challenger's
    refusals = {(await home.press(bo, board, "d3")).told, (await home.press(ann, board, "⋯")).told}
    bo.user.locale = "en-GB"
    refusals.add((await home.press(bo, board, "d3")).told)
    assert len(refusals) == 3


@pytest.mark.parametrize("called", ["\u202eevil\u2066", "\u05e9\u05e8\u05d4"])
async def test_a_name_turns_no_line_around(
    home: Harness, discord: FakeDiscord, server: Server, lounge: Place, called: str
) -> None:
    """Letters that run from right to left are welcome, what overrides direction is not."""
    somebody = discord.person(called)
    server.join(somebody)
    await home.slash(somebody, lounge, "challenge", game="reversi")
    shown = apart(called.strip("\u202e\u2066"))
    assert lounge.last.text.startswith(f"{shown} offers a Reversi match.")


async def test_an_offer_says_by_ones_own_clock_until_when_it_stands(
    home: Harness, ann: Person, lounge: Place
) -> None:
    card = (await home.slash(ann, lounge, "challenge")).message
    end = home.now() // 60_000 * 60 + 86_400
    assert card.text.endswith(f"random colours · expires <t:{end}:f>")
