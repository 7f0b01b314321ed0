"""Who can be reached where, and what follows for matches when somebody cannot.

Platforms tell facts: somebody left a server or group, was thrown out, blocked the bot; the bot was
removed from a place; a platform cannot be reached. The facts are stored first, the consequences are
commands to the matches concerned: whoever cannot be reached in a match any more is `Gone`, a match
that cannot be reached through no fault of its players is frozen. A crash between the two is healed
at start, because asking a match twice changes nothing. What comes back is taken back.

Somebody is reached in a match if a screen of it stands in a place of a platform where they have an
account, that they have not left and from which the bot was not removed. Of private chats it is not
always known whose they are, so they count for everybody unless they are surely another's. Whoever
was barred from where a match is at home is not reached in it at all.

The facts are kept in memory too, so that a request costs no more than looking there. Must not know
platforms.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

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
"""How often it is noted that the bot runs, in milliseconds."""

ASKED_AT_ONCE = 5
"""So many people a beat are asked after; platforms have a pace."""

ASK_AGAIN = 1 * DAY
"""For so long an answer holds, in milliseconds."""

REMEMBERED = 5_000
"""Of so many people it is remembered that they were asked after."""

Act = Callable[[MatchId, Command], Awaitable[Session]]
Witness = Callable[[str, str], Awaitable[bool | None]]
"""Whether an account is in a server or group; None where the platform does not tell."""

Wake = Callable[[Session], None]


class PresenceTracker:
    """Takes facts in and acts on them."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        act: Act,
        wake: Wake,
        now: Now,
        uncredited: list[tuple[Millis, Millis]],
    ) -> None:
        self._store = store
        self._book = store.presence
        self._sessions = sessions
        self._act = act
        self._wake = wake
        self._now = now
        self._absent: set[Absent] = set()
        self._closed: set[Closed] = set()
        self._outages = Outages(store, sessions, self._tell, now, uncredited)
        self._witnesses: dict[str, Witness] = {}
        self._doubts: dict[Absent, None] = {}  # who may have left without a word
        self._asked: LRUDict[Absent, Millis] = LRUDict(REMEMBERED)
        self._doubtful: set[MatchId] = set()  # somebody is thought to be gone, and it was saved

    # --- its life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Before anybody can ask anything: credits what the bot was down for, does what is left."""
        self._absent = set(await self._book.absent())
        self._closed = set(await self._book.closed())
        await self._outages.start()
        for player in await self._book.playing_absent():
            await self._judge(await self._store.of_player(player), [player])
        for player in await self._store.houses.playing_barred():
            await self.barred(player)
        for place in sorted(self._closed, key=lambda each: (each.platform, each.place)):
            await self._judge_place(place)

    async def stop(self) -> None:
        """Time passes from now on that nobody is charged for."""
        await self._outages.live()

    def did_not_serve(self, began: Millis, ended: Millis) -> None:
        """The process stood still between these instants, or its clock was set."""
        self._outages.did_not_serve(began, ended)

    async def beat(self) -> Millis:
        """Notes that the bot runs, and looks after what is down. Returns when to do so again."""
        await self._outages.beat()
        for gone in list(self._doubts)[:ASKED_AT_ONCE]:
            del self._doubts[gone]
            await self._ask_after(gone)
        doubtful, self._doubtful = self._doubtful, set()
        async for session in self._sessions.readable(doubtful):
            for player in session.match.people:
                if await self._reaches(session, player):
                    await self._tell(session.match.id, Back(player))
        return Millis(self._now() + BEAT)

    def wake(self, session: Session, request: Request | None = None) -> None:
        """A match was saved: whoever is thought to be gone may have brought it elsewhere."""
        del request
        for absence in session.match.absences:
            self._doubtful.add(session.match.id)
            who = session.match.seats[absence.seat]
            if absence.kind is AbsenceKind.LATE and who is not None and who.level is None:
                for screen in session.screens:
                    self.doubt(screen.room, [who.player])

    # --- who left without a word ------------------------------------------------------------------

    def witness(self, platform: str, witness: Witness) -> None:
        """Who can tell whether somebody is still there, where nobody told that they left."""
        self._witnesses[platform] = witness

    def doubt(self, room: Room, players: Sequence[PlayerId]) -> None:
        """These people matter there just now: they are asked after soon, each once a day."""
        if room.space is None or room.platform not in self._witnesses:
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
        if user is not None and await self._witnesses[gone.platform](gone.place, user) is False:
            await self.left(gone.platform, gone.place, user)

    # --- people -----------------------------------------------------------------------------------

    def moved(self, gone: PlayerId, to: PlayerId | None) -> None:
        """Somebody is another person now, or (None) no more."""
        theirs = {each for each in self._absent if each.player == gone}
        self._absent -= theirs
        if to is not None:
            self._absent |= {replace(each, player=to) for each in theirs}

    def is_absent(self, player: PlayerId, room: Room) -> bool:
        """Whether they are known to be no longer there."""
        return Absent(player, room.platform, room.space or room.chat) in self._absent

    async def left(self, platform: str, place: str, user: str) -> None:
        """That account is no longer in this server, group or private chat."""
        player = await self._book.who(platform, user)
        if player is None or (gone := Absent(player, platform, place)) in self._absent:
            return
        await self._book.leave(gone)
        self._absent.add(gone)
        log.info("%s has left a place on %s", player, platform)
        ids = [*await self._book.live_in(platform, place), *await self._store.of_player(player)]
        await self._judge(ids, [player])

    async def returned(self, platform: str, place: str, user: str) -> None:
        """It is there."""
        player = await self._book.who(platform, user)
        if player is not None:
            await self._come_back(Absent(player, platform, place))

    async def lost(self, player: PlayerId, room: Room) -> None:
        """No message reaches them in this private chat."""
        if room.space is not None or self.is_absent(player, room):
            return
        accounts = await self._store.accounts(room.platform, [player])
        if accounts.get(player) == room.chat:
            await self.left(room.platform, room.chat, room.chat)

    async def seen(self, room: Room, player: PlayerId) -> None:
        """They act there, so they are there, and we too."""
        if self._absent and self.is_absent(player, room):
            await self._come_back(Absent(player, room.platform, room.space or room.chat))
        if self._closed and room.space in (None, room.chat):  # nobody acts there but through us
            await self.opened(Closed(room.platform, room.space is not None, room.chat))

    async def _come_back(self, back: Absent) -> None:
        if back not in self._absent:
            return
        await self._book.come_back(back)
        self._absent.discard(back)
        async for session in self._sessions.readable(await self._store.of_player(back.player)):
            if await self._reaches(session, back.player):
                await self._tell(session.match.id, Back(back.player))

    # --- bars

    async def barred(self, player: PlayerId) -> None:
        """They may not play somewhere any more, where they do."""
        await self._judge(await self._store.of_player(player), [player])

    async def unbarred(self, player: PlayerId) -> None:
        """They may again."""
        async for session in self._sessions.readable(await self._store.of_player(player)):
            if await self._reaches(session, player):
                await self._tell(session.match.id, Back(player))

    # --- places -----------------------------------------------------------------------------------

    def is_closed(self, room: Room) -> bool:
        """Whether the bot was removed from there."""
        if not self._closed:
            return False
        whole = room.space is not None and Closed(room.platform, True, room.space) in self._closed
        return whole or Closed(room.platform, False, room.chat) in self._closed

    async def closed(self, place: Closed) -> None:
        """The bot is no longer there: what is played nowhere else stands still."""
        if place in self._closed:
            return
        await self._book.close(place)
        self._closed.add(place)
        log.info("%s on %s is closed to me", place.place, place.platform)
        await self._judge_place(place)

    async def opened(self, place: Closed) -> None:
        """It is there again: matches go on, and their boards are posted anew."""
        if place not in self._closed:
            return
        await self._book.open(place)
        self._closed.discard(place)
        ids = await self._book.live_in(place.platform, place.place)
        async for session in self._sessions.readable(ids):
            id = session.match.id
            for index, screen in enumerate(session.screens):
                if _stands_in(screen, place) and not self.is_closed(screen.room):
                    await self._sessions.repost(id, index)
            if not await self._stranded(session):
                await self._tell(id, Thaw(PauseCause.ROOM))
            self._wake(await self._sessions.load(id))

    async def refused(self, room: Room) -> None:
        """A message could not be shown, for the chat is closed to us or gone for good."""
        if room.space is not None:
            own = room.space == room.chat
            await self.closed(Closed(room.platform, own, room.chat))
        elif await self._book.who(room.platform, room.chat) is not None:
            await self.left(room.platform, room.chat, room.chat)
        else:
            await self.closed(Closed(room.platform, False, room.chat))

    async def _judge_place(self, place: Closed) -> None:
        now = self._now()
        ids = await self._book.live_in(place.platform, place.place)
        async for session in self._sessions.readable(ids):
            if session.contest is None and await self._stranded(session):
                await self._tell(session.match.id, Freeze(PauseCause.ROOM, now))

    async def _stranded(self, session: Session) -> bool:
        """Whether somebody is not reached, although they have not gone: we have."""
        for player in session.match.people:
            if not await self._reaches(session, player):
                there = [s for s in session.screens if not self.is_absent(player, s.room)]
                if any(self.is_closed(screen.room) for screen in there):
                    return True
        return False

    # --- platforms --------------------------------------------------------------------------------

    def offline(self, platform: str) -> None:
        """That platform cannot be reached from now on."""
        self._outages.offline(platform)

    def online(self, platform: str) -> None:
        """It can be reached."""
        self._outages.online(platform)

    # --- consequences -----------------------------------------------------------------------------

    async def _judge(self, ids: Iterable[MatchId], players: list[PlayerId]) -> None:
        """Tells matches of people who are not reached in them any more."""
        async for session in self._sessions.readable(dict.fromkeys(ids)):
            for player in players:
                if _has_part(session, player) and not await self._reaches(session, player):
                    await self._tell(_own(session, player), Gone(player))

    async def _reaches(self, session: Session, player: PlayerId) -> bool:
        """Whether this person can see the match somewhere."""
        if await self._store.houses.is_barred(session.home, player):
            return False
        shown = await self._sessions.shown(session)
        if not shown.screens:
            return True  # it is shown in private answers alone
        open_ = [s for s in shown.screens if not self.is_closed(s.room)]
        for platform in sorted({screen.room.platform for screen in open_}):
            others = [who for who in session.match.people if who != player]
            accounts = await self._store.accounts(platform, [player, *others])
            if player not in accounts:
                continue
            for screen in open_:
                room = screen.room
                theirs = room.space is None and room.chat in [accounts.get(o) for o in others]
                if room.platform == platform and not theirs and not self.is_absent(player, room):
                    return True
        return False

    async def _tell(self, id: MatchId, command: Command) -> None:
        """A match that does not care says so."""
        with suppress(Refused):
            await self._act(id, command)


def _has_part(session: Session, player: PlayerId) -> bool:
    match, contest = session.match, session.contest
    if match.is_over:
        return False
    if contest is not None:
        return player in (contest.host, contest.invited) or contest.entry_of(player) is not None
    offered = match.status is Status.OPEN and player in (match.host, match.invited)
    return offered or bool(match.seats_of(player))


def _own(session: Session, player: PlayerId) -> MatchId:
    """In a contest that has begun, everybody's own match is what they leave."""
    contest = session.contest
    entry = None if contest is None else contest.entry_of(player)
    return session.match.id if entry is None else entry.match


def _stands_in(screen: Screen, place: Closed) -> bool:
    room = screen.room
    there = room.space if place.is_space else room.chat
    return (room.platform, there) == (place.platform, place.place)
