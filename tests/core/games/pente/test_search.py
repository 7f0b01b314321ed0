"""What is chosen, and what is said of it: no win is announced that is not one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import Stop
from core.games.pente.kernels.board import Board
from core.games.pente.kernels.search import WON
from core.games.pente.points import POINT_OF, POINTS, SIZE
from core.games.pente.rules import Position
from core.games.pente.search import DECIDED, SearchResult, Sight, deepen, holding, proved, sound
from core.noise import Noise
from core.types import Move
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.kernels.test_forced import CAPTURABLE, DOUBLE, LONGER, empty
from tests.core.games.pente.playing import POSITIONS, board_of, wander, winning

CLEAR = Noise(offsets=dict.fromkeys(range(POINTS), 0), reach=0)
SIGHT = Sight(mine=8, theirs=8, nodes=20_000)
ONE_PLY = 10  # points tried with one ply to go


def at(*names: str) -> list[int]:
    return [POINT_OF[Move(name)] for name in names]


def plain(board: Board, depth: int, played: int) -> int:
    """The score without bounds, tables or an order; depth 0 or 1."""
    if board.wins(board.side):
        return WON - played - 1
    held = board.wins(1 - board.side)
    if not held and depth <= 0:
        return board.search(0, -2 * WON, 2 * WON)
    points = board.answers() if held else board.promising(ONE_PLY)
    return max(
        (-after(board, point, depth if held else depth - 1, played) for point in points), default=0
    )


def after(board: Board, point: int, depth: int, played: int) -> int:
    board.put(point)
    score = plain(board, depth, played + 1)
    board.back()
    return score


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_the_score_is_that_of_a_plain_search(reached: Position) -> None:
    if not winning(reached):
        expected = plain(board_of(reached), 1, 0)
        assert board_of(reached).search(1, -2 * WON, 2 * WON) == expected


@given(POSITIONS, st.integers(2, 5), st.integers(-150, 150))
@settings(max_examples=25, deadline=None)
def test_what_was_found_is_known_then(reached: Position, depth: int, alpha: int) -> None:
    board = board_of(reached)
    score = board.search(depth, -2 * WON, 2 * WON)
    before = board.nodes
    assert (board.search(depth, alpha, alpha + 1) > alpha) == (score > alpha)
    if abs(score) < DECIDED:  # wins by threats alone are found anew
        assert board.nodes == before + 1


@given(POSITIONS, st.data())
@settings(max_examples=20, deadline=None)
def test_noise_decides_among_the_moves_within_reach(reached: Position, data: st.DataObject) -> None:
    points = board_of(reached).promising(6)
    worth = {point: -after(board_of(reached), point, 0, 0) for point in points}
    noise = {point: data.draw(st.integers(-200, 200)) for point in points}
    result = deepen(board_of(reached), points, 1, Noise(noise, reach=401))
    best = max(worth[point] + noise[point] for point in points)
    assert worth[result.line[0]] + noise[result.line[0]] == best
    if abs(worth[result.line[0]]) <= DECIDED:
        assert result.score == worth[result.line[0]]  # the score itself is without the noise


def test_equal_moves_are_drawn_by_the_noise() -> None:
    reached = position(white="k10", to_move="black")
    beside = at("j10", "l10", "k9", "k11")
    for favourite in beside:
        noise = dict.fromkeys(beside, 0) | {favourite: 1}
        assert deepen(board_of(reached), beside, 1, Noise(noise, reach=1)).line[0] == favourite


def test_a_loss_that_is_coming_is_overlooked_where_it_weighs_little() -> None:
    """Black's open three, and a point far from it that White likes by 500."""
    reached = position(white="a1 a3 c5", black="h10 j10 k10")
    block, elsewhere = at("g10", "q4")
    liking = Noise({block: 0, elsewhere: 500}, reach=501)
    for points in ([block, elsewhere], [elsewhere, block]):
        assert deepen(board_of(reached), points, 2, liking).line[0] == block
        assert deepen(board_of(reached), points, 2, liking, dread=5_000).line[0] == block
        careless = deepen(board_of(reached), points, 2, liking, dread=250)
        assert (careless.line[0], careless.score) == (elsewhere, -250)


def test_a_win_that_is_coming_weighs_what_it_does() -> None:
    reached = position(white="h10 j10 k10", black="a1 a3 c5")
    points = at("g10", "q4")
    liking = Noise(dict(zip(points, (0, 500), strict=True)), reach=501)
    assert deepen(board_of(reached), points, 2, liking, dread=250).line[0] == points[0]


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_a_line_can_be_played_and_a_won_one_ends_with_the_win(reached: Position) -> None:
    if winning(reached):
        return  # no question for a search
    board = board_of(reached, nodes=50_000)
    result = proved(board, SIGHT) or deepen(board, board.promising(20), 4, CLEAR)
    won = False
    for number, point in enumerate(result.line, start=1):
        assert board.empty(point)
        won = point in board.wins(board.side)
        assert not won or number == len(result.line)
        board.put(point)
    if result.score > DECIDED:
        assert won
        assert len(result.line) == WON - result.score


@pytest.mark.parametrize("stones", LONGER)
def test_a_forced_win_is_announced_with_its_line(stones: int) -> None:
    result = proved(board_of(wander(*LONGER[stones])), SIGHT)
    assert result is not None
    assert result.score == WON - (2 * stones - 1)
    assert result.depth == len(result.line) == 2 * stones - 1


def test_so_is_one_that_begins_with_a_quiet_stone() -> None:
    result = proved(board_of(DOUBLE), SIGHT)
    assert result is not None
    assert (result.score, result.line[0]) == (WON - 5, at("k10")[0])


def test_what_can_be_taken_apart_is_not() -> None:
    """Whatever else is found there, it is not k10 in three."""
    result = proved(board_of(CAPTURABLE), Sight(3, 3, 20_000))
    assert result is None or result.line[0] != at("k10")[0]


@given(POSITIONS, st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_a_search_announces_only_what_it_proved(reached: Position, depth: int) -> None:
    """A win of so many stones leaves after any reply one that is shorter."""
    if winning(reached):
        return
    board = board_of(reached)
    result = deepen(board, board.promising(12), depth, CLEAR)
    assert result.score >= -DECIDED
    if result.score > DECIDED:
        rest = (WON - result.score) // 2
        board.put(result.line[0])
        for reply in empty(board):
            board.put(reply)
            assert board.forced(rest, 100_000)
            board.back()


def test_of_two_losses_the_later_one() -> None:
    reached = position(white="h10 j10 k10 l10", black="a1 a3 c5", to_move="black")
    board = board_of(reached)
    result = deepen(board, board.answers(), 3, CLEAR)
    assert result.score == -DECIDED  # an open four: nothing helps
    assert result.line[0] in at("g10", "m10")


def test_moves_hold_where_the_other_has_no_forced_win() -> None:
    """Against k10 with two open threes."""
    reached = position(white="k11 k12 m12 n13 c3", black="a1 t1 a19 c16 q4", to_move="black")
    board = board_of(reached)
    assert board.threatens(2, 1_000) is False
    open_three = position(white="k10 k11 k12 c3", black="a1 t1 a19", to_move="black")
    points = empty(board_of(open_three))
    held = holding(board_of(open_three), points, SIGHT)
    assert set(at("k8", "k9", "k13", "k14")) & set(held)
    assert not set(at("a5", "t19")) & set(held)
    lost = at("a5", "t19", "s1")
    assert holding(board_of(open_three), lost, SIGHT) == lost


def test_only_sound_moves_are_considered() -> None:
    board = board_of(position(white="a10 p3", black="b10 c10 d10 e10"))
    assert sound(board, empty(board), 30) == at("f10")
    twice = board_of(position(white="p3 q3", black="c10 d10 e10 f10"))
    assert set(sound(twice, empty(twice), 30)) == set(at("b10", "g10"))


def test_sound_moves_are_legal_ones() -> None:
    board = board_of(position(white="k10", to_move="black"))
    legal = at("a1", "b2", "c3")
    assert sound(board, legal, 30) == legal


def test_what_is_left_unfinished_still_counts() -> None:
    reached = wander(5, 30)
    results = []
    for nodes in (0, 30, 300, 3_000):
        board = board_of(reached, nodes=nodes)
        results.append(deepen(board, board.promising(20), 30, CLEAR))
    depths = [result.depth for result in results]
    assert depths[0] == 0
    assert depths == sorted(depths)
    assert all(result.line for result in results)


def test_stopping_is_noted() -> None:
    stop = Stop()
    stop.set()
    board = board_of(position(white="k10 n10", black="l9 m12"), stop=stop)
    points = board.promising(20)
    assert deepen(board, points, 30, CLEAR) == SearchResult(0, (points[0],), 0)
    assert board.cut


@pytest.mark.parametrize("side", [0, 1])
def test_the_last_point_of_a_full_board_is_a_draw(side: int) -> None:
    """Columns in turn, shifted every two rows: no five anywhere, and no pair to take from a1."""
    cells = bytearray(1 + (i % SIZE + i // SIZE // 2 + side + 1) % 2 for i in range(POINTS))
    cells[0] = 0
    reached = Position(bytes(cells), 2, POINTS - 1 + side, False)
    assert deepen(board_of(reached), [0], 3, CLEAR) == SearchResult(0, (0,), 3)
