"""Post-match review from an adviser's evaluation of each decision.

Owns which decisions are evaluated, how accuracy is computed, and the turning points. Pure: a match
and advice in, a review out. A move's loss is measured in winning probability, or in expected total
for dice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from typing import Any

from core.engine import Advice, Candidate
from core.game import PASS, Worth
from core.match.model import Match
from core.match.replay import positions
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, MatchId, Move, Seat, Side

TURNS = 100
"""Loss in tenths of a per cent that makes a move a turning point."""

MOST = 9
"""Maximum number of turning points, costliest first."""

DEAREST = 3
"""Maximum number of costly choices in a game of dice."""

_SURE = 1_000
"""The winning probability of the winner."""


class Mistake(StrEnum):
    """The kind of mistake."""

    DEAR = "dear"  # it lost much
    MISSED_WIN = "missed_win"  # a forced win was available
    MISSED_BLOCK = "missed_block"  # it allowed a forced win
    LOSING = "losing"  # it allowed a forced win, and the result never changed again


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in a match. `number` counts as boards do: the setup's moves, but no passes."""

    number: int
    seat: Seat
    position: Any  # the game's own type, like that of a match
    move: Move


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A decision with the best and the played move, both from the mover's point of view."""

    number: int
    seat: Seat
    best: Candidate
    played: Candidate

    @property
    def given(self) -> int:
        """The winning probability lost, in tenths of a per cent."""
        return max(0, self.best.chance - self.played.chance)

    @property
    def points(self) -> int:
        """The loss in the unit of the game."""
        return max(0, self.best.score - self.played.score)


@dataclass(frozen=True, slots=True)
class Review:
    """The evaluated moves of a match, in order."""

    match: MatchId
    game: GameId
    steps: tuple[ReviewedMove, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move worth showing, and its mistake."""

    step: ReviewedMove
    fault: Mistake


def decisions(match: Match) -> Iterator[Decision]:
    """Yield every move but passes."""
    number = len(match.setup.opening)
    game = GAMES[match.game]
    before = positions(game, match.setup, match.plies)
    for ply, position in zip(match.plies, before, strict=False):
        if ply.move != PASS:
            number += 1
            yield Decision(number, ply.seat, position, ply.move)


def build_review(match: Match, advice: Sequence[Advice]) -> Review:
    """Build the review from advice on each decision. ValueError if a move was not evaluated."""
    steps = []
    for decision, told in zip(decisions(match), advice, strict=True):
        if told.played is None:
            raise ValueError(f"{decision.move} was not judged")
        by_points = GAMES[match.game].worth is Worth.TOTAL
        best = told.candidates[0] if by_points else max(told.candidates[0], told.played, key=_worth)
        steps.append(ReviewedMove(decision.number, decision.seat, best, told.played))
    return Review(match.id, match.game, tuple(steps))


def _worth(idea: Candidate) -> tuple[int, int]:
    return idea.chance, idea.score


def accuracy(review: Review, match: Match) -> dict[Side, float]:
    """Return the accuracy of each side, from 0 to 100.

    Each move counts by its loss of winning probability, with lichess's formula
    (lichess.org/page/accuracy); forced moves count too.
    """
    sides = see(match).sides
    marks: dict[Side, list[float]] = {side: [] for side in sorted(set(sides))}
    for step in review.steps:
        mark = 103.1668 * exp(-0.04354 * step.given / 10) - 3.1669
        marks[sides[step.seat]].append(min(100.0, max(0.0, mark)))
    return {side: sum(each) / len(each) for side, each in marks.items() if each}


def turning_points(review: Review, match: Match) -> tuple[TurningPoint, ...]:
    """Return the turning points in match order: the costliest ones, always including the decisive
    one if it is known."""
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
    """Return whether a proved result got worse, by however few discs."""
    known = step.best.proved and step.played.proved and not _by_force(review.game)
    return known and _result(step.best) != _result(step.played)


def _result(idea: Candidate) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss."""
    return (idea.score > 0) - (idea.score < 0)


def _losing(review: Review, match: Match) -> ReviewedMove | None:
    """Return the loser's last move that allowed a forced win although a better one existed."""
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
    """Return whether proofs in this game give a win or loss, not a score."""
    return GAMES[game].worth is Worth.CHANCE


def curve(review: Review, match: Match) -> list[tuple[int, int]]:
    """Return move number and score for the first side, before each move and at the end.

    The score is in the unit of the game; for Pente it is a percentage.
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
    """Return the total points lost by all choices."""
    return sum(step.points for step in review.steps)


def dearest(review: Review) -> tuple[ReviewedMove, ...]:
    """Return the costliest choices, costliest first."""
    dear = [step for step in review.steps if step.points > 0]
    return tuple(sorted(dear, key=lambda step: (-step.points, step.number))[:DEAREST])
