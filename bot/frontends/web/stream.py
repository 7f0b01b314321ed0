"""One window's conversation over its WebSocket: what it asks, what it is answered.

A message is a task root: whatever goes wrong with one is logged and answered, and the window
stays. Nothing about a window outlives its connection: after a cut the page says hello again, gets
the whole state and asks once more what was not answered, under the same id. Must not know HTTP nor
how matches are stored.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

import msgspec
from aiohttp import WSCloseCode, WSMsgType

from bot.app import tokens, typed
from bot.app.ports import Now, PlayerRecord, Store
from bot.app.present import Presenter
from bot.app.requests import Actor, Reply, Request, Verb
from bot.app.service import GameService
from bot.app.session import Room
from bot.frontends.web import logbook, messages, names
from bot.frontends.web.answered import Answered
from bot.frontends.web.keys import Keys
from bot.frontends.web.logbook import Logbook, Viewer
from bot.frontends.web.messages import (
    PLATFORM,
    Ask,
    Hello,
    Invite,
    Ok,
    PressButton,
    Refusal,
    Say,
)
from bot.frontends.web.pace import Bucket, Buckets, Pace
from bot.frontends.web.windows import Seated, Window, Windows
from bot.text.catalog import nearest, texts
from core.errors import Reason, Refused
from core.types import MatchId

LONGEST_SAID = 500
"""Characters of one line of chat."""

LONGEST_MESSAGE = 8_000
"""Characters of one message. The page sends less; beyond it there is an answer, but no service."""

MOST_WINDOWS = 200
"""Open windows of one address; behind one address there may be a whole household."""

ABOUT_A_MATCH = frozenset(
    {
        Verb.MOVE, Verb.RESIGN, Verb.CLAIM, Verb.DRAW, Verb.TAKEBACK, Verb.REMATCH,
        Verb.YES, Verb.NO, Verb.WITHDRAW, Verb.BOARD, Verb.TEXT,
    }
)  # fmt: skip
"""Typed wishes that mean the match on the stage, if there is one."""

log = logging.getLogger(__name__)


class Stream:
    """Serves every window's messages."""

    def __init__(
        self,
        service: GameService,
        presenter: Presenter,
        store: Store,
        book: Logbook,
        windows: Windows,
        keys: Keys,
        pace: Pace,
        addresses: Buckets,
        link: Callable[[], str],
        now: Now,
    ) -> None:
        self._service = service
        self._presenter = presenter
        self._store = store
        self._book = book
        self._windows = windows
        self._keys = keys
        self._pace = pace
        self._addresses = addresses
        self._link = link
        self._now = now
        self._answered = Answered()
        self._rooms = {names.LOBBY}

    async def converse(self, window: Window) -> None:
        """Until the socket closes, by whichever side."""
        if self._windows.of_address(window.address) >= MOST_WINDOWS:
            await window.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many windows")
            return
        self._windows.open(window)
        delivery = asyncio.create_task(window.deliver())
        bucket = Bucket(self._pace, self._now)
        try:
            async for frame in window.socket:
                if frame.type is not WSMsgType.TEXT:
                    await window.socket.close(
                        code=WSCloseCode.UNSUPPORTED_DATA, message=b"text only"
                    )
                    return
                if not await self._take(window, frame.data, bucket):
                    return
        finally:
            delivery.cancel()
            await asyncio.gather(delivery, return_exceptions=True)
            self._leave(window)

    async def _take(self, window: Window, text: str, bucket: Bucket) -> bool:
        """One message. False when the conversation is over."""
        try:
            message = messages.read(text)
        except msgspec.DecodeError as fault:
            log.info("a window sent what cannot be read: %s", fault)
            await window.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"unreadable")
            return False
        try:
            if not (bucket.take() and self._addresses.take(window.address)):
                raise Refused(Reason.TOO_OFTEN)
            if len(text) > LONGEST_MESSAGE:
                raise Refused(Reason.TOO_LONG)
            if isinstance(message, Hello):
                await self._hello(window, message)
            elif (seated := window.seated) is not None:
                key = (seated.actor.user, message.id)
                window.push(await self._answered.once(key, self._serve, seated, message))
            else:
                await window.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"hello first")
                return False
        except Refused as refused:
            self._refuse(window, message, refused)
        except Exception:
            log.exception("a message of type %s failed", type(message).__name__)
            self._refuse(window, message, Refused(Reason.BUSY))
        return True

    def _refuse(self, window: Window, message: messages.Inbound, refused: Refused) -> None:
        locale = window.seated.locale if window.seated else getattr(message, "locale", "")
        said = self._presenter.refusal(refused, nearest(locale))
        window.push(Refusal(id=message.id, reason=refused.reason, text=said))

    # --- hello ------------------------------------------------------------------------------------

    async def _hello(self, window: Window, hello: Hello) -> None:
        guest = self._keys.guest_of(hello.ticket) or self._keys.guest()
        locale = nearest(hello.locale)
        name = names.person(hello.name) or texts(locale).t("Guest")
        actor = Actor(PLATFORM, guest, name, locale)
        player = await self._store.player_for(actor)
        room = logbook.room(names.room(hello.room))
        before = window.seated
        with window.holding():
            self._windows.seat(window, Seated(actor, player, room, locale))
            window.push_now(await self._welcome(hello, guest, player, room, locale))
        if before is not None and before.room != room:
            self._tell_people(before.room)
        self._tell_people(room)

    async def _welcome(
        self, hello: Hello, guest: str, player: PlayerRecord, room: Room, locale: str
    ) -> messages.Welcome:
        viewer = Viewer(player.id, locale)
        entries = await self._book.read(room, viewer, hello.last)
        return messages.Welcome(
            id=hello.id,
            ticket=self._keys.ticket(guest),
            me=messages.Person(player.id, player.name),
            room=room.chat,
            rooms=await self._list_rooms(room.chat),
            people=self._windows.people(room),
            log=entries,
            more=len(entries) >= hello.last,
            matches=await self._book.matches(viewer),
        )

    def _leave(self, window: Window) -> None:
        seated = window.seated
        self._windows.close(window)
        if seated is not None:
            self._tell_people(seated.room)

    def _tell_people(self, room: Room) -> None:
        message = messages.People(people=self._windows.people(room))
        for window in self._windows.in_room(room):
            window.push(message, key="people")

    async def _list_rooms(self, here: str) -> list[str]:
        """The lobby, the lively ones, those somebody looks at. A new one is told to everybody."""
        found = [names.LOBBY, *await self._book.rooms(), *self._windows.rooms(), here]
        rooms = list(dict.fromkeys(found))
        if here not in self._rooms:
            self._rooms.add(here)
            for window in self._windows:
                window.push(messages.Rooms(rooms=rooms), key="rooms")
        return rooms

    # --- wishes -----------------------------------------------------------------------------------

    async def _serve(
        self, seated: Seated, message: PressButton | Say | Ask | Invite
    ) -> Ok | Refusal:
        try:
            match message:
                case PressButton():
                    reply = await self._press(seated, message)
                case Say():
                    reply = await self._say(seated, message)
                case Ask():
                    reply = await self._ask(seated, message)
                case Invite():
                    return Ok(id=message.id, link=self._link())
                case _:
                    assert_never(message)
        except Refused as refused:
            said = self._presenter.refusal(refused, seated.locale)
            return Refusal(id=message.id, reason=refused.reason, text=said)
        return self._reply(seated, message, reply)

    def _reply(self, seated: Seated, message: messages.Inbound, reply: Reply) -> Ok | Refusal:
        if reply.reason is not None and reply.reason is not Reason.REPEATED:
            return Refusal(id=message.id, reason=reply.reason, text=reply.text)
        card = None
        if reply.card is not None:
            card = messages.card_shown(reply.card, seated.player.id, self._now())
        session = None if reply.session is None else reply.session.match.id
        return Ok(id=message.id, text=reply.text, card=card, session=session)

    async def _press(self, seated: Seated, message: PressButton) -> Reply:
        press = tokens.decode(message.token)
        wish = self._request(seated, message, press.verb, press.arg, press.session)
        return await self._service.handle(replace(wish, turn=press.turn))

    async def _ask(self, seated: Seated, message: Ask) -> Reply:
        if message.verb not in set(Verb):
            raise Refused(Reason.UNKNOWN_VERB, verb=message.verb)
        wish = self._request(seated, message, Verb(message.verb), message.arg, message.session)
        opponent = None
        if message.opponent is not None:
            opponent = self._windows.actor(message.opponent)
            if opponent is None:
                known = await self._store.players([message.opponent])
                name = known[message.opponent].name if known else ""
                raise Refused(Reason.UNKNOWN_PLAYER, name=name)
        wish = replace(wish, options=message.options, opponent=opponent)
        return await self._service.handle(wish)

    async def _say(self, seated: Seated, message: Say) -> Reply:
        """A command, a bare move, or something said to the room."""
        said = names.line(message.text)
        if len(said) > LONGEST_SAID:
            raise Refused(Reason.TOO_LONG)
        if said.startswith("/"):
            return await self._command(seated, message, typed.read(said))
        if typed.looks_like_move(said):
            wish = self._request(seated, message, Verb.MOVE, said, message.session)
            reply = await self._service.handle(wish)
            if reply.reason is not Reason.NO_MATCH_HERE:
                return reply
        if said:
            entry = await self._store.say(seated.room, seated.player.id, said, self._now())
            logged = messages.Logged(entry=logbook.said(entry, seated.player))
            for window in self._windows.in_room(seated.room):
                window.push(logged)
        return Reply()

    async def _command(self, seated: Seated, message: Say, wish: typed.Typed) -> Reply:
        opponent = None
        if wish.opponent is not None:
            opponent = self._windows.named(wish.opponent, seated.room)
            if opponent is None:
                raise Refused(Reason.UNKNOWN_PLAYER, name=wish.opponent[: names.LONGEST_NAME])
        session = message.session if wish.verb in ABOUT_A_MATCH else None
        request = self._request(seated, message, wish.verb, wish.arg, session)
        return await self._service.handle(replace(request, options=wish.options, opponent=opponent))

    def _request(
        self,
        seated: Seated,
        message: messages.Inbound,
        verb: Verb,
        arg: str,
        session: MatchId | None,
    ) -> Request:
        """The id is the guest's own, so that nobody can take up somebody else's request."""
        id = f"{seated.actor.user}/{message.id}"
        return Request(id, seated.actor, seated.room, verb, session=session, arg=arg)
