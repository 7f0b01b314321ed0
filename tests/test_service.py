"""The systemd unit of `docs/self-hosting.md`: what it starts exists, and may write where it has to.

Systemd does not run here; the unit was tried by hand in a read-only file system.
"""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.config.reading import load

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/self-hosting.md").read_text(encoding="utf-8")
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]


def entries(key: str) -> list[str]:
    """The values that the unit gives for a key."""
    (unit,) = re.findall(r"```ini\n(.*?)```", TEXT, re.DOTALL)
    return re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)


def test_it_starts_what_the_steps_before_it_set_up() -> None:
    (folder,) = entries("WorkingDirectory")
    assert f"make -C {folder} setup" in TEXT
    program, *arguments = shlex.split(entries("ExecStart")[0])
    assert Path(program).parent == Path(folder, ".venv/bin")
    assert Path(program).name in SCRIPTS
    asked = [sys.executable, "-m", "bot", *arguments, "--help"]
    assert subprocess.run(asked, cwd=ROOT, capture_output=True).returncode == 0


def test_it_may_write_where_it_has_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything else is closed to it: no folder of the user's, no /tmp of all."""
    monkeypatch.chdir(tmp_path)
    settings = dict(line.split("=", 1) for line in entries("Environment"))
    kernels = settings.pop("NUMBA_CACHE_DIR")
    assert entries("ProtectSystem") == ["strict"]
    assert entries("PrivateTmp") == ["yes"]
    assert load(None, settings).storage.path.parent == Path("/var/lib", *entries("StateDirectory"))
    assert Path(kernels) == Path("/var/cache", *entries("CacheDirectory"))


def test_it_gets_the_time_it_needs_to_stop() -> None:
    assert int(entries("TimeoutStopSec")[0]) > 10
