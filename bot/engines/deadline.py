"""Stop a search at its deadline, with one thread for the life of the worker.

A search polls a cell of memory (`core.engine.Stop`), which this thread sets when time is up.
Starting a thread per question would cost more than the round trip to the worker. Usually the thread
is not woken at all: it waits for the deadline of an earlier question and then checks what is due.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from core.engine import Stop


class DeadlineTimer:
    """The deadline of one question at a time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._stop: Stop | None = None
        self._deadline = 0.0
        self._wakes = float("inf")  # when the thread checks next without being woken
        threading.Thread(target=self._run, daemon=True).start()

    @contextmanager
    def until(self, millis: int) -> Iterator[Stop]:
        """Yield a stop that is set after this many milliseconds."""
        stop = Stop()
        with self._changed:
            self._stop, self._deadline = stop, time.monotonic() + millis / 1000
            if self._deadline < self._wakes:
                self._changed.notify()
        try:
            yield stop
        finally:
            with self._changed:
                self._stop = None

    def _run(self) -> None:
        with self._changed:
            while True:
                left = None if self._stop is None else self._deadline - time.monotonic()
                if self._stop is not None and left is not None and left <= 0:
                    self._stop.set()
                    self._stop = left = None
                self._wakes = float("inf") if left is None else self._deadline
                self._changed.wait(left)
