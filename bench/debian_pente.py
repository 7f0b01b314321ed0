"""Debian's console game `pente` as an opponent: `python -m bench.debian_pente LEVEL [PROGRAM]`.

Speaks the lines of `bench/match_pente.py` and drives the program (package `pente`, from 1 to 9
strong) through its plain text mode, which wants a terminal. Only its output is read; no part of the
program is in Tavola. It plays from the first stone, so a question must begin with the moves of the
current game.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence

PROGRAM = "/usr/games/pente"
_MOVED = re.compile(rb"moved at ([a-t]\d+)\.")
_ASKED = re.compile(rb"(\[0=Player, 1\.\.9=Computer\]|Player [12] \[.\]): $")


class Program:
    """One game of the program's; 0 is its level for a person."""

    def __init__(self, program: str, levels: Sequence[int], home: str) -> None:
        self._terminal, inside = os.openpty()
        self._process = subprocess.Popen(
            [program, "-text"],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "HOME": home, "LC_ALL": "C"},
        )
        os.close(inside)
        self.moves: list[str] = []
        for level in levels:
            self._read()
            self._write(str(level))
        self._read()

    def tell(self, move: str) -> None:
        """A move of the other side; the program answers it unless that ended the game."""
        self._write(move)
        self._read()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)

    def _write(self, line: str) -> None:
        os.write(self._terminal, line.encode() + b"\n")

    def _read(self) -> None:
        """Up to the next question, or to the end of the program; notes the moves it shows."""
        said = b""
        while not _ASKED.search(said):
            try:
                more = os.read(self._terminal, 65536)
            except OSError:  # Linux says so when the other end of a terminal is closed
                break
            if not more:
                break
            said += more
        for move in _MOVED.findall(said):
            if not self.moves or self.moves[-1] != move.decode():
                self.moves.append(move.decode())


def main(argv: Sequence[str]) -> None:
    """Answers until its input ends."""
    level = int(argv[0])
    path = argv[1] if len(argv) > 1 else PROGRAM
    with tempfile.TemporaryDirectory() as home:
        program: Program | None = None
        for line in sys.stdin:
            moves = line.split()
            if program is None and moves:
                levels = (0, level) if len(moves) % 2 else (level, 0)
                program = Program(path, levels, home)
            elif program is not None and not moves:
                program.end()
                program = None
            if program is not None:
                print(answer(program, moves), flush=True)
        if program is not None:
            program.end()


def answer(program: Program, moves: Sequence[str]) -> str:
    """The program's move after those. ValueError where it played another one before."""
    for number, move in enumerate(moves):
        if number == len(program.moves):
            program.tell(move)
        if program.moves[number] != move:
            raise ValueError(f"the program played {program.moves[number]}, not {move}")
    return program.moves[len(moves)]


if __name__ == "__main__":
    main(sys.argv[1:])
