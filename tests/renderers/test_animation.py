"""Replays: what a viewer sees at each frame, whatever the file leaves out."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import GifImagePlugin, Image, ImageChops, ImageSequence

from bench.rules import dice_game
from core.game import PASS, Setup
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.match.replay import positions
from renderers import animation, typeset
from renderers.animation import _FOOT, _LETTERS, FRAME, LAST, SIZE, replay
from renderers.registry import RENDERERS
from renderers.theme import THEMES

NAMES = ("Ann", "Bo")
SMALL = 200


def reversi(plies: int, choice: int = 0) -> list[Any]:
    """The views of a match of so many plies."""
    position = REVERSI.start(Setup(seats=2))
    views = [REVERSI.look(position)]
    for ply in range(plies):
        moves = REVERSI.legal_moves(position)
        if not moves:
            break
        position = REVERSI.play(position, moves[(ply * 7 + choice) % len(moves)])
        views.append(REVERSI.look(position))
    return views


def pente(plies: int) -> list[Any]:
    setup = Setup(2, {"rule": "tournament"}, opening=PENTE.opening({}, b""))
    position = PENTE.start(setup)
    views = [PENTE.look(position)]
    for ply in range(plies):
        moves = PENTE.legal_moves(position)
        position = PENTE.play(position, moves[ply * 83 % len(moves)])
        views.append(PENTE.look(position))
    return views


def dice() -> list[Any]:
    setup, plies = dice_game()
    return [DICE.look(position) for position in positions(DICE, setup, plies)]


def frames(gif: bytes) -> Iterator[Image.Image]:
    """What a viewer sees, one after the other."""
    for frame in ImageSequence.Iterator(Image.open(BytesIO(gif))):
        yield frame.convert("RGB")


def told(views: list[Any]) -> list[str]:
    return [f"{number}." for number in range(len(views))]


def drawn(game: Any, view: Any, names: tuple[str, ...], theme: str) -> Image.Image:
    """The board as the renderer draws it."""
    canvas = RENDERERS[game.id].draw(replace(view, legal=()), names, theme, SMALL)
    return Image.open(BytesIO(canvas.png(1))).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", [REVERSI, PENTE, DICE], ids=lambda game: game.id)
def test_every_frame_is_the_board_of_its_position(game: Any, theme: str) -> None:
    views = {"reversi": reversi(12), "pente": pente(12), "dice": dice()[:8]}[game.id]
    names = ("Ann",) if game is DICE else NAMES
    gif = replay(game.id, views, told(views), names=names, theme=theme, size=SMALL)
    seen = list(frames(gif))
    assert len(seen) == len(views)
    for view, frame in zip(views, seen, strict=True):
        board = drawn(game, view, names, theme)
        assert frame.crop((0, 0, *board.size)).tobytes() == board.tobytes()


def test_a_replay_shows_nothing_that_could_be_played() -> None:
    """Rings on open squares and crosses of the opening rule are for who has to choose."""
    views = pente(1)
    shut = RENDERERS[PENTE.id].draw(views[1], NAMES, "wood", SMALL)
    bare = drawn(PENTE, views[1], NAMES, "wood")
    assert Image.open(BytesIO(shut.png(1))).convert("RGB").tobytes() != bare.tobytes()
    *_, last = frames(replay(PENTE.id, views, told(views), names=NAMES, theme="wood", size=SMALL))
    assert last.crop((0, 0, *bare.size)).tobytes() == bare.tobytes()


def test_each_line_stands_below_its_board() -> None:
    views = reversi(3)
    lines = ["", "1. Ann d3", "2. Bo c5", "Ann wins, 40 to 24"]
    gif = replay(REVERSI.id, views, lines, names=NAMES, theme="classic", size=SMALL)
    board = drawn(REVERSI, views[0], NAMES, "classic")
    feet = [frame.crop((0, board.height, *frame.size)) for frame in frames(gif)]
    assert feet[0].height > 0
    assert len({foot.tobytes() for foot in feet}) == 4
    assert len(feet[0].getcolors() or ()) == 1, "an empty line is an even strip"
    assert max(feet[1].convert("L").tobytes()) > 200, "letters stand out"


def test_a_line_that_is_too_long_is_cut_and_never_fails() -> None:
    views = reversi(1)
    lines = ["x" * 500, "\u202e\U0001f9d1\u200d\U0001f9b0 漢字 " * 20]
    gif = replay(REVERSI.id, views, lines, names=NAMES, theme="classic", size=SMALL)
    assert len(list(frames(gif))) == 2


def test_a_long_line_is_written_smaller_before_it_is_cut() -> None:
    foot, line = round(SIZE * _FOOT), "Ann has 340 points after 27 rounds and has not reached 500."
    large, *_, small = (round(foot * letters) for letters in _LETTERS)
    assert (
        typeset.line(line, small, 600).width <= SIZE - foot < typeset.line(line, large, 600).width
    )
    gif = replay(REVERSI.id, reversi(1), [line[:20], line], names=NAMES, theme="classic")
    short, whole = (
        inked(frame.crop((0, frame.height - foot + 2, *frame.size))) for frame in frames(gif)
    )
    assert whole[3] - whole[1] < short[3] - short[1], "smaller letters"
    assert whole[2] - whole[0] >= typeset.line(line, small, 600).width - 4, "all of them"


def inked(image: Image.Image) -> tuple[int, int, int, int]:
    """The box of what differs from the upper left pixel."""
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    box = ImageChops.difference(image, ground).getbbox()
    assert box is not None
    return box


def test_the_last_position_stands_longer_and_it_begins_again() -> None:
    image = Image.open(BytesIO(replay_of(reversi(4))))
    assert isinstance(image, GifImagePlugin.GifImageFile)
    pauses = []
    for number in range(image.n_frames):
        image.seek(number)
        pauses.append(image.info["duration"])
    assert pauses == [FRAME] * 4 + [LAST]
    assert image.info["loop"] == 0, "for ever"


def replay_of(views: list[Any]) -> bytes:
    return replay(REVERSI.id, views, told(views), names=NAMES, theme="classic", size=SMALL)


def test_positions_that_look_alike_keep_their_frames() -> None:
    view = reversi(1)[1]
    gif = replay(REVERSI.id, [view] * 3, ["same"] * 3, names=NAMES, theme="classic", size=SMALL)
    assert len({frame.tobytes() for frame in frames(gif)}) == 1
    assert getattr(Image.open(BytesIO(gif)), "n_frames", 1) == 3


@settings(max_examples=10)
@given(st.integers(1, 70), st.integers(0, 5))
def test_the_same_match_gives_the_same_bytes(plies: int, choice: int) -> None:
    assert replay_of(reversi(plies, choice)) == replay_of(reversi(plies, choice))


def test_passes_are_frames_too() -> None:
    """A match in which somebody had to pass has a position for it."""
    position = REVERSI.start(Setup(seats=2))
    views, passed = [REVERSI.look(position)], 0
    while moves := REVERSI.legal_moves(position):
        passed += moves == (PASS,)
        position = REVERSI.play(position, moves[-1])
        views.append(REVERSI.look(position))
    assert passed
    assert getattr(Image.open(BytesIO(replay_of(views))), "n_frames", 1) == len(views)


def test_sixty_moves_are_small_enough_to_send() -> None:
    views = reversi(60)
    gif = replay(REVERSI.id, views, told(views), names=NAMES, theme="wood")
    assert len(gif) < 800_000
    assert Image.open(BytesIO(gif)).width == animation.SIZE


@pytest.mark.parametrize(("views", "lines"), [([], []), (reversi(1), ["one"])])
def test_a_line_for_each_position(views: list[Any], lines: list[str]) -> None:
    with pytest.raises(ValueError, match="positions"):
        replay(REVERSI.id, views, lines, names=NAMES, theme="classic")
