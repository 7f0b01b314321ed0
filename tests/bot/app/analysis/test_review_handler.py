"""Reviews: computing, publishing, paging and redoing them. The engines are scripted."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.app.analysis import review_handler
from bot.app.analysis.review_handler import ReviewHandlers
from bot.app.commit import MatchWriter
from bot.app.model.card import Card
from bot.app.model.request import Actor, Reply, Verb
from bot.app.subscriptions import Subscriptions
from core.errors import Reason
from core.games.dice.rules import DICE
from core.games.reversi.rules import Reversi
from core.types import MatchId
from tests.bot.app.advising import OneByOne, Strict, advised
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, harness
from tests.core.match.matches import registered
from tests.fakes.clock import Seeded
from tests.fakes.engines import ScriptedEngine
from tests.fakes.front_end import buttons

MOVES = ("f5", "d6", "c3", "d3", "c4", "f4")


@asynccontextmanager
async def reviewing(
    home: Harness, engine: ScriptedEngine, writer: MatchWriter | None = None
) -> AsyncIterator[ReviewHandlers]:
    async with advised(home.service, home.store, home.sessions, engine, writer) as made:
        yield made


async def told(reply: Reply) -> Card:
    """Return the last card of a reply."""
    assert reply.card is not None, reply
    cards = [reply.card] if reply.following is None else [card async for card in reply.following]
    return cards[-1]


async def seen(home: Harness, who: Actor, id: MatchId, arg: str = "") -> Card:
    """Return the finished review as that player sees it."""
    return await told(await home.ask(who, Verb.REVIEW, arg, session=id))


async def finished(home: Harness) -> MatchId:
    """Play six moves, then Ann resigns."""
    id = await home.started(ANN, BO)
    for number, move in enumerate(MOVES):
        await home.ask((ANN, BO)[number % 2], Verb.MOVE, move, session=id)
    await home.ask(ANN, Verb.RESIGN, "sure", session=id)
    return id


def labels(card: Card) -> list[str]:
    return [each.label for each in buttons(card)]


async def test_a_finished_match_is_told_with_a_plot(home: Harness) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        card = await seen(home, EVE, id)
        assert "Accuracy: " in card.text
        assert Image.open(BytesIO(card.files[0].data)).size == (800, 460)
        stood = card.alt.replace("\N{MINUS SIGN}", "-")
        assert stood.endswith(
            "for Ann after each move: 0: +4, 1: -4, 2: +4, 3: -4, 4: +4, 5: -4, 6: ±0"
        )
        assert "No single move decided it." in card.text
        assert labels(card) == ["Record"]
        assert [asked.played for asked in engine.advised] == list(MOVES)


@pytest.mark.parametrize("moves", ["f5d6c3d3c4f4", "f5d6c5f4e3f6g5e6e7"])
async def test_a_record_from_elsewhere_leads_to_its_review(home: Harness, moves: str) -> None:
    """Finished or unfinished records."""
    async with reviewing(home, engine := ScriptedEngine()):
        brought = await home.say(ANN, f"import {moves}")
        assert brought.card is not None
        [token] = [each.token for each in buttons(brought.card) if each.label == "Review"]
        card = await told(await home.press(ANN, token))
        assert "Accuracy: " in card.text
        assert [asked.played for asked in engine.advised] == re.findall("..", moves)


async def test_the_moves_where_it_turned_are_paged_and_played_on(home: Harness) -> None:
    async with reviewing(home, Strict()):
        id = await finished(home)
        first = await seen(home, BO, id)
        assert "1. Ann f5 (+4 → ±0). Better: e6" in first.text
        back, here, on, *rest = labels(first)
        assert (back, on, rest) == ("◀", "▶", ["Play from here", "Record", "Show here"])
        count = int(here.removeprefix("1/"))
        second = await seen(home, BO, id, "2")
        assert labels(second)[1] == f"2/{count}"
        assert second.text != first.text
        assert second.files != first.files, "another move is marked"
        [token] = [each.token for each in buttons(second) if each.label == "Play from here"]
        match = (await home.match(await home.press(BO, token))).match
        assert match.against_computer
        assert match.setup.opening == MOVES[: len(match.setup.opening)]


async def test_it_can_be_shown_to_everybody_once(home: Harness) -> None:
    async with reviewing(home, Strict()):
        id = await finished(home)
        card = await seen(home, BO, id, "2")
        [show] = [each.token for each in buttons(card) if each.label == "Show here"]
        assert "Show here" not in labels(await seen(home, EVE, id)), "she has not played"
        assert (await home.press(EVE, show)).reason is Reason.NOT_SEATED
        for _ in range(2):  # pressed twice
            shown = await told(await home.press(BO, show))
            assert "Show here" not in labels(shown)
            assert shown.text == card.text, "the same page"
        await home.publisher.idle()
        [message] = [s for s in home.paper.sheets.values() if "Accuracy: " in s.card.text]
        assert "1. Ann f5" in message.card.text
        assert "2. Bo d6" in message.card.text, "all of them"
        assert message.card.files
        assert [each.label for each in message.buttons()] == ["Review"]
        assert "Show here" not in labels(await seen(home, ANN, id))


async def test_what_a_crash_kept_from_being_shown_is_shown_after_it(tmp_path: Path) -> None:
    async with harness(tmp_path / "t.db") as home:
        unheard = MatchWriter(home.store, home.sessions, home.now, Seeded(), Subscriptions())
        async with reviewing(home, Strict(), unheard):
            id = await finished(home)
            await seen(home, ANN, id)
            await home.ask(ANN, Verb.REVIEW, "show", session=id)
    async with harness(tmp_path / "t.db") as home:
        await home.sweep.run()
        await home.publisher.idle()
        assert "Accuracy: " in home.paper.last(ROOM).card.text


async def test_a_game_of_dice_is_told_choice_by_choice(home: Harness) -> None:
    async with reviewing(home, ScriptedEngine()):
        started = await home.match(await home.say(ANN, "dice"))
        id = started.match.id
        await home.click(ANN, home.paper.last(ROOM), "🎲 Roll")
        while not (match := (await home.session(id)).match).is_over:
            moves = DICE.legal_moves(match.position)
            await home.ask(ANN, Verb.MOVE, moves[-1], session=id)
        card = await seen(home, BO, id)
        assert "Your choices cost about" in card.text
        assert card.text.count("points less). Better: ") == 3
        assert "ice" in card.text.splitlines()[-1], "how kind they were"
        assert len(card.monospace.splitlines()) == len(match.plies)
        assert card.files == ()


async def test_what_is_done_is_not_done_again(home: Harness) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        for number in ("", "2", "99", "x"):
            assert "Accuracy: " in (await seen(home, BO, id, number)).text
        assert len(engine.advised) == len(MOVES)


async def test_two_who_ask_at_once_share_one_and_are_told_how_far_it_is(
    home: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        engine.answering.clear()
        following = []
        for who in (ANN, BO):
            reply = await home.ask(who, Verb.REVIEW, session=id)
            assert reply.card is not None
            assert reply.card.text == "Reviewing: move 0 of 6 …"
            assert labels(reply.card) == ["Refresh"]
            assert reply.following is not None
            following.append(reply.following)
        engine.answering.set()
        for cards in following:
            texts = [card.text async for card in cards]
            assert "Accuracy: " in texts.pop()
            assert all(text.startswith("Reviewing: move ") for text in texts)
            assert len(texts) < 4
        assert len(engine.advised) == len(MOVES)


async def test_how_far_it_is_is_told_a_few_times(
    home: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    async with reviewing(home, engine := OneByOne()):
        id = await finished(home)
        reply = await home.ask(ANN, Verb.REVIEW, session=id)
        assert reply.following is not None
        texts = []
        for _ in range(len(MOVES)):
            engine.next.release()
        async for card in reply.following:
            texts.append(card.text)
        assert "Accuracy: " in texts[-1]
        done = [int(text.split()[4]) for text in texts[:-1]]
        assert done == sorted(set(done))
        assert len(done) < 4


async def test_one_person_has_only_so_many_made_at_once(
    home: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    async with reviewing(home, engine := OneByOne()):
        ids = [await finished(home) for _ in range(4)]
        under_way = [await home.ask(ANN, Verb.REVIEW, session=id) for id in ids[:3]]
        late = await home.ask(ANN, Verb.REVIEW, session=ids[3])
        assert late.reason is Reason.REVIEWS_WAIT
        assert late.text.startswith("Your other reviews are still running")
        assert (await home.ask(ANN, Verb.REVIEW, session=ids[0])).following is not None, "the same"
        others = await home.ask(BO, Verb.REVIEW, session=ids[3])
        for _ in range(4 * len(MOVES)):
            engine.next.release()
        for reply in (*under_way, others):
            assert "Accuracy: " in (await told(reply)).text
        assert "Accuracy: " in (await seen(home, ANN, ids[3])).text


async def test_of_a_match_that_was_called_off_before_a_move_there_is_none(home: Harness) -> None:
    """Nor does the reply claim that it is still running."""
    async with reviewing(home, engine := ScriptedEngine()):
        id = await home.started(ANN, BO)
        await home.ask(ANN, Verb.RESIGN, "sure", session=id)
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).reason is Reason.NOT_STARTED
        assert engine.advised == []


async def test_while_it_goes_on_there_is_no_review(home: Harness) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await home.started(ANN, BO)
        await home.ask(ANN, Verb.MOVE, "f5", session=id)
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).reason is Reason.NOT_FINISHED
        assert engine.advised == []


@pytest.mark.parametrize("moves", ["f5 d6", "d3 c5", "e6 f4", "c4 e3"])
async def test_a_position_of_a_rated_match_that_goes_on_is_not_looked_at(
    home: Harness, moves: str
) -> None:
    """Under any symmetry: f5 d6 and e6 f4 start the same match."""
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
        onward = await home.ask(ANN, Verb.FROM, "2", session=id)
        assert onward.reason is Reason.RATED_MATCH


async def test_nor_the_one_in_which_somebody_gave_up(home: Harness) -> None:
    async with reviewing(home, ScriptedEngine()):
        id = await finished(home)
        running = await home.started(ANN, BO)
        for number, move in enumerate(MOVES):
            await home.ask((ANN, BO)[number % 2], Verb.MOVE, move, session=running)
        assert (await home.ask(ANN, Verb.REVIEW, session=id)).reason is Reason.RATED_MATCH


class Unplayed(Reversi):
    """A game without an engine."""

    levels = ()


async def test_where_no_computer_plays_there_is_no_advice(home: Harness) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        with registered(Unplayed()):
            hinted = await home.say(ANN, "challenge reversi hints")
            assert hinted.reason is Reason.UNKNOWN_OPTION
            id = await finished(home)
            result = labels(home.paper.last(ROOM).card)
            refused = await home.ask(ANN, Verb.REVIEW, session=id)
        assert "Record" in result
        assert "Review" not in result
        assert refused.reason is Reason.NO_REVIEW
        assert engine.advised == []


async def test_a_worker_that_dies_is_no_matter(home: Harness) -> None:
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        engine.failing = 2
        assert "Accuracy: " in (await seen(home, EVE, id)).text, "it was asked again"


async def test_where_no_engine_answers_it_says_so_and_can_be_asked_again(
    home: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    async with reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        engine.failing = 3
        engine.answering.clear()
        reply = await home.ask(ANN, Verb.REVIEW, session=id)
        engine.answering.set()
        card = await told(reply)
        assert card.text.startswith("The review failed.")
        assert labels(card) == ["Try again"]
        assert "Accuracy: " in (await seen(home, ANN, id)).text


async def test_one_that_was_broken_off_is_made_again_after_the_restart(tmp_path: Path) -> None:
    async with harness(tmp_path / "t.db") as home, reviewing(home, engine := ScriptedEngine()):
        id = await finished(home)
        engine.answering.clear()
        reply = await home.ask(ANN, Verb.REVIEW, session=id)
        assert reply.following is not None
    assert [card async for card in reply.following] == [], "nothing more is told"
    async with harness(tmp_path / "t.db") as home, reviewing(home, engine := ScriptedEngine()):
        assert "Accuracy: " in (await seen(home, ANN, id)).text
        assert len(engine.advised) == len(MOVES)
    async with harness(tmp_path / "t.db") as home, reviewing(home, engine := ScriptedEngine()):
        assert "Accuracy: " in (await seen(home, ANN, id)).text
        assert engine.advised == [], "it was kept"
