"""Who is told what, and when, with the bot killed in between: once a day, and not by night."""

import asyncio
from pathlib import Path

from tests.bot.frontends.web.test_notices import said
from tests.bot.platforms import LATE
from tests.bot.restarts import HOUR, MINUTE, restarts
from tests.fakes.telegram import Message, User


async def test_notices_once_a_day_and_not_by_night(tmp_path: Path) -> None:
    """Bo is told once a day, Cy and Eve not while they sleep, Di at once: neither twice nor never.

    At seven all wait; that Di's notice has come says that the others' would have.
    """
    async with restarts(tmp_path, "Mo", "Eve") as there:
        telegram, bo = there.platforms.telegram, there.platforms.bo
        al, cy, di = (there.comes(name) for name in ("Al", "Cy", "Di"))

        def notices(who: User) -> list[Message]:
            sent = [each for each in there.platforms.group.history() if each.sender.is_bot]
            return [each for each in sent if each.text.startswith(f"{who.first_name}\n")]

        there.ahead += 11 * HOUR  # eleven in the evening
        async with there.life():
            chat = telegram.people.private(bo)
            await there.says(bo, "/settings notices daily", "once a day", chat)
            chat = telegram.people.private(cy)
            await there.says(cy, "/settings quiet 22-8", "22", chat)
            assert (await there.windows["Eve"].say("/settings quiet 22-8"))["type"] == "ok"
            for who in (bo, bo, cy):
                await there.taken(who, al)
            await there.begun_at_page("Eve", "Mo")

        async with there.life(8 * HOUR):
            await there.taken(di, al)
        async with there.life(3 * MINUTE):
            await telegram.until(lambda: bool(notices(di)), LATE)
            assert there.windows["Eve"].welcome["notices"] == []
            assert notices(bo) == notices(cy) == []

        async with there.life(2 * HOUR):
            eve = there.windows["Eve"]
            told = said(eve.welcome)
            if not told:
                async with asyncio.timeout(LATE):
                    told = said(await eve.next(lambda each: each["type"] == "noticed"))
            [(text, labels)] = told
            assert text == "1 board is waiting for you:"
            assert labels == ["Reversi · Mo · waiting for 10 hours"]
            for who, count in ((bo, "2 boards are waiting"), (cy, "1 board is waiting")):
                await there.platforms.heard(f"{who.first_name}\n{count} for you:")
                [notice] = notices(who)
                assert notice.labels[-1] == "Reversi · Al · waiting for 10 hours"
