"""Pente against any program that speaks one line a move.

The opponent is a process. It receives a line with all moves since the first stone, as `k10 l11 n9`,
and answers with a line that contains its move. Each question is self-contained, and an empty line
between games announces the next one. `bench/debian_pente.py` makes such a program of Debian's
`pente`.

Games come in pairs, each colour once. So that no two are the same, our own first stone is drawn by
lot (as White the second one, the first being on K10), which is to the opponent's advantage; nothing
is played for the opponent, so that programs can be met which only play from the start.
"""

import random
from collections.abc import Iterator, Sequence

from bench.against import Ours, Record
from bench.match import Asked, Played
from bench.talk import Talk
from core.game import Outcome, Setup
from core.games.pente.points import CENTRE, NAMES, distance
from core.games.pente.rules import PENTE, Position
from core.types import Move

_NEAR = (1, 2)
_WIDE = (3, 4)
"""How far from K10 our own first stone is drawn as Black, our second one as White."""


class Opponent:
    """The other program."""

    def __init__(self, command: Sequence[str]) -> None:
        self.talk = Talk.start(command)

    def move(self, moves: Sequence[str]) -> str:
        """Its answer. Unusable where it gives none."""
        self.talk.say(" ".join(moves))
        return self.talk.hear()

    def again(self) -> None:
        """Another game begins."""
        self.talk.say("")

    def end(self) -> None:
        """Closes its input, and waits until it has gone."""
        self.talk.end()


def games(asked: Asked) -> Iterator[Played]:
    """Plays them. Unusable where the opponent does not answer, or with an illegal move."""
    ours = Ours.of(PENTE.id, asked)
    opponent = Opponent(asked.opponent)
    try:
        for number in range(asked.games):
            before = opponent.talk.seconds
            record = _play(opponent, ours, number)
            opponent.again()
            yield _played(record, number % 2, opponent.talk.seconds - before)
    finally:
        opponent.end()


def _play(opponent: Opponent, ours: Ours, number: int) -> Record:
    """We are White in games of even number."""
    record = Record(ours, number, PENTE.start(Setup(2)))
    record.play(NAMES[CENTRE])
    while (seat := PENTE.to_act(record.position)) is not None:
        if seat != number % 2:
            record.answer(opponent.move(record.moves))
        elif len(record.moves) <= 2:
            record.play(_drawn(record.position, number // 2))
        else:
            record.play(record.think())
    return record


def _drawn(position: Position, pair: int) -> Move:
    """Our first free stone; another one in every pair, as long as there are others."""
    low, high = _WIDE if position.stones == 2 else _NEAR
    found = [
        move
        for point, move in enumerate(NAMES)
        if low <= distance(point, CENTRE) <= high and PENTE.is_legal(position, move)
    ]
    random.Random(high).shuffle(found)
    return found[pair % len(found)]


def _played(record: Record, side: int, their_seconds: float) -> Played:
    colour, moves = ("White", "Black")[side], " ".join(record.moves)

    def told(outcome: Outcome | None) -> str:
        assert outcome is not None  # there is no resignation
        return f"{colour} by {outcome.termination.value}: {moves}"

    return record.played(side, their_seconds, told)
