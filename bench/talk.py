"""Lines to and from another program, whatever it speaks."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO


@dataclass(slots=True)
class Talk:
    """Lines to and from a process."""

    process: "subprocess.Popen[str]"
    questions: IO[str]
    answers: IO[str]

    @staticmethod
    def start(command: Sequence[str]) -> "Talk":
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert process.stdin is not None
        assert process.stdout is not None
        return Talk(process, process.stdin, process.stdout)

    def say(self, line: str) -> None:
        try:
            self.questions.write(line + "\n")
            self.questions.flush()
        except BrokenPipeError as fault:
            raise ValueError(f"the opponent ended before {line!r}") from fault

    def hear(self) -> str:
        line = self.answers.readline()
        if not line:
            raise ValueError("the opponent ended")
        return line.strip()
