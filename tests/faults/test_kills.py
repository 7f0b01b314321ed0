"""The short form of the fault driver; `python -m tests.faults 200` is the long one."""

import socket
from pathlib import Path

from tests.faults.driver import drive

KILLS = 8


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


async def test_nothing_is_lost_or_doubled_over_kills(tmp_path: Path) -> None:
    done = await drive(tmp_path, free_port(), KILLS, seed=7)
    assert done.ledger.problems == []
    assert done.deaths == KILLS
    assert done.moves > 0
