"""Contests across rooms and platforms: by code, watched, with the sheet in a room of one's own."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.button_token import Press, encode
from bot.app.model.request import Actor, Reply, Verb
from bot.app.model.room import Room
from bot.app.model.session import ScreenKind
from core.errors import Reason
from tests.bot.app.company import (
    labels,
    offered,
    own_match,
    play,
    sheet,
    splits,
    table_of,
    throw,
)
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, Harness, harness
from tests.fakes.front_end import buttons

OWN = Room("paper", None, "bo's own")


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened


# --- elsewhere -----------------------------------------------------------------------------------


async def test_by_code_a_duel_spans_two_platforms(home: Harness) -> None:
    """Ann in a Discord channel, Bo in a Telegram group: each plays on their own side."""
    lounge, group = Room("discord", "1", "lounge"), Room("telegram", "-5", "-5")
    ann, bo = Actor("discord", "11", "Ann", "en"), Actor("telegram", "22", "Bo", "fr")
    made = await home.say(ann, "challenge dice seats=2", lounge)
    id = (await home.match(made)).match.id
    told = await home.ask(ann, Verb.INVITE, session=id, room=lounge)
    code = re.search(r"join ([2-9A-Z]{6})", told.text)
    assert code is not None
    question = await home.say(bo, f"join {code[1]}", group)
    assert question.card is not None
    assert "Ann (Discord)" in question.card.text
    yes, _ = buttons(question.card)
    bos = await home.press(bo, yes.token, group)
    assert "Dés en solitaire" in sheet(bos).alt
    anns = await home.press(ann, encode(Press(id, 0, Verb.SHEET)), lounge)
    assert throw(anns) == throw(bos)
    session = await home.session(id)
    assert [screen.room for screen in session.screens] == [lounge, group]
    keeper = Actor("discord", "33", "Mo", "en", may_manage=True)
    assert labels_of(await home.say(keeper, "bar", lounge)) == ["Bar Bo (Telegram)"]
    await play(home, bo, bos)
    await play(home, ann, anns)
    session = await home.session(id)
    results = [screen for screen in session.screens if screen.kind is ScreenKind.RESULT]
    assert [screen.room for screen in results] == [lounge, group]


def labels_of(reply: Reply) -> list[str]:
    assert reply.card is not None
    return [button.label for button in buttons(reply.card)]


async def test_watching_shows_the_contest_and_no_sheet(home: Harness) -> None:
    card = await offered(home)
    await home.click(BO, card, "Accept")
    told = await home.say(ANN, "invite")
    code = re.search(r"watch ([2-9A-Z]{6})", told.text)
    assert code is not None
    await home.say(EVE, f"watch {code[1]}", ELSEWHERE)
    assert "🎲 Bo" in home.paper.last(ELSEWHERE).card.text
    assert (await home.say(EVE, f"join {code[1]}", ELSEWHERE)).reason is Reason.NOT_OPEN


async def test_in_a_room_of_ones_own_the_sheet_is_a_screen(home: Harness) -> None:
    """Telegram: the press in the group answers with a link, and the link brings it there."""
    card = await offered(home)
    in_group = await home.click(BO, card, "Accept")
    assert in_group.card is not None
    token = encode(Press(table_of(card), 0, Verb.SHEET))
    there = await home.press(BO, token, OWN, private=True)
    assert there.card is None
    shown = home.paper.last(OWN)
    ways = splits(shown.card)
    moved = await home.press(BO, ways[0], OWN, private=True)
    assert moved.card is None
    assert "\n1. " in shown.card.text
    assert (await home.press(BO, ways[1], OWN, private=True)).reason is Reason.STALE_TURN
    again = await home.press(BO, token, OWN, private=True)  # the link once more: posted below
    assert again.session is not None
    assert "\n1. " in home.paper.last(OWN).card.text
    while ways := splits(home.paper.last(OWN).card):
        await home.press(BO, ways[0], OWN, private=True)
        if (await own_match(home, card, BO)).is_over:
            break
    assert "points" in home.paper.last(OWN).card.text
    assert "seed" not in home.paper.last(OWN).card.text
    assert labels(home.paper.last(OWN)) == []
