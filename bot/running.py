"""Puts the application together and lets it run.

The only place that sees everything: store, engines, service, the derivations and the front ends.
They are opened in the order in which they need each other and closed in reverse: first nobody can
ask any more, then what was asked is finished, then the store closes. There is no state to flush.
"""

import asyncio
import hashlib
import logging
import os
import secrets
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from bot.app.pictures import Pictures
from bot.app.ports import Fresh, FrontEnd, Now
from bot.app.present import Presenter
from bot.app.publisher import Publisher
from bot.app.service import GameService, Step, no_step
from bot.app.sessions import Sessions
from bot.app.sweep import Sweep
from bot.app.thinking import Thinking
from bot.app.timekeeper import Timekeeper
from bot.config import Config, ForTesting
from bot.engines.pool import Pool
from bot.frontends.web import WebFrontEnd
from bot.storage.sqlite import open_sqlite
from core.types import Millis

log = logging.getLogger(__name__)


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
        sessions, presenter = Sessions(store), Presenter(store, now)
        service = GameService(store, sessions, presenter, now, fresh, step)
        web = WebFrontEnd(config.web, service, presenter, store, sessions, Pictures(), now, fresh)
        front_ends: dict[str, FrontEnd] = {web.platform: web}
        publisher = Publisher(store, sessions, front_ends, step)
        opened.push_async_callback(publisher.close)
        thinking = Thinking(engines, service.act)
        opened.push_async_callback(thinking.close)
        sweep = Sweep(store, sessions, service.act, publisher.wake, thinking.wake, now)
        timekeeper = Timekeeper(sweep.run, now)
        opened.push_async_callback(timekeeper.close)
        engines.start()
        for wake in (publisher.wake, thinking.wake, timekeeper.wake):
            service.listen(wake)
        await _start(web, config)
        opened.push_async_callback(web.stop)
        timekeeper.start()
        ready(web.link())
        await stop.wait()


async def _start(web: WebFrontEnd, config: Config) -> None:
    try:
        await web.start()
    except OSError as error:
        await web.stop()
        raise CannotStart(
            f"the page cannot listen on {config.web.host} port {config.web.port}:"
            f" {os.strerror(error.errno) if error.errno else error}"
        ) from None


def clock(testing: ForTesting) -> Now:
    """The time, or in tests another one."""

    def now() -> Millis:
        return Millis(time.time_ns() // 1_000_000 + testing.clock_offset)

    return now


def lots(testing: ForTesting) -> Fresh:
    """The system's random bytes, or in tests always the same sequence."""
    if not testing.seed:
        return secrets.token_bytes
    drawn = 0

    def fresh(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(f"{testing.seed}\n{drawn}".encode()).digest(size)

    return fresh


def steps(testing: ForTesting) -> Step:
    """Nothing, or in tests the end of the process at a step on the way of a request."""
    if not testing.kill_at:
        return no_step
    left = testing.kill_on

    def step(name: str) -> None:
        nonlocal left
        if name == testing.kill_at:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    return step
