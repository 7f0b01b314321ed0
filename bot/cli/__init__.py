"""What the operator types: one module for each command of `tavola`.

A command takes the configuration and gives an exit code: 0 done, 1 it could not be done (one line
on stderr says why). A configuration that cannot be read is 2, as is a command that cannot.
"""

import os
import sys

DONE, FAILED, UNUSABLE = 0, 1, 2


def complain(line: str) -> None:
    """One line for the operator, on stderr."""
    sys.stderr.write(f"{line}\n")


def say(line: str) -> None:
    """One line of what was asked for, on stdout, at once even into a pipe. Where nobody reads on,
    as behind `tavola stats | head -3`, the command ends there: SystemExit."""
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more
        raise SystemExit(DONE) from None
