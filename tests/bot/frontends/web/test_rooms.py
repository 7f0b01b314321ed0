"""Running the rooms of the page: the operator's browser may, all others may not."""

from pathlib import Path

from tests.bot.frontends.web.harness import Harness, free_port, harness
from tests.bot.frontends.web.visitor import Message, token, visitor
from tests.fakes.clock import FixedNow

NOT_YOURS = "Only admins can do that here."


def pressable(answer: Message, label: str) -> str:
    """The token of a private answer's button."""
    assert answer["type"] == "ok", answer
    found = token(answer, label)
    assert found, label
    return found


def owner(home: Harness) -> str:
    """The link that the terminal prints."""
    return home.web.link(owner=True)


async def test_the_terminals_link_makes_its_browser_the_operators(home: Harness) -> None:
    async with visitor(home.url, owner(home)) as mine, mine.window("Ann") as ann:
        shown = await ann.say("/setup")
        assert shown["card"]["text"].startswith("Room settings:")
        assert "Boards are pictures." not in shown["card"]["text"], "here they are clicked"
        changed = await ann.press(pressable(shown, "Turn off Pente"))
        assert "Pente is off." in changed["card"]["text"]
        refused = await ann.say("/play pente")
        assert refused["text"] == "That game is turned off here."


async def test_who_came_in_by_an_invitation_runs_nothing(home: Harness) -> None:
    async with visitor(home.url, owner(home)) as mine, mine.window("Ann") as ann:
        link = (await ann.ask("invite"))["link"]
        async with visitor(home.url, link) as theirs, theirs.window("Bo") as bo:
            for said in ("/setup", "/setup pente no", "/end", "/annul", "/bar Ann", "/unbar Ann"):
                refused = await bo.say(said)
                assert (refused["type"], refused["text"]) == ("refused", NOT_YOURS), said
        async with mine.window("Ann again") as more:
            assert (await more.say("/setup"))["type"] == "ok", "a second window of the same browser"


async def test_it_stays_the_operators_after_a_restart(tmp_path: Path) -> None:
    now, port = FixedNow(), free_port()
    async with visitor(f"http://127.0.0.1:{port}") as mine:
        async with harness(tmp_path / "tavola.db", now, seed="a", port=port) as home:
            await mine.come_in(owner(home))
            async with mine.window("Ann") as ann:
                await ann.say("/setup pente no")
        async with (
            harness(tmp_path / "tavola.db", now, seed="b", port=port),
            mine.window("Ann") as ann,
        ):
            assert "Pente is off." in (await ann.say("/setup"))["card"]["text"]


async def test_a_room_is_a_house_of_its_own(home: Harness) -> None:
    async with visitor(home.url, owner(home)) as mine, mine.window("Ann", room="attic") as ann:
        await ann.say("/setup reversi no")
        assert (await ann.say("/play reversi"))["type"] == "refused"
        async with mine.window("Ann") as elsewhere:
            assert (await elsewhere.say("/play reversi"))["type"] == "ok"


async def test_order_is_kept_on_the_page_too(home: Harness) -> None:
    async with (
        visitor(home.url, owner(home)) as mine,
        mine.window("Ann") as ann,
        visitor(home.url, home.web.link()) as theirs,
        theirs.window("Eve") as eve,
    ):
        await eve.say("/play reversi first=challenger")
        await eve.shown(lambda shown: shown["card"]["text"])
        listed = await ann.say("/end")
        label = next(button["label"] for row in listed["card"]["rows"] for button in row["buttons"])
        ended = await ann.press(pressable(listed, label))
        assert ended["text"] == "Ended. Not counted."
        await eve.shown(lambda shown: "Ended by an admin" in shown["card"]["text"])
        barred = await ann.say("/bar Eve")
        assert barred["card"]["text"] == "Eve is barred from playing here."
        assert (await eve.say("/play"))["text"].startswith("You can't play here")
        assert (await ann.press(pressable(barred, "Undo")))["text"] == "Eve can play here again."
        assert (await eve.say("/play"))["type"] == "ok"


async def test_an_invented_cookie_is_nobodys(home: Harness) -> None:
    async with visitor(home.url, home.web.link()) as theirs:
        [cookie] = list(theirs.http.cookie_jar)
        forged = cookie.value[:-4] + "0000"
        theirs.http.cookie_jar.clear()
        theirs.http.cookie_jar.update_cookies({cookie.key: forged})
        assert (await theirs.http.get(f"{home.url}/here")).status == 403
