"""Solitaire Dice on Discord, alone: a button a split, a row a die left over, one throw a round."""

import asyncio
import re
import sys
from dataclasses import replace
from io import BytesIO
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from PIL import Image

from bot.app.model.button_token import decode
from bot.app.model.card import Card
from bot.app.model.request import Verb
from bot.app.presentation import solo_cards
from bot.frontends.discord.outbound import render
from bot.frontends.discord.outbound.render import LIMITS
from bot.text.catalog import LOCALES, texts
from core.games.dice.rules import View
from core.games.dice.splits import splits
from core.match.model import Status
from core.types import MatchId
from tests.bot.app.tables import table
from tests.bot.frontends.discord.harness import Harness, harness, moves
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.interactions import MESSAGE, UPDATE
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission

ROOT = Path(__file__).parents[4]
THROWS = tuple(combinations_with_replacement(range(1, 7), 5))
MOST_COMPONENTS, WIDEST = 40, 5


async def promised(home: Harness, who: Person, place: Place) -> Message:
    answer = await home.slash(who, place, "dice")
    assert (answer.kind, answer.private) == (MESSAGE, False)
    return answer.message


async def rolled(home: Harness, who: Person, place: Place) -> Message:
    sheet = await promised(home, who, place)
    await home.press(who, sheet, "🎲 Roll")
    return sheet


def way(sheet: Message) -> str:
    """The identifier of the first way to split."""
    tokens = [str(button["custom_id"]) for button in sheet.buttons]
    return next(token for token in tokens if decode(token).verb is Verb.MOVE)


def match_of(sheet: Message) -> MatchId:
    return decode(str(sheet.buttons[0]["custom_id"])).session


async def test_a_game_from_the_promise_to_a_record_that_checks(
    home: Harness, ann: Person, lounge: Place, tmp_path: Path
) -> None:
    sheet = await promised(home, ann, lounge)
    commitment = re.search(r"[0-9a-f]{64}", sheet.text)
    assert commitment
    assert sheet.rows == [["🎲 Roll", "Rules", "Cancel"]]
    roll = await home.press(ann, sheet, "🎲 Roll")
    assert roll.kind == UPDATE
    id, rounds = match_of(sheet), 0
    while (await home.store.load(id)).match.status is Status.PLAYING:
        assert len(sheet.attachments) == 1
        assert 0 < len(sheet.alt) <= 1024
        assert sheet.rows[-1] == ["⤓", "⋯"]
        moved = await home.press(ann, sheet, way(sheet))
        assert (moved.kind, moved.told) == (UPDATE, "")
        rounds += 1
    assert rounds == len((await home.store.load(id)).match.plies)
    assert home.discord.asked("PATCH", "/channels/{channel_id}/messages/{message_id}") == []
    result = lounge.last
    assert result.reply_to == sheet.id
    assert sheet.rows == []
    record = await home.press(ann, result, "Record")
    assert record.private
    written = re.search(r"```\n(.*)\n```", record.message.source, re.DOTALL)
    assert written
    assert commitment[0] in written[1]
    (tmp_path / "record.txt").write_text(written[1])
    check = await asyncio.create_subprocess_exec(
        sys.executable, ROOT / "docs" / "verify_dice.py", tmp_path / "record.txt"
    )
    assert await check.wait() == 0


async def test_one_press_rolls_and_no_other(home: Harness, ann: Person, lounge: Place) -> None:
    sheet = await promised(home, ann, lounge)
    first, second = ann.touch(sheet, "🎲 Roll"), ann.touch(sheet, "🎲 Roll")
    await ann.wait(first)
    await ann.wait(second)
    await home.settled()
    seen = (sheet.text, sheet.alt, sheet.picture)
    twice = [ann.touch(sheet, way(sheet)) for _ in range(2)]
    answers = [await ann.wait(it) for it in twice]
    await home.settled()
    assert [answer.told for answer in answers] == ["", ""]
    assert len((await home.session(sheet)).match.plies) == 1
    assert (sheet.text, sheet.alt, sheet.picture) != seen


async def test_a_restart_between_throw_and_choice_throws_nothing_anew(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        sheet = await rolled(home, ann, lounge)
        seen, ways = sheet.alt, moves(sheet)
    for _ in range(3):
        async with harness(path, discord, now) as home:
            await home.press(ann, sheet, "⤓")
            sheet = lounge.last
            assert (sheet.alt, moves(sheet)) == (seen, ways)
            now.advance(60_000)
    async with harness(path, discord, now) as home:
        await home.press(ann, sheet, way(sheet))
        assert len((await home.session(sheet)).match.plies) == 1


async def test_nobody_else_chooses(home: Harness, ann: Person, bo: Person, lounge: Place) -> None:
    sheet = await promised(home, ann, lounge)
    assert (await home.press(bo, sheet, "🎲 Roll")).private
    await home.press(ann, sheet, "🎲 Roll")
    assert (await home.press(bo, sheet, way(sheet))).private
    assert (await home.session(sheet)).match.plies == ()


async def test_it_has_a_thread_where_matches_have_one(
    home: Harness, ann: Person, channel: Place
) -> None:
    card = await rolled(home, ann, channel)
    sheet = Place(home.discord, home.discord.world.channels[card.id]).last
    assert channel.messages == [card]
    assert card.rows == []
    await home.press(ann, sheet, way(sheet))
    assert "\n1. " in sheet.text


async def test_it_is_played_in_private_in_groups_and_by_command(
    home: Harness, discord: FakeDiscord, ann: Person
) -> None:
    ann.user_installed = True
    for place in (ann.direct, discord.group(ann)):
        sheet = await rolled(home, ann, place)
        assert place.messages == [sheet]
        offered = await ann.complete(place, "move", "point", point="")
        assert offered.choices == moves(sheet)
        typed = await home.slash(ann, place, "move", point=offered.choices[0])
        shown = typed.message if typed.message.for_user is None else sheet
        assert "\n1. " in shown.text


async def test_without_pictures_the_sheet_is_letters(
    home: Harness, ann: Person, server: Server
) -> None:
    lounge = server.voice()
    lounge.deny(Permission.ATTACH_FILES)
    await home.slash(ann, lounge, "dice")
    sheet = lounge.last
    await home.press(ann, sheet, "🎲 Roll")
    assert sheet.attachments == []
    assert "```" in sheet.source
    await home.press(ann, sheet, way(sheet))
    assert "\n1. " in sheet.text


async def test_giving_up_is_asked_twice(home: Harness, ann: Person, lounge: Place) -> None:
    sheet = await rolled(home, ann, lounge)
    panel = (await home.press(ann, sheet, "⋯")).message
    await home.press(ann, panel, "End game")
    assert (await home.session(sheet)).match.status is Status.PLAYING
    await home.press(ann, panel, "End game")
    assert "```" not in lounge.last.source
    assert re.search(r"[0-9a-f]{64}", lounge.last.text)  # the seed


async def test_the_picture_is_fit_for_a_telephone(
    home: Harness, ann: Person, lounge: Place
) -> None:
    sheet = await rolled(home, ann, lounge)
    assert sheet.picture is not None
    picture = Image.open(BytesIO(sheet.picture))
    assert picture.width >= 600
    assert len(sheet.picture) <= 180_000


# every throw


def thrown(throw: tuple[int, ...], *, free: bool) -> Card:
    """The card of this throw, as Discord gets it."""
    seen = table("dice")
    board = seen.board
    assert isinstance(board, View)
    legal = tuple(split.move for split in splits(throw))
    board = replace(board, throw=throw, free=free, legal=legal)
    view = replace(seen, board=board, moves=legal)
    return Card(
        "12. 8 + 6 ✕3", board=view, alt="x", rows=solo_cards._running(texts("en"), view, LIMITS)
    )


def test_there_are_252_throws() -> None:
    assert len(THROWS) == len(set(THROWS)) == 252


@pytest.mark.parametrize("free", [False, True])
def test_every_throw_fits_into_one_message(free: bool) -> None:
    for throw in THROWS:
        card = thrown(throw, free=free)
        [container] = render.draw(card, b"").layout().to_components()
        inside = container["components"]
        rows = [part["components"] for part in inside if part["type"] == 1]
        assert 1 + len(inside) + sum(map(len, rows)) <= MOST_COMPONENTS, throw
        assert all(len(row) <= WIDEST for row in rows)
        *ways, controls = rows
        assert [button["label"] for button in controls] == ["⤓", "⋯"]
        rejects = [{decode(b["custom_id"]).arg[-1] for b in row} for row in ways]
        assert sorted(*zip(*rejects, strict=True)) == sorted(map(str, set(throw)))
        labels = [button["label"] for row in ways for button in row]
        assert all(len(label) <= 10 for label in labels)
        if not free:
            assert len(set(labels)) == len(labels), throw


@pytest.mark.parametrize("locale", LOCALES)
def test_the_labels_need_no_language(locale: str) -> None:
    seen = table("dice")
    rows = [solo_cards.splits(texts(each), seen, LIMITS) for each in ("en", locale)]
    assert rows[0] == rows[1]
