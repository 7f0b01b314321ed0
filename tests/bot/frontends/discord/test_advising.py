"""Hints and reviews on Discord: by command and button, for the asker alone."""

from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image

from bot.app.analysis import review_handler
from tests.bot.app.advising import Strict, advised
from tests.bot.frontends.discord.harness import Harness
from tests.bot.frontends.discord.test_archive import file, finished
from tests.fakes.discord import Person
from tests.fakes.discord.messages import GALLERY
from tests.fakes.discord.people import Place
from tests.fakes.discord.permissions import Permission
from tests.fakes.engines import ScriptedEngine

HINT = "d3: about +4 for you. Next best: c4 (+2)."


@pytest.fixture
async def engine(home: Harness) -> AsyncIterator[ScriptedEngine]:
    engine = ScriptedEngine()
    async with advised(home.service, home.store, home.sessions, engine):
        yield engine


async def test_a_hint_is_for_the_asker_alone(
    home: Harness, ann: Person, lounge: Place, engine: ScriptedEngine
) -> None:
    await home.slash(ann, lounge, "play", level="novice", first="challenger")
    board = lounge.last
    asked = await home.slash(ann, lounge, "match hint")
    assert (asked.private, asked.told) == (True, HINT)
    panel = (await home.press(ann, board, "⋯")).message
    await home.press(ann, panel, "💡 Hint")
    assert (panel.for_user, panel.text) == (ann.user.id, HINT)
    assert lounge.messages == [board], "nobody else sees it"
    assert len(engine.advised) == 2


async def test_matches_and_dice_are_offered_with_hints(
    home: Harness, ann: Person, bo: Person, lounge: Place, engine: ScriptedEngine
) -> None:
    await home.slash(ann, lounge, "challenge", hints="yes", first="challenger")
    assert "unrated · hints allowed" in lounge.last.text
    await home.press(bo, lounge.last, "Accept")
    assert (await home.slash(ann, lounge, "match hint")).told == HINT
    await home.slash(bo, lounge, "dice", hints="yes")
    assert "with hints: not ranked" in lounge.last.text
    await home.press(bo, lounge.last, "🎲 Roll")
    told = (await home.slash(bo, lounge, "match hint")).told
    assert told.startswith("Best for points on average:")
    assert len(engine.advised) == 2


async def test_without_hints_it_is_refused_in_words(
    home: Harness, ann: Person, bo: Person, lounge: Place, engine: ScriptedEngine
) -> None:
    await home.started(ann, bo, lounge)
    refused = await home.slash(ann, lounge, "match hint")
    assert refused.private
    assert "No hints in this match." in refused.told
    assert engine.advised == []


async def test_a_review_is_for_the_presser_with_its_plot(
    home: Harness, ann: Person, bo: Person, lounge: Place, engine: ScriptedEngine
) -> None:
    result = await finished(home, ann, bo, lounge)
    review = await home.press(bo, result, "Review")
    assert "Accuracy: " in review.told
    assert Image.open(BytesIO(file(review, ".png"))).size == (800, 460)
    typed = await home.slash(ann, lounge, "match review")
    assert "Accuracy: " in typed.told
    assert lounge.last is result
    assert len(engine.advised) == 2, "it is made once"


async def test_a_review_says_how_far_it_is_in_one_message(
    home: Harness,
    ann: Person,
    bo: Person,
    lounge: Place,
    engine: ScriptedEngine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    result = await finished(home, ann, bo, lounge)
    engine.answering.clear()
    review = await (await bo.press(result, "Review")).until_told()
    assert review.told == "Reviewing: move 0 of 2 …"
    assert review.message.rows == [["Refresh"]]
    engine.answering.set()
    await home.settled()
    assert "Accuracy: " in review.told
    assert "Looking" not in review.told, "it stands in the same place"
    assert file(review, ".png")
    [gallery] = [part for part in review.message.walk() if part["type"] == GALLERY]
    assert gallery["items"][0]["description"].startswith("Score for Ann after each move: 0:")


async def test_one_that_a_restart_broke_off_is_asked_for_again_in_its_place(
    home: Harness, ann: Person, bo: Person, lounge: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    result = await finished(home, ann, bo, lounge)
    async with advised(home.service, home.store, home.sessions, stuck := ScriptedEngine()):
        stuck.answering.clear()
        review = await (await bo.press(result, "Review")).until_told()
    await home.settled()
    assert review.told == "Reviewing: move 0 of 2 …", "it says how to ask again"
    async with advised(home.service, home.store, home.sessions, ScriptedEngine()):
        await home.press(bo, review.message, "Refresh")
        assert "Accuracy: " in review.told
        assert file(review, ".png")


async def test_pages_of_a_review_take_each_others_place(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    async with advised(home.service, home.store, home.sessions, Strict()):
        result = await finished(home, ann, bo, lounge)
        review = (await home.press(bo, result, "Review")).message
        assert review.rows[0] == ["1/2", "▶"]
        first, plot = review.text, review.attachments[0].data
        await home.press(bo, review, "▶")
        assert review.rows[0] == ["◀", "2/2"]
        assert review.text != first
        assert review.attachments[0].data != plot
        assert len(review.attachments) == 1


async def test_who_played_shows_it_to_everybody(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    async with advised(home.service, home.store, home.sessions, Strict()):
        result = await finished(home, ann, bo, lounge)
        review = (await home.press(bo, result, "Review")).message
        await home.press(bo, review, "Show here")
        shown = result.channel.last
        assert shown.for_user is None
        assert "Accuracy: " in shown.text
        assert shown.attachments[0].size == (800, 460)
        assert shown.rows == [["Review"]]
        assert "Show here" not in [label for row in review.rows for label in row]
        own = await home.press(ann, shown, "Review")
        assert own.private
        assert own.message.rows[0] == ["1/2", "▶"]


async def test_where_no_files_may_be_attached_it_is_shown_in_words(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    async with advised(home.service, home.store, home.sessions, Strict()):
        result = await finished(home, ann, bo, lounge)
        lounge.deny(Permission.ATTACH_FILES)
        review = (await home.press(bo, result, "Review")).message
        await home.press(bo, review, "Show here")
        shown = result.channel.last
        assert "Accuracy: " in shown.text
        assert shown.attachments == []
