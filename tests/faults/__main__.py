"""The long forms: `python -m tests.faults page|chats [KILLS] [SEED]`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.faults.chats import drive_chats
from tests.faults.driver import drive
from tests.faults.process import free_port


def main() -> int:
    where, kills, seed = (*sys.argv[1:4], *("page", "200", "1")[len(sys.argv) - 1 :])
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        if where == "chats":
            chats = asyncio.run(drive_chats(folder, port, int(kills), int(kills), int(seed)))
            problems, weather = chats.ledger.problems, chats.weather.struck
            counts = (chats.deaths, chats.matches, chats.moves)
        else:
            page = asyncio.run(drive(folder, port, int(kills), int(seed)))
            problems, weather = page.ledger.problems, 0
            counts = (page.deaths, page.matches, page.moves)
    for problem in problems:
        sys.stdout.write(f"# {problem}\n")
    named = zip(("kills", "matches", "moves"), counts, strict=True)
    for name, count in (*named, ("network", weather), ("problems", len(problems))):
        sys.stdout.write(f"faults.{name}: {count} n\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
