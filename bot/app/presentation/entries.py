"""The matches of a contest's entries, as stored.

Every card and every settlement of a contest needs all of them, so a damaged one is replaced by a
stand-in that is over and counts for nothing: the other entries can still finish.
"""

from collections.abc import Awaitable, Callable

from bot.app.model.session import Session
from bot.app.ports.store import UnreadableMatch
from core import contest as contests
from core.contest import Contest
from core.match.model import Match
from core.types import MatchId


async def entry_matches(
    contest: Contest, load: Callable[[MatchId], Awaitable[Session]]
) -> dict[MatchId, Match]:
    """Return the match of every entry; a damaged one is replaced, so that the others finish."""
    matches: dict[MatchId, Match] = {}
    for entry in contest.entries:
        try:
            matches[entry.match] = (await load(entry.match)).match
        except UnreadableMatch:
            matches[entry.match] = contests.unreadable(contest, entry)
    return matches
