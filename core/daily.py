"""The daily dice: one contest a day, the same throws for everybody, each once and in private.

Its key is made a day ahead, so that what binds the throws can be told before the day begins; the
client text is empty, for nobody's press comes first. It begins with its day (`begin`), may be
entered until that is over, and closes six hours later (`contest.deadline`). Who takes part is not
listed in it: there may be any number, and a match names its day itself.
"""

from dataclasses import replace

from core.chance import Chance
from core.contest import Contest, ContestKind
from core.day import Day, day_of
from core.errors import Reason, Refused
from core.games.dice.rules import DICE
from core.match import create
from core.match.model import Match, Occupant
from core.types import COMPUTER, Level, MatchId, Millis, PlayerId

STRONGEST = Level(DICE.levels[-1])
"""The computer that takes part each day; its total is told when the day has closed."""


def offer(day: Day, seed: bytes, now: Millis) -> Contest:
    """A day to come. `seed` are 32 fresh bytes, secret until it has closed."""
    chance = Chance(seed, day.label, "")
    return Contest(day.table, DICE.id, ContestKind.DAILY, COMPUTER, None, chance, now)


def begin(contest: Contest, now: Millis) -> Contest:
    """The day is there. Refused(REPEATED), Refused(TOO_EARLY)."""
    if contest.begun is not None:
        raise Refused(Reason.REPEATED)
    if now < day(contest).opens:
        raise Refused(Reason.TOO_EARLY)
    return replace(contest, begun=now)


def day(contest: Contest) -> Day:
    """Which day this is."""
    found = day_of(contest.chance.label)
    assert found is not None  # a contest of another kind has none
    return found


def is_open(contest: Contest, now: Millis) -> bool:
    """Whether it may be entered."""
    return day(contest).opens <= now < day(contest).shuts


def entry(contest: Contest, who: Occupant, now: Millis) -> Match:
    """Somebody's own match of that day, running. Whose it is makes its id, so that coming in twice
    makes one; the key is part of it, so that nobody can tell somebody else's.

    Refused(NOT_OPEN) before its day and after it.
    """
    if not is_open(contest, now):
        raise Refused(Reason.NOT_OPEN)
    key = contest.chance.seed.hex()
    id = create.match_id("daily", key, who.player, who.level or "")
    return create.entry(id, contest.game, contest.chance, who, who.player, now)


def notice(contest: Contest, id: MatchId, host: PlayerId, now: Millis) -> Contest:
    """What a room's message about the day is kept as: the same day without its key."""
    bare = replace(contest.chance, seed=b"")
    return replace(contest, id=id, host=host, chance=bare, begun=now)
