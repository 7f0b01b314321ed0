"""A bot reduced to its engine pool, to be killed: `python -m tests.fakes.doomed_bot WORKERS BELL`.

Each worker rings the bell and computes for ever. The workers share its standard error, so a reader
sees end of file only when the last of them has exited.
"""

import asyncio
import sys
from pathlib import Path

from bot.engines.pool import Pool
from tests.core.match.matches import against_computer
from tests.fakes.engines import Fault, command


async def main(workers: int, bell: Path) -> None:
    pool = Pool(workers, command(Fault.OVERRUN, bell=bell))
    pool.start()
    await asyncio.gather(*(pool.choose(against_computer("d3")) for _ in range(workers)))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
