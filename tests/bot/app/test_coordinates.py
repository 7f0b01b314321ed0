"""Points as typed, displayed and recorded: always the same.

Rows count from the top in Reversi and from the bottom in Pente, whose columns skip the letter I.
"""

from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.app.model.request import Verb
from core.match.view import see
from core.types import GameId, MatchId, Move
from renderers.registry import render, text_board
from tests.bot.app.harness import ANN, BO, ROOM, Harness, harness

WAYS = ("{0}{1}", "{1}{0}", "{0} {1}", "{0}-{1}", "{0},{1}", " {0} , {1} ", "{1} {0}")
FULL = str.maketrans("0123456789", "０１２３４５６７８９")  # noqa: RUF001

NAMES = 48
"""Pixels at the upper edge that show the players."""


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened


async def begun(home: Harness, game: str) -> MatchId:
    """Start a match. Ann has the first seat; Pente starts with her stone, so Bo moves
    first there."""
    free = "rule=free" if game == "pente" else ""  # otherwise the picture marks closed points
    await home.say(ANN, f"challenge {game} @Bo first=challenger {free}")
    return (await home.match(await home.click(BO, home.paper.last(ROOM), "Accept"))).match.id


async def board(home: Harness, id: MatchId) -> tuple[str, Image.Image]:
    """Return the board as text and as a picture."""
    view = see((await home.session(id)).match)
    game = view.match.game
    drawn = render(game, view.board, names=("Ann", "Bo"), theme="classic", size=480)
    return text_board(game, view.board), Image.open(BytesIO(drawn)).convert("L")


def placed(text: str, row: str, column: str) -> str:
    """Return the character at a point of a text board."""
    lines = text.splitlines()
    letters = lines[0].replace(" ", "")
    line = next(line for line in lines[1:] if line.split()[0] == row)
    cells = "".join(sign for sign in line.split(row, 1)[1] if sign not in " ()")
    return cells[[letter.lower() for letter in letters].index(column)]


@pytest.mark.parametrize(
    ("game", "point", "across", "down"),
    [("reversi", "d3", 3.5 / 8, 2.5 / 8), ("pente", "c4", 2.5 / 19, 15.5 / 19)],
)
async def test_field_report_86_one_point_is_the_same_typed_drawn_and_exported(
    home: Harness, game: str, point: str, across: float, down: float
) -> None:
    id = await begun(home, game)
    who = ANN if game == "reversi" else BO
    _, before = await board(home, id)
    assert (await home.say(who, f"move {point}")).reason is None
    text, after = await board(home, id)
    assert placed(text, point[1:], point[0]).lower() == "x"
    assert f" {point.lower()}" in home.paper.last(ROOM).card.alt.lower()

    record = await home.ask(ANN, Verb.RECORD, session=id)
    assert record.card is not None
    assert {"reversi": "B[d3]", "pente": "1. K10 C4"}[game] in record.card.monospace

    # the largest change of the picture is at that point, counted from the upper left
    x, y = middle(before, after)
    assert x == pytest.approx(across, abs=0.06)
    assert y == pytest.approx(down, abs=0.09)


def middle(before: Image.Image, after: Image.Image) -> tuple[float, float]:
    """Return the centre of what became darker below the names, as a fraction of the board.

    The board is square and at the lower edge.
    """
    darker = ImageChops.subtract(before, after).point(lambda value: 255 if value > 60 else 0)
    box = darker.crop((0, NAMES, before.width, before.height)).getbbox()
    assert box is not None
    left, upper, right, lower = box
    top = before.height - before.width - NAMES
    return (left + right) / 2 / before.width, ((upper + lower) / 2 - top) / before.width


def typed(column: str, row: str) -> list[str]:
    plain = [way.format(column, row) for way in WAYS]
    return [each for one in plain for each in (one, one.upper(), one.translate(FULL))]


@pytest.mark.parametrize("text", typed("d", "3"))
async def test_field_report_88_reversi_is_tolerant_of_how_a_square_is_typed(
    home: Harness, text: str
) -> None:
    id = await begun(home, "reversi")
    assert (await home.say(ANN, f"m {text}")).reason is None
    assert [ply.move for ply in (await home.session(id)).match.plies] == [Move("d3")]


@pytest.mark.parametrize("text", typed("k", "14"))
async def test_field_report_88_pente_is_tolerant_of_how_a_point_is_typed(
    home: Harness, text: str
) -> None:
    id = await begun(home, "pente")
    assert (await home.say(BO, f"m {text}")).reason is None
    assert [ply.move for ply in (await home.session(id)).match.plies] == [Move("k14")]


@pytest.mark.parametrize("game", ["reversi", "pente"])
async def test_field_report_89_a_bare_point_is_a_move(home: Harness, game: str) -> None:
    id = await begun(home, game)
    who, point = (ANN, "d3") if game == "reversi" else (BO, "k14")
    assert (await home.ask(who, Verb.MOVE, point)).reason is None
    assert (await home.session(id)).match.game == GameId(game)
    assert [ply.move for ply in (await home.session(id)).match.plies] == [Move(point)]
