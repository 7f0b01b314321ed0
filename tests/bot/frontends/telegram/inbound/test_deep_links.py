"""Links to the private chat do what they say only for whoever was handed them."""

import pytest

from bot.app.model.button_token import Press, command_token, encode
from bot.app.model.request import Verb
from core.types import PlayerId
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User


async def test_a_link_somebody_made_up_resigns_nobodys_match(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """“Look at this” over such a link is all it takes to have somebody follow it."""
    board = await home.started(ann, bo, group)
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    session = await home.session(board)
    for verb, arg in ((Verb.RESIGN, "sure"), (Verb.MOVE, "c4"), (Verb.DRAW, ""), (Verb.CLAIM, "")):
        link = encode(Press(session.match.id, session.match.turn, verb, arg))
        private = home.telegram.people.start(ann, link)
        await home.settled()
        now = (await home.store.load(session.match.id)).match
        assert (now.turn, now.outcome, now.offers) == (session.match.turn, None, ())
        assert "▶ Ann to move" in home.last(private).text, "it leads to the board at most"
        home.now.advance(60_000)  # for one is posted every half minute


@pytest.mark.parametrize(
    ("verb", "arg", "told"),
    [
        (Verb.SETTINGS, "challenges nobody", "Everyone can challenge you"),
        (Verb.DELETE, "yes", "This deletes your name"),
        (Verb.PLAY, "", "/play starts a match"),
        (Verb.TELL, "yes", "/play starts a match"),
    ],
)
async def test_a_link_somebody_made_up_only_looks(
    home: Harness, ann: User, verb: Verb, arg: str, told: str
) -> None:
    await home.say(ann, home.people.private(ann), "/games")  # nothing can be deleted of nobody
    private = home.telegram.people.start(ann, command_token(verb, arg))
    await home.settled()
    assert told in home.last(private).text
    assert not await home.store.belongings.live(PlayerId("p1"))


async def test_what_somebody_wrote_is_brought_along_for_them_alone(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await home.say(ann, group, "/settings@tavola_bot challenges nobody")
    card = home.last(group)
    press = await home.pressed(bo, card, home.data(card, card.labels[0]))
    private = home.telegram.people.open_link(press)
    await home.settled()
    assert "Everyone can challenge you" in home.last(private).text
    # nor by the link that she was handed
    press = await home.pressed(ann, card, home.data(card, card.labels[0]))
    home.telegram.people.start(bo, press.url.partition("?start=")[2])
    await home.settled()
    assert "Everyone can challenge you" in home.last(private).text
