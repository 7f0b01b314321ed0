"""Whether looking at a position would help a player in a rated match of theirs."""

from collections.abc import Iterable

from bot.app.ports.store import Store
from bot.app.session_cache import SessionCache
from core.errors import Reason, Refused
from core.match.model import Status
from core.position_equivalence import equivalence_key
from core.types import GameId, PlayerId


async def must_not_help(
    store: Store,
    sessions: SessionCache,
    game: GameId,
    positions: Iterable[object],
    player: PlayerId,
) -> None:
    """Raise Refused(RATED_MATCH) if a running rated match of theirs has a position like these."""
    ids = await store.of_player(player)
    matches = [session.match async for session in sessions.readable(ids)]
    theirs = {
        equivalence_key(game, match.position)
        for match in matches
        if match.game == game and match.rated and match.status is Status.PLAYING
    }
    if theirs and any(equivalence_key(game, position) in theirs for position in positions):
        raise Refused(Reason.RATED_MATCH)
