"""What is kept of oneself is told to oneself alone, whole, and of nobody else; after a kill."""

import json
from pathlib import Path
from typing import Any

from tests.bot.platforms import LATE
from tests.bot.restarts import restarts


def told(file: bytes, *others: str) -> dict[str, Any]:
    """What a file says, which has none of these names and ids in it."""
    for other in others:
        assert other.encode() not in file
    found: dict[str, Any] = json.loads(file)
    return found


async def test_a_file_of_everything_about_me_and_nothing_about_others(tmp_path: Path) -> None:
    """Ann on Discord, Al in a group of Telegram and Mo at the page ask for theirs."""
    async with restarts(tmp_path, "Mo", "Evelyn") as there:
        discord, server, telegram = (
            there.platforms.discord,
            there.platforms.server,
            there.platforms.telegram,
        )
        ann, cy = discord.person("Ann"), discord.person("Cynthia")
        server.join(ann, cy)
        lounge = server.voice()
        al, flo = there.comes("Al"), there.comes("Florence")
        chat = telegram.people.private(al)
        async with there.life():
            await there.begun(al, flo)
            await there.begun_in(lounge, ann, cy)
            await there.begun_at_page("Mo", "Evelyn")
            await there.windows["Evelyn"].say("nobody is to know")
            await there.windows["Mo"].say("good morning")
        async with there.life():
            seen = len(lounge.messages)
            answer = await (await ann.slash(lounge, "me export")).until_told()
            assert answer.private
            assert len(lounge.messages) == seen
            anns = told(answer.message.attachments[0].data, "Cynthia", cy.user.id, "Al", "Mo")

            await there.says(al, "/export@tavola_bot", "just for you")
            telegram.people.say(al, chat, "/export")
            await telegram.until(lambda: chat.history()[-1].upload is not None, LATE)
            assert all(each.upload is None for each in there.platforms.group.history())
            sent = chat.history()[-1].upload
            assert sent is not None
            als = told(sent.data, "Florence", "florence_t", str(flo.id), "Ann", "Mo")

            [file] = (await there.windows["Mo"].say("/export"))["card"]["files"]
            evelyn = there.tickets["Evelyn"].partition(".")[0]
            got = await there.fetched("Mo", file["address"])
            mos = told(got, "Evelyn", evelyn, "nobody is to know", "Ann", "Al")
            assert await there.fetched("Evelyn", "files/0") != got
        assert [line["said"] for line in mos["tables"]["web_log"]] == ["good morning"]
        for found, who in ((anns, ann.user.id), (als, str(al.id)), (mos, "")):
            assert [move[1] for move in found["matches"][0]["moves"]] == ["d3", "c3"]
            assert who in [account["user"] for account in found["tables"]["accounts"]] or not who
