"""The command lists: by kind of chat and language, written only when they changed."""

import json
from pathlib import Path

from bot.frontends.telegram.inbound import command_menus
from bot.text.catalog import LOCALES
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.errors import flood


def listed(home: Harness, scope: str, language: str) -> dict[str, str]:
    key = (json.dumps({"type": scope}), language)
    commands = home.telegram.state.commands[key]
    return {each["command"]: each["description"] for each in commands}


async def brought(home: Harness) -> None:
    """All lists were written, which happens while the bot already hears."""
    count = 3 * len(LOCALES)
    await home.telegram.until(lambda: len(home.telegram.state.commands) == count)


async def test_lists_by_scope_and_language(home: Harness) -> None:
    await brought(home)
    private = listed(home, "all_private_chats", "")
    assert tuple(private) == command_menus.PRIVATE
    assert private["play"] == "Play against the computer"
    assert tuple(listed(home, "all_group_chats", "")) == command_menus.GROUPS
    assert "board" not in private
    for language in ("fr", "it", "ht"):
        theirs = listed(home, "all_private_chats", language)
        assert tuple(theirs) == command_menus.PRIVATE
        assert theirs["play"] != private["play"]


async def test_unchanged_lists_are_not_written_again(home: Harness) -> None:
    await brought(home)
    written = len(home.telegram.of("setMyCommands"))
    assert written == 3 * len(LOCALES), "for private chats, groups and those who run them"
    assert await command_menus.sync(home.front_end._bot) == 0
    key = (json.dumps({"type": "all_group_chats"}), "fr")
    home.telegram.state.commands[key].pop()
    assert await command_menus.sync(home.front_end._bot) == 1
    assert len(home.telegram.of("setMyCommands")) == written + 1


async def test_whoever_writes_is_heard_while_telegram_wants_no_more_lists(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    """Many lists at a first start are a flood to it; the rest is written when that is over."""
    enough = telegram.faults.order(flood(60), "setMyCommands", times=-1)
    ann = telegram.people.person("Ann", language="en")
    async with harness(tmp_path / "tavola.db", telegram) as home:
        private = home.people.private(ann)
        await home.say(ann, private, "/games")
        assert home.ours(private)
        enough.times = 0
        written = 3 * len(LOCALES)
        await telegram.until(lambda: len(telegram.state.commands) == written)
