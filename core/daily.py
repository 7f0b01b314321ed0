"""The daily dice: one contest a day with the same throws for everyone, one private entry each.

The seed is drawn a day ahead, so that the commitment is public before the day begins; the client
text is empty, as no press completes it. The contest begins with its day (`begin`), accepts entries
until the day ends, and closes six hours later (`contest.deadline`). Entries are not listed in it
because their number is unbounded; a match names its day itself.
"""

from dataclasses import replace

from core.chance import Chance
from core.contest import Contest, ContestKind
from core.day import Day, day_of
from core.errors import Reason, Refused
from core.match import create
from core.match.model import Match, Occupant
from core.registry import DAILY
from core.types import COMPUTER, Level, MatchId, Millis, PlayerId

STRONGEST = Level(DAILY.levels[-1])
"""The computer that enters each day; its total is revealed when the day has closed."""


def offer(day: Day, seed: bytes, now: Millis) -> Contest:
    """Create the contest of a coming day. `seed` is 32 fresh bytes, secret until it has closed."""
    chance = Chance(seed, day.label, "")
    return Contest(day.table, DAILY.id, ContestKind.DAILY, COMPUTER, None, chance, now)


def begin(contest: Contest, now: Millis) -> Contest:
    """Begin the contest when its day has come. Refused(REPEATED), Refused(TOO_EARLY)."""
    if contest.begun is not None:
        raise Refused(Reason.REPEATED)
    if now < day(contest).opens:
        raise Refused(Reason.TOO_EARLY)
    return replace(contest, begun=now)


def day(contest: Contest) -> Day:
    """Return the contest's day."""
    found = day_of(contest.chance.label)
    assert found is not None  # contests of other kinds have no day
    return found


def is_open(contest: Contest, now: Millis) -> bool:
    """Return whether entry is open."""
    return day(contest).opens <= now < day(contest).shuts


def entry(contest: Contest, who: Occupant, now: Millis) -> Match:
    """Create a player's running match. Its id is derived from the player, so entering twice is
    idempotent, and from the seed, so that other players cannot guess it.

    Refused(NOT_OPEN) before and after the day.
    """
    if not is_open(contest, now):
        raise Refused(Reason.NOT_OPEN)
    key = contest.chance.seed.hex()
    id = create.match_id("daily", key, who.player, who.level or "")
    return create.entry(id, contest.game, contest.chance, who, who.player, now)


def notice(contest: Contest, id: MatchId, host: PlayerId, now: Millis) -> Contest:
    """Return the contest without its seed, as stored with a room's announcement."""
    bare = replace(contest.chance, seed=b"")
    return replace(contest, id=id, host=host, chance=bare, begun=now)
