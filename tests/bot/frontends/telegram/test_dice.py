"""Solitaire Dice on Telegram: the promise, splits two a row, the sheet as a picture, the record."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from bot.app.model.button_token import LONGEST, decode
from bot.app.model.card import Buttons, Card
from bot.app.model.request import Verb
from bot.app.presentation import solo_cards
from bot.frontends.telegram.outbound import render
from bot.frontends.telegram.outbound.screens import ABREAST, limited
from bot.text.catalog import LOCALES, texts
from core.chance import commitment
from core.games.dice.rules import DICE, Position, View
from core.games.dice.sheet import Sheet
from core.match.view import MatchView, see
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import Chat, FakeTelegram, Message, User, limits

VERIFY = Path(__file__).parents[4] / "docs" / "verify_dice.py"
CONTROLS = ["End game", "⤓ Show below"]


async def rolled(home: Harness, who: User, chat: Chat) -> Message:
    """The sheet after the first throw."""
    await home.say(who, chat, "/dice@tavola_bot")
    sheet = home.last(chat)
    assert sheet.labels == ["🎲 Roll", "Rules", "Cancel"]
    assert await home.press(who, sheet, "🎲 Roll") == ""
    return sheet


def shows_picture(message: Message) -> bool:
    return message.photo is not None


def splits(sheet: Message) -> list[str]:
    """The data of the ways to split."""
    data = [button["callback_data"] for row in sheet.buttons for button in row]
    return [each for each in data if decode(each).verb is Verb.MOVE]


async def seen(home: Harness, sheet: Message) -> View:
    board = see((await home.session(sheet)).match).board
    assert isinstance(board, View)
    return board


# --- the keyboard ---------------------------------------------------------------------------------


def positions() -> Iterator[Position]:
    """All 252 throws: with an empty list of rejects, with a full one, and as a free ride."""
    lists = [Sheet(rejects=tuple((v, 7) for v in c)) for c in combinations(range(1, 7), 3)]
    for throw in combinations_with_replacement(range(1, 7), 5):
        yield Position(None, Sheet(), throw)
        yield Position(None, next(full for full in lists if not full.is_free(throw)), throw)
        free = [full for full in lists if full.is_free(throw)]
        yield from (Position(None, full, throw) for full in free[:1])


async def test_every_throw_gives_a_keyboard_that_telegram_takes(home: Harness, ann: User) -> None:
    """With the longest turn that a token can have."""
    sheet = await rolled(home, ann, home.people.private(ann))
    match = (await home.session(sheet)).match
    view = see(replace(match, turn=999_999_999))
    free, most = 0, 0
    for position in positions():
        drawn = draw(replace(view, board=DICE.look(position), moves=DICE.legal_moves(position)))
        rows = json.loads(drawn.keyboard or "")["inline_keyboard"]
        limits.check_keyboard({"inline_keyboard": rows}, private=True)
        ways = [button for row in rows[:-1] for button in row]
        assert {len(row) for row in rows[:-2]} <= {ABREAST}
        assert len({way["text"] for way in ways}) == len(ways)
        assert [decode(way["callback_data"]).arg for way in ways] == list(
            DICE.legal_moves(position)
        )
        assert all(len(way["callback_data"].encode()) <= LONGEST for way in ways)
        free += position.sheet.is_free(position.throw)
        most = max(most, len(ways))
    assert free > 0
    assert most == 15


def draw(view: MatchView) -> render.RenderedMessage:
    """The keyboard of a sheet as `Screens` lays it out."""
    language, room = texts("en"), limited(pictured=True, grid=False)
    rows = solo_cards.splits(language, view, room)
    card = Card("x", rows=(*rows, Buttons(solo_cards._controls(language, view.match))))
    return render.draw(card, "tavola_bot", render.CAPTION)


# --- alone ----------------------------------------------------------------------------------------


async def test_a_game_alone_from_promise_to_proof(
    tmp_path: Path, telegram: FakeTelegram, ann: User
) -> None:
    """A new process for every choice: nothing is ever thrown again."""
    path, private = tmp_path / "t.db", telegram.people.private(ann)
    async with harness(path, telegram) as home:
        await home.say(ann, private, "/dice")
        sheet = home.last(private)
        promised = sheet.text
        assert not shows_picture(sheet)
        await home.press(ann, sheet, "🎲 Roll")
    throws: list[tuple[int, ...]] = []
    edits = sheet.edits
    while sheet.buttons:
        async with harness(path, telegram) as home:
            thrown = (await seen(home, sheet)).throw
            assert shows_picture(sheet)
            assert sheet.labels[-2:] == CONTROLS
            await home.press(ann, sheet, splits(sheet)[-1])
        throws.append(thrown)
    assert sheet.edits - edits == len(throws)  # one edit a round
    result = private.history()[-1]
    assert result.reply_to is sheet
    assert result.photo is not None
    assert result.labels == ["Play again", "Review", "Replay", "Record"]
    async with harness(path, telegram) as home:
        chance = (await home.session(result)).match.setup.chance
        assert chance is not None
        assert chance.seed.hex() in result.text
        assert commitment(chance.seed) in promised
        assert chance.seed.hex() not in promised
        await home.press(ann, result, "Record")
        record = home.last(private)
        [block] = record.entities
        file = tmp_path / "game.json"
        file.write_text(record.text[block["offset"] :])
        await home.press(ann, result, "Play again")
        assert home.last(private).labels[0] == "🎲 Roll"
    checked = await asyncio.to_thread(verified, file)
    assert commitment(chance.seed) in checked
    for throw in throws:
        assert str(list(throw)) in checked


def verified(record: Path) -> str:
    """What the script says with which anybody can check the dice."""
    command = [sys.executable, str(VERIFY), str(record)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


async def test_pressed_twice_it_is_thrown_once(home: Harness, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/dice")
    sheet = home.last(private)
    roll = home.data(sheet, "🎲 Roll")
    presses = [home.telegram.people.press_data(ann, sheet, roll) for _ in range(2)]
    await home.settled()
    assert [press.done.result() for press in presses] == ["", ""]
    throw = (await seen(home, sheet)).throw
    early = splits(sheet)
    await home.press(ann, sheet, early[0])
    late = await home.pressed(ann, sheet, early[1])
    assert late.done.result() == "The position has changed since then."
    assert (await seen(home, sheet)).throw != throw
    assert (await home.pressed(ann, sheet, roll)).done.result() == ""
    assert (await seen(home, sheet)).rounds == 1


async def test_in_a_group_the_sheet_is_its_players(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    sheet = await rolled(home, ann, group)
    assert sheet.photo is not None
    assert "not playing" in (await home.pressed(bo, sheet, splits(sheet)[0])).done.result()
    split = decode(splits(sheet)[0]).arg
    assert (await home.say(ann, group, split, reply_to=sheet)).reaction == "👍"
    assert "\n1. " in sheet.text
    assert "End this game?" in await home.press(ann, sheet, "End game")
    await home.press(ann, sheet, "End game")
    assert sheet.labels == []
    press = await home.pressed(bo, home.last(group), home.data(home.last(group), "Record"))
    record = home.telegram.people.open_link(press)  # too long for a toast
    await home.settled()
    assert home.last(record).entities[0]["type"] == "pre"


async def test_where_pictures_are_barred_the_sheet_is_text(
    home: Harness, group: Chat, ann: User
) -> None:
    group.may_photo = False
    sheet = await rolled(home, ann, group)
    assert sheet.photo is None
    [block] = sheet.entities
    drawn = sheet.text[block["offset"] :]
    assert max(map(len, drawn.splitlines())) <= 22
    assert len(splits(sheet)) > 1
    await home.press(ann, sheet, splits(sheet)[0])
    assert "\n1. " in sheet.text


@pytest.mark.parametrize("locale", LOCALES)
async def test_captions_fit_in_every_language(home: Harness, locale: str) -> None:
    ann = home.people.person("N" * 100, language=locale)
    private = home.people.private(ann)
    await home.say(ann, private, "/dice")
    sheet = home.last(private)
    await home.press(ann, sheet, sheet.labels[0])
    while sheet.buttons:
        await home.press(ann, sheet, splits(sheet)[0])
        assert limits.units(sheet.text) <= limits.CAPTION
    assert limits.units(home.last(private).text) <= limits.CAPTION
