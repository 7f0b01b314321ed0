"""Before a day has closed: its key is in nothing that anybody sees, and nobody who could still use
it is told a total of somebody else."""

import base64
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.button_token import decode
from bot.app.model.request import Actor, Reply, Verb
from bot.app.model.room import Room
from bot.text.numbers import MINUS, whole
from core.errors import Reason
from core.match.view import see
from core.types import COMPUTER
from tests.bot.app.company import sheet, splits
from tests.bot.app.daily_play import (
    HOUR,
    PRIVATE,
    TODAY,
    at,
    computer_plays,
    contest,
    enter,
    line,
    own,
    passes,
    play,
    total,
)
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness
from tests.fakes.clock import FixedNow

LOOKS = (
    *("daily", "daily table", "daily table space", "daily table everywhere", "daily 2027-01-15"),
    *("daily all", "daily all space", "daily all everywhere", "daily 2027-01-14", "games"),
    *("leaderboard dice", "leaderboard dice space", "leaderboard dice everywhere week"),
    *("profile @Ann dice", "profile dice", "history", "board", "sheet", "record", "replay"),
    *("help", "rules dice", "settings", "privacy", "text", "join", "watch"),
)
"""All that can be asked by typing."""


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with at(tmp_path / "tavola.db", FixedNow()) as opened:
        await opened.store.houses.choose(ROOM, "daily", "0")
        await line(opened, ANN)
        await line(opened, ANN, ELSEWHERE)
        yield opened


async def seen(home: Harness, who: Actor, **more: object) -> list[str]:
    """The texts of all that somebody finds by typing, and by every button that comes of it that
    only looks."""
    texts = []
    for words in LOOKS:
        for room in (ROOM, ELSEWHERE):
            reply = await home.say(who, words, room)
            texts.append(_text(reply))
            for token in _looking(reply):
                texts.append(_text(await home.press(who, token, room, **more)))
    return texts


def _text(reply: Reply) -> str:
    card = reply.card
    files = () if card is None else card.files
    return "\n".join((reply.text, *(() if card is None else (repr(card),)), *map(repr, files)))


def _looking(reply: Reply) -> list[str]:
    rows = () if reply.card is None else reply.card.rows
    found = [each.token for row in rows for each in getattr(row, "row", ())]
    return [token for token in found if decode(token).verb in (Verb.DAILY, Verb.LEADERBOARD)]


def tells(texts: list[str], points: int) -> list[str]:
    """Those in which that total stands by itself, as people read it or programs do."""
    alone = re.compile(rf"(?<![\w{MINUS}-])({points}|{whole(points)})(?![\w-])")
    return [text for text in texts if alone.search(text)]


async def test_who_has_not_finished_finds_nobodys_total(home: Harness) -> None:
    await play(home, ANN, last=5)
    await computer_plays(home, TODAY)
    computers = await home.store.days.entry(TODAY, COMPUTER)
    assert computers is not None
    assert computers.total is not None
    secret = (await total(home, ANN, TODAY), computers.total)
    shown = [repr(s.cards) for s in home.paper.sheets.values()]
    for who in (BO, EVE):
        for points in secret:
            assert tells(await seen(home, who) + shown, points) == []
    reply = await enter(home, BO)  # somebody in the middle of it neither
    for points in secret:
        assert tells(await seen(home, BO) + [_text(reply)], points) == []


async def test_who_asks_too_early_is_told_so_and_led_to_their_own(home: Harness) -> None:
    await play(home, ANN)
    reply = await home.click(BO, home.paper.first(ROOM), "Standings")
    assert reply.card is not None
    assert reply.card.text == "Play your own game first; then you'll see everyone's totals."
    [row] = reply.card.rows
    started = await home.press(BO, row.row[0].token)  # type: ignore[union-attr]
    assert splits(sheet(started))


async def test_who_has_finished_sees_others_but_not_aloud(home: Harness) -> None:
    """A typed wish may be answered for a whole room to read."""
    await play(home, ANN, last=5)
    await play(home, BO)
    anns = await total(home, ANN, TODAY)
    pressed = await home.click(BO, home.paper.first(ROOM), "Standings")
    assert tells([_text(pressed)], anns)
    for words in ("daily table", "daily 2027-01-15", "daily table everywhere", "daily all"):
        typed = await home.say(BO, words)
        assert typed.reason is None
        assert not tells([_text(typed)], anns)
    named = await home.say(BO, "daily 2027-01-15")
    assert tells([_text(await home.press(BO, _looking(named)[0]))], anns)
    private = await home.ask(BO, Verb.DAILY, "table everywhere", room=PRIVATE, private=True)
    assert tells([_text(private)], anns)


async def test_in_the_hours_after_midnight_the_day_before_stays_secret(home: Harness) -> None:
    """Bo has an entry of yesterday's that he has not finished; Eve can never enter it any more, but
    what she was told she could tell him."""
    await play(home, ANN, last=5)
    await enter(home, BO)
    await passes(home, TODAY.shuts + HOUR)
    for who in (BO, EVE):
        assert tells(await seen(home, who), await total(home, ANN, TODAY)) == []
    await passes(home, TODAY.closes)
    assert tells(await seen(home, EVE), await total(home, ANN, TODAY))


async def test_the_key_is_in_nothing_that_anybody_sees(home: Harness) -> None:
    seeds = [(await contest(home, day)).chance.seed for day in (TODAY, TODAY.plus(1))]
    texts: list[str] = []
    reply = await enter(home, ANN)
    while ways := splits(sheet(reply)):
        texts += (_text(reply), repr(see(await own(home, ANN, TODAY))))
        reply = await home.press(ANN, ways[0])
    texts += (_text(reply), repr(see(await own(home, ANN, TODAY))))
    await home.ask(ANN, Verb.DAILY, room=PRIVATE, private=True)
    for now in (home.now.at, TODAY.shuts + HOUR, TODAY.closes - 1):
        await passes(home, now)
        texts += await seen(home, ANN) + await seen(home, BO)
        texts += [repr(see((await home.session(TODAY.table)).match))]
    texts += [repr(s.cards) for s in home.paper.sheets.values()]
    everything = "\n".join(texts)
    for seed in seeds:
        for form in (seed.hex(), repr(seed)[2:-1], base64.b64encode(seed).decode()):
            assert form not in everything
    await passes(home, TODAY.closes)
    assert any(seeds[0].hex() in text for text in await seen(home, BO))
    assert not any(seeds[1].hex() in text for text in await seen(home, BO))


async def test_no_room_but_ones_own_shows_a_throw(home: Harness) -> None:
    await play(home, ANN)
    await home.ask(BO, Verb.DAILY, room=PRIVATE, private=True)
    for shown in home.paper.sheets.values():
        pictured = any(card.board is not None for card in shown.cards)
        assert pictured == (shown.room == PRIVATE)
    for room in (ROOM, Room("paper", None, "bo-alone")):
        reply = await home.ask(EVE, Verb.BOARD, session=(await own(home, BO, TODAY)).id, room=room)
        assert reply.reason is Reason.NOT_SEATED
