"""One connection's conversation over its WebSocket: requests and answers.

Each message is a task root: a failure is logged and answered, and the connection stays. Nothing
about a connection outlives it: after a disconnect the page says hello again, gets the whole state
and repeats unanswered requests under the same ids.
"""

import asyncio
import logging
from collections.abc import Sequence

import msgspec
from aiohttp import WSCloseCode, WSMsgType

from bot.app.facade import Facade
from bot.app.model.display_names import person
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.frontends.web import protocol, room_log, sanitize
from bot.frontends.web.auth import Auth
from bot.frontends.web.connections import Connection, Connections, Seated
from bot.frontends.web.handlers import RequestHandlers
from bot.frontends.web.idempotency import IdempotencyCache
from bot.frontends.web.protocol import Earlier, Hello, Look, Refusal, Steps
from bot.frontends.web.rate_limit import BOARDS_A_TOKEN, NEWCOMERS, Bucket, Buckets, RateLimit
from bot.frontends.web.room_log import RoomLog, Viewer
from bot.frontends.web.serialize import PLATFORM
from bot.text.catalog import nearest, texts
from core.errors import Reason, Refused
from core.types import PlayerId

LONGEST_MESSAGE = 8_000
"""Characters of one message. The page sends less; beyond it there is an answer, but no service."""

INBOX = 64
"""Messages of one window that wait to be served; beyond it nothing is read from its socket."""

MOST_WINDOWS = 200
"""Open windows of one address; behind one address there may be a whole household."""

MOST_ROOMS = 60
"""Rooms in the list of a window: the lobby, its own, and the liveliest."""

log = logging.getLogger(__name__)


class WebSocketRoute:
    """Serves every window's messages."""

    def __init__(
        self,
        wishes: RequestHandlers,
        presenter: Presenter,
        facade: Facade,
        book: RoomLog,
        windows: Connections,
        keys: Auth,
        pace: RateLimit,
        addresses: Buckets,
        now: Now,
    ) -> None:
        self._wishes = wishes
        self._presenter = presenter
        self._facade = facade
        self._book = book
        self._windows = windows
        self._keys = keys
        self._pace = pace
        self._addresses = addresses
        self._now = now
        self._answered = IdempotencyCache()
        self._newcomers = Buckets(NEWCOMERS, now)
        self._listed: Sequence[str] = (sanitize.LOBBY,)

    async def converse(self, window: Connection) -> None:
        """Until the socket closes, by whichever side."""
        if self._windows.of_address(window.address) >= MOST_WINDOWS:
            await window.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many windows")
            return
        self._windows.open(window)
        inbox = asyncio.Queue[str](INBOX)
        tasks = (
            asyncio.create_task(window.deliver()),
            asyncio.create_task(self._serve(window, inbox)),
        )
        try:
            await self._listen(window, inbox)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._leave(window)

    async def _listen(self, window: Connection, inbox: asyncio.Queue[str]) -> None:
        """Put messages into the inbox; a ping is answered here, however long others take."""
        async for frame in window.socket:
            if frame.type is not WSMsgType.TEXT:
                code = WSCloseCode.UNSUPPORTED_DATA
                await window.socket.close(code=code, message=b"text only")
                return
            if (ping := protocol.ping(frame.data)) is not None:
                window.push(protocol.Pong(id=ping.id), key="pong")
            else:
                await inbox.put(frame.data)

    async def _serve(self, window: Connection, inbox: asyncio.Queue[str]) -> None:
        """Serve the inbox in order, until the conversation is over."""
        bucket = Bucket(self._pace, self._now)
        while await self._take(window, await inbox.get(), bucket):
            pass

    async def _take(self, window: Connection, text: str, bucket: Bucket) -> bool:
        """Serve one message. False when the conversation is over."""
        try:
            message = protocol.read(text)
        except (msgspec.DecodeError, RecursionError) as fault:
            return await self._unreadable(window, text, fault)
        try:
            if not (bucket.take() and self._addresses.take(window.address)):
                raise Refused(Reason.TOO_OFTEN)
            if len(text) > LONGEST_MESSAGE:
                raise Refused(Reason.TOO_LONG)
            if isinstance(message, Hello):
                self._charge(window, bucket, await self._hello(window, message))
            elif (seated := window.seated) is None:
                await window.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"hello first")
                return False
            elif isinstance(message, Earlier | Look | Steps):
                answer = await self._read(seated, message)
                window.push(answer)
                if isinstance(answer, protocol.Older):
                    self._charge(window, bucket, answer.log)
            else:
                key = (seated.actor.user, message.id)
                window.push(await self._answered.once(key, self._wishes.serve, seated, message))
        except Refused as refused:
            self._refuse(window, message, refused)
        except Exception:
            log.exception("a message of type %s failed", type(message).__name__)
            self._refuse(window, message, Refused(Reason.BUSY))
        return True

    def _charge(self, window: Connection, bucket: Bucket, log: Sequence[protocol.Entry]) -> None:
        """Charge a page of a log by the boards that were drawn for it."""
        tokens = sum(entry.shown is not None for entry in log) / BOARDS_A_TOKEN
        bucket.owe(tokens)
        self._addresses.owe(window.address, tokens)

    async def _unreadable(self, window: Connection, text: str, fault: Exception) -> bool:
        """Refuse a message that has an id, so that the page does not repeat it; close otherwise."""
        log.info("unreadable message: %s", fault)
        id = protocol.id_of(text)
        if id is None:
            await window.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"unreadable")
            return False
        t = texts(window.seated.locale if window.seated else "").t
        said = t("This page sent something I cannot read. Reload it and try again.")
        window.push(Refusal(id=id, reason="unreadable", text=said))
        return True

    def _refuse(self, window: Connection, message: protocol.Inbound, refused: Refused) -> None:
        locale = window.seated.locale if window.seated else getattr(message, "locale", "")
        said = self._presenter.refusal(refused, nearest(locale))
        window.push(Refusal(id=message.id, reason=refused.reason, text=said))

    def moved(self, player: PlayerId, to: PlayerId | None) -> None:
        """A player was merged into another, or (None) deleted: tell their connections, and end them
        in the second case."""
        for window in self._windows.of_players({player} if to is None else {player, to}):
            window.push(protocol.Moved(gone=to is None))
            seated = window.seated
            if to is None and seated is not None:
                self._windows.unseat(window)
                self._tell_people(seated.room)

    # --- hello ------------------------------------------------------------------------------------

    async def _hello(self, window: Connection, hello: Hello) -> Sequence[protocol.Entry]:
        """Seat a guest at the window, and return the entries that its welcome shows.

        Raises:
            Refused: TOO_OFTEN, of an address that makes too many new guests.
        """
        guest = self._keys.guest_of(hello.ticket)
        if guest is None:
            if not self._newcomers.take(window.address):
                raise Refused(Reason.TOO_OFTEN)
            guest = self._keys.guest(window.browser)
        locale = nearest(hello.locale)
        name = person(hello.name) or texts(locale).t("Guest")
        actor = Actor(
            PLATFORM,
            guest,
            name,
            locale,
            may_manage=window.owns,
            is_guest=True,
            browser=window.browser,
            address=window.address,
        )
        player = await self._facade.player(actor)
        room = room_log.room(sanitize.room(hello.room))
        before = window.seated
        with window.holding():
            seated = Seated(actor, player, room, locale)
            self._windows.seat(window, seated)
            welcome = await self._welcome(window, hello, guest, seated)
            window.push_now(welcome)
        if before is not None and before.room != room:
            self._tell_people(before.room)
        self._tell_people(room)
        return welcome.log

    async def _welcome(
        self, window: Connection, hello: Hello, guest: str, seated: Seated
    ) -> protocol.Welcome:
        player, room = seated.player, seated.room
        viewer = Viewer(player.id, seated.locale)
        entries, more = await self._book.read(room, viewer, hello.last)
        matches = await self._book.matches(viewer)
        window.listed.update(match.session for match in matches)
        likes = await self._facade.settings(seated.actor)
        return protocol.Welcome(
            id=hello.id,
            ticket=self._keys.ticket(guest),
            me=protocol.Person(player.id, seated.name),
            room=room.chat,
            rooms=await self._list_rooms(room.chat),
            people=self._windows.people(room),
            log=entries,
            more=more,
            matches=matches,
            owns=window.owns,
            locale=likes.language or "",
            theme=likes.theme,
            notices=self._windows.notices(player.id),
        )

    async def _read(
        self, seated: Seated, message: Earlier | Look | Steps
    ) -> protocol.Older | protocol.Looked | protocol.Stepped:
        """Answer what changes nothing, so that it may be served twice."""
        viewer = Viewer(seated.player.id, seated.locale)
        if isinstance(message, Look):
            screens = await self._book.screens(message.session, viewer)
            return protocol.Looked(id=message.id, screens=screens)
        if isinstance(message, Steps):
            views = await self._book.steps(message.session, viewer)
            return protocol.Stepped(id=message.id, views=views)
        entries, more = await self._book.read(
            seated.room, viewer, protocol.PAGE, before=message.before
        )
        return protocol.Older(id=message.id, log=entries, more=more)

    def _leave(self, window: Connection) -> None:
        seated = window.seated
        self._windows.close(window)
        if seated is not None:
            self._tell_people(seated.room)

    def _tell_people(self, room: Room) -> None:
        message = protocol.People(people=self._windows.people(room))
        for window in self._windows.in_room(room):
            window.push(message, key="people")

    async def _list_rooms(self, here: str) -> Sequence[str]:
        """Return the lobby, this room, and the liveliest others. A new one is pushed to all."""
        lively = (*await self._book.rooms(), *self._windows.rooms())
        kept = list(dict.fromkeys([sanitize.LOBBY, here, *lively]))[:MOST_ROOMS]
        rooms = [room for room in dict.fromkeys([sanitize.LOBBY, *lively, here]) if room in kept]
        if here not in self._listed:
            for window in self._windows:
                window.push(protocol.Rooms(rooms=rooms), key="rooms")
        self._listed = rooms
        return rooms
