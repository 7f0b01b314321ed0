"""The fake as a server on loopback: a Bot API that real clients are pointed at.

Every call is recorded, checked against the description of the API, sent through the faults on order
and answered from the state. `violations` must stay empty in any run; tests demand it.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import BodyPartReader, web

from tests.fakes.telegram import messages, methods, schema
from tests.fakes.telegram.args import Args
from tests.fakes.telegram.errors import ApiError, Json, NotModelled
from tests.fakes.telegram.faults import Cut, Faults, Odd
from tests.fakes.telegram.flood import Flood
from tests.fakes.telegram.model import User, World
from tests.fakes.telegram.people import People
from tests.fakes.telegram.state import State

TOKEN = "123456789:loopback-token-of-no-worth"
METHODS = methods.METHODS | messages.METHODS
LONGEST_BODY = 60 * 1024 * 1024


@dataclass(frozen=True)
class Call:
    """One request. `status` is what it was answered with, 0 where the connection was cut."""

    at: float
    method: str
    args: Json
    files: dict[str, bytes]
    status: int

    @property
    def chat(self) -> int | None:
        chat = self.args.get("chat_id")
        return None if chat is None else int(chat)


class FakeTelegram:
    """The server. Use as `async with FakeTelegram() as telegram`, or start and stop it.

    Args:
        now: the service's clock, in seconds since 1970.
        enforce_flood: answer 429 beyond 20 sends and edits a minute in a group; counted anyway.
        minute: how long that minute is, in seconds.
        reads_all: whether the bot's privacy mode is off.
        specs: the folder with the API's description; None: where the environment says.
    """

    def __init__(
        self,
        *,
        now: Callable[[], float] = time.time,
        enforce_flood: bool = False,
        minute: float = 60.0,
        reads_all: bool = False,
        specs: str | None = None,
    ) -> None:
        self.token = TOKEN
        self.world = World()
        bot = User(123456789, "Tavola", "tavola_bot", is_bot=True, reads_all=reads_all)
        self.world.users[bot.id] = bot
        self.flood = Flood(now, enforce_flood, minute)
        self.state = State(self.world, bot, now, self.flood)
        self.people = People(self.state)
        self.faults = Faults()
        self.calls: list[Call] = []
        self.violations: list[str] = []
        self._schema = schema.load(specs)
        self._waits: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self.state.updates.confirmed = self._stir
        self._runner: web.AppRunner | None = None
        self._port = 0

    # --- life ------------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The root to give to clients; stays the same while offline."""
        return f"http://127.0.0.1:{self._port}"

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=LONGEST_BODY)
        app.router.add_route("*", "/bot{token}/{method}", self._serve)
        # a client that hangs up ends its long poll, as with the live service
        self._runner = web.AppRunner(
            app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port or self._port, reuse_address=True)
        await site.start()
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Goes offline; `start` brings it back on the same port with all it knew."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> "FakeTelegram":
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # --- for tests -------------------------------------------------------------------------------

    def of(self, *names: str) -> list[Call]:
        """The calls of these methods so far."""
        return [call for call in self.calls if call.method in names]

    async def until(self, holds: Callable[[], bool], within: float = 20.0) -> None:
        """Returns when the condition holds; it is asked after every call. TimeoutError if never."""
        if holds():
            return
        done = asyncio.get_running_loop().create_future()
        self._waits.append((holds, done))
        async with asyncio.timeout(within):
            await done

    def _stir(self) -> None:
        ready = [(holds, done) for holds, done in self._waits if done.done() or holds()]
        self._waits = [wait for wait in self._waits if wait not in ready]
        for _, done in ready:
            if not done.done():
                done.set_result(None)

    # --- serving ---------------------------------------------------------------------------------

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        if request.match_info["token"] != self.token:
            return _json(401, {"ok": False, "error_code": 401, "description": "Unauthorized"})
        raw, files = await _read(request)
        raw.pop("", None)
        self._check(method, raw, files)
        how = self.faults.due(method, raw)
        if isinstance(how, ApiError):
            return self._answer(method, raw, files, how.status, how.body())
        if isinstance(how, Odd):
            return web.json_response(how.body)
        if isinstance(how, Cut) and not how.is_done:
            return await self._cut(request, method, raw, files, how)
        status, body = await self._result(method, Args(raw, files))
        if isinstance(how, Cut):
            return await self._cut(request, method, raw, files, how)
        return self._answer(method, raw, files, status, body)

    def _check(self, method: str, raw: Json, files: dict[str, bytes]) -> None:
        if self._schema is not None:
            self.violations += self._schema.check(method, raw, frozenset(files))

    async def _result(self, method: str, args: Args) -> tuple[int, Json]:
        try:
            if method == "getUpdates":
                result = await self._poll(args)
            elif method in METHODS:
                result = METHODS[method](self.state, args)
            else:
                raise NotModelled(method)
        except ApiError as error:
            return error.status, error.body()
        except NotModelled as missing:
            self.violations.append(f"{method}: not modelled: {missing}")
            return 501, ApiError(501, f"Not modelled: {missing}").body()
        return 200, {"ok": True, "result": result}

    async def _poll(self, args: Args) -> list[Json]:
        if self.state.webhook:
            text = "Conflict: can't use getUpdates method while webhook is active"
            raise ApiError(409, text)
        return await self.state.updates.poll(
            args.number("offset") or 0,
            args.number("limit") or 100,
            args.number("timeout") or 0,
            args.object("allowed_updates"),
        )

    def _answer(
        self, method: str, raw: Json, files: dict[str, bytes], status: int, body: Json
    ) -> web.Response:
        self._record(method, raw, files, status)
        return _json(status, body)

    def _record(self, method: str, raw: Json, files: dict[str, bytes], status: int) -> None:
        self.calls.append(Call(self.state.now(), method, raw, files, status))
        self._stir()

    async def _cut(
        self, request: web.Request, method: str, raw: Json, files: dict[str, bytes], how: Cut
    ) -> web.Response:
        self._record(method, raw, files, 0)
        if how.hangs:
            await asyncio.Event().wait()  # until the client hangs up and this handler is cancelled
        assert request.transport is not None
        request.transport.abort()
        return web.Response()


async def _read(request: web.Request) -> tuple[Json, dict[str, bytes]]:
    """The arguments and the uploads, from query, JSON, form or multipart."""
    raw: Json = dict(request.query)
    files: dict[str, bytes] = {}
    if request.content_type == "application/json":
        raw |= json.loads(await request.read() or b"{}")
    elif request.content_type.startswith("multipart/"):
        reader = await request.multipart()
        async for part in reader:
            assert isinstance(part, BodyPartReader)
            data = bytes(await part.read())
            if part.filename is None:
                raw[part.name or ""] = data.decode()
            else:
                files[part.name or ""] = data
    elif request.can_read_body:
        raw |= dict(await request.post())
    return raw, files


def _json(status: int, body: Json) -> web.Response:
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return web.Response(text=text, status=status, content_type="application/json")
