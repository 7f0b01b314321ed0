"""Run Tavola as a process, as an operator would."""

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[1]
READY = "Tavola is ready: "
START_WITHIN = 60.0
"""Seconds; it takes about one, but test machines are busy."""


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment without Tavola's variables, plus these settings."""
    rest = {key: value for key, value in os.environ.items() if not key.startswith("TAVOLA_")}
    return {**rest, "PYTHONPATH": str(ROOT), **settings}


def command(
    folder: Path, *arguments: str, settings: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run one command of `tavola` in `folder`."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=environment(settings or {}),
        capture_output=True,
        text=True,
        timeout=60,
    )


class Tavola:
    """A running bot with its database in `folder`, on a free port of this machine.

    `link` opens the page once; `url` is its address. The log is `folder/log`.
    """

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str] | None = None,
        arguments: Sequence[str] = ("run",),
    ) -> None:
        self._log = folder / "log"
        with self._log.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot", *arguments],
                cwd=folder,
                env=environment({"TAVOLA_WEB_PORT": "0", **(settings or {})}),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        try:
            self.link = self._readiness()
        except BaseException:
            self.kill()
            raise
        address = urlsplit(self.link)
        self.url = f"{address.scheme}://{address.netloc}"

    def __enter__(self) -> "Tavola":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    @property
    def log(self) -> str:
        """Return its stderr so far."""
        return self._log.read_text(encoding="utf-8")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float, str]:
        """Ask it to stop; return its exit code, the seconds it took and the rest of its stdout."""
        begun = time.monotonic()
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=30)
        return self.process.returncode, time.monotonic() - begun, rest

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        if self.process.poll() is None:
            self.process.kill()
        if self.process.stdout is not None and not self.process.stdout.closed:
            self.process.communicate()

    def _readiness(self) -> str:
        """Return the link of the readiness line; raise AssertionError with the log if it does not
        come."""
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            assert selector.select(START_WITHIN), f"it did not start: {self.log}"
        line = self.process.stdout.readline()
        assert line.startswith(READY), f"{line!r} instead of the readiness line: {self.log}"
        return line.removeprefix(READY).strip()
