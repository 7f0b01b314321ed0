"""The command line: one module per `tavola` command.

A command takes the configuration and returns an exit code: 0 success, 1 failure (with one line on
stderr), 2 for an invalid configuration or command line.
"""

import os
import sys

DONE, FAILED, UNUSABLE = 0, 1, 2


def complain(line: str) -> None:
    """Print one line to stderr."""
    sys.stderr.write(f"{line}\n")


def say(line: str) -> None:
    """Print one line of output, flushed, so that pipes get it at once.

    If the reader has closed the pipe, as in `tavola stats | head -3`, exit silently with
    SystemExit.
    """
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(DONE) from None
