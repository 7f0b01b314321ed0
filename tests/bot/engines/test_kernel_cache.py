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


def test_a_folder_that_others_made_or_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernels are unpickled: a user who can put a file there runs code as us."""
    planted = tmp_path / NAME
    planted.mkdir(mode=0o777)
    planted.chmod(0o777)
    (planted / "kernel.nbc").write_text("planted")
    folder = Path(kernel_cache.settings({kernel_cache.FOLDER: str(tmp_path)})[kernel_cache.FOLDER])
    assert folder != planted
    assert not (folder / "kernel.nbc").exists()
    assert folder.stat().st_mode & 0o777 == 0o700
    planted.chmod(0o700)
    assert kernel_cache.is_private(planted)
    if os.geteuid() == 0:
        os.chown(planted, 12345, 12345)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert not kernel_cache.is_private(planted)


def test_a_folder_whose_parent_others_can_write_to_is_not_used(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir(mode=0o700)
    tmp_path.chmod(0o777)
    assert not kernel_cache.is_private(tmp_path / NAME)
    tmp_path.chmod(0o1777)
    assert kernel_cache.is_private(tmp_path / NAME)


def test_without_a_home_nothing_is_kept_in_a_shared_folder() -> None:
    shared = Path(tempfile.gettempdir()).resolve()
    assert shared not in kernel_cache.wanted({}).resolve().parents


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    kernel_cache.settings({kernel_cache.FOLDER: str(tmp_path)})
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o700
