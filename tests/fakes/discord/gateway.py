"""The gateway: hello, identify, ready, heartbeats, resume, and events in order.

Owns connections and the events sent to each, but not their meaning. Source:
developers/events/gateway. A session outlives its connection: missed events are replayed in order
after a resume, as the real gateway does for a short while.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from tests.fakes.discord.errors import JSON

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
MEMBERS, INVALID, HELLO, ACK = 8, 9, 10, 11
NOT_AUTHENTICATED, BAD_TOKEN, TOO_FAST, DISALLOWED = 4003, 4004, 4008, 4014
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15  # members, presences, message content
SENDS_A_MINUTE = 120


@dataclass(eq=False)
class Session:
    """What one identified bot has been sent. `wire` is None while it is not connected."""

    id: str
    intents: int
    wire: web.WebSocketResponse | None
    request: web.Request | None
    events: list[JSON] = field(default_factory=list)


class Gateway:
    """The socket side of the fake."""

    def __init__(self, token: str) -> None:
        self._token = token
        self.sessions: dict[str, Session] = {}
        self.heartbeat_interval = 41_250
        self.acknowledging = True
        self.resumable = True
        self.granted = 0  # privileged intents that the portal allows
        self.identified = 0
        self.resumed = 0
        self.heartbeats = 0
        self.hello: Callable[[int], Iterable[tuple[str, JSON]]] = lambda _: ()
        self.address = ""
        self.changed: Callable[[], None] = lambda: None

    @property
    def connected(self) -> bool:
        return any(session.wire is not None for session in self.sessions.values())

    async def send(self, event: str, data: JSON, intent: int = 0) -> None:
        """An event to every session that asked for it; kept for those that may resume."""
        for session in list(self.sessions.values()):
            if not intent or session.intents & intent:
                await self._send(session, event, data)

    async def drop(self) -> None:
        """Breaks every connection without a word, as a lost network does."""
        for session in list(self.sessions.values()):
            if session.request is not None and session.request.transport is not None:
                session.request.transport.abort()
            session.wire = session.request = None
        await asyncio.sleep(0)

    async def ask_to_reconnect(self) -> None:
        for session in list(self.sessions.values()):
            if session.wire is not None:
                await session.wire.send_str(json.dumps({"op": RECONNECT, "d": None}))

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Ends sessions (opcode 9), as happens after a long absence or a fault over there."""
        for session in list(self.sessions.values()):
            if session.wire is not None:
                await session.wire.send_str(json.dumps({"op": INVALID, "d": resumable}))
            if not resumable:
                self.sessions.pop(session.id)

    async def close(self) -> None:
        for session in list(self.sessions.values()):
            if session.wire is not None:
                await session.wire.close(code=1001)
        self.sessions.clear()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        wire = web.WebSocketResponse(compress=False)
        await wire.prepare(request)
        hello = {"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_interval}}
        await wire.send_str(json.dumps(hello))
        session: Session | None = None
        received = 0
        async for message in wire:
            if message.type is not WSMsgType.TEXT:
                break
            received += 1
            if received > SENDS_A_MINUTE:
                await wire.close(code=TOO_FAST)
                break
            payload = json.loads(message.data)
            session = await self._receive(wire, request, session, payload)
        if session is not None and session.wire is wire:
            session.wire = session.request = None
            self.changed()
        return wire

    async def _receive(
        self,
        wire: web.WebSocketResponse,
        request: web.Request,
        session: Session | None,
        payload: JSON,
    ) -> Session | None:
        match payload["op"]:
            case 1:
                self.heartbeats += 1
                if self.acknowledging:
                    await wire.send_str(json.dumps({"op": ACK}))
            case 2:
                session = await self._identify(wire, request, payload["d"])
            case 6:
                session = await self._resume(wire, request, payload["d"])
            case 3 | 8:
                pass
            case _:
                await wire.close(code=NOT_AUTHENTICATED)
        return session

    async def _identify(
        self, wire: web.WebSocketResponse, request: web.Request, data: JSON
    ) -> Session | None:
        if data["token"] != self._token:
            await wire.close(code=BAD_TOKEN)
            return None
        if data["intents"] & PRIVILEGED & ~self.granted:
            await wire.close(code=DISALLOWED)
            return None
        self.identified += 1
        self.sessions = {id: s for id, s in self.sessions.items() if s.wire is not None}
        session = Session(secrets.token_hex(16), data["intents"], wire, request)
        self.sessions[session.id] = session
        for event, body in self.hello(data["intents"]):
            extra: JSON = {}
            if event == "READY":
                extra = {"session_id": session.id, "resume_gateway_url": self.address}
            await self._send(session, event, body | extra)
        self.changed()
        return session

    async def _resume(
        self, wire: web.WebSocketResponse, request: web.Request, data: JSON
    ) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or not self.resumable or data["token"] != self._token:
            await wire.send_str(json.dumps({"op": INVALID, "d": False}))
            return None
        self.resumed += 1
        session.wire, session.request = wire, request
        for event in session.events:
            if event["s"] > data["seq"]:
                await wire.send_str(json.dumps(event))
        await self._send(session, "RESUMED", {})
        self.changed()
        return session

    async def _send(self, session: Session, event: str, data: JSON) -> None:
        payload = {"op": DISPATCH, "t": event, "s": len(session.events) + 1, "d": data}
        session.events.append(payload)
        if session.wire is None:
            return
        try:
            await session.wire.send_str(json.dumps(payload))
        except ConnectionError:  # it is about to resume, and will be sent this then
            session.wire = session.request = None
