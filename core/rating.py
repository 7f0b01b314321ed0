"""Ratings from outcomes.

Owns how strong somebody is thought to be and how one match changes that. The model is Plackett-Luce
as `openskill` computes it (Weng and Lin, JMLR 12, 2011): a strength `mu`, a doubt `sigma` about it,
teams, draws by equal ranks. Must not know how ratings are kept.

What is shown is a cautious number: three doubts below the strength, so that it takes several
matches, not one lucky win, to stand high, and a place on a leaderboard is the number next to it.

What counts:

| the match ended by             | counts as                                                       |
|--------------------------------|-----------------------------------------------------------------|
| the rules of the game          | its outcome                                                     |
| resignation, flag, claim       | lost for that side                                              |
| agreement                      | drawn                                                           |
| a person who left or is barred | resignation, after the usual warning                            |
| being called off, no show      | nothing: each side has to have moved once                       |
| annulment                      | nothing; all that came after is computed anew                   |

Casual matches, those with a computer and those played alone count nothing (`counts`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from core.match.model import Match, Status
from core.registry import GAMES
from core.types import PlayerId, Seat, Side

_MODEL = PlackettLuce()

SHOWN_START, SHOWN_STEP = 1000, 25
"""What a newcomer is shown to have, and how many points one unit of strength is."""

SURE = 6.5
"""The doubt below which a rating is no longer provisional: after nine matches or so."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Of one person in one game; as it stands, a newcomer's."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The number people see and are ranked by, 1 at least."""
        return max(1, SHOWN_START + round(SHOWN_STEP * (self.mu - 3 * self.sigma)))

    @property
    def is_provisional(self) -> bool:
        return self.sigma >= SURE


@dataclass(frozen=True, slots=True)
class RatedResult:
    """What rating needs of a finished match: who stood together, and each side's rank (1: first).

    Equal ranks are a draw. `sides` and `ranks` are of one length, two at least.
    """

    sides: tuple[tuple[PlayerId, ...], ...]
    ranks: tuple[int, ...]


def counts(match: Match) -> bool:
    """Whether this match changes ratings."""
    people = {who.player for who in match.seats if who is not None}
    alone = len(people) < len(match.seats)  # somebody sat twice, or a seat stayed empty
    finished = match.status is Status.FINISHED
    return finished and match.rated and not match.against_computer and not alone and len(people) > 1


def bout(match: Match) -> RatedResult:
    """The sides of a match that `counts`, in their order, and how they came out."""
    assert match.outcome is not None
    game = GAMES[match.game]
    sides: dict[Side, list[PlayerId]] = {}
    for i, who in enumerate(match.seats):
        assert who is not None
        sides.setdefault(game.side_of(match.setup, Seat(i)), []).append(who.player)
    ordered = sorted(sides)
    ranks = tuple(1 if side in match.outcome.winners else 2 for side in ordered)
    return RatedResult(tuple(tuple(sides[side]) for side in ordered), ranks)


def rate(sides: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """The ratings after a bout, in the order in which they were given.

    The same numbers give the same numbers, on whatever day: recomputing all of a history gives what
    was stored to the last bit.
    """
    teams = [[_MODEL.create_rating([each.mu, each.sigma]) for each in side] for side in sides]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(tuple(Rating(each.mu, each.sigma) for each in team) for team in rated)
