"""Ways to place a stone on a board that has more points than a message has buttons.

Each way ends in the act that moves, or in one refused before it; that act holds the text the person
received.
"""

from bot.app.model.button_token import Press, encode
from bot.app.model.request import Verb
from bot.app.presentation.coordinates import ZONES, must_have_grid
from core.match.model import Match
from core.types import Move
from tests.fakes.discord import Person
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import Message


def opening(press: Press, verb: Verb, path: str = "") -> str:
    """The identifier of a button of the same turn that leads to this move."""
    return encode(Press(press.session, press.turn, verb, path))


def zone(match: Match, move: Move) -> int:
    """The zone of the board in which a point lies."""
    grid = must_have_grid(match.game)
    column, row = grid.where(move)
    parts = {number: grid.zone(number) for number in range(ZONES * ZONES)}
    return next(n for n, (across, down) in parts.items() if column in across and row in down)


async def by_form(who: Person, board: Message, press: Press) -> Interaction:
    """Types the point into a form."""
    form = await who.press(board, opening(press, Verb.PLACE))
    if form.it.form is None:
        return form.it
    return (await who.submit(form, press.arg)).it


async def by_steps(who: Person, board: Message, press: Press) -> Interaction:
    """Chooses a column and a row, privately."""
    opened = await who.press(board, opening(press, Verb.PICK, "c"))
    panel = opened.it.original
    last = opened.it
    for token in (opening(press, Verb.PICK, f"c{press.arg[0]}"), encode(press)):
        if panel is None or not any(b["custom_id"] == token for b in panel.buttons):
            return last
        last = (await who.press(panel, token)).it
    return last
