"""`tavola warm`: compile the engines' kernels ahead of time.

A worker compiles them on its first start, which takes seconds; this does it beforehand, for example
while an image is built. `bot/engines/kernel_cache.py` decides where they are stored.
"""

import asyncio
import os

from bot.app.ports.engines import EngineFailed
from bot.cli import DONE, FAILED, complain, say
from bot.engines import kernel_cache
from bot.engines.pool import WORKER
from bot.engines.process import WorkerProcess


def warm() -> int:
    """Start a worker, which compiles missing kernels, and stop it. Fails if it cannot
    store them."""
    folder = kernel_cache.settings(os.environ)[kernel_cache.FOLDER]
    wanted = str(kernel_cache.wanted(os.environ))
    if folder != wanted:
        complain(f"{wanted} is not writable, so compiled kernels could not be stored")
        return FAILED
    try:
        asyncio.run(_warm())
    except EngineFailed as fault:
        complain(str(fault))
        return FAILED
    say(f"the engines are compiled in {folder}")
    return DONE


async def _warm() -> None:
    worker = await WorkerProcess.spawn(WORKER)
    try:
        await worker.warm()
    finally:
        await worker.end()
