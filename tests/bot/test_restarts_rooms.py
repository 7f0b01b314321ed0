"""Rooms that are run, left and entered again, on all front ends, with the bot killed in between."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tests.bot.frontends.discord.harness import moves
from tests.bot.frontends.web.visitor import Message as Shown
from tests.bot.frontends.web.visitor import token
from tests.bot.platforms import LATE
from tests.bot.restarts import MINUTE, restarts

NOT_YOURS = "Only admins can do that here."


def first_button(answer: Shown) -> str:
    """The token of the first button of a private answer at the page."""
    return str(answer["card"]["rows"][0]["buttons"][0]["token"])


def until_closed(folder: Path) -> None:
    """Until the bot has noted that a place is closed to it: nothing goes out that tells so."""
    [path] = folder.rglob("*.db")
    late = time.monotonic() + LATE
    with closing(sqlite3.connect(path)) as db:
        while not db.execute("SELECT * FROM closed").fetchall():
            assert time.monotonic() < late


async def test_a_server_that_throws_the_bot_out_and_asks_it_back(tmp_path: Path) -> None:
    """Nothing is asked of it meanwhile; then the board is there anew, and the match goes on."""
    async with restarts(tmp_path) as there:
        discord, server = there.platforms.discord, there.platforms.server
        ann, cy = discord.person("Ann"), discord.person("Cy")
        server.join(ann, cy)
        lounge = server.voice()
        async with there.life():
            await there.begun_in(lounge, ann, cy)
        rights, server.guild.app = server.guild.app, None
        async with there.life(MINUTE):
            await asyncio.to_thread(until_closed, tmp_path)
        server.guild.app = rights
        seen = len(lounge.messages)
        async with there.life(MINUTE):
            await discord.until(lambda: len(lounge.messages) > seen, "the board anew")
            await there.platforms.seen(lounge, "▶ Ann to move")
            board = lounge.last
            assert "c4" in moves(board)
            await ann.press(board, "c4")
            await discord.until(lambda: "3. Ann c4" in board.text)


async def test_who_takes_no_private_messages_is_told_in_the_room(tmp_path: Path) -> None:
    async with restarts(tmp_path) as there:
        discord, server = there.platforms.discord, there.platforms.server
        ann, cy = discord.person("Ann"), discord.person("Cy")
        server.join(ann, cy)
        lounge = server.voice()
        async with there.life():
            await ann.slash(lounge, "me settings", change="notices private")
            await there.begun_in(lounge, ann, cy)
            ann.direct.channel.people[0].takes_messages = False
        async with there.life(3 * MINUTE):
            await there.platforms.seen(lounge, "I can't message you privately.")
            assert "1 board is waiting for you" in lounge.last.text
            assert lounge.last.pinged == (ann.user.id,)


async def test_a_group_of_telegram_is_run_by_its_administrators_alone(tmp_path: Path) -> None:
    """Al ends the match that is named by its board, and annuls another from a list of before."""
    async with restarts(tmp_path) as there:
        telegram, group, bo = there.platforms.telegram, there.platforms.group, there.platforms.bo
        al = there.comes("Al")
        group.members[al.id] = "administrator"
        async with there.life():
            over = await there.begun(al, bo)
            await there.presses(bo, over, "🏳")
            await there.presses(bo, over, "🏳", "resigned")
            result = await there.platforms.heard("(+")
            listed = await there.says(al, "/annul@tavola_bot", "should be annulled")
        async with there.life():
            assert await there.presses(bo, listed, listed.labels[0]) == NOT_YOURS
            await there.taken(bo, al)
            board = await there.taken(bo, al)
            ends = await there.says(al, "/end@tavola_bot", "Which match should end")
            assert len(ends.labels) == 2
        async with there.life():
            assert await there.presses(bo, ends, ends.labels[0]) == NOT_YOURS
            telegram.people.say(bo, group, "/end@tavola_bot", reply_to=board)
            await there.platforms.heard(NOT_YOURS)
            telegram.people.say(al, group, "/end@tavola_bot", reply_to=board)
            await telegram.until(lambda: "Ended by an admin." in board.text, LATE)
            await there.presses(al, listed, listed.labels[0])
            await telegram.until(lambda: "Annulled" in result.text, LATE)
            await there.says(al, "/annul@tavola_bot", "There's no match here for that")


async def test_the_page_is_run_by_its_operator_and_everybody_may_be_forgotten(
    tmp_path: Path,
) -> None:
    """Mo ends what Eve and Zoe play; then Eve takes everything away, asked anew after a kill."""
    async with restarts(tmp_path, "Mo", "Eve", "Zoe") as there:
        async with there.life(), asyncio.timeout(LATE):
            await there.begun_at_page("Eve", "Zoe")
            eve = there.windows["Eve"]
            assert (await eve.say("/end"))["text"] == NOT_YOURS
            asked = await eve.say("/delete")
            assert "You give up 1 match or challenge:" in asked["card"]["text"]
            second = await eve.press(token(asked, "Delete everything"))
            yes = token(second, "Yes, delete everything")
            assert yes
        async with there.life(), asyncio.timeout(LATE):
            mo, eve = there.windows["Mo"], there.windows["Eve"]
            again = await eve.press(yes)
            assert "has been deleted" not in str(again), "asked before a kill, it is asked anew"
            listed = await mo.say("/end")
            ended = await mo.press(first_button(listed))
            assert "Ended. Not counted." in ended["text"]
            await eve.shown(lambda each: "Ended by an admin" in each["card"]["text"])
        guest = there.tickets["Eve"].partition(".")[0].encode()
        async with there.life(), asyncio.timeout(LATE):
            mo, eve = there.windows["Mo"], there.windows["Eve"]
            await eve.say("good morning")
            asked = await eve.say("/delete")
            assert "given up" not in asked["card"]["text"]
            second = await eve.press(token(asked, "Delete everything"))
            done = await eve.press(token(second, "Yes, delete everything"))
            assert "has been deleted" in done["text"]
            assert (await eve.next(lambda each: each["type"] == "moved"))["gone"]
        kept = b"".join(
            each.read_bytes() for each in (tmp_path / "data").iterdir() if each.is_file()
        )
        assert guest not in kept
        assert b"good morning" not in kept


async def test_the_operator_of_the_page_annuls_what_was_won_before_a_kill(tmp_path: Path) -> None:
    """It is on the room's board until then, and on it no more after another kill."""
    async with restarts(tmp_path, "Mo", "Eve", "Zoe") as there:
        async with there.life(), asyncio.timeout(LATE):
            await there.begun_at_page("Eve", "Zoe")
            zoe = there.windows["Zoe"]
            await zoe.say("/resign")
            await zoe.say("/resign")
            assert "Eve" in str((await zoe.say("/leaderboard reversi room"))["card"])
        async with there.life(), asyncio.timeout(LATE):
            mo, zoe = there.windows["Mo"], there.windows["Zoe"]
            assert (await zoe.say("/annul"))["text"] == NOT_YOURS
            annulled = await mo.press(first_button(await mo.say("/annul")))
            assert annulled["type"] == "ok"
        async with there.life(), asyncio.timeout(LATE):
            eve = there.windows["Eve"]
            assert "Eve" not in str((await eve.say("/leaderboard reversi room"))["card"])
