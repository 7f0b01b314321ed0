"""What a finished match comes to when an adviser has looked at every decision in it.

Owns which decisions are looked at, how well somebody played, and where it turned. Pure: a match and
advice in, a review out. How much a move gave away is told by the chance to win that the adviser
sees, in a game of dice by the total that it expects. Must not know how advice is come by.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from typing import Any

from core.engine import Advice, Candidate
from core.game import PASS
from core.games.pente.rules import PENTE
from core.match.model import Match
from core.match.replay import positions
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, MatchId, Move, Seat, Side

TURNS = 100
"""Tenths of a per cent that a move has to give away for the match to have turned there."""

MOST = 9
"""So many turning moves are told at most, the dearest."""

DEAREST = 3
"""So many choices of a game of dice."""

_SURE = 1_000
"""The chance of whoever has won."""

_BY_FORCE = frozenset({PENTE.id})
"""Games in which an adviser proves who wins, not by how much."""


class Mistake(StrEnum):
    """What was wrong with a move."""

    DEAR = "dear"  # it gave much away
    MISSED_WIN = "missed_win"  # there was a win by force
    MISSED_BLOCK = "missed_block"  # it let the other win by force
    LOSING = "losing"  # the same, and the match was never in doubt again


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody had to choose. `number` counts as boards do: the setup's moves, but no passes."""

    number: int
    seat: Seat
    position: Any  # of the game's own type, like that of a match
    move: Move


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A decision, what was best and what was played. Both ideas are for the one who moved."""

    number: int
    seat: Seat
    best: Candidate
    played: Candidate

    @property
    def given(self) -> int:
        """The chance given away, in tenths of a per cent."""
        return max(0, self.best.chance - self.played.chance)

    @property
    def points(self) -> int:
        """The same in the unit of the game."""
        return max(0, self.best.score - self.played.score)


@dataclass(frozen=True, slots=True)
class Review:
    """All steps of a match, in their order."""

    match: MatchId
    game: GameId
    steps: tuple[ReviewedMove, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step worth showing, and why."""

    step: ReviewedMove
    fault: Mistake


def decisions(match: Match) -> Iterator[Decision]:
    """What is looked at: every move but passes."""
    number = len(match.setup.opening)
    game = GAMES[match.game]
    before = positions(game, match.setup, match.plies)
    for ply, position in zip(match.plies, before, strict=False):
        if ply.move != PASS:
            number += 1
            yield Decision(number, ply.seat, position, ply.move)


def build_review(match: Match, advice: Sequence[Advice]) -> Review:
    """The review out of advice on each of the decisions. ValueError where a move was not judged."""
    steps = []
    for decision, told in zip(decisions(match), advice, strict=True):
        if told.played is None:
            raise ValueError(f"{decision.move} was not judged")
        by_points = bool(GAMES[match.game].chance)  # dice are advised on for points
        best = told.candidates[0] if by_points else max(told.candidates[0], told.played, key=_worth)
        steps.append(ReviewedMove(decision.number, decision.seat, best, told.played))
    return Review(match.id, match.game, tuple(steps))


def _worth(idea: Candidate) -> tuple[int, int]:
    return idea.chance, idea.score


def accuracy(review: Review, match: Match) -> dict[Side, float]:
    """By side, how near to the best it played, from 0 to 100.

    Each move counts by the chance it gave away, as lichess counts them
    (lichess.org/page/accuracy); those that had no alternative count too.
    """
    sides = see(match).sides
    marks: dict[Side, list[float]] = {side: [] for side in sorted(set(sides))}
    for step in review.steps:
        mark = 103.1668 * exp(-0.04354 * step.given / 10) - 3.1669
        marks[sides[step.seat]].append(min(100.0, max(0.0, mark)))
    return {side: sum(each) / len(each) for side, each in marks.items() if each}


def turning_points(review: Review, match: Match) -> tuple[TurningPoint, ...]:
    """The moves where the match turned, in their order: the dearest that there are, and always the
    one that settled it where that is known."""
    others = [step for step in review.steps if step.best.move != step.played.move]
    changing = [step for step in others if _changed(review, step)]
    dear = [step for step in others if step.given >= TURNS or step in changing]
    dearest = sorted(dear, key=lambda step: (-step.given, step.number))[:MOST]
    losing = _losing(review, match)
    settling = losing or (changing[-1] if changing else None)
    if settling is not None and settling not in dearest:
        dearest = [*dearest[: MOST - 1], settling]
    dearest.sort(key=lambda step: step.number)
    return tuple(TurningPoint(step, _fault(review, step, losing)) for step in dearest)


def _fault(review: Review, step: ReviewedMove, losing: ReviewedMove | None) -> Mistake:
    if step == losing:
        return Mistake.LOSING
    if not _by_force(review.game):
        return Mistake.DEAR
    if step.best.proved and step.best.chance == _SURE:
        return Mistake.MISSED_WIN
    if step.played.proved and step.played.chance == 0:
        return Mistake.MISSED_BLOCK
    return Mistake.DEAR


def _changed(review: Review, step: ReviewedMove) -> bool:
    """Whether a result that was known became a worse one, however few discs that took."""
    known = step.best.proved and step.played.proved and not _by_force(review.game)
    return known and _result(step.best) != _result(step.played)


def _result(idea: Candidate) -> int:
    """1 of a win, 0 of a draw, -1 of a loss."""
    return (idea.score > 0) - (idea.score < 0)


def _losing(review: Review, match: Match) -> ReviewedMove | None:
    """The last move of the side that lost after which the other won by force, where it had had
    something better."""
    winner = None if match.outcome is None else match.outcome.winner
    if winner is None or not _by_force(review.game):
        return None
    sides = see(match).sides
    lost = [
        step
        for step in review.steps
        if sides[step.seat] != winner
        and step.played.proved
        and step.played.chance == 0
        and step.best.chance != 0
    ]
    return lost[-1] if lost else None


def _by_force(game: GameId) -> bool:
    """Whether what is proved there is a win or a loss, not a count."""
    return game in _BY_FORCE


def curve(review: Review, match: Match) -> list[tuple[int, int]]:
    """How it stood for the first side before each move and at the end: number, score.

    The score is in the unit of the game; in Pente the chance in per cent.
    """
    sides = see(match).sides
    points = []
    for step in review.steps:
        points.append((step.number - 1, _standing(review.game, step.best, sides[step.seat])))
    if review.steps:
        last = review.steps[-1]
        points.append((last.number, _standing(review.game, last.played, sides[last.seat])))
    return points


def _standing(game: GameId, idea: Candidate, side: Side) -> int:
    first = side == 0
    if _by_force(game):
        percent = round(idea.chance / 10)
        return percent if first else 100 - percent
    return idea.score if first else -idea.score


# --- dice -----------------------------------------------------------------------------------------


def given(review: Review) -> int:
    """Points given away by all choices together."""
    return sum(step.points for step in review.steps)


def dearest(review: Review) -> tuple[ReviewedMove, ...]:
    """The choices that cost most, dearest first."""
    dear = [step for step in review.steps if step.points > 0]
    return tuple(sorted(dear, key=lambda step: (-step.points, step.number))[:DEAREST])
