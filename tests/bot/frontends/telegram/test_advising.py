"""Hints and reviews on Telegram: nobody in a group reads what one of them was told."""

from collections.abc import AsyncIterator

import pytest

from bot.app.analysis import review_handler
from core.match.commands import PlayMove
from core.types import COMPUTER, Move
from tests.bot.app.advising import Strict, advised
from tests.bot.frontends.telegram.harness import Harness
from tests.bot.frontends.telegram.test_files import finished
from tests.bot.frontends.telegram.test_mydata import opened
from tests.fakes.engines import ScriptedEngine
from tests.fakes.telegram import Chat, Message, User

HINT = "d3: about +4 for you. Next best: c4 (+2)."


@pytest.fixture
async def engine(home: Harness) -> AsyncIterator[ScriptedEngine]:
    engine = ScriptedEngine()
    async with advised(home.service, home.store, home.sessions, engine):
        yield engine


def told(home: Harness, group: Chat) -> str:
    """All that the bot says in the group."""
    return "\n".join(message.text for message in home.ours(group))


async def helped(home: Harness, group: Chat, ann: User, bo: User) -> Message:
    board = await home.started(ann, bo, group, "reversi hints")
    assert "💡" in board.labels
    return board


async def test_a_hint_pressed_in_a_group_is_told_to_the_presser(
    home: Harness, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    board = await helped(home, group, ann, bo)
    assert await home.press(ann, board, "💡") == HINT
    assert "not your turn" in await home.press(bo, board, "💡")
    assert HINT not in told(home, group)
    assert len(engine.advised) == 1


@pytest.mark.parametrize("answering", [True, False])
async def test_a_hint_typed_in_a_group_is_told_in_private(
    home: Harness, group: Chat, ann: User, bo: User, engine: ScriptedEngine, answering: bool
) -> None:
    board = await helped(home, group, ann, bo)
    await home.say(ann, group, "/hint@tavola_bot", reply_to=board if answering else None)
    assert HINT not in told(home, group)
    private = await opened(home, ann, home.last(group))
    assert home.last(private).text == HINT
    assert len(engine.advised) == 1


async def test_between_people_without_hints_there_is_none(
    home: Harness, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    board = await home.started(ann, bo, group)
    assert "💡" not in board.labels
    await home.say(ann, group, "/hint@tavola_bot", reply_to=board)
    private = await opened(home, ann, home.last(group))
    assert home.last(private).text.startswith("No hints in this match.")
    assert engine.advised == []


async def test_a_review_typed_in_a_group_is_of_the_last_match(
    home: Harness, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    await finished(home, group, ann, bo)
    await home.say(ann, group, "/review@tavola_bot")
    private = await opened(home, ann, home.last(group))
    assert "Accuracy: " in home.last(private).text
    assert len(engine.advised) == 2


async def test_a_review_comes_in_private_with_its_plot(
    home: Harness, group: Chat, ann: User, bo: User, engine: ScriptedEngine
) -> None:
    result = await finished(home, group, ann, bo)
    press = await home.pressed(bo, result, home.data(result, "Review"))
    private = home.telegram.people.open_link(press)
    await home.settled()
    review = home.last(private)
    assert review.photo is not None
    assert "Accuracy: " in review.text
    assert "Accuracy: " not in told(home, group)
    assert len(engine.advised) == 2


async def review(home: Harness, group: Chat, ann: User, bo: User) -> Message:
    """Bo's, in the private chat."""
    result = await finished(home, group, ann, bo)
    press = await home.pressed(bo, result, home.data(result, "Review"))
    private = home.telegram.people.open_link(press)
    await home.settled()
    return home.last(private)


async def test_a_review_says_how_far_it_is_in_one_message(
    home: Harness,
    group: Chat,
    ann: User,
    bo: User,
    engine: ScriptedEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    result = await finished(home, group, ann, bo)
    engine.answering.clear()
    press = await home.pressed(bo, result, home.data(result, "Review"))
    private = home.telegram.people.open_link(press)
    await home.telegram.until(lambda: bool(home.ours(private)))
    said = home.last(private)
    assert said.text == "Reviewing: move 0 of 2 …"
    assert said.labels == ["Refresh"]
    engine.answering.set()
    await home.settled()
    assert home.last(private) is said, "nothing else was posted"
    assert "Accuracy: " in said.text
    assert said.photo is not None


async def test_one_that_a_restart_broke_off_is_asked_for_again_in_its_place(
    home: Harness, group: Chat, ann: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    result = await finished(home, group, ann, bo)
    async with advised(home.service, home.store, home.sessions, stuck := ScriptedEngine()):
        stuck.answering.clear()
        press = await home.pressed(bo, result, home.data(result, "Review"))
        private = home.telegram.people.open_link(press)
        await home.telegram.until(lambda: bool(home.ours(private)))
    await home.settled()
    said = home.last(private)
    assert said.text == "Reviewing: move 0 of 2 …", "it says how to ask again"
    async with advised(home.service, home.store, home.sessions, ScriptedEngine()):
        await home.press(bo, said, "Refresh")
        assert home.last(private) is said
        assert "Accuracy: " in said.text
        assert said.photo is not None


async def test_pages_of_a_review_take_each_others_place(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    async with advised(home.service, home.store, home.sessions, Strict()):
        shown = await review(home, group, ann, bo)
        first, plot = shown.text, shown.photo
        assert shown.labels[:2] == ["1/2", "▶"]
        await home.press(bo, shown, "▶")
        assert home.last(shown.chat) is shown
        assert shown.labels[:2] == ["◀", "2/2"]
        assert shown.text != first
        assert shown.photo != plot


async def test_its_buttons_stay_where_the_match_was_played_in_private(
    home: Harness, ann: User, engine: ScriptedEngine
) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/play novice first=challenger")
    board = home.last(private)
    await home.press(ann, board, "d3")
    match = (await home.session(board)).match
    await home.app.dispatcher.act(match.id, PlayMove(COMPUTER, Move("c3"), match.turn))
    await home.settled()
    for _ in range(2):
        await home.press(ann, board, "🏳")
    await home.press(ann, home.last(private), "Review")
    shown = home.last(private)
    assert "Accuracy: " in shown.text
    labels = shown.labels
    await home.press(ann, shown, "Record")
    assert home.last(private) is not shown
    assert shown.labels == labels
    assert engine.advised


async def test_who_played_shows_it_to_the_group(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    async with advised(home.service, home.store, home.sessions, Strict()):
        private = await review(home, group, ann, bo)
        await home.press(bo, private, "Show in the group")
        assert "Show in the group" not in private.labels
        shown = home.last(group)
        assert "Accuracy: " in shown.text
        assert shown.photo is not None
        assert shown.silent
        press = await home.pressed(ann, shown, home.data(shown, "Review"))
        own = home.telegram.people.open_link(press)
        await home.settled()
        assert home.last(own).labels[:2] == ["1/2", "▶"]


async def test_where_pictures_are_barred_it_is_shown_in_words(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    async with advised(home.service, home.store, home.sessions, Strict()):
        private = await review(home, group, ann, bo)
        group.may_photo = False
        await home.press(bo, private, "Show in the group")
        shown = home.last(group)
        assert "Accuracy: " in shown.text
        assert shown.photo is None
