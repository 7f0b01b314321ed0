"""Outages: times when the bot was down or a platform unreachable.

A heartbeat is stored regularly. The time between the last one and the next start is credited to
every match before any request is served. While a platform is down, the clocks of players reachable
only through it are frozen as of the start of the outage; terms of days are credited when it ends.
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
"""Milliseconds for which an unreachable platform is tolerated without any action."""

WORTH_IT = 1 * HOUR
"""Milliseconds of an outage below which terms of days get no credit.

Otherwise every board would be redrawn at each restart. In the day after a warning shorter outages
are credited too, because hours matter then.
"""

Tell = Callable[[MatchId, Command], Awaitable[None]]
"""Applies a command to a match; a match that refuses it is not an error."""


class Outages:
    """Track outages and credit the time."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        tell: Tell,
        now: Now,
        uncredited: list[tuple[Millis, Millis]],
    ) -> None:
        self._store = store
        self._repository = store.presence
        self._sessions = sessions
        self._apply = tell
        self._now = now
        self._down: dict[str, Millis] = {}  # platforms and the start of their outage
        self._over: list[tuple[str, Millis, Millis]] = []  # platform, start, end
        self._uncredited = uncredited  # these credits precede the commands of a match
        self._risen = True  # a platform may have come back while the bot was down

    async def start(self) -> None:
        """Credit the downtime. If interrupted, the next start continues."""
        for outage in await self._repository.began():
            await self._credit_all(outage)

    async def _credit_all(self, outage: Outage) -> None:
        for id in await self._affected(abs(outage.ended - outage.began)):
            await self._apply(id, CreditOutage(outage.began, outage.ended))
        await self._repository.credited(outage)

    def did_not_serve(self, began: Millis, ended: Millis) -> None:
        """Credit a suspended process or a changed clock before anything is decided."""
        self._uncredited.append((began, ended))

    async def _credit_own(self) -> None:
        """Credit every match for times in which this process did not serve."""
        while self._uncredited:
            outage = Outage(*self._uncredited[0])
            await self._repository.note_outage(outage)
            await self._credit_all(outage)
            self._uncredited.pop(0)

    async def _affected(self, lasted: int) -> Sequence[MatchId]:
        """Return running matches for which an outage of `lasted` milliseconds matters."""
        if lasted >= WORTH_IT:
            return await self._repository.running(timed=False)
        return sorted(
            {*await self._repository.running(timed=True), *await self._repository.warned()}
        )

    async def live(self) -> None:
        """Store a heartbeat."""
        await self._repository.note_alive()

    def offline(self, platform: str) -> None:
        """Note that the platform is unreachable."""
        self._down.setdefault(platform, self._now())

    def online(self, platform: str) -> None:
        """Note that the platform is reachable; its players are credited at the next beat."""
        since = self._down.pop(platform, None)
        if since is not None:
            self._risen = True
            self._over.append((platform, since, self._now()))

    async def beat(self) -> None:
        """Process platforms that went down or came back. Called every few seconds."""
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
        async for session in self._sessions.readable(await self._repository.frozen()):
            if not await self._is_cut_off(session):
                await self._apply(session.match.id, Thaw(PauseCause.OUTAGE))

    async def _freeze_clocks(self) -> None:
        """Freeze the clocks of players to move who cannot be reached."""
        async for session in self._sessions.readable(await self._repository.running(timed=True)):
            if session.match.paused is None and await self._is_cut_off(session):
                since = max(self._down[way] for way in await self._platforms_of(session))
                await self._apply(session.match.id, Freeze(PauseCause.OUTAGE, since))

    async def _credit(self, platform: str, began: Millis, ended: Millis) -> None:
        """Credit an outage: clocks were frozen, terms of days are extended."""
        if ended - began < HICCUP:
            return
        async for session in self._sessions.readable(await self._affected(ended - began)):
            if session.match.clock is None and await self._platforms_of(session) == {platform}:
                await self._apply(session.match.id, CreditOutage(began, ended))

    async def _is_cut_off(self, session: Session) -> bool:
        """Return whether no platform reaches the player to move."""
        ways = await self._platforms_of(session) if self._down else set()
        return bool(ways) and all(way in self._down for way in ways)

    async def _platforms_of(self, session: Session) -> set[str]:
        """Return the platforms that reach the player to move in this match."""
        if (player := _to_act(session.match)) is None:
            return set()
        screens = (await self._sessions.shown(session)).screens
        players = await self._store.players([player])
        home = players[player].platform if player in players else ""
        ways = {screen.room.platform for screen in screens}
        return {way for way in ways if way == home or await self._store.accounts(way, [player])}


def _to_act(match: Match) -> PlayerId | None:
    """Return the player to move, unless it is a computer."""
    seat = GAMES[match.game].to_act(match.position) if match.status is Status.PLAYING else None
    occupant = None if seat is None else match.seats[seat]
    return None if occupant is None or occupant.level is not None else occupant.player
