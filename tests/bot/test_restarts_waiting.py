"""Who is waited for, on every platform, with the bot killed in between: claims and notices."""

import asyncio
from pathlib import Path

from tests.bot.platforms import LATE
from tests.bot.restarts import DAY, Restarts, restarts
from tests.bot.test_e2e_rated import changes
from tests.fakes.discord import Person
from tests.fakes.discord.messages import Message as Post
from tests.fakes.telegram import Message, User


async def test_who_does_not_come_back_loses_after_a_warning(tmp_path: Path) -> None:
    """Everywhere the same: warned of after two days, claimed after three, rated where it counts."""
    async with restarts(tmp_path, "Mo", "Eve") as there:
        telegram, discord, server = (
            there.platforms.telegram,
            there.platforms.discord,
            there.platforms.server,
        )
        al, bo = there.comes("Al"), there.platforms.bo
        ann, cy = discord.person("Ann"), discord.person("Cy")
        server.join(ann, cy)
        lounge = server.voice()
        async with there.life():
            board = await there.begun(al, bo)
            post = await there.begun_in(lounge, ann, cy)
            await there.begun_at_page("Mo", "Eve")

        async with there.life(2 * DAY), asyncio.timeout(LATE):
            await telegram.until(lambda: "⏳ Al hasn't moved" in board.text, LATE)
            await there.platforms.heard("Al\n1 board is waiting for you:")
            assert "⌛" not in board.labels
            await discord.until(lambda: "⏳ Ann hasn't moved" in post.text)
            await there.platforms.seen(lounge, "1 board is waiting for you")
            eve = there.windows["Eve"]
            await eve.seen(lambda each: "⏳ Mo hasn't moved" in each["card"]["text"])
            assert (await eve.say("/claim"))["reason"] == "too_early"

        async with there.life(DAY), asyncio.timeout(LATE):
            await claimed_on_telegram(there, board, al, bo)
            await claimed_on_discord(there, post, cy)
            eve = there.windows["Eve"]
            shown = await eve.seen(lambda each: "⏳ Mo hasn't moved: press" in each["card"]["text"])
            assert "⌛ Claim victory" in str(shown["card"]["rows"])
            assert (await eve.say("/claim"))["type"] == "ok"
            await eve.shown(
                lambda each: "Eve wins after 2 moves: Mo didn't come" in each["card"]["text"]
            )


async def claimed_on_telegram(there: Restarts, board: Message, al: User, bo: User) -> None:
    await there.platforms.telegram.until(lambda: "⏳ Al hasn't moved: press" in board.text, LATE)
    assert await there.presses(al, board, "⌛") != "", "not against oneself"
    await there.presses(bo, board, "⌛", "Bo wins after 2 moves: Al didn't come back")
    told = changes((await there.platforms.heard("(+")).text)
    assert told["Bo"][1] > told["Bo"][0] == told["Al"][0] > told["Al"][1]


async def claimed_on_discord(there: Restarts, post: Post, cy: Person) -> None:
    await there.platforms.discord.until(lambda: "⏳ Ann hasn't moved: press" in post.text)
    more = (await cy.press(post, "⋯")).message
    await cy.press(more, "⌛ Claim victory")
    await there.platforms.discord.until(
        lambda: "Cy wins after 2 moves: Ann didn't come back" in post.text
    )
    said = post.channel.messages
    await there.platforms.discord.until(lambda: any("(+" in each.text for each in said.values()))
    told = changes(next(each.text for each in said.values() if "(+" in each.text))
    assert told["Cy"][1] > told["Cy"][0] == told["Ann"][0] > told["Ann"][1]
