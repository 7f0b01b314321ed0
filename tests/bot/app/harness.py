"""The application wired as in production, on a real SQLite file, with a fake platform."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from bot.app.background.publisher import Publisher
from bot.app.background.recovery import Recovery
from bot.app.command_parser import read
from bot.app.commit import Step, no_step
from bot.app.model.button_token import decode
from bot.app.model.card import Limits
from bot.app.model.request import Actor, Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.notifications.offer_subscriptions import OFFER, OfferSubscriptions
from bot.app.notifications.scheduler import NotificationScheduler
from bot.app.ports.store import Store
from bot.app.rooms.access import OperatorLimits
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.wiring import Application, build_application, build_presenter
from bot.storage.store import open_sqlite
from core.types import MatchId
from tests.fakes.clock import FixedNow, Seeded
from tests.fakes.engine_moves import NoEngineMoves
from tests.fakes.front_end import LIMITS, FakeFrontEnd, Sheet

ROOM = Room("paper", "server", "parlour")
ELSEWHERE = Room("paper", "server", "kitchen")


def actor(name: str, locale: str = "en") -> Actor:
    return Actor("paper", name.lower(), name, locale)


ANN, BO, EVE = actor("Ann"), actor("Bo"), actor("Eve")


@dataclass
class Harness:
    """The whole application, and a player's ways to use it."""

    store: Store
    sessions: SessionCache
    app: Application
    publisher: Publisher
    paper: FakeFrontEnd
    sweep: Recovery
    now: FixedNow
    notices: NotificationScheduler
    crier: OfferSubscriptions
    slept: list[float] = field(default_factory=list)
    _ids: "count[int]" = field(default_factory=count)

    @property
    def service(self) -> GameService:
        return self.app.service

    async def ask(self, who: Actor, verb: Verb, arg: str = "", **more: object) -> Reply:
        """Send a request without a button."""
        settings: dict[str, object] = {"room": ROOM, "id": f"r{next(self._ids)}", **more}
        reply = await self.service.handle(Request(actor=who, verb=verb, arg=arg, **settings))  # type: ignore[arg-type]
        await self.publisher.idle()
        await self.crier.idle()
        await self.notices.idle()
        return reply

    async def say(self, who: Actor, text: str, room: Room = ROOM) -> Reply:
        """Send a typed command."""
        typed = read(text)
        opponent = actor(typed.opponent) if typed.opponent else None
        more = {"options": typed.options, "session": typed.session}
        return await self.ask(who, typed.verb, typed.arg, opponent=opponent, room=room, **more)

    async def press(self, who: Actor, token: str, room: Room = ROOM, **more: object) -> Reply:
        """Press a button by its token."""
        press = decode(token)
        return await self.ask(
            who, press.verb, press.arg, session=press.session, turn=press.turn, room=room, **more
        )

    async def click(self, who: Actor, sheet: Sheet, label: str) -> Reply:
        """Press the button with this label on this message."""
        return await self.press(who, sheet.token(label), sheet.room)

    async def match(self, reply: Reply) -> Session:
        assert reply.session is not None, reply
        return await self.sessions.load(reply.session.match.id)

    async def session(self, id: MatchId) -> Session:
        return await self.sessions.load(id)

    async def started(self, first: Actor = ANN, second: Actor = BO) -> MatchId:
        """Start a match in which `first` is black and moves first."""
        await self.say(first, f"challenge @{second.name} first=challenger")
        reply = await self.click(second, self.paper.last(ROOM), "Accept")
        return (await self.match(reply)).match.id


@asynccontextmanager
async def harness(
    path: Path,
    limits: Limits = LIMITS,
    options: Mapping[str, FixedNow] | None = None,
    step: Step = no_step,
    bounds: OperatorLimits | None = None,
    cries: bool = True,
) -> AsyncIterator[Harness]:
    """Open the application on this file; closing it keeps the file.

    Without `cries` offers are not announced, as if the bot always died before.
    """
    now = (options or {}).get("now") or FixedNow()
    store = await open_sqlite(path, now)
    try:
        sessions = SessionCache(store)
        presenter = build_presenter(store, now)
        app = build_application(store, sessions, presenter, now, Seeded(), step, bounds)
        paper = FakeFrontEnd(presenter, limits)
        slept: list[float] = []

        async def sleep(seconds: float) -> None:
            slept.append(seconds)

        publisher = Publisher(sessions, {"paper": paper}, sleep=sleep)
        app.events.on_saved(publisher.wake)
        sweep = Recovery(
            store, sessions, app.dispatcher, publisher, NoEngineMoves(app.dispatcher), now
        )
        notices = NotificationScheduler(store, sessions, presenter, {"paper": paper}, now)
        app.events.on_saved(notices.wake)
        crier = OfferSubscriptions(store, sessions, presenter, notices.ask, notices.drop, now)
        notices.open(OFFER, crier.say)
        if cries:
            app.events.on_saved(crier.wake)
        yield Harness(store, sessions, app, publisher, paper, sweep, now, notices, crier, slept)
        await crier.close()
        await notices.idle()
        await notices.close()
        await publisher.close()
    finally:
        await store.close()
