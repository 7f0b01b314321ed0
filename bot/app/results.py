"""Results of a finished match: rows for leaderboards and histories.

Pure. Leaderboards count rated matches between people and solo games without hints; matches against
computers have their own table. A player with several seats on one side counts once; one with seats
on both sides does not count, having played themselves. Matches on shared rolls count once all of
them are over, because an earlier total could still be exploited (`contests/service.py`).
"""

from bot.app.model.leaderboard import LEVEL, Ending, Result
from bot.app.model.room import Room
from bot.app.model.session import Session
from core.match.model import Match, Status
from core.registry import GAMES
from core.types import Millis, PlayerId, Seat, Side


def results(session: Session, now: Millis) -> tuple[Result, ...]:
    """Return a row per player; nothing if the match has no outcome."""
    match = session.match
    if match.status is not Status.FINISHED or match.contest is not None:
        return ()
    if match.is_solo and match.hints:
        return ()
    if match.is_solo:
        return (alone(match, session.home, now),)
    people = {
        player: _ending(match, match.seats_of(player)[0])
        for player in match.people
        if len({_side(match, seat) for seat in match.seats_of(player)}) == 1
    }
    return tuple(
        Result(
            match.id,
            match.game,
            player,
            ending,
            match.rated,
            session.home,
            now,
            against=_against(match, player),
        )
        for player, ending in people.items()
    )


def _against(match: Match, player: PlayerId) -> str:
    """Return the opponent, if it was a single player or computer."""
    others = [
        occupant for occupant in match.seats if occupant is not None and occupant.player != player
    ]
    if len(match.seats) == 2 and len(others) == 1:
        return others[0].player if others[0].level is None else f"{LEVEL}{others[0].level}"
    return LEVEL if match.against_computer else ""


def alone(match: Match, home: Room, now: Millis) -> Result:
    """Return the result of a solo game; an unfinished one is abandoned."""
    outcome = GAMES[match.game].outcome(match.position)
    [occupant] = match.seats
    assert occupant is not None
    if outcome is None:
        return Result(
            match.id, match.game, occupant.player, Ending.ABANDONED, match.rated, home, now
        )
    ending = Ending.WON if outcome.winners else Ending.LOST
    points = outcome.scores[0]
    return Result(match.id, match.game, occupant.player, ending, match.rated, home, now, points)


def _ending(match: Match, seat: Seat) -> Ending:
    assert match.outcome is not None
    side = _side(match, seat)
    if side not in match.outcome.winners:
        return Ending.LOST
    return Ending.WON if match.outcome.winner is not None else Ending.DREW


def _side(match: Match, seat: Seat) -> Side:
    return GAMES[match.game].side_of(match.setup, seat)
