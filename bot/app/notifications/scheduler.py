"""Tells people what waits for them: the looks at a person, each of which a crash may interrupt.

A look takes the facts of one person, lets `reminders.py` say what is due, stores what will stand
where, and only then sends (`postman.py`): whatever a crash leaves unsent is found again as stored,
and what was told is told once. People are looked at when a match of theirs was saved, when
something is due, and all of them with notices at start. A look never runs twice at once for one
person, and a chat that has to wait holds up nobody but them. Must not know platforms.

How others have something said to a person, at once or at an instant:

    notices.open("daily", say)                     # once, where everything is put together
    await notices.ask(player, room, at, "daily", "2027-01-16")
    await notices.drop(player, "daily", "2027-01-16")   # should it not be said after all

`say(ask, texts)` makes the card in the person's language when it goes out, and once more whenever
the person is looked at while it stands: None takes it away, or keeps it from being said. A newer
one of the same kind in the same room takes the place of the older. With `room` None it is said
privately, else where the person wants to be told: in that room, or privately. Quiet hours put it
off. `notices.lost` is told of people and rooms that no message reaches.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.app.lru import LRUDict
from bot.app.model.notification import BOARDS, Ask, Change, Known, Outstanding, Told
from bot.app.model.request import Request
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.notifications import policy
from bot.app.notifications.content import NotificationContent, Say
from bot.app.notifications.delivery import PAUSE, NotificationDelivery
from bot.app.notifications.policy import CALM, Outlook, ReminderStep, Waiting
from bot.app.notifications.recipients import Recipient, RecipientResolver
from bot.app.ports.frontend import DeliveryError, FrontEnd
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from core.match.clock import MINUTE
from core.match.pending import mover
from core.types import MatchId, Millis, PlayerId

log = logging.getLogger(__name__)

FRESH = 10 * MINUTE
"""To a notice as young as this, in milliseconds, a board is added without being heard again."""

REMEMBERED = 5_000
"""People whose last act is remembered, of others the moves tell enough; and places, which are only
written again where they are not."""


Lost = Callable[[PlayerId, Room], Awaitable[None]]


class NotificationScheduler:
    """Looks at people; see above."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        front_ends: Mapping[str, FrontEnd],
        now: Now,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._now = now
        self._says: dict[str, Say] = {}
        self._whereabouts = RecipientResolver(store, sessions, front_ends)
        self._letters = NotificationContent(sessions, presenter, self._whereabouts, self._says, now)
        self._postman = NotificationDelivery(
            store, sessions, front_ends, self._whereabouts, self._letters, now
        )
        self._expect: Callable[[Millis], None] = lambda _: None
        self._news: list[tuple[Session, Request | None]] = []
        self._hearing: asyncio.Task[None] | None = None
        self._looks: dict[PlayerId, asyncio.Task[None]] = {}
        self._again: set[PlayerId] = set()  # news came during the look
        self._seen: LRUDict[PlayerId, Millis] = LRUDict(REMEMBERED)
        self._places: LRUDict[tuple[PlayerId, MatchId], Room] = LRUDict(REMEMBERED)
        self._soon: dict[PlayerId, Millis] = {}  # when to look next
        self._untold: set[MatchId] = set()
        self._standing: set[PlayerId] = set()  # who has notices somewhere
        self._begun = False

    # --- what others use --------------------------------------------------------------------------

    def open(self, kind: str, say: Say) -> None:
        """What asks of this kind say."""
        self._says[kind] = say

    def moved(self, gone: PlayerId, to: PlayerId | None) -> None:
        """Somebody is another person now, or (None) no more; what stands for them goes along."""
        stood = gone in self._standing
        self._standing.discard(gone)
        if to is not None and stood:
            self._standing.add(to)
            self._look(to)

    def lost(self, listener: Lost) -> None:
        """Adds one who is told whom no message reaches, and where that was tried last."""
        self._postman.listeners.append(listener)

    def alarm(self, expect: Callable[[Millis], None]) -> None:
        """Who is told of instants at which `run` shall be called."""
        self._expect = expect

    async def ask(
        self, player: PlayerId, room: Room | None, at: Millis, kind: str, arg: str = ""
    ) -> None:
        """Has somebody told something at that instant."""
        await self._store.notices.ask(player, room, at, kind, arg)
        self._look_at(player, at)

    async def drop(self, player: PlayerId, kind: str, arg: str = "") -> None:
        """Takes it back; what stands of it already is taken away if its kind says so now."""
        await self._store.notices.drop(player, kind, arg)
        if player in self._standing:
            self._look(player)

    # --- when to look -----------------------------------------------------------------------------

    def wake(self, session: Session, request: Request | None = None) -> None:
        """A session was saved. Costs the one who saved it nothing."""
        self._news.append((session, request))
        if self._hearing is None:
            self._hearing = asyncio.create_task(self._hear())

    async def run(self) -> Millis | None:
        """Looks at everybody who is due; returns when the next one is."""
        now = self._now()
        due = await self._store.notices.due(now)
        people = dict.fromkeys((*due.players, *(p for p in due.unsent if p not in self._soon)))
        if not self._begun:
            self._begun = True
            await self._store.notices.tidy()
            self._standing.update(await self._store.notices.standing())
            people |= dict.fromkeys(sorted(self._standing))
        fresh = [id for id in due.matches if id not in self._untold]
        async for session in self._sessions.readable(fresh):
            if who := mover(session.match):
                self._untold.add(session.match.id)
                people[who] = None
        people |= dict.fromkeys(who for who, at in self._soon.items() if at <= now)
        for who in people:
            self._soon.pop(who, None)
            self._look(who)
        coming = [at for at in (due.next, *self._soon.values()) if at is not None]
        return min(coming, default=None)

    async def idle(self) -> None:
        """Returns when everybody was looked at."""
        while tasks := [t for t in (self._hearing, *self._looks.values()) if t is not None]:
            await asyncio.gather(*tasks)

    async def close(self) -> None:
        """What was not sent is sent next time."""
        tasks = [t for t in (self._hearing, *self._looks.values()) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self) -> None:
        """A task's root: takes in what was saved."""
        try:
            while self._news:
                session, request = self._news.pop(0)
                try:
                    await self._take_in(session, request)
                except Exception:
                    log.exception("match %s: nobody was told", session.match.id)
        finally:
            self._hearing = None

    async def _take_in(self, session: Session, request: Request | None) -> None:
        match, now = session.match, self._now()
        asker = None if request is None else await self._store.belongings.known(request.actor)
        if request is not None and asker is not None:  # who has left meanwhile is nobody
            self._seen[asker.id] = now
            key, room = (asker.id, match.id), request.to or request.room
            if match.seats_of(asker.id) and not match.is_over and self._places.get(key) != room:
                await self._store.notices.place(asker.id, match.id, room)
                self._places[key] = room
        waits = mover(match)
        for person in match.people:
            if person in self._standing:
                self._look(person)
            elif person == waits:
                acted = max(match.since - CALM, self._seen.get(person, Millis(0)))
                self._look_at(person, Millis(acted + CALM))
        if waits is not None:
            self._untold.add(match.id)

    def _look_at(self, player: PlayerId, at: Millis) -> None:
        """Looks then, or now where that is past."""
        if at <= self._now():
            self._look(player)
            return
        self._soon[player] = min(at, self._soon.get(player, at))
        self._expect(at)

    def _look(self, player: PlayerId) -> None:
        if player in self._looks:
            self._again.add(player)
        else:
            self._looks[player] = asyncio.create_task(self._look_until_calm(player))

    async def _look_until_calm(self, player: PlayerId) -> None:
        """A task's root: looks until nothing came meanwhile."""
        try:
            self._again.add(player)
            while player in self._again:
                self._again.discard(player)
                await self._see_to(player)
        except Exception:
            log.exception("%s could not be told what waits", player)
            self._look_at(player, Millis(self._now() + PAUSE))
        finally:
            self._again.discard(player)
            del self._looks[player]

    # --- a look -----------------------------------------------------------------------------------

    async def _see_to(self, player: PlayerId) -> None:
        """Decides what this person is told, stores it, sends it."""
        known = await self._store.notices.known(player)
        person = (await self._store.players([player])).get(player)
        if person is None:
            return  # forgotten since
        settings = await self._store.settings(player)
        boards, playing = await self._boards(player)
        now, seen = self._now(), self._seen.get(player, Millis(0))
        view = policy.due_reminders(boards, known.told, settings, seen, now)
        to = Recipient(person, settings, boards, known)
        try:
            change = await self._changed(to, view, playing, now)
        except DeliveryError as fault:  # nobody knows where yet: a platform is not there, or waits
            self._look_at(player, Millis(now + self._postman.pause(fault, player)))
            return
        self._postman.reached(player)
        if change != Change(player):
            await self._store.notices.change(change)
        self._untold.difference_update(id for id, _ in change.settled)
        standing, again = await self._postman.send(to, change.notices)
        (self._standing.add if standing else self._standing.discard)(player)
        for at in (view.next, again, *(ask.at for ask in change.asks)):
            if at is not None:
                self._look_at(player, max(at, Millis(self._now() + 1)))

    async def _boards(self, player: PlayerId) -> tuple[list[Waiting], frozenset[MatchId]]:
        """Those that wait, the longest waiting first, and all that this person plays."""
        ids = await self._store.of_player(player)
        found = []
        async for session in self._sessions.readable(ids):
            shown = await self._sessions.shown(session)
            contest = shown if shown.contest is not None else None
            if (board := policy.waiting(session, player, contest)) is not None:
                found.append(board)
        return sorted(found, key=lambda board: board.since), frozenset(ids)

    async def _changed(
        self, to: Recipient, view: Outlook, playing: frozenset[MatchId], now: Millis
    ) -> Change:
        """What this look changes in what is stored."""
        player, told = to.record.id, to.known.told
        rooms: Mapping[MatchId, Room] = {}
        if view.due and to.settings.notices != policy.OFF:
            rooms = await self._whereabouts.rooms(to, to.settings, to.boards)
        notices = arrange(player, to.known, to.boards, view, rooms, now)
        posted = {id for notice in notices for id in notice.boards if notice.message is None}
        kept: list[Told] = []
        for board in to.boards:
            each = view.told[board.id]
            if board.id in posted:
                kept.append(replace(each, step=max(each.step, ReminderStep.TURN)))
            elif board.id in view.due or _is_idle(each, now):
                kept.append(each)
        versions = {board.id: board.session.version for board in to.boards}
        settled = [each.session for each in kept if each.session in self._untold]
        off, done, said = await self._asked(to, now)
        return Change(
            player,
            told=tuple(each for each in kept if told.get(each.session) != each),
            over=tuple(id for id in told if id not in playing),
            settled=tuple((id, versions[id]) for id in settled),
            notices=(*notices, *said),
            asks=off,
            done=done,
        )

    async def _asked(
        self, to: Recipient, now: Millis
    ) -> tuple[tuple[Ask, ...], tuple[Ask, ...], list[Outstanding]]:
        """Asks that quiet hours put off, those that are fulfilled, and the notices that change."""
        due = [ask for ask in to.known.asks if ask.at <= now]
        standing = {(n.kind, n.room): n for n in to.known.notices if n.kind != BOARDS}
        said: list[Outstanding] = []
        heard = policy.audible(now, to.settings)
        if heard > now:
            return tuple(replace(ask, at=heard) for ask in due), (), said
        for ask in due:
            room = await self._whereabouts.room_of(to, to.settings, ask)
            if room is None or not await self._letters.says(to, ask):
                continue
            old = standing.pop((ask.kind, room), None)
            former = None if old is None else old.former or old.message or None
            said.append(Outstanding(ask.player, room, ask.kind, now, ask.arg, former=former))
        for old in standing.values():
            again = Ask(old.player, old.room, old.at, old.kind, old.arg)
            if old.message and not await self._letters.says(to, again):
                said.append(replace(old, message="", former=old.message))
        return (), tuple(due), said


def _is_idle(told: Told, now: Millis) -> bool:
    """Whether nothing is to be said of a board for a while: that is kept, so that it need not be
    looked at. While a match is played fast nothing is kept."""
    return told.next_at is None or told.next_at > now + CALM


def arrange(
    player: PlayerId,
    known: Known,
    boards: Sequence[Waiting],
    view: Outlook,
    rooms: Mapping[MatchId, Room],
    now: Millis,
) -> list[Outstanding]:
    """What becomes of the notices that boards wait: those that change, as they shall be.

    One in each room lists all that wait there. It is posted anew, and heard, where something is due
    there, unless all that is due is a board that can be added to a fresh one; it is edited where
    boards no longer wait, and goes when none does.
    """
    standing = {notice.room: notice for notice in known.notices if notice.kind == BOARDS}
    here: dict[Room, list[MatchId]] = {}
    for board in boards:
        if (room := rooms.get(board.id)) is not None:
            here.setdefault(room, []).append(board.id)
    changed: dict[Room, Outstanding] = {}
    moved: set[MatchId] = set()
    for room, ids in here.items():
        steps = [view.due[id] for id in ids if id in view.due]
        if not steps:
            continue
        old = standing.get(room)
        moved.update(ids)
        if (
            old is not None
            and old.message
            and max(steps) is ReminderStep.TURN
            and now - old.at < FRESH
        ):
            changed[room] = replace(old, boards=tuple(ids))
            continue
        former = None if old is None else old.former or old.message or None
        changed[room] = Outstanding(player, room, BOARDS, now, boards=tuple(ids), former=former)
    waits = {board.id for board in boards}
    for room, old in standing.items():
        if room in changed:
            continue
        left = tuple(id for id in old.boards if id in waits and id not in moved)
        if not left:
            former = old.former or old.message or None
            changed[room] = replace(old, boards=(), message="", former=former)
        elif left != old.boards:
            changed[room] = replace(old, boards=left)
    return [notice for notice in changed.values() if notice != standing.get(notice.room)]
