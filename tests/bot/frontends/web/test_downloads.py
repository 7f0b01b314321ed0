"""What answers bring along: kept for a while, fetched by whoever asked."""

from bot.app.model.card import File
from bot.frontends.web.downloads import Downloads
from tests.bot.frontends.web.harness import Harness
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import visitor
from tests.fakes.clock import Seeded


def test_a_file_comes_back_and_the_oldest_go_first() -> None:
    files = Downloads(Seeded(), kept=25)
    first, second = [files.keep([File(f"{i}.txt", b"x" * 10)])[0] for i in range(2)]
    assert files.get(key(first.address)) == File("0.txt", b"x" * 10)
    [third] = files.keep([File("2.txt", b"y" * 10)])
    assert files.get(key(first.address)) is None
    assert files.get(key(second.address)) is not None
    assert files.get(key(third.address)) == File("2.txt", b"y" * 10)
    assert files.get("0" * 32) is None


def test_one_that_is_larger_than_all_that_is_kept_can_be_had_once() -> None:
    files = Downloads(Seeded(), kept=5)
    [small] = files.keep([File("small.txt", b"s")])
    [large] = files.keep([File("large.gif", b"x" * 10)])
    assert files.get(key(large.address)) is not None
    assert files.get(key(small.address)) is None


def key(address: str) -> str:
    return address.removeprefix("files/")


async def test_a_replay_and_a_record_can_be_fetched_by_who_is_in(table: Table) -> None:
    board = await table.started()
    await table.ann.play(board, "d3")
    reply = await table.bo.shown(lambda shown: shown["turn"] == 2)
    await table.bo.play(reply, "c3")
    for _ in range(2):
        await table.ann.ask("ask", verb="resign", session=board["session"])
    url = table.home.url
    for verb, kind, begin in (
        ("replay", "image/gif", b"GIF89a"),
        ("record", "text/plain", b"(;GM[Othello]"),
    ):
        told = await table.ann.ask("ask", verb=verb, session=board["session"])
        [file] = told["card"]["files"]
        async with table.browser.http.get(f"{url}/{file['address']}") as answer:
            assert (answer.status, answer.content_type) == (200, kind)
            assert begin in await answer.read()
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
        async with visitor(url) as stranger, stranger.http.get(f"{url}/{file['address']}") as no:
            assert no.status == 403


async def test_what_is_gone_is_said_so(home: Harness) -> None:
    async with (
        visitor(home.url, home.web.link()) as someone,
        someone.http.get(f"{home.url}/files/{'0' * 32}") as answer,
    ):
        assert answer.status == 404
        assert "ask for it once more" in await answer.text()
