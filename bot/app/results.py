"""What a finished match means for those who played it: rows for the leaderboards.

Pure. Only matches between people count; a person who held seats on one side counts once.
"""

from bot.app.ports import Ending, Result
from bot.app.session import Session
from core.match.model import Match, Status
from core.registry import GAMES
from core.types import Millis, Seat


def results(session: Session, now: Millis) -> tuple[Result, ...]:
    """One row a person; none where it did not end with an outcome or a computer played."""
    match = session.match
    if match.status is not Status.FINISHED or match.against_computer:
        return ()
    people = {who.player: _ending(match, Seat(i)) for i, who in enumerate(match.seats) if who}
    return tuple(
        Result(match.id, match.game, player, ending, match.rated, session.home, now)
        for player, ending in people.items()
    )


def _ending(match: Match, seat: Seat) -> Ending:
    assert match.outcome is not None
    side = GAMES[match.game].side_of(match.setup, seat)
    if side not in match.outcome.winners:
        return Ending.LOST
    return Ending.WON if match.outcome.winner is not None else Ending.DREW
