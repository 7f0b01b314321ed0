"""A guest from elsewhere who has no name in a room: nothing there tells it, before and after kills.

Ann's server on Discord hides foreign names; Bo plays her from Telegram, where his name is his own
and he lets everybody know it. All that Discord was ever sent is searched for it.
"""

import json
import re
from pathlib import Path

from tests.bot.platforms import LATE
from tests.bot.restarts import MINUTE, Restarts, restarts
from tests.fakes.telegram import Message

NAME = "Bonaventura"
CALLED = "a guest (Telegram)"


def told_to_discord(there: Restarts) -> str:
    """All messages and files that its people may have seen, the private ones too."""
    channels = there.platforms.discord.world.channels.values()
    sent = [message for channel in channels for message in channel.messages.values()]
    said = [json.dumps([each.text, each.rows], default=str) for each in sent]
    files = [file.data.decode(errors="replace") for each in sent for file in each.attachments]
    return "\n".join(said + files)


async def joined(there: Restarts, told: str) -> Message:
    """Bo takes the seat by a code, in his private chat; his board."""
    telegram = there.platforms.telegram
    bo = telegram.people.person(NAME, language="en")
    chat = telegram.people.private(bo)
    await there.says(bo, "/settings listed yes", "Your settings", chat)
    code = re.search(r"join ([2-9A-Z]{6})", told)
    assert code, told
    question = await there.says(bo, f"/join {code[1]}", "Ann (Discord)", chat)
    await there.presses(bo, question, "Play here")
    return await there.platforms.heard("Ann (Discord) to move", chat)


async def test_a_hidden_name_is_told_nowhere_in_the_room(tmp_path: Path) -> None:
    async with restarts(tmp_path) as there:
        telegram, server = there.platforms.telegram, there.platforms.server
        ann = there.platforms.discord.person("Ann")
        server.join(ann)
        server.guild.owner = ann.user
        lounge = server.voice()
        async with there.life():
            said = (await ann.slash(lounge, "tavola-admin setup", change="names hidden")).told
            assert "Guests' names are hidden." in said
            await ann.slash(lounge, "challenge", first="challenger")
            told = (await ann.press(lounge.last, "Invite with a code")).told
            board = await joined(there, told)
            bo = board.chat.person
            assert bo is not None
            await there.platforms.seen(lounge, "Ann to move")
            await ann.press(lounge.last, "d3")
            await telegram.until(lambda: "1. Ann (Discord) d3" in board.text, LATE)
            await there.presses(bo, board, "c3", "2. ")
            await there.platforms.seen(lounge, f"2. {CALLED} c3")

        async with there.life(5 * MINUTE):
            await there.platforms.seen(lounge, f"[Reversi · {CALLED}]")
            games = (await ann.slash(lounge, "games")).told
            assert f"Reversi · Ann and {CALLED} · your turn" in games
            again = await ann.slash(lounge, "board")
            since = f"Since your move: {CALLED} c3"
            await there.platforms.discord.until(lambda: since in again.told, since)
            await there.platforms.seen(lounge, f"2. {CALLED} c3")
            await ann.press(lounge.last, "c4")
            await telegram.until(lambda: "3. Ann (Discord) c4" in board.text, LATE)
            await there.presses(bo, board, "🏳")
            await there.presses(bo, board, "🏳", "resigned")
            await there.platforms.seen(lounge, f"Score: Ann 1 – {CALLED} 0")

        async with there.life(MINUTE):
            result = lounge.last
            for button in ("Replay", "Record"):
                answer = await (await ann.press(result, button)).until_told()
                assert f"Reversi · Ann and {CALLED}" in answer.told
                assert answer.message.attachments
            review = await (await ann.press(result, "Review")).until_told()
            await there.platforms.discord.until(lambda: "Accuracy" in review.message.text)
            assert CALLED in review.message.text
            for verb in ("me history", "me profile", "tavola-admin bar", "tavola-admin annul"):
                answer = await (await ann.slash(lounge, verb)).until_told()
                assert CALLED in answer.told + str(answer.message.rows), verb
            for scope in ("space", "everywhere"):
                answer = await ann.slash(lounge, "leaderboard", scope=scope)
                assert "2. a player" in (await answer.until_told()).told
        assert NAME not in told_to_discord(there)
        assert NAME in board.text
