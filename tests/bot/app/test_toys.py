"""The toy games through the service: offers, rolls, boards, records, replays, leaderboards."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.app.history import records
from bot.frontends.web.ui_strings import for_page
from core.chance import commitment
from core.game import Game
from core.match import create
from core.match.model import Status
from core.types import Millis, PlayerId
from tests.bot.app.harness import ANN, BO, ROOM, Harness
from tests.toys import toys
from tests.toys.lights import LIGHTS
from tests.toys.race import RACE

ANN_ID = PlayerId("p1")


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys():
        yield


async def test_a_solo_puzzle_begins_at_once_and_names_no_throws(home: Harness) -> None:
    reply = await home.say(ANN, "play lights")
    sheet = home.paper.last(ROOM)
    assert (await home.match(reply)).match.status is Status.PLAYING
    assert "throws" not in sheet.card.text
    assert [button.label for button in sheet.buttons()][:9] == [
        *("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    ]


async def test_a_solo_puzzle_is_solved_counted_and_replayed(home: Harness) -> None:
    reply = await home.say(ANN, "play lights")
    opening = (await home.match(reply)).match.setup.opening
    for move in opening:  # each press undoes a move of the setup
        assert (await home.say(ANN, f"move {move}")).reason is None
    match = (await home.match(reply)).match
    assert match.outcome is not None
    assert match.outcome.winners
    card = (await home.say(ANN, "leaderboard lights")).card
    assert card is not None
    assert "18" in card.text
    written = records.write(match, ["Ann"])
    back = records.read(written.text)
    again = create.imported(match.id, back.game, back.setup, back.moves, ANN_ID, Millis(0))
    assert again.position == match.position
    assert (await home.say(ANN, "history")).card is not None


async def test_a_race_shows_its_commitment_and_the_accepting_press_rolls(home: Harness) -> None:
    reply = await home.say(ANN, "challenge race first=challenger")
    sheet = home.paper.last(ROOM)
    chance = (await home.match(reply)).match.setup.chance
    assert chance is not None
    assert chance.client is None
    assert commitment(chance.seed) in sheet.card.text
    assert "Press Accept to start." in sheet.card.text
    await home.click(BO, sheet, "Accept")
    match = (await home.match(reply)).match
    assert match.status is Status.PLAYING
    assert match.setup.chance is not None
    assert match.setup.chance.client
    while not match.is_over:
        seat = RACE.to_act(match.position)
        move = RACE.legal_moves(match.position)[0]
        assert (await home.say(ANN if seat == 0 else BO, f"move {move}")).reason is None
        match = (await home.match(reply)).match
    assert chance.seed.hex() in home.paper.last(ROOM).card.text
    back = records.read(records.write(match, ["Ann", "Bo"]).text)
    again = create.imported(match.id, back.game, back.setup, back.moves, ANN_ID, Millis(0))
    assert again.outcome == match.outcome


@pytest.mark.parametrize("game", [LIGHTS, RACE], ids=lambda game: game.id)
def test_the_page_is_told_of_it(game: Game[Any, Any]) -> None:
    [told] = [each for each in for_page("en")["games"] if each["id"] == game.id]
    assert told["seats"] == game.seat_counts
    assert (told["solo"], told["chance"]) == (game.solo, game.chance)
    assert told["contests"] is False
