"""Where compiled kernels are kept."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import core
from bot.engines import kernel_cache

NAME = f"tavola-kernels-{kernel_cache.fingerprint()}"


def test_the_folder_is_named_after_the_sources(tmp_path: Path) -> None:
    found = kernel_cache.settings({kernel_cache.FOLDER: str(tmp_path)})
    assert found[kernel_cache.FOLDER] == str(tmp_path / NAME)
    assert (tmp_path / NAME).is_dir()


def test_a_child_finds_the_folder_of_its_parent(tmp_path: Path) -> None:
    once = kernel_cache.settings({kernel_cache.FOLDER: str(tmp_path)})
    assert kernel_cache.settings(once) == once


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"])
def test_the_usual_place(variable: str, tmp_path: Path) -> None:
    folder = Path(kernel_cache.settings({variable: str(tmp_path)})[kernel_cache.FOLDER])
    assert folder.name == NAME
    assert tmp_path in folder.parents


def test_where_nothing_can_be_written_there_is_a_folder_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = kernel_cache.settings({kernel_cache.FOLDER: str(tmp_path / "file")})
    assert Path(found[kernel_cache.FOLDER]).is_dir()
    assert tmp_path not in Path(found[kernel_cache.FOLDER]).parents


def test_the_passing_folder_goes_with_the_process(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    script = (
        "from bot.engines.kernel_cache import *; print(settings({FOLDER: '/dev/null'})[FOLDER])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not Path(done.stdout.strip()).exists()


def test_what_an_image_holds_is_taken_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba writes before it reads, so a folder on a read-only file system is copied."""
    held = tmp_path / NAME
    held.mkdir()
    (held / "kernel.nbc").write_text("compiled")

    def full(**_: object) -> None:
        raise OSError("read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    folder = Path(kernel_cache.settings({kernel_cache.FOLDER: str(tmp_path)})[kernel_cache.FOLDER])
    assert folder != held
    assert (folder / "kernel.nbc").read_text() == "compiled"


def test_it_is_compiled_for_any_processor_of_the_family(tmp_path: Path) -> None:
    found = kernel_cache.settings({kernel_cache.FOLDER: str(tmp_path)})
    assert found["NUMBA_CPU_NAME"] == "generic"
    assert found["NUMBA_CPU_FEATURES"] in ("", "+popcnt")


def test_the_tests_have_adopted_it() -> None:
    assert Path(os.environ[kernel_cache.FOLDER]).name == NAME


def test_another_source_is_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = tmp_path / "games" / "chess" / "kernels"
    kernels.mkdir(parents=True)
    (tmp_path / "kernels.py").write_text("shared")
    monkeypatch.setattr(core, "__path__", [str(tmp_path)])
    seen = set()
    for text in ("", "one", "two"):
        if text:
            (kernels / "search.py").write_text(text)
        kernel_cache.fingerprint.cache_clear()
        seen.add(kernel_cache.fingerprint())
    assert len(seen) == 3
    monkeypatch.undo()
    kernel_cache.fingerprint.cache_clear()
    assert f"tavola-kernels-{kernel_cache.fingerprint()}" == NAME
