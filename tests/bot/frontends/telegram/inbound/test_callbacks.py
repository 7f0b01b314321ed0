"""What a press is answered with, and what becomes of the message that was pressed."""

from pathlib import Path

import pytest

from bot.app.model.button_token import Press, encode
from bot.app.model.request import Verb
from core.types import MatchId
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import Chat, Cut, FakeTelegram, User


@pytest.mark.parametrize("data", ["old-button", "v0-x-1-move-d3", "v2-aaaaaaaaaaaaa-1-move-d3"])
async def test_buttons_of_other_releases_are_refused_politely(
    home: Harness, group: Chat, ann: User, bo: User, data: str
) -> None:
    board = await home.started(ann, bo, group)
    press = await home.pressed(ann, board, data)
    assert press.done.result() == "This button has expired."


async def test_a_forged_button_of_an_unknown_match(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    forged = encode(Press(MatchId("b" * 13), 1, Verb.MOVE, "d3"))
    press = await home.pressed(ann, board, forged)
    assert press.done.result() == "I don't know this match."


async def test_every_press_is_answered_exactly_once(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    for who, button in ((ann, "a1"), (ann, "d3"), (bo, "d3"), (ann, "½"), (bo, "⤓")):
        await home.press(who, board, button)
    answers = [call.args["callback_query_id"] for call in home.telegram.of("answerCallbackQuery")]
    assert len(answers) == len(set(answers)) == 6


async def test_the_answer_never_waits_for_the_board(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.press(ann, board, "d3")
    methods = [call.method for call in home.telegram.calls if call.method != "getUpdates"]
    assert methods[-2:] == ["answerCallbackQuery", "editMessageText"]


async def test_an_answer_that_comes_too_late_hurts_nobody(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    home.telegram.state.answer_within = -1.0
    home.telegram.people.press(ann, board, home.data(board, "d3"))
    await home.settled()
    assert "1. Ann d3" in board.text


async def test_long_answers_are_given_in_private(home: Harness, group: Chat, ann: User) -> None:
    await home.say(ann, group, "/challenge@tavola_bot")
    card = home.last(group)
    press = await home.pressed(ann, card, home.data(card, "Rules"))
    assert press.url.startswith("https://t.me/tavola_bot?start=v1-")
    private = home.telegram.people.open_link(press)
    await home.settled()
    assert "Black goes first." in home.last(private).text


async def test_long_answers_in_private_are_given_at_once(home: Harness, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/challenge")
    press = await home.pressed(ann, home.last(private), home.data(home.last(private), "Rules"))
    assert press.url == ""
    assert "Black goes first." in home.last(private).text


async def test_an_answer_worth_reading_stays(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    for who, square in ((ann, "d3"), (bo, "c3")):
        await home.press(who, board, square)
    short = await home.pressed(ann, board, home.data(board, "a1"))
    long = await home.pressed(ann, board, home.data(board, "🏳"))
    assert (short.alert, long.alert) == (False, len(long.done.result()) >= 80)


# --- the message that was pressed -----------------------------------------------------------------


async def test_shown_below_the_old_board_loses_its_buttons(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    old = await home.started(ann, bo, group)
    await home.press(ann, old, "⤓")
    new = home.last(group)
    assert new is not old
    assert new.silent
    assert old.labels == []
    assert await home.press(ann, new, "d3") == ""
    assert "1. Ann d3" in new.text
    assert await home.press(bo, new, "⤓") == "Slow down a little and try again in a moment."


async def test_a_replaced_board_that_kept_its_buttons_loses_them_when_pressed(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    old = await home.started(ann, bo, group)
    home.telegram.faults.order(Cut.UNDONE, "editMessageReplyMarkup")
    await home.say(ann, group, "/board@tavola_bot")
    new = home.last(group)
    assert await home.press(ann, old, "d3") == ""  # it still says what is true
    assert "1. Ann d3" in new.text
    assert old.labels == []


async def test_a_board_asked_for_by_word_takes_the_buttons_of_the_old_one(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    path = tmp_path / "again.db"
    async with harness(path, telegram) as home:
        old = await home.started(ann, bo, group)
    async with harness(path, telegram) as home:  # which posted nothing yet
        await home.say(bo, group, "/board@tavola_bot")
        new = home.last(group)
        assert new is not old
        assert old.labels == []
        await home.press(ann, new, "d3")
        assert "1. Ann d3" in new.text


async def test_the_orphan_of_a_lost_answer_is_adopted_when_pressed(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """Its posting was never confirmed, but here it is: no second board, please."""
    await home.say(ann, group, "/challenge@tavola_bot first=challenger")
    orphan = home.last(group)
    session = await home.session(orphan)
    await home.sessions.repost(session.match.id, 0)  # as after a lost answer: nobody knows it
    await home.press(bo, orphan, "Accept")
    assert home.ours(group) == [orphan]
    assert orphan.labels[64:] == ["½", "↶", "🏳", "⤓"]
    [screen] = (await home.store.load(session.match.id)).screens
    assert screen.message == str(orphan.id)


async def test_a_replaced_board_is_never_adopted(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    old = await home.started(ann, bo, group)
    data, down = home.data(old, "d3"), home.data(old, "⤓")
    home.telegram.people.press_data(ann, old, down)
    home.telegram.people.press_data(bo, old, down)
    home.telegram.people.press_data(ann, old, data)
    await home.settled()
    assert home.last(group) is not old
    assert "1. Ann d3" in home.last(group).text


async def test_a_strangers_press_leaves_the_question_to_whom_it_was_put(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    far = home.people.group(bo, eve, super=True)
    await home.say(ann, group, "/challenge@tavola_bot first=challenger")
    await home.press(ann, home.last(group), "Invite with a code")
    id = (await home.session(home.last(group))).match.id
    code = await home.store.code_for(id, lambda: "")
    await home.say(bo, far, f"/join@tavola_bot {code}")
    question = home.last(far)
    press = await home.pressed(eve, question, home.data(question, "Play here"))
    own = home.telegram.people.open_link(press)
    await home.settled()
    assert "Play Reversi against Ann?" in home.last(own).text
    assert question.labels == ["Play here", "Play in private", "Not now"]
    await home.press(bo, question, "Play here")
    assert "▶ Ann to move" in home.last(far).text
    assert "already been accepted" in await home.press(eve, home.last(own), "Play here")
    assert question.labels == []


async def test_a_board_that_could_not_be_drawn_is_when_it_is_pressed(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """The bot was not allowed to write for a while; nothing tells it that it may again."""
    board = await home.started(ann, bo, group)
    group.may_write = False
    await home.press(ann, board, "d3")
    assert "▶ Ann to move" in board.text
    group.may_write = True
    board.date = board.edited = int(home.now()) // 1000 - 61
    old = home.data(board, "f5")
    assert "position has changed" in (await home.pressed(bo, board, old)).done.result()
    assert "▶ Bo to move" in board.text
    asked = len(home.telegram.of("editMessageText"))
    board.edited = int(home.now()) // 1000 - 59
    assert "position has changed" in (await home.pressed(bo, board, old)).done.result()
    assert len(home.telegram.of("editMessageText")) == asked, "drawn just now, it costs no more"
