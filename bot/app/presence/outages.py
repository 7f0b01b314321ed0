"""Times when nobody could play: the bot was down, or a platform could not be reached.

A sign of life is stored regularly. What lies between the last one and the next start is credited to
every match before anybody can ask anything. While a platform is down, clocks of those who are
reached through it alone are frozen as of its beginning; terms of days are credited when it is over.
Must not know platforms, nor who may be where (`presence.py`).
"""

from collections.abc import Awaitable, Callable, Sequence

from bot.app.model.presence import Outage
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.session_cache import SessionCache
from core.match.clock import HOUR, SECOND
from core.match.commands import Command, CreditOutage, Freeze, Thaw
from core.match.model import Match, PauseCause, Status
from core.registry import GAMES
from core.types import MatchId, Millis, PlayerId

HICCUP = 20 * SECOND
"""For so long a platform may be away without anything being done about it, in milliseconds."""

WORTH_IT = 1 * HOUR
"""Shorter outages are not credited where people have days, in milliseconds: every board would be
drawn anew at each restart. In the day after a warning they are, because then hours count.
"""

Tell = Callable[[MatchId, Command], Awaitable[None]]
"""Asks a match; one that does not care is no fault."""


class Outages:
    """Keeps track of what is down."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        tell: Tell,
        now: Now,
        uncredited: list[tuple[Millis, Millis]],
    ) -> None:
        self._store = store
        self._book = store.presence
        self._sessions = sessions
        self._tell = tell
        self._now = now
        self._down: dict[str, Millis] = {}  # platforms, since when
        self._over: list[tuple[str, Millis, Millis]] = []  # of which platform, from, to
        self._uncredited = uncredited  # the commands of a match are preceded by these credits
        self._risen = True  # one may be up again since the bot was killed

    async def start(self) -> None:
        """Credits what the bot was down for. What is interrupted goes on at the next start."""
        for outage in await self._book.began():
            await self._credit_all(outage)

    async def _credit_all(self, outage: Outage) -> None:
        for id in await self._concerned(abs(outage.ended - outage.began)):
            await self._tell(id, CreditOutage(outage.began, outage.ended))
        await self._book.credited(outage)

    def did_not_serve(self, began: Millis, ended: Millis) -> None:
        """The process stood still, or its clock was set: credited before anything is decided."""
        self._uncredited.append((began, ended))

    async def _credit_own(self) -> None:
        """Credit every match for times in which this process did not serve."""
        while self._uncredited:
            outage = Outage(*self._uncredited[0])
            await self._book.note_outage(outage)
            await self._credit_all(outage)
            self._uncredited.pop(0)

    async def _concerned(self, lasted: int) -> Sequence[MatchId]:
        """Matches in which time ran, as far as so many milliseconds matter there."""
        if lasted >= WORTH_IT:
            return await self._book.running(timed=False)
        return sorted({*await self._book.running(timed=True), *await self._book.warned()})

    async def live(self) -> None:
        """Notes that the bot runs."""
        await self._book.note_alive()

    def offline(self, platform: str) -> None:
        """That platform cannot be reached from now on."""
        self._down.setdefault(platform, self._now())

    def online(self, platform: str) -> None:
        """It can be reached: whom it kept away has their time again, from the next beat on."""
        since = self._down.pop(platform, None)
        if since is not None:
            self._risen = True
            self._over.append((platform, since, self._now()))

    async def beat(self) -> None:
        """Does what follows from platforms that went and came. To be called every few seconds."""
        await self._credit_own()
        await self.live()
        if self._risen:
            await self._thaw_clocks()
            self._risen = False
        while self._over:
            await self._credit(*self._over[0])
            self._over.pop(0)
        if any(self._now() - since >= HICCUP for since in self._down.values()):
            await self._freeze_clocks()

    async def _thaw_clocks(self) -> None:
        async for session in self._sessions.readable(await self._book.frozen()):
            if not await self._is_cut_off(session):
                await self._tell(session.match.id, Thaw(PauseCause.OUTAGE))

    async def _freeze_clocks(self) -> None:
        """Whose clock runs and who cannot be reached is not charged for it."""
        async for session in self._sessions.readable(await self._book.running(timed=True)):
            if session.match.paused is None and await self._is_cut_off(session):
                since = max(self._down[way] for way in await self._ways(session))
                await self._tell(session.match.id, Freeze(PauseCause.OUTAGE, since))

    async def _credit(self, platform: str, began: Millis, ended: Millis) -> None:
        """Clocks stood still; terms of days begin later by as much."""
        if ended - began < HICCUP:
            return
        async for session in self._sessions.readable(await self._concerned(ended - began)):
            if session.match.clock is None and await self._ways(session) == {platform}:
                await self._tell(session.match.id, CreditOutage(began, ended))

    async def _is_cut_off(self, session: Session) -> bool:
        """Whether who is to act is reached through no platform."""
        ways = await self._ways(session) if self._down else set()
        return bool(ways) and all(way in self._down for way in ways)

    async def _ways(self, session: Session) -> set[str]:
        """The platforms through which who is to act is reached in this match."""
        if (who := _to_act(session.match)) is None:
            return set()
        screens = (await self._sessions.shown(session)).screens
        known = await self._store.players([who])
        home = known[who].platform if who in known else ""
        ways = {screen.room.platform for screen in screens}
        return {way for way in ways if way == home or await self._store.accounts(way, [who])}


def _to_act(match: Match) -> PlayerId | None:
    """Whose turn it is, if it is a person's."""
    seat = GAMES[match.game].to_act(match.position) if match.status is Status.PLAYING else None
    who = None if seat is None else match.seats[seat]
    return None if who is None or who.level is not None else who.player
