"""The REST API: one request in, one response out, everything recorded.

Owns reading bodies, the token, faults, spec checks and the record of requests. Routes are a table
of functions over a `Call`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.fakes.discord import errors
from tests.fakes.discord.bodies import Files
from tests.fakes.discord.errors import JSON, ApiError
from tests.fakes.discord.faults import Drop, Faults, Hold, LoseAnswer, Refuse
from tests.fakes.discord.openapi import Specs


@dataclass(frozen=True)
class Call:
    """A request as the routes see it. `body` is the JSON, of a multipart its `payload_json`."""

    method: str
    path: str  # the template, as in the spec
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: JSON
    items: list[JSON]  # the body where it is an array
    files: Files
    headers: dict[str, str] = field(default_factory=dict)  # to be sent with the answer


@dataclass(frozen=True)
class Recorded:
    """One request and how it was answered; status 0: the connection was broken instead."""

    method: str
    path: str
    params: Mapping[str, str]
    body: Any
    files: Files
    status: int
    answer: Any


Route = Callable[[Call], tuple[int, Any]]


class Rest:
    """Serves routes; `version` is the prefix that clients put before the paths."""

    def __init__(self, token: str, faults: Faults, specs: Specs, version: str = "/api/v10") -> None:
        self._token = token
        self._specs = specs
        self._version = version
        self.faults = faults
        self.requests: list[Recorded] = []
        self.recording = True
        self.self_checking = False  # whether the fake's own answers are checked too
        self.violations: list[str] = []
        self.invalid = 0
        self.changed: Callable[[], None] = lambda: None

    def add(
        self, app: web.Application, routes: Mapping[tuple[str, str], Route], *, open: bool = False
    ) -> None:
        """`open` routes carry their own token in the path and need none in the header."""
        for (method, path), route in routes.items():
            app.router.add_route(method, self._version + path, self._handler(path, route, open))

    def _handler(self, path: str, route: Route, open: bool) -> Any:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, path, route, open)

        return handle

    async def unmodelled(self, request: web.Request) -> web.StreamResponse:
        """Any other path: a hole in the fake must fail the test, not answer something."""
        self.violations.append(f"{request.method} {request.path} is not modelled by this fake")
        return _json(501, {"message": "not modelled", "code": 0}, {})

    async def _serve(
        self, request: web.Request, path: str, route: Route, open: bool
    ) -> web.StreamResponse:
        body, files = await _read(request)
        call = Call(
            method=request.method,
            path=path,
            params=dict(request.match_info),
            query=dict(request.query),
            body=body if isinstance(body, dict) else {},
            items=body if isinstance(body, list) else [],
            files=files,
        )
        fault = self.faults.take(call.method, path)
        if isinstance(fault, Hold):
            fault.arrived.set()
            await fault.release.wait()
        if isinstance(fault, Drop):
            return self._break(request, call, body)
        wrong = self._specs.request(call.method, path, body)
        headers: dict[str, str] = {}
        try:
            if wrong is not None:
                self.violations.append(f"{call.method} {path}: {wrong}")
                raise errors.invalid("body", "SPEC", wrong)
            if not open and request.headers.get("Authorization") != f"Bot {self._token}":
                raise errors.unauthorized()
            if isinstance(fault, Refuse):
                raise fault.error
            status, answer = route(call)
            headers = call.headers
        except ApiError as error:
            status, answer, headers = error.status, error.body(), call.headers | error.headers
            self.invalid += status in (401, 403, 429)
            if status == 501:
                self.violations.append(error.message)
        if isinstance(fault, LoseAnswer):
            return self._break(request, call, body)
        own = self._specs.answer(call.method, path, status, answer) if self.self_checking else None
        if own is not None:
            self.violations.append(f"the fake's own answer to {call.method} {path}: {own}")
        self._record(call, body, status, answer)
        return _json(status, answer, headers)

    def _break(self, request: web.Request, call: Call, body: Any) -> web.StreamResponse:
        self._record(call, body, 0, None)
        assert request.transport is not None
        request.transport.abort()
        return web.Response(status=500)  # the client is gone

    def _record(self, call: Call, body: Any, status: int, answer: Any) -> None:
        if self.recording:
            one = Recorded(call.method, call.path, call.params, body, call.files, status, answer)
            self.requests.append(one)
        self.changed()


async def _read(request: web.Request) -> tuple[Any, Files]:
    """The JSON of a body, and its uploads by number (`files[0]`)."""
    if request.content_type == "multipart/form-data":
        body: Any = None
        files: dict[int, tuple[str, bytes]] = {}
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            name = part.name or ""
            data = bytes(await part.read())
            if name == "payload_json":
                body = json.loads(data)
            else:
                number = int(name.removeprefix("files[").removesuffix("]"))
                files[number] = part.filename or "", data
        return body, files
    raw = await request.read()
    return (json.loads(raw) if raw else None), {}


def _json(status: int, answer: Any, headers: Mapping[str, str]) -> web.Response:
    """discord.py reads JSON only where the type is exactly this, without a charset."""
    if status == 204:
        return web.Response(status=204, headers=headers)
    content = {"Content-Type": "application/json"} | dict(headers)
    return web.Response(status=status, body=json.dumps(answer).encode(), headers=content)
