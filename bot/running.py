"""Puts the application together and lets it run.

The only place that sees everything: store, engines, service, the derivations and the front ends.
They are opened in the order in which they need each other and closed in reverse: first nobody can
ask any more, then what was asked is finished, then the store closes. There is no state to flush.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

from bot import errands
from bot.app.admission import Bounds
from bot.app.assembly import assemble
from bot.app.crier import OFFER, Crier
from bot.app.daily import REMINDER
from bot.app.hints import Hints
from bot.app.meant import Meant
from bot.app.notices import Notices
from bot.app.operator import Operator
from bot.app.pictures import Pictures
from bot.app.ports import FrontEnd, Store
from bot.app.present import Presenter
from bot.app.publisher import Publisher
from bot.app.requests import Verb
from bot.app.reviews import Reviews
from bot.app.service import GameService
from bot.app.sessions import Sessions
from bot.app.sweep import Sweep
from bot.app.thinking import Thinking
from bot.app.timekeeper import Timekeeper
from bot.config import Config, RoomsConfig, WebConfig
from bot.engines.pool import Pool
from bot.frontends.web import WebFrontEnd
from bot.instruments import clock, lots, steps
from bot.storage.sqlite import open_sqlite


class CannotStart(Exception):
    """It does not start. The message is one line for the operator."""


async def serve(config: Config, stop: asyncio.Event, ready: Callable[[str], None]) -> None:
    """Runs until `stop` is set.

    Args:
        config: what to run.
        stop: set when it shall end.
        ready: told once, with a link to the page, when everything serves.

    Raises:
        CannotOpen: the database.
        CannotStart: the page's address is taken.
    """
    now, fresh, step = clock(config.testing), lots(config.testing), steps(config.testing)
    async with AsyncExitStack() as opened:
        store = await open_sqlite(config.storage.path, now)
        opened.push_async_callback(store.close)
        engines = Pool(config.engines.workers)
        opened.push_async_callback(engines.close)
        sessions, presenter, pictures = Sessions(store), Presenter(store, now), Pictures()
        app = assemble(store, sessions, presenter, now, fresh, step, bounds(config.rooms))
        service, act = app.service, app.act
        front_ends: dict[str, FrontEnd] = {}
        publisher = Publisher(sessions, front_ends, step)
        publisher.heed(service.presence)
        opened.push_async_callback(publisher.close)
        meant = Meant(store, sessions)
        service.open(Verb.HINT, Hints(store, sessions, meant, engines).serve)
        reviews = Reviews(store, sessions, presenter, meant, engines)
        opened.push_async_callback(reviews.close)
        service.open(Verb.REVIEW, reviews.serve)
        thinking = Thinking(engines, act)
        opened.push_async_callback(thinking.close)
        sweep = Sweep(store, sessions, act, publisher.wake, thinking.wake, now)
        sweep.also(app.days.tend)
        timekeeper = Timekeeper(sweep.run, now)
        opened.push_async_callback(timekeeper.close)
        notices = Notices(store, sessions, presenter, front_ends, now)
        opened.push_async_callback(notices.close)
        reminders = Timekeeper(notices.run, now)
        opened.push_async_callback(reminders.close)
        notices.alarm(reminders.expect)
        notices.lost(service.presence.lost)
        service.follow(notices.moved)
        notices.open(REMINDER, app.daily.reminder)
        crier = Crier(store, sessions, presenter, notices.ask, notices.drop, now)
        opened.push_async_callback(crier.close)
        notices.open(OFFER, crier.say)
        service.listen(crier.wake)
        app.daily.reminds_by(notices.ask)
        listeners = (publisher.wake, thinking.wake, timekeeper.wake, notices.wake)
        for wake in (*listeners, service.presence.wake):
            service.listen(wake)
        await service.presence.start()
        heart = Timekeeper(service.presence.beat, now)
        opened.push_async_callback(service.presence.stop)
        opened.push_async_callback(heart.close)
        parts = Parts(service, presenter, store, sessions, pictures, publisher)
        page = WebFrontEnd(config.web, service, presenter, store, sessions, pictures, now, fresh)
        await _listen(page, config.web)
        opened.push_async_callback(page.stop)
        front_ends[page.platform] = page
        for front_end in platforms(config, parts):
            await front_end.start()
            opened.push_async_callback(front_end.stop)
            front_ends[front_end.platform] = front_end
        engines.start()
        timekeeper.start()
        heart.start()
        reminders.start()
        operator = Operator(store, app.order)
        await opened.enter_async_context(errands.taken(config.storage.path, operator.obey))
        ready(page.link(owner=True))
        await stop.wait()


def bounds(rooms: RoomsConfig) -> Bounds:
    """What the operator says about places and numbers."""
    return Bounds(
        allowed=_places(rooms.allowed),
        barred=_places(rooms.barred),
        each=rooms.matches_per_person or None,
        most=rooms.matches_per_room or None,
    )


def _places(text: str) -> frozenset[str]:
    return frozenset(text.replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class Parts:
    """What every front end is given."""

    service: GameService
    presenter: Presenter
    store: Store
    sessions: Sessions
    pictures: Pictures
    publisher: Publisher


def platforms(config: Config, parts: Parts) -> Iterator[FrontEnd]:
    """The platforms whose token is set. They connect in the background, however long that takes.

    Each library takes a third of a second to import, which those without a token need not wait for.
    """
    shared = (parts.service, parts.presenter, parts.store, parts.sessions, parts.pictures)
    if config.discord.token:
        from bot.frontends.discord import DiscordFrontEnd

        yield DiscordFrontEnd(config.discord, *shared)
    if config.telegram.token:
        from bot.frontends.telegram.client import TelegramFrontEnd

        yield TelegramFrontEnd(config.telegram, *shared, parts.publisher.wake)


async def _listen(page: WebFrontEnd, config: WebConfig) -> None:
    try:
        await page.start()
    except OSError as error:
        await page.stop()
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise CannotStart(
            f"the page cannot listen on {config.host} port {config.port}: {reason}"
        ) from None
