"""Pictures of Solitaire Dice: what is thrown, ticked, worth, new, and how it ended."""

import string
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from core.game import Setup
from core.games.dice.rules import DICE, View
from core.games.dice.sheet import POINTS, Sheet
from core.types import Move
from renderers import dice
from renderers.canvas import COLORS
from renderers.registry import LARGEST, SMALLEST
from renderers.scoresheet import Layout
from renderers.surface import Box
from renderers.theme import THEMES
from tests.core.games.dice.sheets import at, sheet
from tests.renderers.dice_positions import DEEP, after, along, before, free_ride, lost, won

LIMIT = 40_000
"""Bytes at 640 pixels."""

SIZE = 320
LAYOUT = Layout.of(SIZE)
themes = pytest.mark.parametrize("theme", THEMES)


def draw(board: View, theme: str = "classic", size: int = SIZE, name: str = "Ann") -> bytes:
    return dice.draw(board, (name,), theme, size).png(1)


def pixels(board: View, box: Box | None = None, theme: str = "classic") -> Image.Image:
    image = Image.open(BytesIO(draw(board, theme))).convert("RGB")
    return image.crop(box) if box else image


def same(box: Box, *boards: View) -> bool:
    return len({pixels(board, box).tobytes() for board in boards}) == 1


@themes
def test_every_picture_of_a_game_is_light_and_has_a_short_palette(theme: str) -> None:
    for board in (before(), after(0), after(11), free_ride(), won(), lost()):
        png = draw(board, theme, 640)
        assert len(png) < LIMIT
        image = Image.open(BytesIO(png))
        assert (image.mode, image.width) == ("P", 640)
        assert image.height < 1.1 * 640
        assert len(image.getpalette() or ()) == 3 * COLORS


@themes
def test_the_same_view_gives_the_same_bytes(theme: str) -> None:
    assert draw(after(7), theme) == draw(after(7), theme)


def test_every_step_of_a_game_looks_different() -> None:
    pictures = [draw(view) for view in along()]
    assert len(set(pictures)) == len(pictures)


# --- the dice ------------------------------------------------------------------------------------


def cells(board: View, split: bool = False) -> list[bytes]:
    """The upper two thirds of each die: without the badge."""
    corners = LAYOUT.split() if split else LAYOUT.thrown()
    side = LAYOUT.die
    return [pixels(board, (x, y, x + side, y + 2 * side // 3)).tobytes() for x, y in corners]


@given(st.lists(st.integers(1, 6), min_size=5, max_size=5))
@settings(max_examples=20)
def test_dice_show_what_was_thrown_in_the_order_in_which_it_fell(thrown: list[int]) -> None:
    shown = cells(replace(after(0), throw=tuple(thrown), legal=()))
    for place in range(1, 6):
        faces = [cells(replace(after(0), throw=(value,) * 5, legal=())) for value in (1, 6)]
        assert (shown[place - 1] == faces[0][place - 1]) == (thrown[place - 1] == 1)
        assert (shown[place - 1] == faces[1][place - 1]) == (thrown[place - 1] == 6)


def test_before_the_first_throw_there_are_five_places() -> None:
    empty = cells(before())
    assert not set(empty) & set(cells(after(0)))
    assert len(set(empty)) == 1


def badged(board: View) -> list[int]:
    """At which dice a cross says that they may be left over."""
    side = LAYOUT.die
    bare = pixels(replace(board, piles=()))
    shown = pixels(board)
    found = []
    for i, (x, y) in enumerate(LAYOUT.thrown()):
        box = (x, y, x + side, y + side)
        if shown.crop(box).tobytes() != bare.crop(box).tobytes():
            found.append(i)
    return found


def test_crosses_stand_at_the_dice_that_may_be_left_over_once_that_is_restricted() -> None:
    full = DICE.look(at(sheet(rejects={1: 1, 3: 1, 5: 1}), "14366"))
    assert badged(full) == [0, 2]
    assert badged(DICE.look(at(sheet(rejects={1: 1, 3: 1}), "14366"))) == []  # any may
    assert badged(DICE.look(at(sheet(rejects={1: 1, 3: 1, 5: 1}), "24466"))) == []  # free
    assert badged(replace(full, to_act=None, legal=())) == []  # nobody may choose


def test_at_the_end_the_last_split_lies_there_in_its_pairs() -> None:
    assert won().last == "3+6 5+5 1"
    faces = [cells(replace(won(), last=Move(f"{v}+{v} {v}+{v} {v}")), True) for v in range(1, 7)]
    shown = cells(won(), True)
    assert [[face[i] for face in faces].index(shown[i]) + 1 for i in range(5)] == [3, 6, 5, 5, 1]


# --- the lines -----------------------------------------------------------------------------------


def row(value: int) -> Box:
    return LAYOUT.rows[value - 2]


def test_only_lines_with_a_new_mark_change_and_lie_under_the_marker() -> None:
    for rounds in (3, 9, 15, 20):
        one, other = after(rounds), after(rounds + 1)
        for line in other.sums:
            was_new = one.sums[line.value - 2].new
            assert same(row(line.value), one, other) == (not line.new and not was_new)


def unmarked(**marks: int) -> View:
    """Nothing new: a sheet as it is opened again."""
    ticks = {int(key.removeprefix("n")): count for key, count in marks.items()}
    return DICE.look(at(sheet(ticks), "12345"))


@pytest.mark.parametrize("value", sorted(POINTS))
def test_a_line_looks_different_for_every_number_of_marks(value: int) -> None:
    looks = {pixels(unmarked(**{f"n{value}": n}), row(value)).tobytes() for n in range(14)}
    assert len(looks) == 14  # those beyond the tenth are counted in figures


def test_what_a_line_is_worth_stands_beside_it() -> None:
    board = unmarked(n7=6)
    now = (LAYOUT.boxes[-1] + LAYOUT.box, row(7)[1], LAYOUT.now + 2, row(7)[3])
    then = (LAYOUT.now + 3, row(7)[1], LAYOUT.after + 2, row(7)[3])
    sums = list(board.sums)
    sums[5] = replace(sums[5], worth=40)
    assert not same(now, board, replace(board, sums=tuple(sums)))
    assert same(then, board, replace(board, sums=tuple(sums)))
    sums[5] = replace(board.sums[5], after=70)
    assert not same(then, board, replace(board, sums=tuple(sums)))
    assert same(now, board, replace(board, sums=tuple(sums)))


def test_losses_and_gains_have_signs() -> None:
    assert dice.signed(-200) == "\N{MINUS SIGN}200"
    assert dice.signed(300) == "300"
    assert [dice.signed(points, plus=True) for points in (-200, 0, 30)] == [
        "\N{MINUS SIGN}200",
        "\N{PLUS-MINUS SIGN}0",
        "+30",
    ]


# --- the piles -----------------------------------------------------------------------------------


def test_a_pile_grows_from_its_die_to_eight() -> None:
    boards = [DICE.look(at(sheet(rejects={4: n}), "12345" if n < 8 else "")) for n in range(1, 9)]
    shown = [pixels(board, LAYOUT.piles) for board in boards]
    left, top = LAYOUT.piles[:2]
    width, height = LAYOUT.pile_box
    for n, image in enumerate(shown, start=1):
        for i, (x, y) in enumerate(LAYOUT.pile_boxes[0]):
            box = (x - left, y - top, x - left + width, y - top + height)
            filled = image.crop(box).tobytes() == shown[-1].crop(box).tobytes()
            assert filled == (i < n)


def test_a_free_ride_is_told_over_the_piles() -> None:
    board = free_ride()
    assert not same(LAYOUT.over_piles, board, replace(board, free=False))
    under = (LAYOUT.piles[0], LAYOUT.rows[0][1], LAYOUT.piles[2], LAYOUT.piles[3])
    assert same(under, board, replace(board, free=False))


# --- the head ------------------------------------------------------------------------------------


def test_name_total_and_gain_can_be_seen() -> None:
    board = after(9)
    heads = [
        pixels(replace(board, total=board.total + 10), LAYOUT.head),
        pixels(replace(board, gain=board.gain + 10), LAYOUT.head),
        pixels(board, LAYOUT.head),
        Image.open(BytesIO(draw(board, name="Bo"))).convert("RGB").crop(LAYOUT.head),
    ]
    assert len({head.tobytes() for head in heads}) == len(heads)


def test_a_win_a_loss_and_a_game_that_goes_on_look_different() -> None:
    """Also where a match was given up: then it is neither."""
    given_up = replace(after(20), to_act=None, legal=())
    assert given_up.total == won().total == 500
    heads = [
        pixels(won(), LAYOUT.head),
        pixels(replace(won(), total=490), LAYOUT.head),
        pixels(replace(given_up, gain=0), LAYOUT.head),
        pixels(replace(after(20), gain=0), LAYOUT.head),
    ]
    assert len({head.tobytes() for head in heads}) == len(heads)


@given(st.text(st.characters()), st.sampled_from(THEMES), st.sampled_from((SMALLEST, SIZE)))
@settings(max_examples=40)
def test_any_name_is_drawn(name: str, theme: str, size: int) -> None:
    for board in (before(), lost()):
        assert Image.open(BytesIO(draw(board, theme, size, name))).width == size


@given(st.sampled_from(THEMES), st.integers(SMALLEST, LARGEST))
@settings(max_examples=6)
def test_every_size_works(theme: str, size: int) -> None:
    assert Image.open(BytesIO(draw(after(11), theme, size))).width == size


# --- in characters -------------------------------------------------------------------------------


def test_the_text_board_fits_a_telephone_and_is_in_step() -> None:
    for view in (before(), *along(), lost(), DICE.look(DEEP)):
        lines = dice.text_board(view).splitlines()
        assert max(map(len, lines)) <= 22
        assert set("".join(lines)) - set(string.printable) <= {dice.MINUS, dice.PLUS_MINUS}
        for line, said in zip(view.sums, lines[3:14], strict=True):
            value, marks, *_ = said.split()
            assert int(value) == line.value
            plain, _, more = marks.lower().partition("+")
            assert plain.count("x") + int(more or 0) == line.marks
            assert said.endswith(f"{dice.signed(line.after):>6}")
            assert dice.signed(line.worth) in said
        for pile, said in zip(view.piles, lines[15:], strict=False):
            assert said.lower().split()[:2] == ["x", str(pile.value)]
            assert said.lower().count("x") == 1 + pile.marks
        assert lines[-1].split()[0] == dice.signed(view.total)


@pytest.mark.parametrize(
    ("view", "first"),
    [
        (before, "> - - - - -"),
        (lambda: DICE.look(at(Sheet(), "61352")), "> 6 1 3 5 2"),
        (free_ride, "> 5 4 3 3 4 *"),
        (won, "3+6 5+5 1"),
        (lambda: replace(after(0), to_act=None), "1 6 3 3 6"),
    ],
)
def test_the_first_line_of_the_text_board(view: Callable[[], View], first: str) -> None:
    assert dice.text_board(view()).splitlines()[0] == first


def test_new_marks_are_capitals() -> None:
    said = dice.text_board(lost()).splitlines()
    assert said[5] == f" 4 X....  {dice.MINUS}200  {dice.MINUS}200"
    assert said[16] == "x 5 xxxxxxxX"
    assert dice.text_board(DICE.look(DICE.start(Setup(1)))).count("X") == 0
