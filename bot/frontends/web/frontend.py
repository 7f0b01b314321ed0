"""The page as a front end: listens, shows screens, issues links.

Owns the server's life and what is pushed to connections when a session was saved. A screen's
message is its entry in the room's log; the entry is written before it is pushed, and writing it
again only moves it, so showing twice is harmless.
"""

import asyncio
from collections.abc import Sequence

from aiohttp import WSCloseCode, web

from bot.app.facade import Facade
from bot.app.model.card import Card, Limits
from bot.app.model.request import Request, ResponseHandle
from bot.app.model.room import Room
from bot.app.model.session import Screen, Session
from bot.app.ports.frontend import Notification
from bot.app.ports.system import Now, RandomBytes
from bot.app.presentation.board_images import BoardImages
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.config import WebConfig
from bot.frontends.web import protocol
from bot.frontends.web.auth import SECRET_BYTES, Auth
from bot.frontends.web.connections import Connection, Connections
from bot.frontends.web.downloads import Downloads
from bot.frontends.web.handlers import RequestHandlers
from bot.frontends.web.listener import IDLE_FOR, Listener
from bot.frontends.web.rate_limit import ADDRESS, DOOR, WINDOW, Buckets, RateLimit
from bot.frontends.web.room_log import LIMITS, RoomLog, Viewer, concerned, index_of, is_board
from bot.frontends.web.serialize import PLATFORM, card_shown
from bot.frontends.web.server import GRACE, Address, WebServer
from bot.frontends.web.websocket import WebSocketRoute
from core.types import MatchId, Millis


class WebFrontEnd:
    """Implements `ports.FrontEnd` for the page."""

    platform = PLATFORM
    remembers = False

    def __init__(
        self,
        config: WebConfig,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        pictures: BoardImages,
        now: Now,
        fresh: RandomBytes,
        *,
        per_window: RateLimit = WINDOW,
        per_address: RateLimit = ADDRESS,
    ) -> None:
        self._config = config
        self._service = service
        self._presenter = presenter
        self._facade = facade
        self._pictures = pictures
        self._now = now
        self._fresh = fresh
        self._per_window = per_window
        self._per_address = per_address
        self._files = Downloads(fresh)
        self._book = RoomLog(facade, presenter, self._files, now)
        self._windows = Connections()
        self._keys: Auth | None = None
        self._site: WebServer | None = None
        self._wishes: RequestHandlers | None = None
        self._runner: web.AppRunner | None = None
        self._listening: asyncio.Server | None = None
        self._port = config.port
        self._pushing: set[asyncio.Task[None]] = set()

    # --- its life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listens. OSError where the address is taken."""
        secret = await self._facade.secret("web", lambda: self._fresh(SECRET_BYTES))
        self._keys = Auth(secret, self._now, self._fresh)
        address = Address(self._config.host, self._config.port, self._config.public_url)
        wishes = self._wishes = RequestHandlers(
            self._service,
            self._presenter,
            self._facade,
            self._windows,
            self._files,
            lambda browser: self.link(by=browser),
            self._now,
        )
        stream = WebSocketRoute(
            wishes,
            self._presenter,
            self._facade,
            self._book,
            self._windows,
            self._keys,
            self._per_window,
            Buckets(self._per_address, self._now),
            self._now,
        )
        self._facade.events.on_player_changed(stream.moved)
        self._facade.events.on_saved(self._saved)
        doors = Buckets(DOOR, self._now)
        self._site = WebServer(
            address, self._keys, doors, self._board, self._pictures, self._files, stream.converse
        )
        self._runner = web.AppRunner(
            self._site.app(),
            access_log=None,
            shutdown_timeout=GRACE,
            handle_signals=False,
            keepalive_timeout=IDLE_FOR,
        )
        await self._runner.setup()
        assert self._runner.server is not None
        listener = Listener(
            self._runner.server, self._now, behind_proxy=bool(self._config.public_url)
        )
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(listener, self._config.host, self._config.port)
        loop.set_exception_handler(listener.loop_failed)
        self._port = int(self._listening.sockets[0].getsockname()[1])
        self._site.ready = True

    async def stop(self) -> None:
        """Closes every window and stops listening; the windows come back by themselves."""
        if self._site is not None:
            self._site.ready = False
        if self._wishes is not None:
            await self._wishes.close()
        for task in self._pushing:
            task.cancel()
        await asyncio.gather(*self._pushing, return_exceptions=True)
        farewells = (
            window.socket.close(code=WSCloseCode.GOING_AWAY, message=b"restarting")
            for window in self._windows
        )
        await asyncio.gather(*farewells)
        if self._listening is not None:
            self._listening.close()
            asyncio.get_running_loop().set_exception_handler(None)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def port(self) -> int:
        """Where it listens; known after `start`."""
        return self._port

    @property
    def url(self) -> str:
        """How people reach the page, without a slash at the end."""
        if self._config.public_url:
            return self._config.public_url.rstrip("/")
        host = f"[{self._config.host}]" if ":" in self._config.host else self._config.host
        return f"http://{host}:{self._port}"

    def link(self, *, owner: bool = False, by: str = "") -> str:
        """Return a fresh address that lets one browser in; see `Auth.link`. Only after `start`."""
        assert self._keys is not None
        return f"{self.url}/enter/{self._keys.link(owner=owner, by=by)}"

    # --- showing ----------------------------------------------------------------------------------

    def limits(self, screen: Screen) -> Limits:
        del screen
        return LIMITS

    async def wait_for_slot(self, screen: Screen) -> None:
        """The page takes everything at once."""

    async def show(
        self, session: Session, screen: Screen, via: ResponseHandle | None = None
    ) -> str:
        """Write the log entry if there is none yet, and push it to every connection of the room."""
        del via
        index = index_of(session, screen)
        if screen.message is None:
            entry = await self._facade.post(screen, session.match.id, index, self._now())
            id, at = entry.id, entry.at
        else:
            id, at = int(screen.message), Millis(0)
        await self._push_entry(session, index, id, at)
        if is_board(screen):
            await self._push_match(session)
        return str(id)

    def _saved(self, session: Session, request: Request | None) -> None:
        """A board that no room of the page shows, as one's own in a contest, is in lists all the
        same."""
        del request
        if any(screen.room.platform == PLATFORM for screen in session.screens):
            return
        if self._windows.listing(session.match.id, concerned(session)):
            task = asyncio.create_task(self._push_match(session))
            self._pushing.add(task)
            task.add_done_callback(self._pushing.discard)

    async def private(self, user: str) -> Room:
        """A window shows what is for its person wherever they look."""
        return Room(PLATFORM, None, user)

    async def notify(self, notice: Notification) -> str:
        """Shows it in every window of that person, and in those they open later."""
        key = notice.message or notice.nonce
        shown = card_shown(notice.card, notice.player, self._now())
        self._windows.notice(notice.player, key, shown)
        return key

    async def withdraw(self, notice: Notification) -> None:
        self._windows.notice(notice.player, notice.message or notice.nonce, None)

    async def _push_entry(self, session: Session, index: int, id: int, at: Millis) -> None:
        viewers = _viewers(self._windows.in_room(session.screens[index].room))
        distinct = list(dict.fromkeys(viewers.values()))
        drawn = await self._book.draw(session, index, distinct, id, at)
        written = {
            viewer: protocol.write(protocol.Logged(entry=entry)) for viewer, entry in drawn.items()
        }
        for window, viewer in viewers.items():
            window.push_text(written[viewer], key=(session.match.id, index))

    async def _push_match(self, session: Session) -> None:
        id = session.match.id
        viewers = _viewers(self._windows.listing(id, concerned(session)))
        listed = await self._book.listed(session, list(dict.fromkeys(viewers.values())))
        for window, viewer in viewers.items():
            changed = protocol.MatchChanged(match=listed[viewer])
            window.listed.add(id)
            window.push(changed, key=("match", id))

    async def _board(self, id: MatchId, version: int) -> Card | None:
        session = await self._facade.session(id)
        if session.version != version or not session.screens:
            return None  # a sheet that no room shows is for its player alone
        return await self._presenter.card(session, session.screens[0], LIMITS)


def _viewers(windows: Sequence[Connection]) -> dict[Connection, Viewer]:
    return {
        window: Viewer(seated.player.id, seated.locale)
        for window in windows
        if (seated := window.seated) is not None
    }
