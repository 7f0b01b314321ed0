"""Playing contests through the harness."""

from bot.app.model.button_token import Press, decode, encode
from bot.app.model.card import Card
from bot.app.model.request import Actor, Reply, Verb
from bot.app.model.room import Room
from bot.app.model.session import Session
from core.contest import Contest
from core.games.dice.rules import View
from core.match.commands import PlayMove
from core.match.model import Match
from core.match.view import see
from core.types import COMPUTER, MatchId
from tests.bot.app.harness import ANN, ROOM, Harness, actor
from tests.fakes.front_end import Sheet, buttons

CY = actor("Cy")


def splits(card: Card) -> list[str]:
    """Return the tokens of the split buttons."""
    found = [button.token for button in buttons(card)]
    return [token for token in found if decode(token).verb is Verb.MOVE]


def sheet(reply: Reply) -> Card:
    assert reply.card is not None, reply
    assert reply.card.board is not None, reply
    return reply.card


def throw(reply: Reply) -> tuple[int, ...]:
    board = sheet(reply).board
    assert board is not None
    assert isinstance(board.board, View)
    return board.board.throw


def labels(card: Sheet) -> list[str]:
    return [button.label for button in card.buttons()]


async def offered(home: Harness, words: str = "challenge dice @Bo") -> Sheet:
    """Return the card of Ann's offer."""
    assert (await home.say(ANN, words)).reason is None
    return home.paper.first(ROOM)


def table_of(card: Sheet) -> MatchId:
    """Return the contest of a card."""
    return decode(buttons(card.cards[0])[0].token).session


async def contest(home: Harness, card: Sheet) -> tuple[Session, Contest]:
    session = await home.session(table_of(card))
    assert session.contest is not None
    return session, session.contest


async def my_sheet(home: Harness, card: Sheet, who: Actor, room: Room = ROOM) -> Reply:
    return await home.press(who, encode(Press(table_of(card), 0, Verb.SHEET)), room)


async def play(home: Harness, who: Actor, reply: Reply, rounds: int = 1_000) -> Reply:
    """Play on in private, always the first split."""
    for _ in range(rounds):
        ways = splits(sheet(reply))
        if not ways:
            break
        reply = await home.press(who, ways[0])
    return reply


async def own_match(home: Harness, card: Sheet, who: Actor) -> Match:
    _, found = await contest(home, card)
    player = (await home.store.player_for(who)).id
    entry = found.entry_of(player)
    assert entry is not None
    return (await home.session(entry.match)).match


async def computer_plays(home: Harness, card: Sheet) -> None:
    """Finish all matches of computers."""
    _, found = await contest(home, card)
    for entry in found.entries:
        while entry.who.level is not None:
            match = (await home.session(entry.match)).match
            if match.is_over:
                break
            await home.app.dispatcher.act(
                match.id, PlayMove(COMPUTER, see(match).moves[-1], match.turn)
            )
    await home.publisher.idle()
