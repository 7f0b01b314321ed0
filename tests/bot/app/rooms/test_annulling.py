"""Annulling matches on shared rolls: the cards, and what is no longer counted."""

from dataclasses import replace

from bot.app.model.request import Verb
from core.errors import Reason
from tests.bot.app.company import my_sheet, offered, own_match, play, table_of
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, actor
from tests.fakes.front_end import Sheet

MO = replace(actor("Mo"), may_manage=True)


async def played(home: Harness) -> Sheet:
    """Finish a duel; return its result card."""
    card = await offered(home)
    await play(home, BO, await home.click(BO, card, "Accept"))
    await play(home, ANN, await my_sheet(home, card, ANN))
    return card


async def best(home: Harness) -> str:
    board = await home.say(EVE, "leaderboard dice")
    assert board.card is not None
    return board.card.text


async def test_an_annulled_contest_says_so_on_its_cards(home: Harness) -> None:
    card = await played(home)
    assert "best" in await best(home)
    id, annulled = table_of(card), "Annulled: no longer counted."
    reply = await home.ask(MO, Verb.ANNUL, session=id)
    assert reply.text == annulled
    for shown in (card, home.paper.last(ROOM)):
        lines = shown.card.text.splitlines()
        assert annulled in lines
        assert {"\u2013 Ann: annulled", "\u2013 Bo: annulled"} <= set(lines)
    assert "Nobody has finished a game here yet." in await best(home)
    assert (await home.store.pending(home.now())).due == (), "nothing is left to be done"
    assert (await home.ask(MO, Verb.ANNUL, session=id)).reason is None, "once more does no harm"


async def test_of_one_sheet_that_is_annulled_the_contest_tells_and_the_other_wins(
    home: Harness,
) -> None:
    card = await played(home)
    bos = await own_match(home, card, BO)
    await home.ask(MO, Verb.ANNUL, session=bos.id)
    lines = home.paper.last(ROOM).card.text.splitlines()
    assert lines[0] == "Ann wins."
    assert lines[1].startswith("1. Ann ")
    assert lines[2] == "\u2013 Bo: annulled"
    assert "Ann" in await best(home)
    assert "Bo" not in await best(home)


async def test_what_was_annulled_while_others_play_does_not_count_at_the_end(home: Harness) -> None:
    card = await offered(home)
    await play(home, BO, await home.click(BO, card, "Accept"))
    bos = await own_match(home, card, BO)
    await home.ask(MO, Verb.ANNUL, session=bos.id)
    await play(home, ANN, await my_sheet(home, card, ANN))
    assert home.paper.last(ROOM).card.text.startswith("Ann wins.\n1. Ann ")
    assert "Bo" not in await best(home)


async def test_a_contest_that_came_to_nothing_cannot_be_annulled(home: Harness) -> None:
    card = await offered(home)
    assert (await home.ask(MO, Verb.ANNUL, session=table_of(card))).reason is Reason.NOT_FINISHED
    await home.click(ANN, card, "Cancel")
    assert (await home.ask(MO, Verb.ANNUL, session=table_of(card))).reason is Reason.ABORTED
