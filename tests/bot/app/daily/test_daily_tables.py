"""The tables of the daily dice: places, pages, who stands where and under which name."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.request import Actor, Verb
from bot.text.numbers import whole
from core.errors import Reason, Refused
from core.types import COMPUTER
from tests.bot.app.company import sheet, splits
from tests.bot.app.daily_play import (
    TODAY,
    at,
    computer_plays,
    enter,
    finish,
    line,
    own,
    passes,
    play,
    token_of,
    total,
)
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness
from tests.fakes.clock import FixedNow
from tests.fakes.front_end import buttons

GUEST = Actor("paper", "gil", "Gil", "en", is_guest=True)


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with at(tmp_path / "tavola.db", FixedNow()) as opened:
        yield opened


async def test_after_the_last_choice_ones_place_is_told(home: Harness) -> None:
    token = await line(home, ANN)
    for last, who in enumerate((ANN, BO, EVE)):
        done = await finish(home, who, await home.press(who, token), last=2 * last)
        points = [await total(home, each, TODAY) for each in (ANN, BO, EVE)[: last + 1]]
        rank = 1 + sum(other > points[-1] for other in points)
        said = sheet(done).text.splitlines()[-1]
        place = f"Rank {rank} of {last + 1} here so far"
        assert said == f"{whole(points[-1])}. {place}, streak 1. Closes in 22 h."


async def test_whoever_asks_in_two_rooms_stands_in_both_tables(home: Harness) -> None:
    here, there = await line(home, ANN), await line(home, BO, ELSEWHERE)
    await finish(home, ANN, await home.press(ANN, here))
    await finish(home, BO, await home.press(BO, there, ELSEWHERE), ELSEWHERE, last=3)
    names = {ROOM: {"Ann"}, ELSEWHERE: {"Bo"}}
    await passes(home, TODAY.shuts - 1)
    for room, there_are in names.items():
        reply = await home.press(ANN, home.paper.last(room).token("Standings"), room)
        assert reply.card is not None
        assert {n for n in ("Ann", "Bo") if n in reply.card.text} == there_are
    await home.press(ANN, there, ELSEWHERE)
    reply = await home.press(ANN, home.paper.last(ELSEWHERE).token("Standings"), ELSEWHERE)
    assert reply.card is not None
    assert "Ann" in reply.card.text
    assert "Bo" in reply.card.text
    server = await home.press(ANN, token_of(reply.card, "Whole server or group"), ROOM)
    assert server.card is not None
    assert "the whole server or group" in server.card.text
    assert "Bo" in server.card.text


async def test_everywhere_only_those_are_named_who_let_themselves_be(home: Harness) -> None:
    await play(home, ANN)
    await play(home, BO, last=3)
    await home.ask(BO, Verb.SETTINGS, "listed yes")
    reply = await home.ask(ANN, Verb.DAILY, "table everywhere", turn=0)
    assert reply.card is not None
    assert "Ann" in reply.card.text  # to herself she is known
    assert "Bo" in reply.card.text
    await home.ask(BO, Verb.SETTINGS, "listed no")
    reply = await home.ask(ANN, Verb.DAILY, "table everywhere", turn=0)
    assert reply.card is not None
    assert "Bo" not in reply.card.text
    assert "a player" in reply.card.text


async def test_guests_of_the_page_play_and_stand_in_no_table(home: Harness) -> None:
    done = await play(home, GUEST)
    assert sheet(done).text.endswith("Web guests aren't ranked until they “link” a chat account.")
    assert "Remind me tomorrow" not in [button.label for button in buttons(sheet(done))]
    await play(home, ANN)
    await passes(home, TODAY.closes)
    for words in ("daily table everywhere", "daily all everywhere", "leaderboard dice everywhere"):
        reply = await home.say(ANN, words)
        assert reply.card is not None
        assert "Ann" in reply.card.text
        assert "2. " not in reply.card.text


async def test_giving_up_is_in_no_table_and_counts_as_abandoned(home: Harness) -> None:
    reply = await enter(home, ANN)
    await home.press(ANN, splits(sheet(reply))[0])
    id = (await own(home, ANN, TODAY)).id
    await home.ask(ANN, Verb.RESIGN, session=id)
    done = await home.ask(ANN, Verb.RESIGN, session=id)
    assert "Not finished, so not ranked." in sheet(done).text
    await passes(home, TODAY.closes)
    reply = await home.ask(ANN, Verb.PROFILE)
    assert reply.reason is None
    table = await home.say(ANN, "daily table")
    assert table.card is not None
    assert "Nobody has finished yet." in table.card.text


async def test_an_annulled_sheet_is_in_no_table_and_cannot_be_shared(home: Harness) -> None:
    done = await finish(home, ANN, await enter(home, ANN))
    match = await own(home, ANN, TODAY)
    shares = token_of(sheet(done), "Share")
    await home.app.moderation.annul_match(match.id)
    refused = await home.press(ANN, shares)
    assert refused.reason is Reason.BUTTON_EXPIRED
    told = await enter(home, ANN)
    assert sheet(told).text.splitlines()[-1] == "Annulled: no longer counted."
    with pytest.raises(Refused) as everybodys:
        await home.app.moderation.end_match(TODAY.table)
    assert everybodys.value.reason is Reason.NOT_MANAGER
    await passes(home, TODAY.closes)
    with pytest.raises(Refused) as everybodys:
        await home.app.moderation.annul_match(TODAY.table)
    assert everybodys.value.reason is Reason.NOT_MANAGER
    board = await home.say(ANN, "leaderboard dice")
    assert board.card is not None
    assert "Nobody has finished a game here yet." in board.card.text


async def test_the_computer_takes_part_and_is_told_when_the_day_closes(home: Harness) -> None:
    await play(home, ANN)
    await computer_plays(home, TODAY)
    reply = await home.ask(ANN, Verb.DAILY, "table", turn=0)
    assert reply.card is not None
    assert "Computer" not in reply.card.text
    await passes(home, TODAY.closes)
    entry = await home.store.days.entry(TODAY, COMPUTER)
    assert entry is not None
    assert entry.total is not None
    reply = await home.say(BO, "daily table")
    assert reply.card is not None
    assert re.search(rf"Computer \(.+\) {whole(entry.total)}$", reply.card.text, re.MULTILINE)


async def test_pages_of_a_table_are_turned(home: Harness) -> None:
    crowd = [Actor("paper", f"p{n}", f"Person {n}", "en") for n in range(12)]
    token = await line(home, ANN)
    for who in crowd:
        await finish(home, who, await home.press(who, token))
    first = await home.press(crowd[0], home.paper.last(ROOM).token("Standings"))
    assert first.card is not None
    assert "Page 1 of 2" in first.card.text
    second = await home.press(crowd[0], token_of(first.card, "▶"))
    assert second.card is not None
    assert "Page 2 of 2" in second.card.text
    assert second.card.text.count("Person") == 3  # two, and one's own
    back = await home.press(crowd[0], token_of(second.card, "◀"))
    assert back.card == first.card
    records = await home.press(crowd[0], token_of(second.card, "All-time"))
    assert records.card is not None
    assert "Nobody has finished yet." in records.card.text


@pytest.mark.parametrize("words", ["daily nonsense", "daily table 2026-02-30", "daily 123456"])
async def test_what_is_no_table_is_refused(home: Harness, words: str) -> None:
    assert (await home.say(ANN, words)).reason is Reason.UNKNOWN_OPTION


async def test_a_table_of_a_day_that_never_was_is_empty(home: Harness) -> None:
    reply = await home.say(ANN, "daily 2020-02-29")
    assert reply.card is not None
    assert reply.card.text == "Daily dice, 29 February\nNobody has finished yet."
