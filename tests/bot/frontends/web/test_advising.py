"""Hints and reviews on the page: for the window that asked."""

from tests.bot.app.advising import advised
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import token
from tests.fakes.engines import ScriptedEngine


async def test_a_hint_and_a_review_go_to_whoever_asked(table: Table) -> None:
    engine, home = ScriptedEngine(), table.home
    async with advised(home.service, home.store, home.sessions, engine):
        await table.ann.say("/challenge reversi hints first=challenger")
        offered = await table.bo.shown(lambda shown: token(shown, "Accept"))
        await table.bo.press(token(offered, "Accept"))
        board = await table.ann.shown(lambda shown: shown["status"] == "playing")
        hint = await table.ann.press(token(board, "Hint"))
        assert hint["text"] == "d3, about +4 for you."
        await table.ann.play(board, "d3")
        moved = await table.ann.shown(lambda shown: "1. Ann d3" in shown["card"]["text"])
        later = await table.bo.shown(lambda shown: "1. Ann d3" in shown["card"]["text"])
        await table.bo.play(later, "c3")
        for _ in range(2):
            await table.ann.say("/resign")
        result = await table.ann.shown(lambda shown: token(shown, "Review"))
        review = await table.ann.press(token(result, "Review"))
        assert "of best play" in review["card"]["text"]
        [plot] = review["card"]["files"]
        async with table.browser.http.get(f"{home.url}/{plot['address']}") as picture:
            assert picture.content_type == "image/png"
        assert moved["session"] == result["session"]
