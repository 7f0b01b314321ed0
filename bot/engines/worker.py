"""The worker: the child process in which computer players search.

    python -m bot.engines.worker

Reads questions from standard input and writes answers to standard output (`protocol.py`), one at a
time. An error ends the process with a traceback on standard error; the pool starts another and asks
again, so nothing is handled here.

It cannot outlive the bot: a second thread waits for the end of standard input, which comes when the
bot closes it or dies in any way, and ends the process at once, even in the middle of a search. It
runs at the lowest priority, so that the bot's own work comes first.
"""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from bot.engines.deadline import DeadlineTimer
from bot.engines.player import ComputerPlayer
from bot.engines.protocol import AdviseReply, AdviseRequest, ChooseReply, ChooseRequest, WorkerHello
from core.chance import Chance
from core.engine import Effort, Limit, Stop
from core.game import Setup
from core.registry import GAMES
from core.types import GameId

_LOWEST = 19  # niceness
_WARM_UP = Limit(nodes=1_000, millis=0)
_PRACTICE = Chance(b"", "", "")  # dice for warming up; those of matches are never sent here


def answer(
    engines: Mapping[GameId, ComputerPlayer], question: ChooseRequest, watch: DeadlineTimer
) -> ChooseReply:
    """Search for a move. The question's milliseconds count from here."""
    player = engines[question.game]
    view = msgspec.json.decode(question.view, type=player.view)
    with watch.until(question.limit.millis) as stop:
        choice = player.engine.choose(view, question.level, question.limit, question.salt, stop)
    return ChooseReply(question.number, choice)


def advise(
    engines: Mapping[GameId, ComputerPlayer], inquiry: AdviseRequest, watch: DeadlineTimer
) -> AdviseReply:
    """Assess what could be played, and what was."""
    player = engines[inquiry.game]
    view = msgspec.json.decode(inquiry.view, type=player.view)
    with watch.until(inquiry.limit.millis) as stop:
        advice = player.adviser.advise(view, inquiry.asked, inquiry.limit, stop)
    return AdviseReply(inquiry.number, advice)


def hello(engines: Mapping[GameId, ComputerPlayer]) -> WorkerHello:
    """Run every engine once, so that the first real question finds it warm."""
    limits, advice = {}, {}
    for id, player in engines.items():
        game = GAMES[id]
        chance = _PRACTICE if game.chance else None
        view = game.look(game.start(Setup(seats=game.seat_counts[0], chance=chance)))
        player.engine.choose(view, game.levels[-1], _WARM_UP, b"", Stop())
        limits[id] = {level: player.engine.limit(level) for level in game.levels}
        advice[id] = {effort: player.adviser.limit(effort) for effort in Effort}
    return WorkerHello(limits, advice)


def shipped() -> Mapping[GameId, ComputerPlayer]:
    """Load the computer players. Kernels are compiled, or loaded from the cache."""
    from bot.engines import kernel_files

    kernel_files.install()
    from bot.engines.registry import ENGINES

    return ENGINES


def run(load: Callable[[], Mapping[GameId, ComputerPlayer]]) -> None:
    """Run the worker; does not return. It listens for the end of its input before loading the
    players, because compiling takes seconds."""
    answers = _claim_stdout()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot; it will close our input
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, _LOWEST)  # not os.nice, which adds to the bot's own
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    try:
        engines, watch = load(), DeadlineTimer()
        _write(answers, hello(engines))
        while True:
            asked = msgspec.json.decode(questions.get(), type=ChooseRequest | AdviseRequest)
            if isinstance(asked, ChooseRequest):
                _write(answers, answer(engines, asked, watch))
            else:
                _write(answers, advise(engines, asked, watch))
    except BaseException:
        # The root of the process. No clean-up, which would wait for the listening thread.
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def _claim_stdout() -> BinaryIO:
    """Reserve standard output for answers: other output goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _listen(questions: "SimpleQueue[bytes]") -> None:
    """Pass lines on; end the process at the end of input."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def _write(answers: BinaryIO, message: WorkerHello | ChooseReply | AdviseReply) -> None:
    answers.write(msgspec.json.encode(message) + b"\n")
    answers.flush()


if __name__ == "__main__":
    run(shipped)
