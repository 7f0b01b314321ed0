"""The point picker reaches every legal point and enables no others."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.model.button_token import LONGEST, decode
from bot.app.model.card import Button, Buttons, Card, Limits
from bot.app.model.request import Verb
from bot.app.presentation import point_picker
from bot.text.catalog import LOCALES, texts
from core.errors import Reason, Refused
from core.game import PASS
from core.games.pente.points import NAMES
from core.match.view import MatchView
from core.types import Move
from tests.bot.app.tables import table
from tests.fakes.front_end import buttons

EN = texts("en")
PEOPLE = ("Ann", "Bo")
TELEGRAM_LIKE = Limits(text=1024, buttons=100, per_row=8, menu=0, pictures=True)
DISCORD_LIKE = Limits(text=1500, buttons=30, per_row=5, menu=25, pictures=True)


def step(view: MatchView, path: str) -> Card:
    return point_picker.step(EN, view, PEOPLE, path)


def moves(card: Card) -> list[Move]:
    """Return the moves one press away."""
    presses = [decode(b.token) for b in buttons(card) if b.enabled]
    return [Move(press.arg) for press in presses if press.verb is Verb.MOVE]


def further(card: Card) -> list[str]:
    """Return the next steps."""
    presses = [decode(b.token) for b in buttons(card) if b.enabled]
    return [press.arg for press in presses if press.verb is Verb.PICK]


def labels(card: Card) -> list[list[str]]:
    rows = [row.row for row in card.rows if isinstance(row, Buttons)]
    assert len(rows) == len(card.rows)
    return [[button.label for button in row] for row in rows]


def reached(view: MatchView, first: str) -> list[Move]:
    found: list[Move] = []
    for path in further(step(view, first)):
        found += moves(step(view, path))
    return found


@pytest.mark.parametrize("first", ["", "z", "c"])
@pytest.mark.parametrize(
    "view", [table("pente"), table("pente", "l11", "n13"), table("reversi", "d3", "c3")]
)
def test_every_legal_move_is_two_presses_away_and_once(view: MatchView, first: str) -> None:
    assert sorted(reached(view, first)) == sorted(view.moves)


@given(st.lists(st.sampled_from(NAMES), max_size=40, unique=True))
@settings(max_examples=20, deadline=None)
def test_on_any_board_too(wanted: list[Move]) -> None:
    view = table("pente")
    for move in wanted:
        if move in view.moves and not view.match.is_over:
            view = table("pente", *(ply.move for ply in view.match.plies), move)
    legal = sorted(move for move in view.moves if move != PASS)
    assert sorted(reached(view, "z")) == sorted(reached(view, "c")) == legal


def test_keyboards_of_eight_take_zones_and_narrower_ones_columns() -> None:
    assert point_picker.begin(TELEGRAM_LIKE) == "z"
    assert point_picker.begin(DISCORD_LIKE) == "c"


def test_zones_lie_as_on_the_board_and_are_named_by_their_corners() -> None:
    assert labels(step(table("pente"), "z")) == [
        ["A14-F19", "G14-N19", "O14-T19"],
        ["A7-F13", "G7-N13", "O7-T13"],
        ["A1-F6", "G1-N6", "O1-T6"],
    ]


def test_the_points_of_a_zone_lie_as_on_the_board() -> None:
    card = step(table("pente", "l11"), "z4")
    *board, back = labels(card)
    assert [row[0] for row in board] == ["G13", "G12", "G11", "G10", "G9", "G8", "G7"]
    assert [len(row) for row in board] == [7] * 7
    assert board[3][3] == "⚪"  # K10
    assert board[2][4] == "⚫"  # L11
    assert board[2][3] == "\u2800"  # K11 is closed to White's second stone
    assert back == ["↩ Back"]


def test_columns_and_rows_stay_in_their_places() -> None:
    card = step(table("pente", "l11"), "c")
    assert labels(card) == [list("ABCDE"), list("FGHJK"), list("LMNOP"), list("QRST")]
    assert card.text == "Which column?"
    rows = step(table("pente", "l11"), "ck")
    assert rows.text == "Which row in column K?"
    assert labels(rows)[1] == ["6", "7", "\u2800", "\u2800", "⚪ 10"]
    assert [len(row) for row in labels(rows)] == [5, 5, 5, 4, 1]


def full_column(view: MatchView) -> Button:
    return next(button for button in buttons(step(view, "c")) if button.label == "A")


def test_a_column_without_a_free_point_cannot_be_pressed() -> None:
    view = table("reversi")
    assert not full_column(view).enabled  # no legal point in it
    assert full_column(table("pente")).enabled


@pytest.mark.parametrize("path", ["ci", "c1", "z9", "x", "ckk", "z44", "k10", "C", "ck10"])
def test_a_path_that_no_button_has_is_refused(path: str) -> None:
    with pytest.raises(Refused) as refused:
        step(table("pente"), path)
    assert refused.value.reason is Reason.BUTTON_EXPIRED


def test_a_column_that_the_board_has_not_is_refused() -> None:
    with pytest.raises(Refused):
        step(table("reversi"), "ck")


def test_a_game_without_points_is_refused() -> None:
    assert not point_picker.picks(table("dice").match.game)
    with pytest.raises(Refused) as refused:
        step(table("dice"), "")
    assert refused.value.reason is Reason.UNKNOWN_VERB


@pytest.mark.parametrize("path", ["z", "z0", "z8", "c", "ct", "ca"])
@pytest.mark.parametrize("locale", LOCALES)
def test_all_fits_into_what_the_narrowest_platforms_take(path: str, locale: str) -> None:
    card = point_picker.step(texts(locale), table("pente", "l11", "n13"), PEOPLE, path)
    tokens = [button.token for button in buttons(card)]
    assert len(set(tokens)) == len(tokens) <= 100
    assert all(len(token.encode()) <= LONGEST for token in tokens)
    assert all(row and len(row) <= 8 for row in labels(card))
    # Container, picture, text, rows, buttons: at most 40 components on Discord.
    if path.startswith("c"):
        assert 3 + len(card.rows) + len(tokens) <= 40
        assert all(len(row) <= 5 for row in labels(card))


def test_what_is_chosen_from_is_shown_enlarged_with_something_around_it() -> None:
    view = table("pente", "l11", "n13")
    zone = step(view, "z4").zoom
    assert zone is not None
    assert (zone.column, zone.row, zone.columns, zone.rows) == (5, 5, 9, 9)
    corner = step(view, "z6").zoom
    assert corner is not None
    assert (corner.column, corner.row, corner.columns, corner.rows) == (0, 0, 9, 9)
    assert step(view, "c").zoom is step(view, "z").zoom is None  # the whole board


@pytest.mark.parametrize(
    ("path", "at"), [("ck", (4, 7)), ("ca", (0, 0)), ("ct", (8, 0)), ("cn", (7, 7))]
)
def test_a_column_is_shown_where_the_last_stone_near_it_lies(
    path: str, at: tuple[int, int]
) -> None:
    section = step(table("pente", "l11", "n13", "t1"), path).zoom
    assert section is not None
    assert (section.column, section.row) == at
    assert (section.columns, section.rows) == (11, 11)


def test_only_what_can_be_chosen_is_named_in_the_picture() -> None:
    card = step(table("pente", "l11", "n13"), "ck")
    assert set(card.choices) == {f"k{row}" for row in range(1, 20)} - {"k10"}
    assert card.board is not None
    assert card.names == PEOPLE


def test_a_small_board_is_shown_whole() -> None:
    card = step(table("reversi"), "cd")
    assert card.zoom is None
    assert card.board is not None


def test_who_does_not_see_hears_what_lies_there() -> None:
    assert step(table("pente", "l11", "n13"), "ck").alt == "⚪ k10. ⚫ -"
    assert step(table("pente", "l11", "n13"), "z4").alt == "⚪ k10, n13. ⚫ l11"
