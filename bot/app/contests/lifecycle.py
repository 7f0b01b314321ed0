"""The life of a contest: entries come in, matches end, the result is settled.

A contest is a session like a match. Its screens are in rooms and show who takes part; every entry
is a match of its own, whose session only its player sees.

Nothing is kept in memory. An entry is saved with its match in one transaction. A match that ends
gives the contest its next version in the same transaction (`Store.save`). What then remains to be
done, `settle` finds in what is stored. Rules of games are left to `core`.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.app.commit import MatchWriter, Update
from bot.app.model.leaderboard import Result
from bot.app.model.request import Request
from bot.app.model.session import Screen, Session
from bot.app.ports.system import Now
from bot.app.presentation.entries import entry_matches
from bot.app.results import alone
from bot.app.session_cache import SessionCache
from core import contest as contests
from core.contest import Contest, EntryResult, Matches
from core.errors import Reason, Refused
from core.match.commands import Abort
from core.match.model import AbortCause, Match
from core.types import MatchId, Millis, PlayerId

Change = Callable[[Contest, Millis], EntryResult]
"""Return the changed contest and the matches of its new entries. Raises Refused."""


class ContestLifecycle:
    """Changes contests, and ends them when they are due."""

    def __init__(self, sessions: SessionCache, writer: MatchWriter, now: Now) -> None:
        self._sessions = sessions
        self._writer = writer
        self._now = now

    async def entry_ended(self, match: Match) -> None:
        """Settle the contest if this was its last match, else publish it.

        The save of the match has given the contest a new version.
        """
        assert match.contest is not None
        session = await self._sessions.load(match.contest)
        assert session.contest is not None
        contest, matches = session.contest, await self.matches(session.contest)
        going_on = session.match.is_over or contests.unfinished(contest, matches)
        if not going_on and contests.is_over(contest, matches, self._now()):
            await self.change(contest.id, unchanged)
        else:
            self._writer.publish(session)

    async def leave(self, id: MatchId, who: PlayerId) -> Session:
        """Withdraw the offer by or to a player who has left the room."""
        return await self.change(id, lambda c, _: EntryResult(contests.leave(c, who), ()))

    async def settle(self, id: MatchId) -> Session:
        """Do what has become due: expire the offer, or end the contest and count its results.

        A contest ends when its time is up, when a moderator ends it, or when all have finished.
        Matches still running are aborted first, one save each; a crash in between leaves the
        contest due.
        """
        session, now = await self._sessions.load(id), self._now()
        contest = session.contest
        assert contest is not None
        if session.match.is_over:
            return session
        if contest.begun is None:
            return await self.change(id, lambda c, now: EntryResult(contests.expire(c, now), ()))
        matches = await self.matches(contest)
        if not contests.is_over(contest, matches, now):
            return session
        abort = Abort(contest.cause or AbortCause.CONTEST_OVER)
        for match in contests.unfinished(contest, matches):
            with suppress(Refused):  # the player may have finished meanwhile
                await self._writer.apply(match, lambda _: abort, None)
        return await self.change(id, unchanged)

    async def end(self, id: MatchId) -> Session:
        """End a contest without a result, at the order of those who run the room."""
        await self.change(id, lambda contest, _: EntryResult(contests.end(contest), ()))
        return await self.settle(id)

    async def depart(self, id: MatchId, player: PlayerId) -> None:
        """Withdraw a player who has left for good.

        Their open offer is withdrawn, one made to them alone is declined, and a contest they host
        takes no further entries, since only its host could close it.
        """

        def change(contest: Contest, _: Millis) -> EntryResult:
            if contest.begun is not None:
                return EntryResult(contests.close(contest, player), ())
            return EntryResult(contests.leave(contest, player), ())

        await self.change(id, change)

    async def change(
        self,
        id: MatchId,
        change: Change,
        request: Request | None = None,
        screen: Screen | None = None,
    ) -> Session:
        """Change a contest; save it with the matches of new entries and any results."""

        async def update(session: Session) -> Update | None:
            now, contest = self._now(), session.contest
            assert contest is not None
            if session.match.is_over and change is unchanged:
                return None
            if session.match.is_over:
                raise Refused(Reason.FINISHED)
            entered = change(contest, now)
            matches = await self.matches(contest)
            matches |= {match.id: match for match in entered.matches}
            wider = session if screen is None else session.shown_too(screen)
            next, results = _settled(
                replace(wider, contest=entered.contest), entered.contest, matches, now
            )
            created = [Session(match, session.home, ()) for match in entered.matches]
            return Update(next, results, created)

        return await self._writer.update(id, update, request)

    async def matches(self, contest: Contest) -> dict[MatchId, Match]:
        """Return the matches of all entries."""
        return await entry_matches(contest, self._sessions.load)


def unchanged(contest: Contest, now: Millis) -> EntryResult:
    """Leave the contest as it is; saving it settles what is due."""
    del now
    return EntryResult(contest, ())


def _settled(
    session: Session, contest: Contest, matches: Matches, now: Millis
) -> tuple[Session, tuple[Result, ...]]:
    """Return the session with the table of its contest, and the results if it is over."""
    done = not contests.unfinished(contest, matches)
    over = done and contests.is_over(contest, matches, now)
    changed = replace(session, match=contests.table(contest, over=over))
    if not over or contest.cause is not None:
        return changed, ()
    people = [matches[entry.match] for entry in contest.entries if entry.who.level is None]
    results = tuple(alone(match, session.home, now) for match in people if not match.annulled)
    return changed, results
