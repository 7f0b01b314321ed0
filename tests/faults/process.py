"""The bot as a process, started as an operator would, and killed with SIGKILL."""

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from yarl import URL

STEPS = ("received", "loaded", "decided", "saved", "announced", "showing", "shown", "marked")
"""The named steps between receiving a request and having shown the result."""

ROOT = Path(__file__).resolve().parent.parent.parent
READY = "Tavola is ready: "
START_WITHIN = 120.0
"""Seconds; a crowded machine takes long."""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


@dataclass
class Running:
    """A running bot. `link` lets a browser in."""

    process: asyncio.subprocess.Process
    link: URL

    async def kill(self) -> None:
        """Send SIGKILL and stop all requests."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()


class Installation:
    """A folder with a configuration and a database, on one port for its whole life.

    `more` are further tables of the configuration, `tokens` the platforms' secrets by variable.
    """

    def __init__(
        self, folder: Path, port: int, more: str = "", tokens: Mapping[str, str] | None = None
    ) -> None:
        self.database = folder / "tavola.db"
        self.port = port
        self._more = more
        self._tokens = dict(tokens or {})
        self._config = folder / "config.toml"
        self._log = folder / "log.txt"

    async def start(self, kill_at: str = "", kill_on: int = 1) -> Running:
        """Starts it and waits for its readiness line; with `kill_at` it will kill itself there."""
        self._config.write_text(
            f'[web]\nport = {self.port}\n[storage]\npath = "{self.database}"\n'
            f'[testing]\nseed = "faults"\nkill_at = "{kill_at}"\nkill_on = {kill_on}\n{self._more}'
        )
        inherited = {key: value for key, value in os.environ.items() if "TAVOLA_" not in key}
        with self._log.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run", "--config", str(self._config),
                stdout=asyncio.subprocess.PIPE, stderr=log, cwd=ROOT,
                env={**inherited, "TAVOLA_TESTING": "1", **self._tokens},
            )  # fmt: skip
        assert process.stdout is not None
        line = ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_WITHIN):
                line = (await process.stdout.readline()).decode()
        if not line.startswith(READY):
            if process.returncode is None:
                process.kill()
            await process.wait()
            raise AssertionError(f"it did not start: {line!r}\n{self._log.read_text()[-2000:]}")
        return Running(process, URL(line.removeprefix(READY).strip()))

    @property
    def log(self) -> str:
        return self._log.read_text()
