"""Kernels on disk, which may have been damaged, or may be full."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import caching

from bot.engines.kernel_files import ChecksummedCacheFile

KERNEL = """
import os
import sys

from bot.engines import kernel_cache

kernel_cache.adopt()

from core.kernels import kernel

@kernel("int64(int64)")
def twice(number):
    return 2 * number

print(twice(21), sum(twice.stats.cache_hits.values()))
"""


def asked(script: Path, folder: Path) -> str:
    """What a fresh process says: the answer, and whether it was compiled before."""
    done = subprocess.run(
        [sys.executable, str(script)],
        env={"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_what_a_power_cut_left_is_compiled_anew(tmp_path: Path) -> None:
    script, folder = tmp_path / "twice.py", tmp_path / "cache"
    script.write_text(KERNEL)
    assert asked(script, folder) == "42 0"
    for file in files(folder):
        file.write_bytes(b"")
    assert asked(script, folder) == "42 0"
    assert all(file.stat().st_size for file in files(folder)), "it was mended"
    assert asked(script, folder) == "42 1"


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@given(st.data())
def test_nothing_damaged_is_believed(data: st.DataObject) -> None:
    """Either file, cut anywhere, or with zeros in the middle: where a block was never written."""
    with tempfile.TemporaryDirectory() as folder:
        kept = ChecksummedCacheFile(folder, "one", 1)
        kept.save("key", [b"compiled" * 100, ("a", 1)])
        file = data.draw(st.sampled_from(sorted(Path(folder).iterdir())))
        whole = file.read_bytes()
        at = data.draw(st.integers(0, len(whole) - 1))
        zeros = bytes(data.draw(st.integers(1, 100)))
        for damaged in (whole[:at], (whole[:at] + zeros + whole[at + len(zeros) :])[: len(whole)]):
            file.write_bytes(damaged)
            assert kept.load("key") is None or damaged == whole
        kept.save("key", "again")
        assert kept.load("key") == "again"


def test_what_is_kept_comes_back_for_the_same_key_and_source_alone(tmp_path: Path) -> None:
    kept = ChecksummedCacheFile(str(tmp_path), "one", 1)
    assert kept.load("key") is None
    kept.save("key", {"a": b"b"})
    assert kept.load("key") == {"a": b"b"}
    assert kept.load("another") is None
    assert ChecksummedCacheFile(str(tmp_path), "two", 1).load("key") is None
    assert ChecksummedCacheFile(str(tmp_path), "one", 2).load("key") is None
    kept.save("key", "later")
    assert kept.load("key") == "later"
    assert len(files(tmp_path)) == 2


def test_where_it_cannot_be_written_nobody_is_hindered(tmp_path: Path) -> None:
    kept = ChecksummedCacheFile(str(tmp_path / "nowhere"), "one", 1)
    with pytest.warns(UserWarning, match=r"^one.nbi is not kept: .*No such file"):
        kept.save("key", 1)
    assert kept.load("key") is None


def test_numba_keeps_kernels_so() -> None:
    """In this process, as in a worker: the tests have adopted it."""
    assert caching.IndexDataCacheFile is ChecksummedCacheFile
