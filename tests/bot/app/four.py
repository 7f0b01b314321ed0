"""Four players at one table: Ann and Cy against Bo and Di."""

from bot.app.model.card import Button
from bot.app.model.request import Reply, Verb
from core.types import GameId, MatchId, Seat
from tests.bot.app.harness import ANN, BO, ROOM, Harness, actor
from tests.fakes.front_end import Sheet

CY, DI = actor("Cy"), actor("Di")
PENTE = GameId("pente")


async def offered(home: Harness, more: str = "") -> Reply:
    reply = await home.say(ANN, f"challenge pente 2x2 {more}")
    assert reply.session is not None, reply
    return reply


async def full(home: Harness, more: str = "") -> Sheet:
    """Seat A: Ann, Cy and B: Bo, Di; the match has not started."""
    await offered(home, more)
    sheet = home.paper.last(ROOM)
    for who, team in ((BO, "B"), (CY, "A"), (DI, "B")):
        assert (await home.click(who, sheet, f"Join team {team}")).reason is None
    return sheet


async def begun(home: Harness, *moves: str, more: str = "") -> MatchId:
    sheet = await full(home, more)
    reply = await home.click(ANN, sheet, "Start")
    id = (await home.match(reply)).match.id
    await play(home, id, *moves)
    return id


async def play(home: Harness, id: MatchId, *moves: str) -> None:
    """Type each move as the player to move."""
    known = {(await home.store.player_for(who)).id: who for who in (ANN, BO, CY, DI)}
    for move in moves:
        match = (await home.session(id)).match
        seat = Seat((1 + len(match.plies)) % 4)
        occupant = match.seats[seat]
        assert occupant is not None
        reply = await home.ask(known[occupant.player], Verb.MOVE, move, session=id)
        assert reply.reason is None, (move, reply)


def named(sheet: Sheet, label: str) -> Button:
    [found] = [button for button in sheet.buttons() if button.label == label]
    return found
