"""People among people, on all front ends, with the bot killed in between: limits on challenges,
strangers, accounts that are joined and part again, and what is kept of everybody."""

import re
from pathlib import Path

from tests.bot.restarts import DAY, Restarts, restarts
from tests.bot.test_e2e_rated import changes
from tests.fakes.discord import Person
from tests.fakes.discord.people import Place


async def declined(ann: Person, cy: Person, place: Place) -> None:
    card = (await ann.slash(place, "challenge", opponent=cy)).message
    await cy.press(card, "Decline")


async def test_nobody_is_asked_for_ever_whatever_is_killed(tmp_path: Path) -> None:
    """Three times a day the same person; what a kill lies between is counted on."""
    async with restarts(tmp_path, "Mo", "Eve") as there:
        discord, server, bo = there.platforms.discord, there.platforms.server, there.platforms.bo
        ann, cy = discord.person("Ann"), discord.person("Cy")
        server.join(ann, cy)
        lounge = server.voice()
        al = there.comes("Al")
        asks, page = "/challenge@tavola_bot @bo_c", "/challenge @Eve"
        async with there.life():
            await there.says(bo, "/help@tavola_bot", "privacy")  # so that he is known by name
            for _ in range(2):
                card = await there.says(al, asks, "Al challenges Bo")
                await there.presses(bo, card, "Decline", "declined")
                await declined(ann, cy, lounge)
                offered = await there.windows["Mo"].say(page)
                await there.windows["Eve"].press(await there.windows["Eve"].button("Decline"))
                assert offered["type"] == "ok"
        async with there.life():
            await there.says(al, asks, "Al challenges Bo")
            await declined(ann, cy, lounge)
            assert (await there.windows["Mo"].say(page))["type"] == "ok"
        async with there.life():
            said = "3 times"
            assert said in (await there.windows["Mo"].say(page))["text"]
            answer = await ann.slash(lounge, "challenge", opponent=cy)
            assert answer.private
            assert said in (await answer.until_told()).told
            await there.says(al, asks, said)
        async with there.life(DAY):
            await there.says(al, asks, "Al challenges Bo")


async def test_only_people_one_has_played_may_challenge(tmp_path: Path) -> None:
    """Cy, Bo and Eve take challenges of those alone; others are strangers."""
    async with restarts(tmp_path, "Mo", "Eve", "Zoe") as there:
        discord, server = there.platforms.discord, there.platforms.server
        ann, cy, di = (discord.person(name) for name in ("Ann", "Cy", "Di"))
        server.join(ann, cy, di)
        lounge = server.voice()
        al, bo, flo = there.comes("Al"), there.platforms.bo, there.comes("Flo")
        async with there.life():
            chat = there.platforms.telegram.people.private(bo)
            await there.says(bo, "/settings challenges met", "played", chat)
            await there.taken(al, bo)
            await cy.slash(lounge, "me settings", change="challenges met")
            await there.begun_in(lounge, ann, cy)
            assert (await there.windows["Eve"].say("/settings challenges met"))["type"] == "ok"
            await there.begun_at_page("Mo", "Eve")
        async with there.life():
            refusal = "They aren't taking challenges"
            await there.says(flo, "/challenge@tavola_bot @bo_c", refusal)
            await there.says(al, "/challenge@tavola_bot @bo_c", "Al challenges Bo")
            told = (await di.slash(lounge, "challenge", opponent=cy)).told
            assert refusal in told
            await ann.slash(lounge, "challenge", opponent=cy)
            await there.platforms.seen(lounge, "Ann challenges Cy")
            assert (await there.windows["Zoe"].say("/challenge @Eve"))["reason"] == "takes_none"
            assert (await there.windows["Mo"].say("/challenge @Eve"))["type"] == "ok"


# --- one's own accounts ---------------------------------------------------------------------------


async def rated(
    there: Restarts, one: Person, other: Person, place: Place
) -> dict[str, tuple[int, int]]:
    """The first gives up after a move each; what it did to whom."""
    board = await there.begun_in(place, one, other)
    before = len(place.messages)
    more = (await one.press(board, "⋯")).message
    await one.press(more, "🏳 Resign")
    await one.press(more, "🏳 Resign")
    await there.platforms.discord.until(
        lambda: len(place.messages) > before and "(+" in place.last.text
    )
    return changes(place.last.text)


async def test_an_account_that_is_taken_out_begins_anew(tmp_path: Path) -> None:
    """Ann of Discord and Al of Telegram are one, then two again: what was played stays with Ann."""
    async with restarts(tmp_path) as there:
        discord, server, telegram = (
            there.platforms.discord,
            there.platforms.server,
            there.platforms.telegram,
        )
        ann, cy = discord.person("Ann"), discord.person("Cy")
        server.join(ann, cy)
        lounge = server.voice()
        al, bo = there.comes("Al"), there.platforms.bo
        chat = telegram.people.private(al)
        async with there.life():
            board = await there.begun(al, bo)
            await there.presses(bo, board, "🏳")
            await there.presses(bo, board, "🏳", "resigned")
            als = changes((await there.platforms.heard("(+")).text)
            anns = await rated(there, cy, ann, lounge)
            asked = await ann.slash(lounge, "me link")
            code = asked.told.split("Your code is ")[1][:6]
            question = await there.says(al, f"/link {code}", "Are you Ann", chat)
            await there.presses(al, question, "Yes, that's me")
        async with there.life():
            await ann.press(asked.message, "Continue")
            await ann.press(asked.message, "Yes, that's me")
            await discord.until(lambda: "now linked with" in asked.message.text)
            both = await (await ann.slash(lounge, "me profile")).until_told()
            found = re.search(r"Reversi · (\d+)\? · 2 won, 0 drawn, 0 lost", both.told)
            assert found, both.told
            assert int(found[1]) > max(als["Al"][1], anns["Ann"][1]), "computed anew"
        async with there.life():
            await there.says(al, "/profile", "2 won", chat)
            question = await there.says(al, "/unlink", "new player", chat)
            toast = await there.presses(al, question, "Unlink this account")
            assert "This account is now a new player." in toast + question.text
        async with there.life():
            await there.says(al, "/history", "No finished matches yet", chat)
            profile = await (await ann.slash(lounge, "me profile")).until_told()
            assert profile.told == both.told
            board = await there.begun(al, bo)
            assert "⚫ Al 1000?" in board.text
