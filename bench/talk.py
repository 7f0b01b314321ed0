"""Exchange lines with another program and measure the CPU time of its answers.

The program may compute in itself or in child processes (Debian's `pente` does, and never waits for
them), so the times of all of them are read before a question and after its answer.
"""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bench.form import Unusable

PROCESSES = Path("/proc")
"""Where the system reports the times of processes, if it does."""

PATIENCE = 5
"""Seconds that a program may take to go when its input has ended."""

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Talk:
    """Lines to and from a process; `seconds` is the CPU time it took from questions to answers."""

    process: "subprocess.Popen[str]"
    questions: IO[str]
    answers: IO[str]
    seconds: float = 0.0
    _seen: float = 0.0

    @staticmethod
    def start(command: Sequence[str]) -> "Talk":
        """Unusable where there is no such program."""
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                errors="replace",
                bufsize=1,
            )
        except OSError as fault:
            raise Unusable(f"the opponent cannot be started: {fault}") from fault
        assert process.stdin is not None
        assert process.stdout is not None
        return Talk(process, process.stdin, process.stdout)

    def say(self, line: str) -> None:
        """Raise Unusable if the program no longer reads."""
        self._seen = spent(self.process.pid)
        try:
            self.questions.write(line + "\n")
            self.questions.flush()
        except BrokenPipeError as fault:
            raise Unusable(f"the opponent ended before {line!r}") from fault

    def hear(self) -> str:
        """Unusable where nothing comes any more."""
        line = self.answers.readline()
        if not line:
            raise Unusable("the opponent ended")
        before, self._seen = self._seen, spent(self.process.pid)
        self.seconds += max(0.0, self._seen - before)
        return line.strip()

    def end(self) -> None:
        """Closes its input and waits until it has gone; one that does not go is killed."""
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            self.answers.close()


def spent(pid: int) -> float:
    """CPU seconds of a process, of those it has started, and of those it has waited for; 0 of one
    that has gone, and where the system does not tell."""
    folder = PROCESSES / str(pid)
    try:
        numbers = (folder / "stat").read_text().rpartition(")")[2].split()
        started = [
            int(each)
            for path in folder.glob("task/*/children")
            for each in path.read_text().split()
        ]
    except OSError:
        return 0.0
    return sum(map(int, numbers[11:15])) / _TICKS + sum(map(spent, started))
