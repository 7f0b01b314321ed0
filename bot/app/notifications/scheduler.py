"""Schedule and send notifications, one player at a time, safely across crashes.

A pass collects the facts of one player, lets `policy.py` decide what is due, stores what will be
displayed where, and only then sends (`delivery.py`): what a crash leaves unsent is found in the
store, and nothing is sent twice. Players are checked when a match of theirs is saved, when
something is due, and at startup if they have notifications. There is at most one pass per player at
a time, and a chat with a rate limit delays only its own player.

How other modules notify a player, now or at an instant:

    notifications.open("daily", say)                     # once, in the wiring
    await notifications.ask(player, room, at, "daily", "2027-01-16")
    await notifications.drop(player, "daily", "2027-01-16")   # to cancel it

`say(ask, texts)` renders the card in the player's language when it is sent, and again on every pass
while it is displayed: None withdraws it, or cancels it beforehand. A newer one of the same kind in
the same room replaces the older. With `room` None it is sent privately, else where the player wants
notifications: in that room or privately. Quiet hours postpone it. `notifications.on_unreachable`
reports players and rooms that no message reaches.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bot.app.lru import LRUDict
from bot.app.model.notification import (
    BOARDS,
    DisplayedNotification,
    NotificationChange,
    NotificationRecord,
    ReminderState,
    ScheduledNotification,
)
from bot.app.model.request import Request
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.notifications import policy
from bot.app.notifications.content import NotificationContent, Say
from bot.app.notifications.delivery import PAUSE, NotificationDelivery
from bot.app.notifications.policy import CALM, DueReminders, ReminderStep, WaitingBoard
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
"""Milliseconds during which a further board is added to a notification silently, by an edit."""

REMEMBERED = 5_000
"""Capacity of the caches of last actions and of last rooms.

For players not in the cache the moves suffice; places not in it are only stored again.
"""


UnreachableListener = Callable[[PlayerId, Room], Awaitable[None]]


class NotificationScheduler:
    """Check players and notify them; see the module."""

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
        self._renderers: dict[str, Say] = {}
        self._recipients = RecipientResolver(store, sessions, front_ends)
        self._content = NotificationContent(
            sessions, presenter, self._recipients, self._renderers, now
        )
        self._delivery = NotificationDelivery(
            store, sessions, front_ends, self._recipients, self._content, now
        )
        self._expect: Callable[[Millis], None] = lambda _: None
        self._saved: list[tuple[Session, Request | None]] = []
        self._processing: asyncio.Task[None] | None = None
        self._passes: dict[PlayerId, asyncio.Task[None]] = {}
        self._rerun: set[PlayerId] = set()  # changed during the pass
        self._seen: LRUDict[PlayerId, Millis] = LRUDict(REMEMBERED)
        self._last_rooms: LRUDict[tuple[PlayerId, MatchId], Room] = LRUDict(REMEMBERED)
        self._next_pass: dict[PlayerId, Millis] = {}  # next pass per player
        self._unnotified: set[MatchId] = set()
        self._with_notifications: set[PlayerId] = set()  # players with displayed notifications
        self._begun = False

    # --- interface --------------------------------------------------------------------------------

    def open(self, kind: str, say: Say) -> None:
        """Register the renderer of a kind of notification."""
        self._renderers[kind] = say

    def moved(self, gone: PlayerId, to: PlayerId | None) -> None:
        """Follow an account merge (new id) or a deletion (None)."""
        stood = gone in self._with_notifications
        self._with_notifications.discard(gone)
        if to is not None and stood:
            self._with_notifications.add(to)
            self._check(to)

    def on_unreachable(self, listener: UnreachableListener) -> None:
        """Register a callback for a player whom no message reaches, with the last room tried."""
        self._delivery.listeners.append(listener)

    def on_deadline(self, expect: Callable[[Millis], None]) -> None:
        """Register a callback for instants at which `run` is needed."""
        self._expect = expect

    async def ask(
        self, player: PlayerId, room: Room | None, at: Millis, kind: str, arg: str = ""
    ) -> None:
        """Schedule a notification."""
        await self._store.notices.ask(player, room, at, kind, arg)
        self._check_at(player, at)

    async def drop(self, player: PlayerId, kind: str, arg: str = "") -> None:
        """Cancel a notification; one on display is withdrawn if its renderer returns None."""
        await self._store.notices.drop(player, kind, arg)
        if player in self._with_notifications:
            self._check(player)

    # --- triggers ---------------------------------------------------------------------------------

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Queue a saved session. Returns immediately."""
        self._saved.append((session, request))
        if self._processing is None:
            self._processing = asyncio.create_task(self._process_saved())

    async def run(self) -> Millis | None:
        """Start a pass for every player who is due; return the next deadline."""
        now = self._now()
        due = await self._store.notices.due(now)
        people = dict.fromkeys((*due.players, *(p for p in due.unsent if p not in self._next_pass)))
        if not self._begun:
            self._begun = True
            await self._store.notices.tidy()
            self._with_notifications.update(await self._store.notices.standing())
            people |= dict.fromkeys(sorted(self._with_notifications))
        fresh = [id for id in due.matches if id not in self._unnotified]
        async for session in self._sessions.readable(fresh):
            if player := mover(session.match):
                self._unnotified.add(session.match.id)
                people[player] = None
        people |= dict.fromkeys(player for player, at in self._next_pass.items() if at <= now)
        for player in people:
            self._next_pass.pop(player, None)
            self._check(player)
        coming = [at for at in (due.next, *self._next_pass.values()) if at is not None]
        return min(coming, default=None)

    async def idle(self) -> None:
        """Wait until all passes are done."""
        while tasks := [t for t in (self._processing, *self._passes.values()) if t is not None]:
            await asyncio.gather(*tasks)

    async def close(self) -> None:
        """Cancel the passes. Unsent notifications are sent after the next start."""
        tasks = [t for t in (self._processing, *self._passes.values()) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _process_saved(self) -> None:
        """Process saved sessions. Root of a task."""
        try:
            while self._saved:
                session, request = self._saved.pop(0)
                try:
                    await self._process(session, request)
                except Exception:
                    log.exception("match %s: notifications failed", session.match.id)
        finally:
            self._processing = None

    async def _process(self, session: Session, request: Request | None) -> None:
        match, now = session.match, self._now()
        asker = None if request is None else await self._store.belongings.known(request.actor)
        if request is not None and asker is not None:  # not for players just deleted
            self._seen[asker.id] = now
            key, room = (asker.id, match.id), request.to or request.room
            if match.seats_of(asker.id) and not match.is_over and self._last_rooms.get(key) != room:
                await self._store.notices.place(asker.id, match.id, room)
                self._last_rooms[key] = room
        waits = mover(match)
        for person in match.people:
            if person in self._with_notifications:
                self._check(person)
            elif person == waits:
                acted = max(match.since - CALM, self._seen.get(person, Millis(0)))
                self._check_at(person, Millis(acted + CALM))
        if waits is not None:
            self._unnotified.add(match.id)

    def _check_at(self, player: PlayerId, at: Millis) -> None:
        """Start a pass at that instant, or now if it is past."""
        if at <= self._now():
            self._check(player)
            return
        self._next_pass[player] = min(at, self._next_pass.get(player, at))
        self._expect(at)

    def _check(self, player: PlayerId) -> None:
        if player in self._passes:
            self._rerun.add(player)
        else:
            self._passes[player] = asyncio.create_task(self._check_until_settled(player))

    async def _check_until_settled(self, player: PlayerId) -> None:
        """Run passes until nothing changed during the last one. Root of a task."""
        try:
            self._rerun.add(player)
            while player in self._rerun:
                self._rerun.discard(player)
                await self._notify(player)
        except Exception:
            log.exception("notifying %s failed", player)
            self._check_at(player, Millis(self._now() + PAUSE))
        finally:
            self._rerun.discard(player)
            del self._passes[player]

    # --- one pass ---------------------------------------------------------------------------------

    async def _notify(self, player: PlayerId) -> None:
        """Decide what this player is notified about, store it, send it."""
        stored = await self._store.notices.known(player)
        person = (await self._store.players([player])).get(player)
        if person is None:
            return  # deleted meanwhile
        settings = await self._store.settings(player)
        boards, playing = await self._boards(player)
        now, seen = self._now(), self._seen.get(player, Millis(0))
        view = policy.due_reminders(boards, stored.told, settings, seen, now)
        to = Recipient(person, settings, boards, stored)
        try:
            change = await self._changes(to, view, playing, now)
        except DeliveryError as fault:  # unknown for now: a platform is starting or rate-limited
            self._check_at(player, Millis(now + self._delivery.pause(fault, player)))
            return
        self._delivery.reached(player)
        if change != NotificationChange(player):
            await self._store.notices.change(change)
        self._unnotified.difference_update(id for id, _ in change.settled)
        standing, again = await self._delivery.send(to, change.notices)
        (self._with_notifications.add if standing else self._with_notifications.discard)(player)
        for at in (view.next, again, *(ask.at for ask in change.asks)):
            if at is not None:
                self._check_at(player, max(at, Millis(self._now() + 1)))

    async def _boards(self, player: PlayerId) -> tuple[list[WaitingBoard], frozenset[MatchId]]:
        """Return the waiting boards, longest first, and the ids of all the player's matches."""
        ids = await self._store.of_player(player)
        boards = []
        async for session in self._sessions.readable(ids):
            shown = await self._sessions.shown(session)
            contest = shown if shown.contest is not None else None
            if (board := policy.waiting(session, player, contest)) is not None:
                boards.append(board)
        return sorted(boards, key=lambda board: board.since), frozenset(ids)

    async def _changes(
        self, to: Recipient, view: DueReminders, playing: frozenset[MatchId], now: Millis
    ) -> NotificationChange:
        """Return what this pass changes in the store."""
        player, notified = to.record.id, to.known.told
        rooms: Mapping[MatchId, Room] = {}
        if view.due and to.settings.notices != policy.OFF:
            rooms = await self._recipients.rooms(to, to.settings, to.boards)
        notices = arrange(player, to.known, to.boards, view, rooms, now)
        posted = {id for notice in notices for id in notice.boards if notice.message is None}
        kept: list[ReminderState] = []
        for board in to.boards:
            each = view.told[board.id]
            if board.id in posted:
                kept.append(replace(each, step=max(each.step, ReminderStep.TURN)))
            elif board.id in view.due or _is_idle(each, now):
                kept.append(each)
        versions = {board.id: board.session.version for board in to.boards}
        settled = [each.session for each in kept if each.session in self._unnotified]
        off, done, scheduled = await self._scheduled(to, now)
        return NotificationChange(
            player,
            told=tuple(each for each in kept if notified.get(each.session) != each),
            over=tuple(id for id in notified if id not in playing),
            settled=tuple((id, versions[id]) for id in settled),
            notices=(*notices, *scheduled),
            asks=off,
            done=done,
        )

    async def _scheduled(
        self, to: Recipient, now: Millis
    ) -> tuple[
        tuple[ScheduledNotification, ...],
        tuple[ScheduledNotification, ...],
        list[DisplayedNotification],
    ]:
        """Return asks postponed by quiet hours, asks done, and the notifications that change."""
        due = [ask for ask in to.known.asks if ask.at <= now]
        standing = {(n.kind, n.room): n for n in to.known.notices if n.kind != BOARDS}
        changed: list[DisplayedNotification] = []
        heard = policy.audible(now, to.settings)
        if heard > now:
            return tuple(replace(ask, at=heard) for ask in due), (), changed
        for ask in due:
            room = await self._recipients.room_of(to, to.settings, ask)
            if room is None or not await self._content.says(to, ask):
                continue
            old = standing.pop((ask.kind, room), None)
            former = None if old is None else old.former or old.message or None
            changed.append(
                DisplayedNotification(ask.player, room, ask.kind, now, ask.arg, former=former)
            )
        for old in standing.values():
            again = ScheduledNotification(old.player, old.room, old.at, old.kind, old.arg)
            if old.message and not await self._content.says(to, again):
                changed.append(replace(old, message="", former=old.message))
        return (), tuple(due), changed


def _is_idle(state: ReminderState, now: Millis) -> bool:
    """Return whether nothing is due for this board for a while.

    The state is stored then, so that the board need not be checked; fast matches store nothing.
    """
    return state.next_at is None or state.next_at > now + CALM


def arrange(
    player: PlayerId,
    stored: NotificationRecord,
    boards: Sequence[WaitingBoard],
    view: DueReminders,
    rooms: Mapping[MatchId, Room],
    now: Millis,
) -> list[DisplayedNotification]:
    """Return the notifications about waiting boards that change.

    There is one per room, which lists all boards waiting there. It is posted again, with a sound,
    when something is due, unless a board just became due and a fresh one can list it too; it is
    edited when boards no longer wait, and withdrawn when none does.
    """
    standing = {notice.room: notice for notice in stored.notices if notice.kind == BOARDS}
    by_room: dict[Room, list[MatchId]] = {}
    for board in boards:
        if (room := rooms.get(board.id)) is not None:
            by_room.setdefault(room, []).append(board.id)
    changed: dict[Room, DisplayedNotification] = {}
    moved: set[MatchId] = set()
    for room, ids in by_room.items():
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
        changed[room] = DisplayedNotification(
            player, room, BOARDS, now, boards=tuple(ids), former=former
        )
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
