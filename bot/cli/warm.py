"""`tavola warm`: compiles what the computer players need, so that their first answer is quick.

A worker does so by itself when it starts, which takes seconds once; this is for those who want it
done before, as an image does when it is built. Where it is kept: `bot/engines/kernel_cache.py`.
"""

import asyncio
import os

from bot.app.ports.engines import EngineFailed
from bot.cli import DONE, FAILED, complain, say
from bot.engines import kernel_cache
from bot.engines.pool import WORKER
from bot.engines.process import WorkerProcess


def warm() -> int:
    """Starts a worker, which compiles what is missing, and ends it. Where nothing could be kept
    there is no use in it."""
    folder = kernel_cache.settings(os.environ)[kernel_cache.FOLDER]
    wanted = str(kernel_cache.wanted(os.environ))
    if folder != wanted:
        complain(f"{wanted} cannot be written to: nothing that was compiled would be kept")
        return FAILED
    try:
        asyncio.run(_warm())
    except EngineFailed as fault:
        complain(str(fault))
        return FAILED
    say(f"the computer players are ready; compiled in {folder}")
    return DONE


async def _warm() -> None:
    worker = await WorkerProcess.spawn(WORKER)
    try:
        await worker.warm()
    finally:
        await worker.end()
