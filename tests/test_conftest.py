"""The configuration of the tests, tried on small suites."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests import chromium

ROOT = Path(__file__).parents[1]

LINE = re.compile(r"^([A-Z]+) test_(\w+)\.py", re.MULTILINE)
SUITES = {
    "skips": "import pytest\ndef test_a():\n    pytest.skip('not here')\n",
    "skips_whole": "import pytest\npytest.skip('not here', allow_module_level=True)\n",
    "marked": "import pytest\n@pytest.mark.skipif(True, reason='no')\ndef test_a():\n    pass\n",
    "xfails": "import pytest\n@pytest.mark.xfail(strict=True)\ndef test_a():\n    assert False\n",
    "passes": "def test_a():\n    pass\n",
    "warns": "import warnings\ndef test_a():\n    warnings.warn('old')\n",
    "calls": "import socket\ndef test_a():\n    socket.create_connection(('192.0.2.1', 80), 1)\n",
}


def outcomes(folder: Path, ci: str) -> Mapping[str, str]:
    """Return the outcome of each small suite under our settings and conftest."""
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    (folder / "conftest.py").write_text("from tests.conftest import *  # noqa: F403\n")
    for name, text in SUITES.items():
        (folder / f"test_{name}.py").write_text(text)
    options = ["-q", "-rA", "--tb=no", "--color=no", "--continue-on-collection-errors"]
    command = [sys.executable, "-m", "pytest", *options, "."]
    environ = {**os.environ, "CI": ci, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True)
    return {name: word for word, name in LINE.findall(run.stdout)}


def test_under_ci_a_skip_is_a_failure(tmp_path: Path) -> None:
    assert outcomes(tmp_path, "true") == {
        "skips": "FAILED",
        "skips_whole": "ERROR",
        "marked": "ERROR",  # its setup
        "xfails": "XFAIL",
        "passes": "PASSED",
        "warns": "FAILED",
        "calls": "FAILED",
    }


def test_elsewhere_only_warnings_and_foreign_addresses_fail(tmp_path: Path) -> None:
    found = outcomes(tmp_path, "")
    assert {name: word for name, word in found.items() if word != "SKIPPED"} == {
        "xfails": "XFAIL",
        "passes": "PASSED",
        "warns": "FAILED",
        "calls": "FAILED",
    }


def test_the_named_browser_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "chromium"
    browser.touch(0o755)
    monkeypatch.setenv(chromium.VARIABLE, str(browser))
    assert chromium.find() == str(browser)


def test_a_wrong_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chromium")
    with pytest.raises(FileNotFoundError, match="cannot be run"):
        chromium.find()


def test_a_missing_browser_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "PLACES", ())
    with pytest.raises(FileNotFoundError, match="apt install chromium"):
        chromium.find()
