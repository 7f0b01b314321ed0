"""Ratings from outcomes.

The model is Plackett-Luce as `openskill` computes it (Weng and Lin, JMLR 12, 2011): a strength
`mu`, an uncertainty `sigma`, teams, and draws by equal ranks.

The displayed rating is conservative, three sigma below the strength: it takes several matches, not
one lucky win, to rank high, and leaderboards are sorted by the number they show.

What counts:

| the match ended by             | counts as                                                       |
|--------------------------------|-----------------------------------------------------------------|
| the rules of the game          | its outcome                                                     |
| resignation, flag, claim       | lost for that side                                              |
| agreement                      | drawn                                                           |
| a person who left or is banned | resignation, after the usual warning                            |
| being called off, no show      | nothing: each side has to have moved once                       |
| annulment                      | nothing; all later ratings are recomputed                       |

Casual matches, matches with a computer and single-player matches do not count (`counts`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from core.match.model import Match, Status
from core.registry import GAMES
from core.types import PlayerId, Seat, Side

_MODEL = PlackettLuce()

SHOWN_START, SHOWN_STEP = 1000, 25
"""The displayed rating of a newcomer, and displayed points per unit of strength."""

SURE = 6.5
"""The uncertainty below which a rating is no longer provisional: after about nine matches."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in one game; the defaults are a newcomer's."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The displayed number that ranks players, at least 1."""
        return max(1, SHOWN_START + round(SHOWN_STEP * (self.mu - 3 * self.sigma)))

    @property
    def is_provisional(self) -> bool:
        return self.sigma >= SURE


@dataclass(frozen=True, slots=True)
class RatedResult:
    """The input of a rating update: teams and their ranks (1: first).

    Equal ranks are a draw. `sides` and `ranks` have equal length, at least two.
    """

    sides: tuple[tuple[PlayerId, ...], ...]
    ranks: tuple[int, ...]


def counts(match: Match) -> bool:
    """Return whether this match changes ratings."""
    people = {who.player for who in match.seats if who is not None}
    alone = len(people) < len(match.seats)  # one person held two seats, or a seat was empty
    finished = match.status is Status.FINISHED
    return finished and match.rated and not match.against_computer and not alone and len(people) > 1


def bout(match: Match) -> RatedResult:
    """Return the sides of a match that `counts`, in side order, with their ranks."""
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
    """Return the ratings after a match, in the order given.

    Results are deterministic: recomputing a whole history reproduces the stored ratings to the last
    bit.
    """
    teams = [[_MODEL.create_rating([each.mu, each.sigma]) for each in side] for side in sides]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(tuple(Rating(each.mu, each.sigma) for each in team) for team in rated)
