"""`tavola run`: start, print the link once ready, and stop cleanly.

SIGTERM and SIGINT stop it; what takes longer than `STOP_WITHIN` is cancelled, which loses nothing,
because everything acknowledged is durable.
"""

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress

from bot import bootstrap
from bot.app.ports.store import StoreUnavailable
from bot.cli import DONE, FAILED, complain, say
from bot.config import Config
from bot.storage.errors import CannotOpen

log = logging.getLogger(__name__)

STOP_WITHIN = 9.0
"""Seconds; supervisors usually allow ten."""


def announce(link: str) -> None:
    """Print the link to the page."""
    say(f"Tavola is ready: {link}")


def run(config: Config, ready: Callable[[str], None] = announce) -> int:
    """Serve until stopped; `ready` receives the link to the page."""
    try:
        return asyncio.run(_run(config, ready))
    except (CannotOpen, bootstrap.CannotStart) as fault:
        complain(str(fault))
        return FAILED
    except StoreUnavailable as fault:  # a full disk while starting; later on, requests are refused
        complain(f"{config.storage.path}: {fault}")
        return FAILED
    except KeyboardInterrupt:  # pressed again while stopping, or signals cannot be handled
        return DONE


async def _run(config: Config, ready: Callable[[str], None]) -> int:
    stop = asyncio.Event()
    _obey_signals(stop)
    serving = asyncio.create_task(bootstrap.serve(config, stop, ready), name="tavola")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        log.info("stopping")
        await asyncio.wait({serving}, timeout=STOP_WITHIN)
    stopping.cancel()
    if not serving.done():
        log.error("not stopped within %d s: cancelling", STOP_WITHIN)
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        return FAILED
    await serving
    return DONE


def _obey_signals(stop: asyncio.Event) -> None:
    """Stop on the first signal; the second one has its default effect."""
    loop = asyncio.get_running_loop()

    def asked(number: signal.Signals) -> None:
        stop.set()
        loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # on Windows Ctrl-C interrupts the loop instead
            loop.add_signal_handler(number, asked, number)
