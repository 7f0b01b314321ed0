"""One match on three platforms at once: the whole bot, both fake services, the page.

Ann offers it on Discord in English, Bo joins from a French Telegram group by its code, Eve watches
on the page in Italian. Every board is in step, each in its own language, foreign names marked.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.frontends.discord.harness import moves
from tests.bot.frontends.web.visitor import Message as WebMessage
from tests.bot.frontends.web.visitor import visitor
from tests.bot.platforms import Platforms, on_platforms


@pytest.fixture
async def platforms(tmp_path: Path) -> AsyncIterator[Platforms]:
    async with on_platforms(tmp_path) as opened:
        yield opened


async def test_one_match_on_three_platforms(platforms: Platforms) -> None:
    ann, lounge = platforms.discord.person("Ann"), platforms.server.voice()
    platforms.server.join(ann)
    await ann.slash(lounge, "challenge", game="reversi", first="challenger")
    await platforms.seen(lounge, "Ann offers a Reversi match.")
    told = (await ann.press(lounge.last, "Invite with a code")).told
    code = re.search(r"join ([2-9A-Z]{6})", told)
    assert code, told

    # Bo comes from Telegram, is told where he goes, and sits down
    platforms.telegram.people.say(platforms.bo, platforms.group, f"/join@tavola_bot {code[1]}")
    question = await platforms.heard("Jouer à Reversi contre Ann (Discord)\N{NO-BREAK SPACE}?")
    await platforms.touch(question, "Jouer ici")
    await platforms.heard("à Ann (Discord) de jouer")
    await platforms.seen(lounge, "Ann to move")
    assert "Bo (Telegram)" in lounge.last.text
    assert moves(lounge.last) == ["d3", "c4", "f5", "e6"]

    async with (
        visitor(str(platforms.link.origin()), str(platforms.link)) as browser,
        browser.window("Eve", locale="it") as eve,
    ):
        await eve.say(f"/watch {code[1]}")
        assert "tocca a Ann (Discord)" in (await eve.shown())["card"]["text"]

        # both move; three boards are in step
        await ann.press(lounge.last, "d3")
        assert await platforms.touch(await platforms.heard("1. Ann (Discord) d3"), "c3") == ""
        await platforms.seen(lounge, "2. Bo (Telegram) c3")

        def second(shown: WebMessage) -> bool:
            return "2. Bo (Telegram) c3" in shown["card"]["text"]

        shown = await eve.shown(second)
        assert shown["mine"] == [], "who watches has nothing to click"
        board = await platforms.heard("2. Bo c3")
        assert "pas ton tour" in await platforms.touch(board, "c4")

        # the end is told everywhere
        assert "Abandonner" in await platforms.touch(board, "🏳")
        await platforms.touch(board, "🏳")
        await platforms.seen(lounge, "Ann wins: Bo (Telegram) resigned after 2 moves.")
        await platforms.heard("Ann (Discord) gagne\N{NO-BREAK SPACE}: Bo a abandonné, 2 coups.")
        over = await eve.shown(lambda shown: shown["kind"] == "result")
        assert "Ann (Discord) vince: Bo (Telegram) ha abbandonato" in over["card"]["text"]


async def test_a_guest_of_the_page_plays_somebody_on_telegram(platforms: Platforms) -> None:
    """The other way round: the page offers, Telegram joins, and a wrong code leads nowhere."""
    async with (
        visitor(str(platforms.link.origin()), str(platforms.link)) as browser,
        browser.window("Ann") as ann,
    ):
        await ann.ask("ask", verb="challenge", options={"first": "opponent"})
        invite = await ann.button("Invite with a code")
        code = (await ann.press(invite))["text"].split()[-1]
        people = platforms.telegram.people
        people.say(platforms.bo, platforms.group, "/join@tavola_bot ZZZZZZ")
        await platforms.heard(
            "Aucune partie n'a le code «\N{NO-BREAK SPACE}ZZZZZZ\N{NO-BREAK SPACE}»."
        )
        people.say(platforms.bo, platforms.group, f"/join@tavola_bot {code}")
        await platforms.touch(await platforms.heard("contre Ann (Web)"), "Jouer ici")
        board = await platforms.heard("à Bo de jouer")
        await platforms.touch(board, "d3")
        shown = await ann.shown(lambda shown: "1. Bo (Telegram) d3" in shown["card"]["text"])
        assert (await ann.play(shown, "c3"))["type"] == "ok"
        await platforms.heard("2. Ann (Web) c3")
