"""The page of a real bot that is killed: what was answered is kept, old buttons work."""

from pathlib import Path

import pytest

from tests.bot.frontends.web.visitor import visitor
from tests.process import Tavola

PASSED = {"decided": 2, "saved": 3}
"""How often each step is passed by a challenge, its acceptance and the first move."""


@pytest.mark.parametrize("step", PASSED)
async def test_field_report_1_killed_on_the_way_of_a_move(tmp_path: Path, step: str) -> None:
    """The page asks once more what was not answered, under the same id: it is made once."""
    doomed = {
        "TAVOLA_TESTING": "1",
        "TAVOLA_TESTING_KILL_AT": step,
        "TAVOLA_TESTING_KILL_ON": str(PASSED[step]),
        "TAVOLA_ENGINES_WORKERS": "1",
    }
    with Tavola(tmp_path, doomed) as tavola:
        async with (
            visitor(tavola.url, tavola.link) as browser,
            browser.window("Ann") as ann,
            browser.window("Bo") as bo,
        ):
            tickets = [each.welcome["ticket"] for each in (ann, bo)]
            await ann.say("/challenge first=challenger")
            await bo.press(await bo.button("Accept"))
            board = await ann.shown(lambda each: each["status"] == "playing")
            move = {"session": board["session"], "turn": board["turn"], "move": "d3"}
            await ann.send({"type": "move", "id": "once", **move})
            tavola.process.wait(20)
    with Tavola(tmp_path) as tavola:
        async with (
            visitor(tavola.url, tavola.link) as browser,
            browser.window("Ann", ticket=tickets[0]) as ann,
            browser.window("Bo", ticket=tickets[1]) as bo,
        ):
            answer = await ann.ask("move", id="once", **move)
            assert answer["type"] == "ok" or answer["reason"] == "not_your_turn"
            [mine] = bo.welcome["matches"]
            assert mine["session"] == board["session"]
            answer = await bo.ask(
                "move", session=board["session"], turn=board["turn"] + 1, move="c3"
            )
            assert answer["type"] == "ok"
            late = await bo.press(f"v1-{board['session']}-1-move-d3")
            assert late["type"] == "refused"


async def test_what_people_and_rooms_said_is_there_after_a_kill(tmp_path: Path) -> None:
    """Settings, setup, a block, a bar: each was answered, so each is kept."""
    with Tavola(tmp_path) as tavola:
        async with (
            visitor(tavola.url, tavola.link) as browser,  # the terminal's link: who runs the page
            browser.window("Mo") as mo,
            browser.window("Bo") as bo,
            browser.window("Eve") as eve,
        ):
            tickets = {each.welcome["me"]["name"]: each.welcome["ticket"] for each in (mo, bo, eve)}
            assert "Nobody can" in (await bo.say("/settings challenges nobody"))["card"]["text"]
            assert "Pente is off" in (await mo.say("/setup pente no"))["card"]["text"]
            assert (await eve.say("/block @Mo"))["type"] == "ok"
            assert (await mo.say("/bar @Eve"))["type"] == "ok"
    with Tavola(tmp_path) as tavola:
        async with (
            visitor(tavola.url, tavola.link) as browser,
            browser.window("Mo", ticket=tickets["Mo"]) as mo,
            browser.window("Bo", ticket=tickets["Bo"]) as bo,
            browser.window("Eve", ticket=tickets["Eve"]) as eve,
        ):
            assert (await mo.say("/challenge @Bo"))["reason"] == "takes_none"
            assert (await mo.say("/challenge @Eve"))["reason"] == "takes_none"
            assert (await bo.say("/play pente"))["reason"] == "game_closed"
            assert (await eve.say("/challenge"))["reason"] == "barred"
            assert "Mo" in str((await eve.say("/block"))["card"]["rows"])
