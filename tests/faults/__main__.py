"""The long form: `python -m tests.faults [KILLS] [SEED]`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.faults.driver import drive
from tests.faults.test_kills import free_port


def main() -> int:
    kills, seed = (int(word) for word in (*sys.argv[1:3], "200", "1")[:2])
    with tempfile.TemporaryDirectory() as folder:
        done = asyncio.run(drive(Path(folder), free_port(), kills, seed))
    for problem in done.ledger.problems:
        sys.stdout.write(f"# {problem}\n")
    sys.stdout.write(
        f"faults.kills: {done.deaths} n\nfaults.matches: {done.matches} n\n"
        f"faults.moves: {done.moves} n\nfaults.problems: {len(done.ledger.problems)} n\n"
    )
    return 1 if done.ledger.problems else 0


if __name__ == "__main__":
    sys.exit(main())
