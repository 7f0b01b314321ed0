"""What to play: proved wins first, then the best move of an iterative deepening search.

Owns the order in which the kernels are called, and honest scores: beyond DECIDED are only wins
proved by a search that leaves out no defence; results of the selective search are capped at
DECIDED.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.games.pente.kernels.board import Board
from core.games.pente.kernels.search import WON
from core.noise import Noise

DECIDED = WON - 1_000
"""Scores beyond this say who wins, and when: WON less the moves until then."""

WIDEST = 64
"""How many promising points can be asked for."""

INFINITE = 2 * WON
"""More than any score."""

_HOPES = 24
"""How many stones are tried as the quiet beginning of a win, and replies to it for its line."""
_SHORT = 2
"""Longest forced win that is searched for after a quiet first stone."""
_GLANCE = 2_000
"""Nodes to see whether a quiet stone threatens anything."""
_PROOF = 40_000
"""Nodes to refute every reply to it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How far forced wins are seen: own stones, opponent's stones, and nodes per search."""

    mine: int
    theirs: int
    nodes: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A move found: `line` are points, the move's own first; `score` is without any noise."""

    score: int
    line: tuple[int, ...]
    depth: int


def sound(board: Board, legal: Sequence[int], width: int) -> list[int]:
    """The moves worth considering: those after which the other does not win at once.

    If there is none, those that leave the fewest ways to.
    """
    allowed = frozenset(legal)
    threatened = board.wins(1 - board.side)
    ranked = board.answers() if threatened else board.promising(WIDEST)
    left: dict[int, int] = {}
    for points in ([point for point in ranked if point in allowed][:width], legal):
        for point in points:
            board.put(point)
            left[point] = len(board.wins(board.side))
            board.back()
        if left and not min(left.values()):
            break
    fewest = min(left.values())
    return [point for point in left if left[point] == fewest]


def proved(board: Board, sight: Sight) -> SearchResult | None:
    """The shortest win that threats alone, or one quiet stone and then threats, can force."""
    for stones in range(2, sight.mine + 1):
        if needed := board.forced(stones, sight.nodes):
            return _won(_by_threats(board.unbounded(), needed))
        if stones == _SHORT + 1:
            for point in board.promising(_HOPES):
                if _wins_quietly(board, point, _SHORT):
                    return _won(_by_quiet(board.unbounded(), point, _SHORT))
    return None


def _won(line: tuple[int, ...]) -> SearchResult:
    return SearchResult(WON - len(line), line, len(line))


def _wins_quietly(board: Board, point: int, rest: int) -> bool:
    """Whether a stone there threatens a win in `rest` more stones that no reply prevents."""
    side = board.side
    board.put(point)
    works = (
        not board.wins(1 - side)
        and board.threatens(rest, _GLANCE)
        and not board.escapes(rest, _PROOF)
    )
    board.back()
    return works


def _by_threats(board: Board, stones: int) -> tuple[int, ...]:
    """The line of the win that was just found, against replies that hold longest."""
    if stones == 1:
        return (board.wins(board.side)[0],)
    point = board.found
    board.put(point)
    line: tuple[int, ...] = ()
    for reply in board.answers():
        board.put(reply)
        rest = _by_threats(board, _needed(board, stones - 1))
        board.back()
        if len(rest) >= len(line):
            line = (reply, *rest)
    board.back()
    return (point, *line)


def _by_quiet(board: Board, point: int, rest: int) -> tuple[int, ...]:
    """The same where it begins with a quiet stone, against the most promising replies."""
    board.put(point)
    line: tuple[int, ...] = ()
    for reply in board.promising(_HOPES):
        board.put(reply)
        needed = _needed(board, rest)
        if 2 * needed > len(line):
            line = (reply, *_by_threats(board, needed))
        board.back()
    board.back()
    return (point, *line)


def _needed(board: Board, most: int) -> int:
    """Return the fewest stones with which the player to move wins by threats."""
    for stones in range(1, most):
        if board.forced(stones, _PROOF):
            return stones
    return board.forced(most)


def holding(board: Board, points: Sequence[int], sight: Sight) -> list[int]:
    """Those after which the other has no forced win in sight; if there are none, those that hold
    longest."""
    lasts: dict[int, int] = {}
    for point in points:
        board.put(point)
        lasts[point] = board.forced(sight.theirs, sight.nodes)
        board.back()
    longest = max(lasts.values()) if all(lasts.values()) else 0
    return [point for point in points if lasts[point] == longest]


def deepen(
    board: Board, moves: Sequence[int], depth: int, noise: Noise, dread: int = INFINITE
) -> SearchResult:
    """Return the best of some moves, searching 1, 2, ... `depth` plies deep within the budget.

    `moves` are in the order in which they are tried. A foreseen loss weighs at most `dread`; with a
    small value, noise can make the engine overlook it.
    """
    points = list(moves)
    found = SearchResult(0, (points[0],), 0)
    for ahead in range(1, depth + 1):
        scored = _root(board, points, ahead, noise.reach, dread)
        if scored:  # what was scored begins with the best move so far: what is preferred is better
            found = _choose(board, scored, ahead, noise)
        if board.ended:
            break
        best = max(scored, key=scored.__getitem__)
        points.remove(best)
        points.insert(0, best)
        if abs(scored[best]) > DECIDED:
            break
    return _honest(board, found)


def _root(
    board: Board, points: Sequence[int], ahead: int, reach: int, dread: int
) -> dict[int, int]:
    """The score of each move not proved to be `reach` or more behind, until the budget ends."""
    best, scored = -INFINITE, dict[int, int]()
    for point in points:
        floor = max(best - reach, -INFINITE)
        score = floor + 1
        board.put(point)
        if scored:
            score = -board.search(ahead - 1, -floor - 1, -floor)
        if score > floor:
            score = -board.search(ahead - 1, -INFINITE, -floor)
        board.back()
        if board.ended:
            break
        score = max(-dread, score)
        if not scored or score > floor:
            scored[point] = score
            best = max(best, score)
    return scored


def _choose(board: Board, scored: dict[int, int], ahead: int, noise: Noise) -> SearchResult:
    point = max(scored, key=lambda each: (scored[each] + noise.offsets[each], noise.offsets[each]))
    return SearchResult(scored[point], _line(board, point, ahead), ahead)


def _line(board: Board, point: int, most: int) -> tuple[int, ...]:
    """The move and what is expected then."""
    line = [point]
    board.put(point)
    while len(line) < most and not board.wins(board.side):
        expected = board.expected()
        if expected is None:
            break
        line.append(expected)
        board.put(expected)
    for _ in line:
        board.back()
    return tuple(line)


def _honest(board: Board, found: SearchResult) -> SearchResult:
    """A win that was only believed in is proved, if it begins with a quiet stone, or it is not
    announced; nor is a loss."""
    if abs(found.score) <= DECIDED:
        return found
    if found.score > DECIDED and not board.ended:
        rest = (WON - found.score) // 2
        if _wins_quietly(board, found.line[0], rest):
            return _won(_by_quiet(board.unbounded(), found.line[0], rest))
    return replace(found, score=DECIDED if found.score > 0 else -DECIDED)
