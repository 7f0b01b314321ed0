"""In-memory state follows merges and deletions of players."""

from bot.app.model.request import Verb
from bot.app.model.room import Room
from tests.bot.app.harness import ANN, BO, ELSEWHERE, Harness
from tests.bot.app.people.test_account_linking import ZOE, id_of, linked
from tests.bot.app.people.test_data_deletion import deleted


async def test_who_is_absent_stays_so_under_another_number(home: Harness) -> None:
    first, second = await id_of(home, ANN), await id_of(home, ZOE)
    presence = home.service.presence
    await presence.left("paper", "server", "ann")
    await presence.left("scrolls", "town", "zoe")
    assert presence.is_absent(second, Room("scrolls", "town", "square"))
    me = await linked(home)
    assert me == first
    assert presence.is_absent(me, Room("scrolls", "town", "square"))
    assert not presence.is_absent(second, Room("scrolls", "town", "square"))


async def test_who_left_is_absent_from_nowhere(home: Harness) -> None:
    await home.say(ANN, "play")
    gone = await id_of(home, ANN)
    await home.service.presence.left("paper", "server", "ann")
    await deleted(home)
    assert not home.service.presence.is_absent(gone, ELSEWHERE)


async def test_a_board_that_waits_is_told_of_once_they_are_one(home: Harness) -> None:
    offered = await home.match(
        await home.ask(BO, Verb.CHALLENGE, "reversi", id="x", options={"first": "challenger"})
    )
    await home.ask(ZOE, Verb.JOIN, session=offered.match.id)
    await home.ask(BO, Verb.MOVE, "d3", session=offered.match.id)
    await id_of(home, ANN)
    me = await linked(home)
    assert list(await home.store.of_player(me)) == [offered.match.id]
    home.now.advance(86_400_000)
    await home.notices.run()
    await home.notices.idle()
    assert await home.store.notices.known(await id_of(home, ZOE)) == await home.store.notices.known(
        me
    )
