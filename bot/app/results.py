"""What a finished match means for those who played it: rows for the leaderboards.

Pure. Only matches between people count, and those that one person plays alone; a person who held
seats on one side counts once. What is played on throws that others have too counts when all of them
are done, or a total would be told while it can still be used (`contests.py`).
"""

from bot.app.ports import Ending, Result
from bot.app.session import Room, Session
from core.match.model import Match, Status
from core.registry import GAMES
from core.types import Millis, Seat


def results(session: Session, now: Millis) -> tuple[Result, ...]:
    """One row a person; none where it did not end with an outcome or a computer played."""
    match = session.match
    if match.status is not Status.FINISHED or match.against_computer or match.contest is not None:
        return ()
    if match.setup.seats == 1:
        return (alone(match, session.home, now),)
    people = {who.player: _ending(match, Seat(i)) for i, who in enumerate(match.seats) if who}
    return tuple(
        Result(match.id, match.game, player, ending, match.rated, session.home, now)
        for player, ending in people.items()
    )


def alone(match: Match, home: Room, now: Millis) -> Result:
    """What a game of one person means; one that did not come to its end is abandoned."""
    outcome = GAMES[match.game].outcome(match.position)
    [who] = match.seats
    assert who is not None
    if outcome is None:
        return Result(match.id, match.game, who.player, Ending.ABANDONED, match.rated, home, now)
    ending = Ending.WON if outcome.winners else Ending.LOST
    points = outcome.scores[0]
    return Result(match.id, match.game, who.player, ending, match.rated, home, now, points)


def _ending(match: Match, seat: Seat) -> Ending:
    assert match.outcome is not None
    side = GAMES[match.game].side_of(match.setup, seat)
    if side not in match.outcome.winners:
        return Ending.LOST
    return Ending.WON if match.outcome.winner is not None else Ending.DREW
