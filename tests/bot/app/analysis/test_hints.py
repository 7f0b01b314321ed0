"""Hints: who may have one, in which matches, and its text. The engines are scripted."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.analysis.hints import Hints
from bot.app.model.request import Reply, Verb
from bot.app.routing import advice
from core.errors import Reason
from core.match.model import Match
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, harness
from tests.fakes.engines import ScriptedEngine


def helped(home: Harness, engine: ScriptedEngine) -> None:
    routes = home.service._routes
    found = advice(Hints(home.store, home.sessions, engine), None)
    home.service._routes = replace(routes, by_session={**routes.by_session, **found})


def text(reply: Reply) -> str:
    assert reply.reason is None, reply
    return reply.text or (reply.card.text if reply.card else "")


async def begun(home: Harness, wish: str) -> Match:
    """Start a match between Ann and Bo, Ann to move."""
    await home.say(ANN, f"challenge @Bo first=challenger {wish}")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    return (await home.match(reply)).match


async def test_who_plays_against_the_computer_is_helped(home: Harness) -> None:
    engine = ScriptedEngine()
    helped(home, engine)
    started = await home.match(await home.say(ANN, "play novice first=challenger"))
    assert text(await home.say(ANN, "hint")) == "d3: about +4 for you. Next best: c4 (+2)."
    assert (await home.session(started.match.id)).match == started.match, "nothing was played"
    assert (await home.ask(EVE, Verb.HINT, session=started.match.id)).reason is Reason.NOT_SEATED


async def test_a_casual_match_may_be_offered_with_hints(home: Harness) -> None:
    helped(home, ScriptedEngine())
    match = await begun(home, "reversi hints")
    assert (match.hints, match.rated) == (True, False)
    assert text(await home.say(ANN, "hint")).startswith("d3")
    assert (await home.ask(BO, Verb.HINT, session=match.id)).reason is Reason.NOT_YOUR_TURN


async def test_the_terms_say_so(home: Harness) -> None:
    await home.say(ANN, "challenge reversi hints")
    assert "unrated · hints allowed" in home.paper.last(ROOM).card.text


@pytest.mark.parametrize("wish", ["reversi", "pente casual"])
async def test_without_that_nobody_is_helped_against_people(home: Harness, wish: str) -> None:
    engine = ScriptedEngine()
    helped(home, engine)
    match = await begun(home, wish)
    refused = await home.ask((ANN, BO)[match.game == "pente"], Verb.HINT, session=match.id)
    assert refused.reason is Reason.NO_HINTS
    assert engine.advised == []


async def test_nobody_is_helped_about_a_position_of_a_rated_match(home: Harness) -> None:
    helped(home, ScriptedEngine())
    await begun(home, "reversi")
    other = await home.match(await home.say(ANN, "play novice first=challenger"))
    asked = await home.ask(ANN, Verb.HINT, session=other.match.id)
    assert asked.reason is Reason.RATED_MATCH


@pytest.mark.parametrize("answer", ["d6", "f4", "f6"])
async def test_nor_about_one_that_lies_in_another_way(home: Harness, answer: str) -> None:
    """After f5 and after d3 the same move is best, rotated."""
    helped(home, ScriptedEngine())
    rated = await begun(home, "reversi")
    await home.ask(ANN, Verb.MOVE, "f5", session=rated.id)
    casual = await begun(home, "reversi hints")
    await home.ask(ANN, Verb.MOVE, "d3", session=casual.id)
    asked = await home.ask(BO, Verb.HINT, session=casual.id)
    assert asked.reason is Reason.RATED_MATCH
    await home.ask(BO, Verb.MOVE, answer, session=rated.id)
    assert text(await home.ask(BO, Verb.HINT, session=casual.id))


async def test_dice_with_hints_tell_three_splits_and_count_nowhere(home: Harness) -> None:
    helped(home, ScriptedEngine())
    started = await home.match(await home.say(ANN, "dice hints"))
    id = started.match.id
    assert (await home.ask(ANN, Verb.HINT, session=id)).reason is Reason.NOT_STARTED
    await home.click(ANN, home.paper.last(ROOM), "🎲 Roll")
    assert len(text(await home.ask(ANN, Verb.HINT, session=id)).splitlines()) == 4
    await home.ask(ANN, Verb.RESIGN, "sure", session=id)
    assert text(await home.say(ANN, "history")) == "No finished matches yet."


async def test_a_worker_that_dies_once_is_no_matter(home: Harness) -> None:
    engine = ScriptedEngine()
    helped(home, engine)
    await home.say(ANN, "play novice first=challenger")
    engine.failing = 1
    assert text(await home.say(ANN, "hint")).startswith("d3")
    engine.failing = 2
    assert (await home.say(ANN, "hint")).reason is Reason.BUSY
    assert text(await home.say(ANN, "hint")).startswith("d3")


async def test_that_hints_are_allowed_is_kept(tmp_path: Path) -> None:
    async with harness(tmp_path / "t.db") as home:
        id = (await begun(home, "reversi hints")).id
    async with harness(tmp_path / "t.db") as home:
        assert (await home.session(id)).match.hints
