"""Reversi against other programs.

The opponent is a process: any that speaks GTP (`gtp-rhino` of Debian's `grhino`), or, where the
command begins with `level=N`, a server of one line a question: `N X|O BOARD` with 64 of `X`, `O`,
`-` from a1 on, answered by `d3 VALUE MS`.

Games come in pairs, each colour once, from the balanced openings, another in every pair.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from typing import Protocol

from bench.against import Ours, Record
from bench.form import Unusable
from bench.match import Asked, Played
from bench.talk import Talk
from core.game import PASS, Outcome, Setup
from core.games.reversi.openings import BALANCED
from core.games.reversi.rules import BLACK, REVERSI, Position, cells_of
from core.types import Move, Seat

_COLOURS = ("black", "white")
_MARK = "level="
_GIVES_UP = "resign"  # what a program may answer in GTP


class Opponent(Protocol):
    """The other program."""

    talk: Talk

    def begin(self, moves: Sequence[Move]) -> None:
        """A new game, in which those were played already."""

    def play(self, seat: Seat, move: Move) -> None:
        """Receive our move."""

    def move(self, position: Position) -> str:
        """What it answers. Unusable where it gives no answer."""

    def end(self) -> None:
        """Closes its input, and waits until it has gone."""


class Complaint(Unusable):
    """A program that speaks GTP does not do what it was told."""


class Gtp:
    """Implements Opponent: the Go Text Protocol, which Reversi programs speak too."""

    def __init__(self, command: Sequence[str]) -> None:
        self.talk = Talk.start(command)

    def begin(self, moves: Sequence[Move]) -> None:
        self._ask("clear_board")
        for number, move in enumerate(moves):
            self.play(Seat(number % 2), move)

    def play(self, seat: Seat, move: Move) -> None:
        told = suppress(Complaint) if move == PASS else nullcontext()
        with told:  # a pass is always forced, and not every program knows the word
            self._ask(f"play {_COLOURS[seat]} {move}")

    def move(self, position: Position) -> str:
        assert position.to_act is not None
        return self._ask(f"genmove {_COLOURS[position.to_act]}")

    def end(self) -> None:
        with suppress(Unusable):  # it has gone already
            self.talk.say("quit")
        self.talk.end()

    def _ask(self, command: str) -> str:
        """The answer, which goes on to the next empty line. Complaint where it is one."""
        self.talk.say(command)
        first = self.talk.hear()
        while not first:
            first = self.talk.hear()
        while self.talk.hear():
            pass
        if not first.startswith("="):
            raise Complaint(f"{command!r} was answered by {first[:80]!r}")
        return first.removeprefix("=").strip()


class Server:
    """Implements Opponent with one self-contained question per move."""

    def __init__(self, level: str, command: Sequence[str]) -> None:
        self._level = level
        self.talk = Talk.start(command)
        self._ready = False

    def begin(self, moves: Sequence[Move]) -> None:
        del moves

    def play(self, seat: Seat, move: Move) -> None:
        del seat, move

    def move(self, position: Position) -> str:
        if REVERSI.legal_moves(position) == (PASS,):
            return PASS
        if not self._ready:
            self.talk.hear()  # which it says once
            self._ready = True
        cells = cells_of(position.black, position.white).replace(".", "-")
        self.talk.say(f"{self._level} {'X' if position.to_act == BLACK else 'O'} {cells}")
        return self.talk.hear().partition(" ")[0]

    def end(self) -> None:
        self.talk.end()


def opponent_of(command: Sequence[str]) -> Opponent:
    first, *rest = command
    if first.startswith(_MARK):
        if not rest:
            raise Unusable("the opponent cannot be started: no command follows its level")
        return Server(first.removeprefix(_MARK), rest)
    return Gtp(command)


def games(asked: Asked) -> Iterator[Played]:
    """Plays them. Unusable where the opponent does not answer, or with an illegal move."""
    ours = Ours.of(REVERSI.id, asked)
    opponent = opponent_of(asked.opponent)
    try:
        for number in range(asked.games):
            before = opponent.talk.seconds
            record = _play(opponent, ours, number)
            yield _played(record, number % 2, opponent.talk.seconds - before)
    finally:
        opponent.end()


def _play(opponent: Opponent, ours: Ours, number: int) -> Record:
    """We are Black in games of even number."""
    line = BALANCED[number // 2 * 7 % len(BALANCED)]
    opening = [Move(line[at : at + 2]) for at in range(0, len(line), 2)]
    record = Record(ours, number, REVERSI.start(Setup(seats=2)))
    for move in opening:
        record.play(move)
    opponent.begin(opening)
    while (seat := REVERSI.to_act(record.position)) is not None:
        if seat == number % 2:
            move = record.think()
            opponent.play(seat, move)
            record.play(move)
        else:
            answer = opponent.move(record.position)
            if answer.lower() == _GIVES_UP:
                record.given_up = True
                break
            record.answer(answer)
    return record


def _played(record: Record, side: int, their_seconds: float) -> Played:
    def told(outcome: Outcome | None) -> str:
        if outcome is None:
            return f"{_COLOURS[side]}, the other gave up: {''.join(record.moves)}"
        ours, theirs = outcome.scores[side], outcome.scores[1 - side]
        return f"{_COLOURS[side]} {ours}-{theirs}: {''.join(record.moves)}"

    return record.played(side, their_seconds, told)
