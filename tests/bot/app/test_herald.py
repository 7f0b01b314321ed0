"""Who wants to hear of offers in a room hears of those that are for all, as long as they stand."""

from bot.app.houses import houses
from bot.app.requests import Actor
from core.types import PlayerId
from tests.bot.app.house import ANN, BO, ELSEWHERE, EVE, ROOM, House

SAID = "@Eve Ann offers a match of Reversi. [Reversi]"


async def id_of(home: House, who: Actor) -> PlayerId:
    return (await home.store.player_for(who)).id


async def listens(home: House, who: Actor) -> None:
    await home.store.houses.listen(houses(ROOM)[-1], await id_of(home, who), True)


async def test_an_offer_to_all_is_told_until_it_is_taken_up(home: House) -> None:
    await listens(home, EVE)
    await home.say(ANN, "challenge reversi")
    assert home.paper.noted(ROOM) == [SAID]
    await home.click(BO, home.paper.last(ROOM), "Accept")
    assert home.paper.noted(ROOM) == []


async def test_who_takes_it_up_is_told_no_more(home: House) -> None:
    await listens(home, EVE)
    await home.say(ANN, "challenge reversi")
    await home.click(EVE, home.paper.last(ROOM), "Accept")
    assert home.paper.noted(ROOM) == []


async def test_dice_for_a_group_too(home: House) -> None:
    await listens(home, EVE)
    await home.say(ANN, "challenge dice")
    assert home.paper.noted(ROOM) == [SAID.replace("Reversi", "Solitaire Dice")]


async def test_nothing_else_is_told(home: House) -> None:
    for who in (ANN, EVE):
        await listens(home, who)
    await home.say(ANN, "challenge @Bo")
    await home.say(ANN, "challenge reversi", ELSEWHERE)
    await home.say(ANN, "play reversi")
    assert home.paper.notes == {}


async def test_whoever_wants_nothing_to_do_with_the_other_hears_nothing(home: House) -> None:
    for who in (BO, EVE):
        await listens(home, who)
    ann = await id_of(home, ANN)
    await home.store.contacts.block(await id_of(home, EVE), ann)
    await home.store.contacts.block(ann, await id_of(home, BO))
    await home.say(ANN, "challenge reversi")
    assert home.paper.notes == {}
