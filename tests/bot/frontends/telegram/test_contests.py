"""Dice in company on Telegram: the card in the group, everybody's sheet in their private chat."""

from pathlib import Path

import pytest

from bot.app.model.button_token import decode
from bot.app.model.request import Verb
from core.contest import CONTEST_DURATION
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.bot.frontends.telegram.test_dice import seen, shows_picture, splits
from tests.fakes.telegram import Chat, FakeTelegram, Message, User
from tests.fakes.telegram.limits import TEXT, units

SHEET = "🎲 My sheet"


async def opened(home: Harness, who: User, card: Message, button: str = SHEET) -> Message:
    """Presses the button and follows the link: one's own sheet, in private."""
    press = await home.pressed(who, card, home.data(card, button))
    assert press.done.result() == ""
    private = home.telegram.people.open_link(press)
    await home.settled()
    return home.last(private)


async def played(home: Harness, who: User, sheet: Message) -> None:
    """To the end, always the first way."""
    while sheet.buttons:
        assert await home.press(who, sheet, splits(sheet)[0]) == ""


async def test_a_duel(home: Harness, group: Chat, ann: User, bo: User, eve: User) -> None:
    hello = home.telegram.people.say(bo, group, "hello")
    await home.say(ann, group, "/challenge@tavola_bot dice", reply_to=hello)
    card = home.last(group)
    assert card.text.startswith("Ann challenges Bo to Solitaire Dice: same throws for both.")
    assert card.labels[:2] == ["Accept", "Decline"]
    assert await home.press(eve, card, "Accept") != ""
    his = await opened(home, bo, card, "Accept")
    assert shows_picture(his)
    assert his.chat.id == bo.id
    assert SHEET in card.labels
    hers = await opened(home, ann, card)
    assert (await seen(home, hers)).throw == (await seen(home, his)).throw
    assert await home.press(eve, card, SHEET) == "This challenge has already been accepted."
    edits = card.edits
    await home.press(ann, hers, splits(hers)[0])
    assert "\n1. " in hers.text
    assert card.edits - edits <= 1  # the room is told no more than how far she is
    await played(home, ann, hers)
    await played(home, bo, his)
    result = home.last(group)
    assert result is not card
    assert result.reply_to is card
    assert "seed" in result.text
    assert units(result.text) <= TEXT


async def test_a_sheet_is_never_posted_in_the_group(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    await home.say(ann, group, "/challenge@tavola_bot dice")
    card = home.last(group)
    await opened(home, ann, card)
    for who, text in ((bo, "/sheet@tavola_bot"), (eve, "/join@tavola_bot")):
        await home.say(who, group, text)
        way = home.last(group)
        assert way is not card
        assert way.labels == [SHEET]
        sheet = await opened(home, who, way)
        assert shows_picture(sheet)
        await played(home, who, sheet)
        press = await home.pressed(who, card, home.data(card, SHEET))  # to look at it once more
        assert press.done.result() == ""
        assert press.url
    assert all(not shows_picture(each) for each in home.ours(group))


async def test_a_group_over_restarts(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User, eve: User
) -> None:
    """A new process between throw and choice: the same throws for all, thrown once."""
    path = tmp_path / "t.db"
    async with harness(path, telegram) as home:
        await home.say(ann, group, "/challenge@tavola_bot dice")
        card = home.last(group)
        sheets = {who.id: await opened(home, who, card) for who in (ann, bo, eve)}
    throws: dict[int, list[tuple[int, ...]]] = {who: [] for who in sheets}
    for _ in range(3):
        for who in (ann, bo, eve):
            async with harness(path, telegram) as home:
                sheet = sheets[who.id]
                throws[who.id].append((await seen(home, sheet)).throw)
                await home.press(who, sheet, splits(sheet)[who.id % 2])
    assert throws[ann.id] == throws[bo.id] == throws[eve.id]
    async with harness(path, telegram) as home:
        assert await home.press(bo, card, "Close") != "" if "Close" in card.labels else True
        again = await opened(home, bo, card)  # the same game, at the end of the chat
        assert again is not sheets[bo.id]
        assert "\n3. " in again.text
        for who, sheet in ((ann, sheets[ann.id]), (bo, again), (eve, sheets[eve.id])):
            await played(home, who, sheet)
        home.now.advance(CONTEST_DURATION)
        await home.sweep.run()
        await home.settled()
        assert "seed" in home.last(group).text


async def test_a_press_on_an_old_sheet_of_mine(home: Harness, group: Chat, ann: User) -> None:
    await home.say(ann, group, "/challenge@tavola_bot dice")
    card = home.last(group)
    old = await opened(home, ann, card)
    new = await opened(home, ann, card)
    assert new is not old
    await home.press(ann, old, splits(old)[0])
    assert "\n1. " in new.text
    assert old.labels == ["Go to board"]


@pytest.mark.parametrize("level", ["greedy", "careful"])
async def test_against_the_computer(home: Harness, ann: User, level: str) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, f"/play dice {level}")
    card = home.last(private)
    assert SHEET in card.labels
    assert await home.press(ann, card, SHEET) == ""
    sheet = home.last(private)
    assert shows_picture(sheet)
    assert decode(splits(sheet)[0]).verb is Verb.MOVE
    await home.press(ann, sheet, splits(sheet)[0])
    assert "\n1. " in sheet.text
