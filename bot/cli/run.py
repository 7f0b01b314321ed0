"""`tavola run`: starts, says when it is ready, and stops cleanly when told to.

SIGTERM and SIGINT ask it to stop; what takes longer than `STOP_WITHIN` is cut off, which loses
nothing, because everything that was acknowledged is on the disk.
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
"""Seconds; what supervisors usually grant is ten."""


def announce(link: str) -> None:
    """Says where the page is."""
    say(f"Tavola is ready: {link}")


def run(config: Config, ready: Callable[[str], None] = announce) -> int:
    """Serves until it is told to stop; `ready` is told the link to the page."""
    try:
        return asyncio.run(_run(config, ready))
    except (CannotOpen, bootstrap.CannotStart) as fault:
        complain(str(fault))
        return FAILED
    except StoreUnavailable as fault:  # a full disk while starting; later on, requests are refused
        complain(f"{config.storage.path}: {fault}")
        return FAILED
    except KeyboardInterrupt:  # pressed again while it was stopping, or where signals are not ours
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
        log.error("not stopped within %d s: cutting it off", STOP_WITHIN)
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        return FAILED
    await serving
    return DONE


def _obey_signals(stop: asyncio.Event) -> None:
    """The first signal asks to stop; the second one has its usual effect."""
    loop = asyncio.get_running_loop()

    def asked(number: signal.Signals) -> None:
        stop.set()
        loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows: Ctrl-C interrupts the loop instead
            loop.add_signal_handler(number, asked, number)
