"""Open connections: whose they are, which room they show, and what is queued for them.

Owns presence and delivery. Each connection has its own outbox, so a slow one never delays a room; a
newer state of a screen replaces one still queued. A connection that falls too far behind loses its
outbox and is closed: the page reconnects and catches up. If it reads nothing at all, its socket is
closed by `listener.py`.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import ClientConnectionResetError, WSCloseCode, web

from bot.app.model.display_names import plain
from bot.app.model.player import Player
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.frontends.web.protocol import CardShown, Noticed, Outbound, Person, write
from core.types import MatchId, PlayerId

OUTBOX = 500
"""Undelivered messages of one window; more mean that it does not read."""

OUTBOX_SIZE = 1024 * 1024
"""Characters of all of them together, which bounds the memory of a window that does not read."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits before a window, and the room it looks at."""

    actor: Actor
    player: Player
    room: Room
    locale: str

    @property
    def name(self) -> str:
        """What they are called on the page."""
        return self.player.called(self.actor.platform)


@dataclass(eq=False, slots=True)
class Connection:
    """One open page.

    `owns` is set in the operator's browser, who runs the rooms; `browser` is the same in every
    window of another one. `listed` are the sessions in its list of matches, which may leave that
    list without being over.
    """

    socket: web.WebSocketResponse
    address: str
    owns: bool = False
    browser: str = ""
    seated: Seated | None = None
    listed: set[MatchId] = field(default_factory=set)
    _outbox: dict[object, str] = field(default_factory=dict)
    _filled: asyncio.Event = field(default_factory=asyncio.Event)
    _held: dict[object, str] | None = None
    _size: int = 0
    _too_slow: bool = False

    def push(self, message: Outbound, key: object | None = None) -> None:
        """Puts the message into the outbox, in the place of an older one with the same key."""
        self.push_text(write(message), key)

    def push_text(self, text: str, key: object | None = None) -> None:
        self._put(self._outbox if self._held is None else self._held, key, text)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Keeps back what is pushed meanwhile.

        A welcome replaces all that a window knew, and news of its room may come while it is being
        read: they have to arrive after it, or they would be forgotten again.
        """
        self._held = {}
        try:
            yield
        finally:
            held, self._held = self._held, None
            for key, text in held.items():
                self._size -= len(text)
                self._put(self._outbox, key, text)

    def push_now(self, message: Outbound) -> None:
        """Before all that is kept back."""
        self._put(self._outbox, None, write(message))

    def _put(self, waiting: dict[object, str], key: object | None, text: str) -> None:
        """Add a message, unless too many wait already: then all are dropped."""
        if self._too_slow:
            return
        key = object() if key is None else key
        self._size += len(text) - len(waiting.pop(key, ""))
        waiting[key] = text
        if len(waiting) > OUTBOX or self._size > OUTBOX_SIZE:
            self._too_slow = True
            self._outbox.clear()
            waiting.clear()
        self._filled.set()

    async def deliver(self) -> None:
        """Sends what is in the outbox until the socket closes."""
        while not self.socket.closed:
            await self._filled.wait()
            self._filled.clear()
            try:
                while self._outbox:
                    text = self._outbox.pop(next(iter(self._outbox)))
                    self._size -= len(text)
                    await self.socket.send_str(text)
            except ClientConnectionResetError:
                return
            if self._too_slow:
                await self.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too slow")
                return


def told_apart(people: Sequence[Person]) -> Sequence[Person]:
    """Number those after the first of the same name: Ann, Ann (2)."""
    met: Counter[str] = Counter()
    named = []
    for person in people:
        met[plain(person.name)] += 1
        count = met[plain(person.name)]
        named.append(person if count == 1 else Person(person.id, f"{person.name} ({count})"))
    return tuple(named)


class Connections:
    """All of them, by room."""

    def __init__(self) -> None:
        self._open: dict[Connection, None] = {}
        self._rooms: dict[str, dict[Connection, None]] = {}
        self._notices: dict[PlayerId, dict[str, CardShown]] = {}

    def of_address(self, address: str) -> int:
        """How many of them are open from there."""
        return sum(window.address == address for window in self._open)

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._open))

    def open(self, window: Connection) -> None:
        self._open[window] = None

    def seat(self, window: Connection, seated: Seated) -> None:
        """The window now shows that room to that person."""
        self._leave(window)
        window.seated = seated
        self._rooms.setdefault(seated.room.chat, {})[window] = None

    def unseat(self, window: Connection) -> None:
        """Sign the player out; the connection stays open."""
        self._leave(window)

    def close(self, window: Connection) -> None:
        self._leave(window)
        self._open.pop(window, None)

    def notice(self, player: PlayerId, key: str, card: CardShown | None) -> None:
        """Send a notification to this player beside the others; None withdraws it."""
        standing = self._notices.setdefault(player, {})
        standing.pop(key, None)
        if card is not None:
            standing[key] = card
        elif not standing:
            del self._notices[player]
        for window in self.of_players((player,)):
            window.push(Noticed(notices=self.notices(player)), key="notices")

    def notices(self, player: PlayerId) -> Sequence[CardShown]:
        """All that this person is to be told now, the newest last."""
        return tuple(self._notices.get(player, {}).values())

    def in_room(self, room: Room) -> Sequence[Connection]:
        return tuple(self._rooms.get(room.chat, ()))

    def of_players(self, players: Iterable[PlayerId]) -> Sequence[Connection]:
        wanted = set(players)
        return tuple(w for w in self._open if w.seated and w.seated.player.id in wanted)

    def listing(self, session: MatchId, players: Iterable[PlayerId]) -> Sequence[Connection]:
        """Return the windows of these players and all others that list the session."""
        wanted = set(players)
        return tuple(
            window
            for window in self._open
            if window.seated and (window.seated.player.id in wanted or session in window.listed)
        )

    def rooms(self) -> Sequence[str]:
        """Return the rooms shown by at least one connection."""
        return tuple(self._rooms)

    def people(self, room: Room) -> Sequence[Person]:
        """Return the people in the room, each once, in order of arrival."""
        found: dict[PlayerId, Person] = {}
        for window in self._rooms.get(room.chat, ()):
            if (seated := window.seated) is not None:
                found[seated.player.id] = Person(seated.player.id, seated.name)
        return told_apart(tuple(found.values()))

    def actor(self, player: PlayerId) -> Actor | None:
        """The person behind that id, if one of their windows is open."""
        found = self.of_players((player,))
        return found[0].seated.actor if found and found[0].seated else None

    def named(self, name: str, room: Room) -> Actor | None:
        """Return a person by typed name: in this room first, then anywhere on the page."""
        wanted = plain(name)
        for person in self.people(room):
            if plain(person.name) == wanted:
                return self.actor(person.id)
        for window in (*self.in_room(room), *self._open):
            if window.seated is not None and plain(window.seated.name) == wanted:
                return window.seated.actor
        return None

    def _leave(self, window: Connection) -> None:
        if window.seated is None:
            return
        room = window.seated.room.chat
        self._rooms[room].pop(window, None)
        if not self._rooms[room]:
            del self._rooms[room]
        window.seated = None
