"""The daily dice at the page's windows: the line in the room, one's own sheet in place."""

from typing import Any

from core.day import Day
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import token


async def playing(window: Any, answer: dict[str, Any]) -> dict[str, Any]:
    """To the end, always the first way; the last answer."""
    while legal := answer["shown"]["card"]["board"]["view"]["legal"]:
        answer = await window.play(answer["shown"], legal[0])
    return answer


async def test_a_day_in_a_room(table: Table) -> None:
    await table.ann.say("/daily")
    line = await table.ann.shown()
    seen = await table.bo.shown()
    assert line["card"]["text"].startswith("Daily dice, 15 January: same throws")
    assert line["card"]["board"] is None
    hers = await table.ann.press(token(line, "🎲 Play"))
    his = await table.bo.press(token(seen, "🎲 Play"))
    throws = [each["shown"]["card"]["board"]["view"]["throw"] for each in (hers, his)]
    assert throws[0] == throws[1]
    day = Day.parse("2027-01-15")
    assert day is not None
    assert hers["shown"]["contest"] == his["shown"]["contest"] == day.table
    early = await table.bo.press(token(seen, "Standings"))
    assert "Play your own game first" in early["card"]["text"]
    done = await playing(table.ann, hers)
    assert done["card"]["text"].endswith(
        "Web guests aren't ranked until they “link” a chat account."
    )
    share = token(done, "Share")
    assert (await table.ann.press(share))["text"] == "Shared."
    shared = await table.bo.shown(lambda shown: "· Ann" in shown["card"]["text"])
    start, end = shared["card"]["hidden"]
    total = done["card"]["text"].splitlines()[-1].split(".")[0]
    assert shared["card"]["text"][start:end] == total


async def test_a_second_window_of_another_finds_no_sheet_by_its_address(table: Table) -> None:
    await table.ann.say("/daily")
    hers = await table.ann.press(token(await table.ann.shown(), "🎲 Play"))
    id = hers["shown"]["session"]
    stranger = await table.bo.ask("ask", verb="board", session=id)
    assert stranger["type"] == "refused"
    assert stranger["reason"] == "not_seated"
