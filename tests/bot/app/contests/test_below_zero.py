"""Scores below zero: a true minus sign wherever somebody reads, Python's own where programs do."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.app.model.card import Card
from bot.app.model.request import Actor, Reply, Verb
from core.games.dice.rules import DICE, View
from core.match.model import Match, Status
from core.types import MatchId, Move
from tests.bot.app.company import my_sheet, offered, own_match
from tests.bot.app.daily_play import TODAY, at, enter, own, passes, token_of
from tests.bot.app.harness import ANN, BO, ROOM, Harness
from tests.fakes.clock import FixedNow
from tests.fakes.front_end import buttons

HYPHEN = re.compile(r"(?<![\w:-])-\d")
"""A hyphen before a number, but for those of dates and file names."""

MINUS = re.compile("\N{MINUS SIGN}\\d")


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with at(tmp_path / "tavola.db", FixedNow()) as opened:
        yield opened


def words(card: Card) -> Iterator[str]:
    """Everything on a card that is read."""
    yield from (card.text, card.alt, card.monospace)
    yield from (link.label for link in card.links)
    yield from (button.label for button in buttons(card))
    yield from (file.data.decode() for file in card.files if file.name.endswith(".txt"))


def shown(home: Harness) -> Iterator[str]:
    """Everything that stood in the rooms so far."""
    for sheet in home.paper.sheets.values():
        for card in sheet.cards:
            yield from words(card)


def answer(reply: Reply) -> Card:
    assert reply.card is not None, reply
    return reply.card


def worst(match: Match) -> Move:
    """The way to split the throw that leaves least."""

    def total(move: Move) -> int:
        view = DICE.look(DICE.play(match.position, move))
        assert isinstance(view, View)
        return view.total

    return min(DICE.legal_moves(match.position), key=total)


async def sunk(home: Harness, who: Actor, id: MatchId) -> int:
    """Plays to the end, as badly as can be: the total."""
    while (match := (await home.session(id)).match).status is Status.PLAYING:
        await home.ask(who, Verb.MOVE, worst(match), session=id, turn=match.turn)
    assert match.outcome is not None
    assert match.outcome.scores[0] < 0
    return match.outcome.scores[0]


async def alone(home: Harness) -> MatchId:
    id = (await home.match(await home.say(ANN, "dice"))).match.id
    await home.ask(ANN, Verb.START, session=id)
    return id


async def test_a_sheet_from_the_first_round_to_the_end(home: Harness) -> None:
    id = await alone(home)
    match = (await home.session(id)).match
    await home.ask(ANN, Verb.MOVE, worst(match), session=id, turn=match.turn)
    board = answer(await home.ask(ANN, Verb.TEXT, session=id))
    assert len(MINUS.findall(board.monospace)) > 3
    await sunk(home, ANN, id)
    read = [*shown(home), *words(board)]
    assert any("points after" in each for each in read)
    assert not [each for each in read if HYPHEN.search(each)]


async def test_lists_of_what_was_played(home: Harness) -> None:
    await sunk(home, ANN, await alone(home))
    for wish in ("history", "profile", "leaderboard dice"):
        read = list(words(answer(await home.say(ANN, wish))))
        assert any(MINUS.search(each) for each in read), wish
        assert not [each for each in read if HYPHEN.search(each)], wish


async def test_the_end_of_a_contest(home: Harness) -> None:
    card = await offered(home)
    await home.click(BO, card, "Accept")
    for who in (ANN, BO):
        await my_sheet(home, card, who)
        await sunk(home, who, (await own_match(home, card, who)).id)
    assert re.search("1\\. (Ann|Bo) \N{MINUS SIGN}\\d", "\n".join(shown(home)))
    assert not [each for each in shown(home) if HYPHEN.search(each)]


async def test_the_daily_dice(home: Harness) -> None:
    await enter(home, ANN)
    total = await sunk(home, ANN, (await own(home, ANN, TODAY)).id)
    told = answer(await enter(home, ANN))
    assert told.text.splitlines()[-1].startswith(f"\N{MINUS SIGN}{-total}. Rank 1")
    assert (await home.press(ANN, token_of(told, "Share"))).reason is None
    shared = home.paper.last(ROOM).card
    first, last = shared.hidden
    assert shared.text[first:last] == f"\N{MINUS SIGN}{-total}"
    await passes(home, TODAY.closes)
    tables = [await home.say(ANN, wish) for wish in ("daily table", "daily all")]
    read = [*shown(home), *(each for reply in tables for each in words(answer(reply)))]
    assert all(MINUS.search(answer(reply).text) for reply in tables)
    assert not [each for each in read if HYPHEN.search(each)]


async def test_programs_read_what_python_writes(home: Harness) -> None:
    id = await alone(home)
    total = await sunk(home, ANN, id)
    [record] = answer(await home.ask(ANN, Verb.RECORD, session=id)).files
    assert not MINUS.search(record.data.decode())
    data = answer(await home.say(ANN, "export"))
    [file] = data.files
    text = file.data.decode()
    json.loads(text)
    assert str(total) in text
    assert not MINUS.search(text)
