"""Hints and reviews on Discord: by command and button, for the asker alone."""

from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image

from tests.bot.app.advising import advised
from tests.bot.frontends.discord.house import House
from tests.bot.frontends.discord.test_archive import file, finished
from tests.fakes.discord import Person
from tests.fakes.discord.people import Place
from tests.fakes.engines import ScriptedEngine

HINT = "d3, about +4 for you."


@pytest.fixture
async def engine(home: House) -> AsyncIterator[ScriptedEngine]:
    engine = ScriptedEngine()
    async with advised(home.service, home.store, home.sessions, engine):
        yield engine


async def test_a_hint_is_for_the_asker_alone(
    home: House, ann: Person, lounge: Place, engine: ScriptedEngine
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
    home: House, ann: Person, bo: Person, lounge: Place, engine: ScriptedEngine
) -> None:
    await home.slash(ann, lounge, "challenge", hints="yes", first="challenger")
    assert "casual · hints allowed" in lounge.last.text
    await home.press(bo, lounge.last, "Accept")
    assert (await home.slash(ann, lounge, "match hint")).told == HINT
    await home.slash(bo, lounge, "dice", hints="yes")
    assert "with hints it counts for no leaderboard" in lounge.last.text
    await home.press(bo, lounge.last, "🎲 Roll")
    told = (await home.slash(bo, lounge, "match hint")).told
    assert told.startswith("For as many points as possible, on average:")
    assert len(engine.advised) == 2


async def test_without_hints_it_is_refused_in_words(
    home: House, ann: Person, bo: Person, lounge: Place, engine: ScriptedEngine
) -> None:
    await home.started(ann, bo, lounge)
    refused = await home.slash(ann, lounge, "match hint")
    assert refused.private
    assert "No hints in this match." in refused.told
    assert engine.advised == []


async def test_a_review_is_for_the_presser_with_its_plot(
    home: House, ann: Person, bo: Person, lounge: Place, engine: ScriptedEngine
) -> None:
    result = await finished(home, ann, bo, lounge)
    review = await home.press(bo, result, "Review")
    assert "of best play" in review.told
    assert Image.open(BytesIO(file(review, ".png"))).size == (800, 460)
    typed = await home.slash(ann, lounge, "match review")
    assert "of best play" in typed.told
    assert lounge.last is result
    assert len(engine.advised) == 2, "it is made once"
