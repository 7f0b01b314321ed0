"""`make run`, `make check` and `make test` set up what they need, once.

A stub replaces Python and pip and records its calls. That the locks install is checked by every run
of `make`, continuous integration included.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

STUB = """#!/bin/sh
case "$*" in
  "-V") echo "Python {version}"; exit 0 ;;
  *version_info*) exit {too_old} ;;
  *ensurepip*) exit {no_venv} ;;
esac
echo "$*" >> "{log}"
case "$*" in
  "-m venv"*)
    rm -rf .venv && mkdir -p .venv/bin
    for name in python lint-imports; do cp "$0" ".venv/bin/$name"; done ;;
  *"{breaks}"*) exit 3 ;;
esac
"""


class Workshop:
    """A folder with the Makefile, the locks and a stub called `python3`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "calls"
        for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-test.lock"):
            shutil.copyfile(ROOT / name, folder / name)
        (folder / "path").mkdir()
        self.stub()

    def stub(
        self, version: str = "3.12.1", too_old: int = 0, no_venv: int = 0, breaks: str = "nothing"
    ) -> None:
        text = STUB.format(
            version=version, too_old=too_old, no_venv=no_venv, breaks=breaks, log=self.log
        )
        for name in ("python3", "python3.14", "python3.13", "python3.12", "python3.11"):
            file = self.folder / "path" / name
            file.write_text(text)
            file.chmod(0o755)

    def make(self, *arguments: str) -> tuple[int, str]:
        """Return the exit code of make and its stderr."""
        path = f"{self.folder / 'path'}{os.pathsep}{os.defpath}"
        environ = {"PATH": path, "HOME": str(self.folder)}
        done = subprocess.run(
            ["make", *arguments], cwd=self.folder, env=environ, capture_output=True, text=True
        )
        return done.returncode, done.stderr

    def calls(self) -> list[str]:
        """Return the calls of Python since the last time."""
        text = self.log.read_text() if self.log.exists() else ""
        self.log.unlink(missing_ok=True)
        return text.splitlines()


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def installs(calls: list[str]) -> list[str]:
    return [call for call in calls if "pip" in call]


def test_run_sets_up_and_runs(workshop: Workshop) -> None:
    assert workshop.make("run")[0] == 0
    venv, locked, itself, warm, run = workshop.calls()
    assert venv == "-m venv .venv"
    assert "install --require-hashes --requirement requirements.lock" in locked
    assert "--no-deps --no-build-isolation --no-index --editable ." in itself
    assert warm == "-m bot warm", "who plays the computer first need not wait for it"
    assert run == "-m bot run"


def test_where_nothing_can_be_compiled_people_play_each_other(workshop: Workshop) -> None:
    workshop.stub(breaks="-m bot warm")
    assert workshop.make("run")[0] == 0
    assert workshop.calls()[-1] == "-m bot run"


def test_where_nothing_compiled_can_be_kept_tests_compile_it(workshop: Workshop) -> None:
    workshop.stub(breaks="-m bot warm")
    assert workshop.make("test")[0] == 0
    assert "-m pytest" in workshop.calls()[-1]


def test_setup_only_sets_up(workshop: Workshop) -> None:
    assert workshop.make("setup")[0] == 0
    assert len(installs(workshop.calls())) == 2
    assert workshop.make("run")[0] == 0
    assert workshop.calls() == ["-m bot run"]


def test_run_again_only_runs(workshop: Workshop) -> None:
    workshop.make("run")
    workshop.calls()
    assert workshop.make("run", "ARGS=--config my.toml")[0] == 0
    assert workshop.calls() == ["-m bot run --config my.toml"]


def test_test_sets_up_checks_and_tests(workshop: Workshop) -> None:
    assert workshop.make("test")[0] == 0
    calls = workshop.calls()
    assert "--require-hashes --requirement requirements-test.lock" in calls[1]
    words = " / ".join(calls[3:])
    for check in ("ruff check", "ruff format --check", "mypy", "--no-logo", "pytest"):
        assert check in words


def test_check_lints_and_runs_the_quick_tests(workshop: Workshop) -> None:
    assert workshop.make("check")[0] == 0
    *lint, tests = workshop.calls()[3:]
    for check in ("ruff check", "ruff format --check", "mypy", "--no-logo"):
        assert check in " / ".join(lint)
    assert "--hypothesis-profile=quick" in tests
    assert "-m not browser and not engine and not process and not slow" in tests
    assert "tests/core" in tests
    assert "tests/bot/app" in tests


def test_test_again_installs_nothing_nor_does_run(workshop: Workshop) -> None:
    workshop.make("test")
    workshop.calls()
    for target in ("test", "run"):
        assert workshop.make(target)[0] == 0
        assert installs(workshop.calls()) == []


def test_a_changed_lock_is_installed(workshop: Workshop) -> None:
    workshop.make("run")
    workshop.calls()
    with (workshop.folder / "requirements.lock").open("a") as lock:
        lock.write("# another\n")
    assert workshop.make("run")[0] == 0
    assert len(installs(workshop.calls())) == 2


def test_touching_a_lock_installs_nothing(workshop: Workshop) -> None:
    """A fresh checkout changes the times of files, not their contents."""
    workshop.make("run")
    workshop.calls()
    (workshop.folder / "requirements.lock").touch()
    workshop.make("run")
    assert installs(workshop.calls()) == []


def test_what_failed_halfway_is_done_again(workshop: Workshop) -> None:
    workshop.stub(breaks="--editable")
    assert workshop.make("run")[0] != 0
    assert len(installs(workshop.calls())) == 2
    (workshop.folder / ".venv").rename(workshop.folder / "broken")  # the stub stays broken in it
    workshop.stub()
    assert workshop.make("run")[0] == 0
    assert len(installs(workshop.calls())) == 2


def test_an_environment_whose_python_is_gone_is_made_anew(workshop: Workshop) -> None:
    workshop.make("run")
    python = workshop.folder / ".venv/bin/python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    workshop.calls()
    assert workshop.make("run")[0] == 0
    calls = workshop.calls()
    assert calls[0] == "-m venv .venv"
    assert len(installs(calls)) == 2


def test_the_first_python_that_is_new_enough_is_taken(workshop: Workshop) -> None:
    old = workshop.folder / "path/python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    assert workshop.make("run")[0] == 0
    assert workshop.calls()[0] == "-m venv .venv"


def told(errors: str) -> list[str]:
    """Return stderr without make's own lines."""
    return [line for line in errors.splitlines() if not line.startswith("make")]


def test_an_old_python_is_told_in_one_line(workshop: Workshop) -> None:
    workshop.stub(version="3.10.13", too_old=1)
    code, errors = workshop.make("test")
    assert code != 0
    assert told(errors) == [
        "Tavola needs Python 3.11 or newer; this is Python 3.10.13."
        " Name a newer one: make test PYTHON=/path/to/python3"
    ]


def test_a_missing_venv_is_told_in_one_line(workshop: Workshop) -> None:
    workshop.stub(no_venv=1)
    code, errors = workshop.make("run")
    assert code != 0
    assert told(errors) == [
        "This Python cannot make virtual environments; on Debian: apt install python3-venv"
    ]


def test_no_python_is_told_in_one_line(workshop: Workshop) -> None:
    code, errors = workshop.make("run", "PYTHON=/nowhere/python3")
    assert code != 0
    assert told(errors) == ["Tavola needs Python 3.11 or newer; there is no /nowhere/python3 here."]
