"""What the kernels of all games rely on."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels import kernel, leading, lowest, part, popcount

BOARDS = st.integers(0, 2**64 - 1)


@kernel("int64(uint64)")
def counted(board: int) -> int:
    return int(popcount(board) + 100 * lowest(board) + 10_000 * leading(board))


@part
def doubled(number: int) -> int:
    return 2 * number


@kernel("int64(int64)")
def doubled_twice(number: int) -> int:
    return doubled(doubled(number))


@given(BOARDS)
def test_bits_are_counted(board: int) -> None:
    expected = board.bit_count()
    expected += 100 * ((board & -board).bit_length() - 1 if board else 64)
    expected += 10_000 * (64 - board.bit_length())
    assert counted(board) == expected


def test_parts_are_part_of_kernels() -> None:
    assert doubled_twice(21) == 84


RECURSIVE = """
import sys

import numpy as np

from core.kernels import ONE, kernel

@kernel("int64(int64[::1], int64)")
def total(numbers, upto):
    return numbers[upto] + total(numbers, upto - ONE) if upto >= 0 else np.int64(0)

print(total(np.arange(10), 9))
print(sum(total.stats.cache_hits.values()))
"""


def test_a_kernel_that_calls_itself_can_be_loaded_by_a_second_process(tmp_path: Path) -> None:
    """Numba's issue 6061 ends the second one with a segmentation fault."""
    script = tmp_path / "recursive.py"
    script.write_text(RECURSIVE)
    said = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(script)],
            env={"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.split())
    assert said == [["45", "0"], ["45", "1"]]


def test_the_interpreter_is_free_while_a_kernel_runs() -> None:
    """So that the worker's other threads see the time, and the end of the bot."""
    assert getattr(counted, "targetoptions")["nogil"] is True  # noqa: B009


@pytest.mark.parametrize("board", [0, 1, 2**64 - 1, 1 << 63])
def test_edges(board: int) -> None:
    assert counted(board) % 100 == board.bit_count()
