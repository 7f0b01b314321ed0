"""The long forms: `python -m tests.faults page|chats [KILLS] [SEED]`.

Says how far it is on stderr; the ledger comes at the end, also where the run is interrupted or
something that had to come has not come.
"""

import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.chats import Chats, drive_chats
from tests.faults.driver import Driver, drive
from tests.faults.process import free_port

EVERY = 10
"""Deaths between two lines of progress."""

Run = Chats | Driver


class Book:
    """What has happened so far."""

    def __init__(self, kills: int) -> None:
        self._kills = kills
        self._began = time.monotonic()
        self._run: Run | None = None

    def tell(self, run: Run) -> None:
        """Notes it; a line of progress now and then, and for each new problem."""
        self._run = run
        if run.deaths % EVERY == 0 or run.problems:
            took = time.monotonic() - self._began
            struck = f", {run.weather.struck} faults" if isinstance(run, Chats) else ""
            sys.stderr.write(
                f"{run.deaths} of {self._kills} kills{struck}, {run.moves} moves,"
                f" {len(run.problems)} problems, {took:.0f} s\n"
            )
            sys.stderr.flush()

    def ledger(self) -> bool:
        """Print the results and return whether all was well."""
        run = self._run
        if run is None:
            return False
        for problem in run.problems:
            sys.stdout.write(f"# {problem}\n")
        counts = {"kills": run.deaths, "matches": run.matches, "moves": run.moves}
        if isinstance(run, Chats):
            counts |= {f"telegram.{kind}": n for kind, n in sorted(run.weather.telegram.items())}
            counts |= {"discord.any": run.weather.discord, "network": run.weather.struck}
        for name, count in (*counts.items(), ("problems", len(run.problems))):
            sys.stdout.write(f"faults.{name}: {count} n\n")
        sys.stdout.write(f"faults.time: {time.monotonic() - self._began:.0f} s\n")
        return not run.problems


def main() -> int:
    where, kills, seed = (*sys.argv[1:4], *("page", "200", "1")[len(sys.argv) - 1 :])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    book = Book(int(kills))
    with tempfile.TemporaryDirectory() as name:
        folder, port, wanted = Path(name), free_port(), int(kills)
        try:
            if where == "chats":
                asyncio.run(drive_chats(folder, port, wanted, wanted, int(seed), book.tell))
            else:
                asyncio.run(drive(folder, port, wanted, int(seed), book.tell))
        finally:
            is_well = book.ledger()
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
