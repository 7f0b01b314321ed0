"""Hints and reviews on the page: for the window that asked."""

import pytest

from bot.app.analysis import review_handler
from tests.bot.app.advising import Strict, advised
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import Message, token
from tests.fakes.engines import ScriptedEngine


async def finished(table: Table) -> Message:
    """The result of a match of two moves, as Ann sees it."""
    board = await table.started()
    await table.ann.play(board, "d3")
    later = await table.bo.shown(lambda shown: "1. Ann d3" in shown["card"]["text"])
    await table.bo.play(later, "c3")
    for _ in range(2):
        await table.ann.say("/resign", session=board["session"])
    return await table.ann.shown(lambda shown: token(shown, "Review"))


async def test_a_hint_and_a_review_go_to_whoever_asked(table: Table) -> None:
    engine, home = ScriptedEngine(), table.home
    async with advised(home.service, home.store, home.sessions, engine):
        await table.ann.say("/challenge reversi hints first=challenger")
        offered = await table.bo.shown(lambda shown: token(shown, "Accept"))
        await table.bo.press(token(offered, "Accept"))
        board = await table.ann.shown(lambda shown: shown["status"] == "playing")
        hint = await table.ann.press(token(board, "Hint"))
        assert hint["text"] == "d3: about +4 for you. Next best: c4 (+2)."
        await table.ann.play(board, "d3")
        moved = await table.ann.shown(lambda shown: "1. Ann d3" in shown["card"]["text"])
        later = await table.bo.shown(lambda shown: "1. Ann d3" in shown["card"]["text"])
        await table.bo.play(later, "c3")
        for _ in range(2):
            await table.ann.say("/resign")
        result = await table.ann.shown(lambda shown: token(shown, "Review"))
        review = await table.ann.press(token(result, "Review"))
        assert "Accuracy: " in review["card"]["text"]
        [plot] = review["card"]["files"]
        async with table.browser.http.get(f"{home.url}/{plot['address']}") as picture:
            assert picture.content_type == "image/png"
        assert moved["session"] == result["session"]


async def test_a_review_says_how_far_it_is_and_comes_to_all_windows_of_the_asker(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    engine, home = ScriptedEngine(), table.home
    async with advised(home.service, home.store, home.sessions, engine):
        result = await finished(table)
        engine.answering.clear()
        answer = await table.ann.press(token(result, "Review"))
        assert answer["card"]["text"] == "Reviewing: move 0 of 2 …"
        ticket = table.ann.welcome["ticket"]
        async with table.browser.window("Ann", ticket=ticket) as second:
            engine.answering.set()
            for window in (table.ann, second):
                later = await window.next(
                    lambda m: m["type"] == "later" and "Accuracy: " in m["card"]["text"]
                )
                assert later["id"] == answer["id"]
                assert later["card"]["files"]
                assert later["card"]["alt"].startswith("Score for Ann")


async def test_the_match_that_is_named_is_meant_and_not_the_one_on_the_stage(table: Table) -> None:
    home = table.home
    async with advised(home.service, home.store, home.sessions, ScriptedEngine()):
        named = (await finished(table))["session"]
        await table.ann.say("/challenge reversi")
        offered = await table.ann.shown(lambda shown: shown["session"] != named)
        answer = await table.ann.say(f"/review {named}", session=offered["session"])
        assert "Accuracy: " in answer["card"]["text"]


async def test_who_played_shows_it_to_the_room(table: Table) -> None:
    home = table.home
    async with advised(home.service, home.store, home.sessions, Strict()):
        result = await finished(table)
        review = await table.ann.press(token(result, "Review"))
        assert token(review, "Show here")
        shown = await table.ann.press(token(review, "Show here"))
        assert not token(shown, "Show here")
        seen = await table.bo.shown(lambda shown: shown["kind"] == "review")
        assert "Accuracy: " in seen["card"]["text"]
        [plot] = seen["card"]["files"]
        async with table.browser.http.get(f"{home.url}/{plot['address']}") as picture:
            assert picture.content_type == "image/png"
        welcome = await table.bo.hello("Bo", ticket=table.bo.welcome["ticket"])
        [again] = [e["shown"] for e in welcome["log"] if (e["shown"] or {}).get("kind") == "review"]
        assert again["card"]["files"] == seen["card"]["files"], "it has one address"
