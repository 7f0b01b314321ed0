"""Track where players can be reached, and act on matches when they cannot.

Platforms report facts: a player left a server or group, was removed, or blocked the bot; the bot
was removed from a place; a platform is unreachable. Facts are stored first; their consequences are
commands to the matches concerned: a player who cannot be reached in a match any longer is `Gone`,
and a match that is unreachable through no fault of its players is frozen. A crash between the two
is repaired at startup, because repeating a command has no effect. Facts that end are reverted.

A player is reachable in a match if one of its screens is in a place of a platform where they have
an account, which they have not left and from which the bot was not removed. The owner of a private
chat is not always known, so it counts for every player unless it certainly belongs to another.
Players banned from a match's home are not reachable in it at all.

The facts are cached in memory, so that requests need no query.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.app.commit import MatchWriter
from bot.app.lifecycle import CommandDispatcher
from bot.app.lru import LRUDict
from bot.app.model.presence import Absent, Closed
from bot.app.model.request import Request
from bot.app.model.room import Room
from bot.app.model.session import Screen, Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presence.outages import Outages
from bot.app.session_cache import SessionCache
from core.errors import Refused
from core.match.clock import DAY, SECOND
from core.match.commands import Back, Command, Freeze, Gone, Thaw
from core.match.model import AbsenceKind, PauseCause, Status
from core.types import MatchId, Millis, PlayerId

log = logging.getLogger(__name__)

BEAT = 10 * SECOND
"""Milliseconds between two heartbeats."""

ASKED_AT_ONCE = 5
"""Maximum membership checks per beat, to respect the platforms' rate limits."""

ASK_AGAIN = 1 * DAY
"""Milliseconds for which a membership check is valid."""

REMEMBERED = 5_000
"""Capacity of the cache of membership checks."""

MembershipCheck = Callable[[str, str], Awaitable[bool | None]]
"""Returns whether an account is in a server or group; None if the platform cannot say."""


class PresenceTracker:
    """Record facts about reachability and act on them."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        dispatcher: CommandDispatcher,
        writer: MatchWriter,
        now: Now,
    ) -> None:
        self._store = store
        self._repository = store.presence
        self._sessions = sessions
        self._dispatcher = dispatcher
        self._writer = writer
        self._now = now
        self._absent: set[Absent] = set()
        self._closed: set[Closed] = set()
        self._outages = Outages(store, sessions, self._apply, now, writer.outages)
        self._membership_checks: dict[str, MembershipCheck] = {}
        self._doubts: dict[Absent, None] = {}  # players who may have left unnoticed
        self._asked: LRUDict[Absent, Millis] = LRUDict(REMEMBERED)
        self._doubtful: set[MatchId] = set()  # saved matches with a player considered gone

    # --- start and stop ---------------------------------------------------------------------------

    async def start(self) -> None:
        """Credit the downtime and finish pending work, before any request is served."""
        self._absent = set(await self._repository.absent())
        self._closed = set(await self._repository.closed())
        await self._outages.start()
        for player in await self._repository.playing_absent():
            await self._update_matches(await self._store.of_player(player), [player])
        for player in await self._store.houses.playing_barred():
            await self.barred(player)
        for place in sorted(self._closed, key=lambda each: (each.platform, each.place)):
            await self._update_place(place)

    async def stop(self) -> None:
        """Stop charging clocks from now on."""
        await self._outages.live()

    def did_not_serve(self, began: Millis, ended: Millis) -> None:
        """Credit a time in which the process was suspended or its clock was set."""
        self._outages.did_not_serve(began, ended)

    async def beat(self) -> Millis:
        """Store a heartbeat and process outages; return the time of the next beat."""
        await self._outages.beat()
        for gone in list(self._doubts)[:ASKED_AT_ONCE]:
            del self._doubts[gone]
            await self._ask_after(gone)
        doubtful, self._doubtful = self._doubtful, set()
        async for session in self._sessions.readable(doubtful):
            for player in session.match.people:
                if await self._reaches(session, player):
                    await self._apply(session.match.id, Back(player))
        return Millis(self._now() + BEAT)

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Reconsider absent players after a save: they may have opened the match elsewhere."""
        del request
        for absence in session.match.absences:
            self._doubtful.add(session.match.id)
            occupant = session.match.seats[absence.seat]
            if absence.kind is AbsenceKind.LATE and occupant is not None and occupant.level is None:
                for screen in session.screens:
                    self.doubt(screen.room, [occupant.player])

    # --- membership checks ------------------------------------------------------------------------

    def add_membership_check(self, platform: str, check: MembershipCheck) -> None:
        """Register a membership check for players who may have left unnoticed."""
        self._membership_checks[platform] = check

    def doubt(self, room: Room, players: Sequence[PlayerId]) -> None:
        """Queue a membership check for these players, at most one a day each."""
        if room.space is None or room.platform not in self._membership_checks:
            return
        for player in players:
            gone = Absent(player, room.platform, room.space)
            asked = self._asked.get(gone)
            if gone not in self._absent and (asked is None or self._now() - asked >= ASK_AGAIN):
                self._doubts[gone] = None

    async def _ask_after(self, gone: Absent) -> None:
        self._asked[gone] = self._now()
        accounts = await self._store.accounts(gone.platform, [gone.player])
        user = accounts.get(gone.player)
        if (
            user is not None
            and await self._membership_checks[gone.platform](gone.place, user) is False
        ):
            await self.left(gone.platform, gone.place, user)

    # --- people -----------------------------------------------------------------------------------

    def moved(self, gone: PlayerId, to: PlayerId | None) -> None:
        """Follow an account merge (new id) or a deletion (None)."""
        theirs = {each for each in self._absent if each.player == gone}
        self._absent -= theirs
        if to is not None:
            self._absent |= {replace(each, player=to) for each in theirs}

    def is_absent(self, player: PlayerId, room: Room) -> bool:
        """Return whether the player is known to have left."""
        return Absent(player, room.platform, room.space or room.chat) in self._absent

    async def left(self, platform: str, place: str, user: str) -> None:
        """Record that an account left this server, group or private chat."""
        player = await self._repository.who(platform, user)
        if player is None or (gone := Absent(player, platform, place)) in self._absent:
            return
        await self._repository.leave(gone)
        self._absent.add(gone)
        log.info("%s left a server, group or chat on %s", player, platform)
        ids = [
            *await self._repository.live_in(platform, place),
            *await self._store.of_player(player),
        ]
        await self._update_matches(ids, [player])

    async def returned(self, platform: str, place: str, user: str) -> None:
        """Record that an account is there."""
        player = await self._repository.who(platform, user)
        if player is not None:
            await self._restore(Absent(player, platform, place))

    async def lost(self, player: PlayerId, room: Room) -> None:
        """Record that no message reaches the player in this private chat."""
        if room.space is not None or self.is_absent(player, room):
            return
        accounts = await self._store.accounts(room.platform, [player])
        if accounts.get(player) == room.chat:
            await self.left(room.platform, room.chat, room.chat)

    async def seen(self, room: Room, player: PlayerId) -> None:
        """Record activity: the player is there, and so is the bot."""
        if self._absent and self.is_absent(player, room):
            await self._restore(Absent(player, room.platform, room.space or room.chat))
        # Activity is only possible where the bot is.
        if self._closed and room.space in (None, room.chat):
            await self.opened(Closed(room.platform, room.space is not None, room.chat))

    async def _restore(self, back: Absent) -> None:
        if back not in self._absent:
            return
        await self._repository.come_back(back)
        self._absent.discard(back)
        async for session in self._sessions.readable(await self._store.of_player(back.player)):
            if await self._reaches(session, back.player):
                await self._apply(session.match.id, Back(back.player))

    # --- bars

    async def barred(self, player: PlayerId) -> None:
        """Reconsider the player's matches after a ban."""
        await self._update_matches(await self._store.of_player(player), [player])

    async def unbarred(self, player: PlayerId) -> None:
        """Reconsider the player's matches after a ban was lifted."""
        async for session in self._sessions.readable(await self._store.of_player(player)):
            if await self._reaches(session, player):
                await self._apply(session.match.id, Back(player))

    # --- chats ------------------------------------------------------------------------------------

    def is_closed(self, room: Room) -> bool:
        """Return whether the bot was removed from the room."""
        if not self._closed:
            return False
        whole = room.space is not None and Closed(room.platform, True, room.space) in self._closed
        return whole or Closed(room.platform, False, room.chat) in self._closed

    async def closed(self, place: Closed) -> None:
        """Record that the bot was removed; matches displayed only there are frozen."""
        if place in self._closed:
            return
        await self._repository.close(place)
        self._closed.add(place)
        log.info("the bot was removed from %s on %s", place.place, place.platform)
        await self._update_place(place)

    async def opened(self, place: Closed) -> None:
        """Record that the bot is back: matches continue and their boards are posted again."""
        if place not in self._closed:
            return
        await self._repository.open(place)
        self._closed.discard(place)
        ids = await self._repository.live_in(place.platform, place.place)
        async for session in self._sessions.readable(ids):
            id = session.match.id
            for index, screen in enumerate(session.screens):
                if _is_in(screen, place) and not self.is_closed(screen.room):
                    await self._sessions.repost(id, index)
            if not await self._stranded(session):
                await self._apply(id, Thaw(PauseCause.ROOM))
            self._writer.publish(await self._sessions.load(id))

    async def refused(self, room: Room) -> None:
        """Record that a chat rejected a message because it is closed or deleted."""
        if room.space is not None:
            own = room.space == room.chat
            await self.closed(Closed(room.platform, own, room.chat))
        elif await self._repository.who(room.platform, room.chat) is not None:
            await self.left(room.platform, room.chat, room.chat)
        else:
            await self.closed(Closed(room.platform, False, room.chat))

    async def _update_place(self, place: Closed) -> None:
        now = self._now()
        ids = await self._repository.live_in(place.platform, place.place)
        async for session in self._sessions.readable(ids):
            if session.contest is None and await self._stranded(session):
                await self._apply(session.match.id, Freeze(PauseCause.ROOM, now))

    async def _stranded(self, session: Session) -> bool:
        """Return whether a player is unreachable only because the bot was removed."""
        for player in session.match.people:
            if not await self._reaches(session, player):
                reachable = [s for s in session.screens if not self.is_absent(player, s.room)]
                if any(self.is_closed(screen.room) for screen in reachable):
                    return True
        return False

    # --- platforms --------------------------------------------------------------------------------

    def offline(self, platform: str) -> None:
        """Note that the platform is unreachable."""
        self._outages.offline(platform)

    def online(self, platform: str) -> None:
        """Note that the platform is reachable."""
        self._outages.online(platform)

    # --- consequences -----------------------------------------------------------------------------

    async def _update_matches(self, ids: Iterable[MatchId], players: list[PlayerId]) -> None:
        """Send the matches the players who can no longer be reached in them."""
        async for session in self._sessions.readable(dict.fromkeys(ids)):
            for player in players:
                if _has_part(session, player) and not await self._reaches(session, player):
                    await self._apply(_own(session, player), Gone(player))

    async def _reaches(self, session: Session, player: PlayerId) -> bool:
        """Return whether this player can see the match somewhere."""
        if await self._store.houses.is_barred(session.home, player):
            return False
        shown = await self._sessions.shown(session)
        if not shown.screens:
            return True  # it is displayed in private responses only
        open_ = [s for s in shown.screens if not self.is_closed(s.room)]
        for platform in sorted({screen.room.platform for screen in open_}):
            others = [other for other in session.match.people if other != player]
            accounts = await self._store.accounts(platform, [player, *others])
            if player not in accounts:
                continue
            for screen in open_:
                room = screen.room
                theirs = room.space is None and room.chat in [accounts.get(o) for o in others]
                if room.platform == platform and not theirs and not self.is_absent(player, room):
                    return True
        return False

    async def _apply(self, id: MatchId, command: Command) -> None:
        """Apply a command; a refusal means that it does not matter to the match."""
        with suppress(Refused):
            await self._dispatcher.act(id, command)


def _has_part(session: Session, player: PlayerId) -> bool:
    match, contest = session.match, session.contest
    if match.is_over:
        return False
    if contest is not None:
        return player in (contest.host, contest.invited) or contest.entry_of(player) is not None
    offered = match.status is Status.OPEN and player in (match.host, match.invited)
    return offered or bool(match.seats_of(player))


def _own(session: Session, player: PlayerId) -> MatchId:
    """Return the match that a player leaves: in a running contest, their own board."""
    contest = session.contest
    entry = None if contest is None else contest.entry_of(player)
    return session.match.id if entry is None else entry.match


def _is_in(screen: Screen, place: Closed) -> bool:
    room = screen.room
    where = room.space if place.is_space else room.chat
    return (room.platform, where) == (place.platform, place.place)
