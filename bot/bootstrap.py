"""Compose and run the bot.

The only module that knows everything: store, engines, service, background tasks and front ends.
They are opened in order of dependency and closed in reverse: first no further requests are
accepted, then pending ones complete, then the store closes. There is no state to flush.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot import control_socket
from bot.app.analysis.review_cards import ReviewPlots
from bot.app.background.engine_moves import EngineMoves
from bot.app.background.publisher import Publisher
from bot.app.background.recovery import Recovery
from bot.app.background.scheduler import DeadlineScheduler
from bot.app.daily.handlers import REMINDER
from bot.app.notifications.offer_subscriptions import OFFER, OfferSubscriptions
from bot.app.notifications.scheduler import NotificationScheduler
from bot.app.ports.frontend import FrontEnd
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.presentation.board_images import BoardImages
from bot.app.presentation.presenter import Presenter
from bot.app.rooms.access import OperatorLimits
from bot.app.rooms.operator_commands import OperatorCommands
from bot.app.session_cache import SessionCache
from bot.app.wiring import Advisers, Application, build_application, build_presenter
from bot.config import Config, MetricsConfig, RoomsConfig, WebConfig
from bot.config.listening import cannot_listen
from bot.engines.pool import Pool
from bot.environment import clock, entropy_source, steps
from bot.frontends.web import WebFrontEnd
from bot.frontends.web.server import must_be_complete
from bot.metrics import Metrics, offered
from bot.storage.ops.scheduled_backups import ScheduledBackups
from bot.storage.ops.stats import figures
from bot.storage.store import open_sqlite
from bot.text import catalog
from core.match.clock import HOUR
from core.types import Millis
from renderers import fonts


class CannotStart(Exception):
    """The bot cannot start. The message is one line for the operator."""


async def serve(config: Config, stop: asyncio.Event, ready: Callable[[str], None]) -> None:
    """Run until `stop` is set.

    Args:
        config: the configuration.
        stop: set to shut down.
        ready: called once with a link to the page, when everything serves.

    Raises:
        CannotOpen: the database cannot be opened.
        CannotStart: a file of the program is missing, or a listening address is unavailable.
    """
    _must_be_complete()
    now, fresh, step = clock(config.testing), entropy_source(config.testing), steps(config.testing)
    async with AsyncExitStack() as opened:
        opened.push_async_callback(now.close)
        store = await open_sqlite(config.storage.path, now)
        opened.push_async_callback(store.close)
        engines = Pool(config.engines.workers)
        opened.push_async_callback(engines.close)
        plots = ReviewPlots()
        sessions, presenter = SessionCache(store), build_presenter(store, now, plots)
        advisers = Advisers(engines, plots)
        limits = bounds(config.rooms)
        app = build_application(store, sessions, presenter, now, fresh, step, limits, advisers)
        front_ends: dict[str, FrontEnd] = {}
        publisher = Publisher(sessions, front_ends, step)
        opened.push_async_callback(publisher.close)
        now.on_outage = app.service.presence.did_not_serve
        now.start()
        publisher.use_presence(app.service.presence)
        app.events.on_saved(publisher.wake)
        parts = Parts(app, presenter, store, sessions, BoardImages(), publisher, front_ends, now)
        clocks = [_keep_time(parts, engines, opened), _remind(parts, opened)]
        clocks.append(await _watch(parts, opened))
        clocks.extend(_copy(config, now, opened))
        await _measure(config, parts, opened)
        page = await _open(config, parts, fresh, opened)
        if app.reviews is not None:  # front ends wait for replies that are still following
            opened.push_async_callback(app.reviews.close)
        engines.start()
        for each in clocks:
            each.start()
        operator = OperatorCommands(store, app.moderation, app.bans)
        await opened.enter_async_context(control_socket.taken(config.storage.path, operator.obey))
        ready(page.link(owner=True))
        await stop.wait()


def _must_be_complete() -> None:
    """Read what boards are shown with: the files of the page, the catalogues and the fonts.

    Without this a bot would say that it is ready and answer every request with a failure.
    """
    try:
        must_be_complete()
        for locale in catalog.LOCALES:
            catalog.source(locale).read_bytes()
        for name in (fonts.LATIN, fonts.SYMBOLS, fonts.EMOJI):
            fonts.font(name, 16, 400)
    except (OSError, ImportError) as fault:
        missing = getattr(fault, "filename", None) or fault
        raise CannotStart(
            f"a file of Tavola cannot be read, install it again: {missing}"
        ) from fault


@dataclass(frozen=True, slots=True)
class Parts:
    """The components that all others are built from."""

    app: Application
    presenter: Presenter
    store: Store
    sessions: SessionCache
    pictures: BoardImages
    publisher: Publisher
    front_ends: dict[str, FrontEnd]
    now: Now


def _keep_time(parts: Parts, engines: Pool, opened: AsyncExitStack) -> DeadlineScheduler:
    """Start deadlines and engine moves."""
    app, publisher = parts.app, parts.publisher
    thinking = EngineMoves(engines, app.dispatcher)
    opened.push_async_callback(thinking.close)
    app.events.on_saved(thinking.wake)
    sweep = Recovery(parts.store, parts.sessions, app.dispatcher, publisher, thinking, parts.now)
    sweep.add_periodic(app.days.tend)
    timekeeper = DeadlineScheduler(sweep.run, parts.now)
    opened.push_async_callback(timekeeper.close)
    app.events.on_saved(timekeeper.wake)
    return timekeeper


def _remind(parts: Parts, opened: AsyncExitStack) -> DeadlineScheduler:
    """Start notifications."""
    app, service = parts.app, parts.app.service
    shared = (parts.store, parts.sessions, parts.presenter)
    notices = NotificationScheduler(*shared, parts.front_ends, parts.now)
    opened.push_async_callback(notices.close)

    async def look() -> Millis | None:
        """Announce offers made right before a crash, then run a pass."""
        await crier.catch_up()
        return await notices.run()

    crier = OfferSubscriptions(*shared, notices.ask, notices.drop, parts.now)
    reminders = DeadlineScheduler(look, parts.now)
    opened.push_async_callback(reminders.close)
    notices.on_deadline(reminders.expect)
    notices.on_unreachable(service.presence.lost)
    app.events.on_player_changed(notices.moved)
    app.events.on_saved(notices.wake)
    notices.open(REMINDER, app.daily.reminder)
    app.daily.reminds_by(notices.ask)
    opened.push_async_callback(crier.close)
    notices.open(OFFER, crier.say)
    app.events.on_saved(crier.wake)
    return reminders


async def _watch(parts: Parts, opened: AsyncExitStack) -> DeadlineScheduler:
    """Start tracking presence and downtime, before any request is accepted."""
    presence = parts.app.service.presence
    parts.app.events.on_saved(presence.wake)
    await presence.start()
    heart = DeadlineScheduler(presence.beat, parts.now)
    opened.push_async_callback(presence.stop)
    opened.push_async_callback(heart.close)
    return heart


def _copy(config: Config, now: Now, opened: AsyncExitStack) -> Iterator[DeadlineScheduler]:
    """Start scheduled backups, if configured."""
    if config.backups.every:
        every = config.backups.every * HOUR
        of = (config.storage.path, config.backups.folder)
        copying = DeadlineScheduler(ScheduledBackups(*of, every, config.backups.keep, now).run, now)
        opened.push_async_callback(copying.close)
        yield copying


async def _measure(config: Config, parts: Parts, opened: AsyncExitStack) -> None:
    """Start Prometheus metrics, if configured."""
    if not config.metrics.port:
        return
    metrics = Metrics(lambda: figures(config.storage.path, parts.now()))
    parts.app.events.on_replied(metrics.replied)
    parts.app.events.on_saved(metrics.saved)
    host, port = config.metrics.host, config.metrics.port
    with _listening(config.metrics, config.source):
        await opened.enter_async_context(offered(metrics, host, port))


async def _open(
    config: Config, parts: Parts, fresh: RandomBytes, opened: AsyncExitStack
) -> WebFrontEnd:
    """Start the front ends: the web page at once, platforms in the background."""
    page = WebFrontEnd(
        config.web,
        parts.app.service,
        parts.presenter,
        parts.app.facade,
        parts.pictures,
        parts.now,
        fresh,
    )
    opened.push_async_callback(page.stop)
    with _listening(config.web, config.source):
        await page.start()
    parts.front_ends[page.platform] = page
    for front_end in platforms(config, parts):
        await front_end.start()
        opened.push_async_callback(front_end.stop)
        parts.front_ends[front_end.platform] = front_end
    return page


def bounds(rooms: RoomsConfig) -> OperatorLimits:
    """Return the operator's limits."""
    return OperatorLimits(
        allowed=_places(rooms.allowed),
        barred=_places(rooms.barred),
        each=rooms.matches_per_person or None,
        most=rooms.matches_per_room or None,
    )


def _places(text: str) -> frozenset[str]:
    return frozenset(text.replace(",", " ").split())


def platforms(config: Config, parts: Parts) -> Iterator[FrontEnd]:
    """Yield the platforms with a token. They connect in the background, however long that takes.

    Each library takes a third of a second to import, so those without a token are not imported.
    """
    shared = (parts.app.service, parts.presenter, parts.app.facade, parts.pictures)
    if config.discord.token:
        from bot.frontends.discord import DiscordFrontEnd

        yield DiscordFrontEnd(config.discord, *shared)
    if config.telegram.token:
        from bot.frontends.telegram.client import TelegramFrontEnd

        yield TelegramFrontEnd(config.telegram, *shared)


@contextmanager
def _listening(listener: WebConfig | MetricsConfig, source: Path | None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotStart(cannot_listen(listener, source, error)) from None
