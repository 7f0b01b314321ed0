"""What processes take that this one starts: CPU seconds, told once they have ended."""

import os
import subprocess
import sys
from pathlib import Path


def spent() -> float:
    """Of all that were started and have ended so far."""
    times = os.times()
    return times.children_user + times.children_system


def first_move(program: str, folder: str) -> float:
    """Measure a fresh interpreter that runs this program, with compiled kernels in that folder."""
    before = spent()
    subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": folder, "PYTHONPATH": str(Path.cwd())},
        check=True,
    )
    return spent() - before
