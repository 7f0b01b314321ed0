"""The page over HTTP: who is let in, and which addresses there are.

    GET  /                          the page, or a friendly door for a browser without a cookie
    GET  /enter/{link}              a page that comes in by itself: previews and prefetches do not
    POST /enter/{link}              changes the link into the cookie
    GET  /here                      204 with a cookie, 403 without: the page asks after a cut
    GET  /texts.json                the page's own sentences in one language
    GET  /static/...                its files, the same for everybody
    GET  /boards/{id}/{version}.png a picture that never changes
    GET  /files/{key}               what an answer brought along
    GET  /stream                    the WebSocket (stream.py)
    GET  /healthz, /ready           for whoever watches the process

Coming in takes a POST from our own page because a SameSite=Strict cookie is not sent along when
another site leads here; the same is why the door tries once more by itself. Must not know matches.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template

import msgspec
from aiohttp import hdrs, web

from bot.app.model.card import Card
from bot.app.presentation.board_images import BoardImages
from bot.frontends.web import security, ui_strings
from bot.frontends.web.auth import COOKIE_FOR, Auth
from bot.frontends.web.connections import Connection
from bot.frontends.web.downloads import Downloads
from bot.frontends.web.rate_limit import Buckets
from bot.text import catalog
from core.errors import Refused
from core.types import MatchId
from renderers.theme import THEMES

STATIC = Path(__file__).parent / "static"
LARGEST_FRAME = 64 * 1024
"""Bytes; a longer WebSocket message closes the connection with code 1009."""

HEARTBEAT = 20.0
"""Seconds between pings; a client that does not answer within half of it is disconnected."""

GRACE = 2.0
"""Seconds that windows and open requests get when the page stops."""

PICTURE_SIZES = (320, 640, 1280)
"""Pixels."""

KINDS = {".gif": "image/gif", ".png": "image/png", ".json": "application/json"}
"""What files are, by the ends of their names; all others are texts."""

_OF_PAGES = re.compile(r'(?:src|href)="(?:\$\{root\})?static/([^"]+)"')
_OF_SCRIPTS = re.compile(r'from "\./([^"]+)"')

FOR_EVER = "private, max-age=31536000, immutable"

_FORM = '<form method="post"><button class="button primary">{}</button></form>'

Board = Callable[[MatchId, int], Awaitable[Card | None]]
"""The card of a match if it is at that version now, else None. Refused(UNKNOWN_MATCH)."""


def must_be_complete(folder: Path = STATIC) -> None:
    """Read every file that the page and the door lead to.

    Raises:
        OSError: one of them cannot be read.
    """
    seen = {"index.html", "door.html"}
    rest = sorted(seen)
    while rest:
        text = (folder / rest.pop()).read_text(encoding="utf-8")
        found = {*_OF_PAGES.findall(text), *_OF_SCRIPTS.findall(text)} - seen
        seen |= found
        rest.extend(sorted(found))


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page listens, and how people reach it where that is something else."""

    host: str
    port: int
    public_url: str

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https:")

    @property
    def cookie(self) -> str:
        """Cookies do not know ports, and several pages may run on one machine."""
        return f"tavola-{self.port}"


class WebServer:
    """The addresses. `ready` is set while the whole bot serves."""

    def __init__(
        self,
        address: Address,
        keys: Auth,
        doors: Buckets,
        board: Board,
        pictures: BoardImages,
        files: Downloads,
        converse: Callable[[Connection], Awaitable[None]],
    ) -> None:
        self._address = address
        self._keys = keys
        self._doors = doors
        self._board = board
        self._pictures = pictures
        self._files = files
        self._converse = converse
        self._index = (STATIC / "index.html").read_text(encoding="utf-8")
        self._door = Template((STATIC / "door.html").read_text(encoding="utf-8"))
        self.ready = False

    def app(self) -> web.Application:
        """The aiohttp application."""
        names = security.hosts(self._address.host, self._address.public_url)
        app = web.Application(middlewares=[security.guard(names)], client_max_size=LARGEST_FRAME)
        app.on_response_prepare.append(security.dress)
        app.add_routes(
            [
                web.get("/", self.index),
                web.get("/enter/{link}", self.enter),
                web.post("/enter/{link}", self.redeem),
                web.get("/here", self.here),
                web.get("/texts.json", self.texts),
                web.get("/boards/{id}/{version:[0-9]{1,9}}.png", self.picture),
                web.get("/files/{key:[0-9a-f]{32}}", self.file),
                web.get("/stream", self.stream),
                web.get("/healthz", self.healthz),
                web.get("/ready", self.is_ready),
                web.static("/static", STATIC),
            ]
        )
        return app

    # --- coming in --------------------------------------------------------------------------------

    async def index(self, request: web.Request) -> web.Response:
        if not self._knows(request):
            return self._show_door(request, ui_strings.CLOSED, status=403)
        return web.Response(text=self._index, content_type="text/html")

    async def enter(self, request: web.Request) -> web.Response:
        if self._knows(request):
            raise web.HTTPSeeOther("/")
        return self._show_door(request, ui_strings.OPEN)

    async def redeem(self, request: web.Request) -> web.Response:
        if self._knows(request):
            raise web.HTTPSeeOther("/")
        if not self._doors.take(address_of(request, self._address)):
            return self._show_door(request, ui_strings.HASTY, status=429)
        cookie = self._keys.redeem(request.match_info["link"])
        if cookie is None:
            return self._show_door(request, ui_strings.USED, status=403)
        answer = web.HTTPSeeOther("/")
        answer.set_cookie(
            self._address.cookie,
            cookie,
            max_age=COOKIE_FOR // 1_000,
            httponly=True,
            samesite="Strict",
            secure=self._address.secure,
        )
        raise answer

    async def here(self, request: web.Request) -> web.Response:
        return web.Response(status=204 if self._knows(request) else 403)

    def _knows(self, request: web.Request) -> bool:
        return self._keys.admits(request.cookies.get(self._address.cookie, ""))

    def _must_know(self, request: web.Request) -> None:
        if not self._knows(request):
            raise web.HTTPForbidden(text="Come in by a link first.\n")

    def _show_door(
        self, request: web.Request, door: ui_strings.Door, status: int = 200
    ) -> web.Response:
        language = catalog.texts(wished_locale(request))
        page = self._door.substitute(
            lang=language.locale,
            kind=door.kind,
            title=escape(language.t(door.title)),
            text=escape(language.t(door.text)),
            form="" if door.button is None else _FORM.format(escape(language.t(door.button))),
            root="../" if request.path.startswith("/enter/") else "",
        )
        return web.Response(text=page, content_type="text/html", status=status)

    # --- the page ---------------------------------------------------------------------------------

    async def texts(self, request: web.Request) -> web.Response:
        body = msgspec.json.encode(ui_strings.for_page(wished_locale(request)))
        return web.Response(body=body, content_type="application/json")

    async def picture(self, request: web.Request) -> web.Response:
        self._must_know(request)
        theme = request.query.get("theme", THEMES[0])
        size = request.query.get("size", "640")
        if theme not in THEMES or size not in map(str, PICTURE_SIZES):
            raise web.HTTPNotFound(text="There is no such theme or size.\n")
        try:
            version = int(request.match_info["version"])
            card = await self._board(MatchId(request.match_info["id"]), version)
        except Refused:
            card = None
        if card is None or card.board is None:
            raise web.HTTPNotFound(text="There is no such board.\n")
        png = self._pictures.board(card, theme, int(size))
        headers = {hdrs.CACHE_CONTROL: FOR_EVER}
        return web.Response(body=png, content_type="image/png", headers=headers)

    async def file(self, request: web.Request) -> web.Response:
        self._must_know(request)
        file = self._files.get(request.match_info["key"])
        if file is None:
            raise web.HTTPNotFound(text="This is no longer kept; ask for it once more.\n")
        kind = KINDS.get(Path(file.name).suffix, "text/plain")
        headers = {hdrs.CACHE_CONTROL: FOR_EVER}
        charset = "utf-8" if kind == "text/plain" else None
        return web.Response(body=file.data, content_type=kind, charset=charset, headers=headers)

    async def stream(self, request: web.Request) -> web.WebSocketResponse:
        self._must_know(request)
        socket = web.WebSocketResponse(
            timeout=GRACE, heartbeat=HEARTBEAT, max_msg_size=LARGEST_FRAME, compress=False
        )
        await socket.prepare(request)
        cookie = request.cookies.get(self._address.cookie, "")
        owns = self._keys.is_owners(cookie)
        browser = "" if owns else self._keys.browser_of(cookie)
        await self._converse(Connection(socket, address_of(request, self._address), owns, browser))
        return socket

    async def healthz(self, request: web.Request) -> web.Response:
        del request
        return web.Response(text="ok\n")

    async def is_ready(self, request: web.Request) -> web.Response:
        del request
        if self.ready:
            return web.Response(text="ready\n")
        return web.Response(text="not ready\n", status=503)


def wished_locale(request: web.Request) -> str:
    """The locale asked for in the address, else the first of the browser's that we have."""
    accepted = request.headers.get(hdrs.ACCEPT_LANGUAGE, "").split(",")
    wishes = [wish.partition(";")[0].strip() for wish in accepted]
    return catalog.nearest(request.query.get("locale"), *wishes)


def address_of(request: web.Request, address: Address) -> str:
    """Who asks. Behind the proxy it is the last address that the proxy wrote down."""
    seen = request.headers.getall("X-Forwarded-For", [])
    if address.public_url and seen:
        return seen[-1].rpartition(",")[2].strip()
    return request.remote or ""
