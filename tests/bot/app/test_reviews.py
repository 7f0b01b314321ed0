"""Reviews: how they are made, shared, shown and made again. The engines are scripted."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.app import reviews
from bot.app.meant import Meant
from bot.app.requests import Reply, Verb
from bot.app.reviews import Reviews
from core.engine import Advice, Asked
from core.errors import Reason
from core.game import BoardView
from core.games.dice.rules import DICE
from core.games.reversi.rules import Reversi
from core.types import GameId, MatchId
from tests.bot.app.house import ANN, BO, EVE, ROOM, House, house
from tests.core.match.matches import registered
from tests.fakes.engines import ScriptedEngine

MOVES = ("f5", "d6", "c3", "d3", "c4", "f4")


@asynccontextmanager
async def reviewing(home: House, engine: ScriptedEngine) -> AsyncIterator[Reviews]:
    meant = Meant(home.store, home.sessions)
    made = Reviews(home.store, home.sessions, home.service._presenter, meant, engine)
    home.service.open(Verb.REVIEW, made.serve)
    try:
        yield made
    finally:
        await made.close()


async def finished(home: House) -> MatchId:
    """Six moves, then Ann gives up."""
    id = await home.started(ANN, BO)
    for number, move in enumerate(MOVES):
        await home.ask((ANN, BO)[number % 2], Verb.MOVE, move, session=id)
    await home.ask(ANN, Verb.RESIGN, "sure", session=id)
    return id


def labels(reply: Reply) -> list[str]:
    assert reply.card is not None, reply
    return [each.label for row in reply.card.rows for each in getattr(row, "row", ())]


async def test_a_finished_match_is_told_with_a_plot(home: House) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        reply = await home.ask(EVE, Verb.REVIEW, session=id)
        assert reply.card is not None
        assert "of best play" in reply.card.text
        assert Image.open(BytesIO(reply.card.files[0].data)).size == (800, 460)
        assert "No single move turned it." in reply.card.text
        assert labels(reply) == ["Record"]
        assert [asked.played for asked in engine.advised] == list(MOVES)


class Strict(ScriptedEngine):
    """Finds something better than every move that was not the first legal one."""

    async def advise(self, game: GameId, view: BoardView, asked: Asked) -> Advice:
        told = await super().advise(game, view, asked)
        assert told.played is not None
        best = replace(told.ideas[0], chance=800)
        played = best if told.played.move == best.move else replace(told.played, chance=400)
        return replace(told, ideas=(best,), played=played)


async def test_the_moves_where_it_turned_are_paged_and_played_on(home: House) -> None:
    async with reviewing(home, Strict()):
        id = await finished(home)
        first = await home.ask(BO, Verb.REVIEW, session=id)
        assert first.card is not None
        assert "1. Ann f5   +4 → ±0   better d3" in first.card.text
        back, here, on, *rest = labels(first)
        assert (back, on, rest) == ("◀", "▶", ["Play from here", "Record"])
        count = int(here.removeprefix("1/"))
        second = await home.ask(BO, Verb.REVIEW, "2", session=id)
        assert labels(second)[1] == f"2/{count}"
        assert second.card is not None
        assert second.card.text != first.card.text
        onward = await home.press(BO, second.card.rows[0].row[3].token)  # type: ignore[union-attr]
        match = (await home.match(onward)).match
        assert match.against_computer
        assert match.setup.opening == MOVES[: len(match.setup.opening)]


async def test_a_game_of_dice_is_told_choice_by_choice(home: House) -> None:
    async with reviewing(home, ScriptedEngine()):
        started = await home.match(await home.say(ANN, "dice"))
        id = started.match.id
        await home.click(ANN, home.paper.last(ROOM), "🎲 Roll")
        while not (match := (await home.session(id)).match).is_over:
            moves = DICE.legal_moves(match.position)
            await home.ask(ANN, Verb.MOVE, moves[-1], session=id)
        reply = await home.ask(BO, Verb.REVIEW, session=id)
        assert reply.card is not None
        assert "gave away about" in reply.card.text
        assert reply.card.text.count("points less than") == 3
        assert "ice" in reply.card.text.splitlines()[-1], "how kind they were"
        assert len(reply.card.monospace.splitlines()) == len(match.plies)


async def test_what_is_done_is_not_done_again(home: House) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        for number in ("", "2", "99", "x"):
            assert (await home.ask(BO, Verb.REVIEW, number, session=id)).card is not None
        assert len(engine.advised) == len(MOVES)


async def test_two_who_ask_at_once_share_one_and_are_told_how_far_it_is(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "AT_ONCE", 0.01)
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        engine.answering.clear()
        for who in (ANN, BO):
            reply = await home.ask(who, Verb.REVIEW, session=id)
            assert reply.card is not None
            assert reply.card.text == "Looking at every move: 0 of 6 …"
            assert labels(reply) == ["Look again"]
        engine.answering.set()
        async with asyncio.timeout(20):
            while labels(reply := await home.ask(ANN, Verb.REVIEW, session=id)) != ["Record"]:
                pass
        assert "of best play" in (reply.card.text if reply.card else "")
        assert len(engine.advised) == len(MOVES)


async def test_while_it_goes_on_there_is_no_review(home: House) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await home.started(ANN, BO)
        await home.ask(ANN, Verb.MOVE, "f5", session=id)
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).reason is Reason.NOT_FINISHED
        assert engine.advised == []


@pytest.mark.parametrize("moves", ["f5 d6", "d3 c5", "e6 f4", "c4 e3"])
async def test_a_position_of_a_rated_match_that_goes_on_is_not_looked_at(
    home: House, moves: str
) -> None:
    """However the board lies: f5 d6 and e6 f4 begin the same match."""
    async with reviewing(home, ScriptedEngine()):
        id = await finished(home)
        running = await home.started(ANN, BO)
        first, second = moves.split()
        await home.ask(ANN, Verb.MOVE, first, session=running)
        asked = await home.ask(ANN, Verb.REVIEW, session=id)
        assert asked.card is not None, "every match goes through this"
        await home.ask(BO, Verb.MOVE, second, session=running)
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).reason is Reason.RATED_MATCH
        assert (await home.ask(EVE, Verb.REVIEW, session=id)).card is not None


async def test_nor_the_one_in_which_somebody_gave_up(home: House) -> None:
    async with reviewing(home, ScriptedEngine()):
        id = await finished(home)
        running = await home.started(ANN, BO)
        for number, move in enumerate(MOVES):
            await home.ask((ANN, BO)[number % 2], Verb.MOVE, move, session=running)
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).reason is Reason.RATED_MATCH


class Unplayed(Reversi):
    """No computer plays it."""

    levels = ()


async def test_where_no_computer_plays_there_is_no_advice(home: House) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        with registered(Unplayed()):
            hinted = await home.say(ANN, "challenge reversi hints")
            assert hinted.reason is Reason.UNKNOWN_OPTION
            id = await finished(home)
            result = labels(Reply(card=home.paper.last(ROOM).card))
            refused = await home.ask(ANN, Verb.REVIEW, session=id)
        assert "Record" in result
        assert "Review" not in result
        assert refused.reason is Reason.NO_REVIEW
        assert engine.advised == []


async def test_where_no_engine_answers_it_can_be_asked_again(home: House) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        engine.failing = 2
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).reason is Reason.BUSY
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).card is not None


async def test_after_a_restart_it_is_made_again(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db") as home, reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        engine.answering.clear()
        await home.ask(ANN, Verb.REVIEW, session=id)
    async with house(tmp_path / "t.db") as home, reviewing(home, ScriptedEngine()):
        reply = await home.ask(ANN, Verb.REVIEW, session=id)
        assert reply.card is not None
        assert "of best play" in reply.card.text
