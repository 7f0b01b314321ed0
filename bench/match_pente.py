"""Pente against any program that speaks one line a move.

The opponent is a process. It is sent a line with all moves since the first stone, as `k10 l11 n9`,
and answers with a line that holds its move; each question stands for itself, and an empty line
between games says that another one begins. `bench/debian_pente.py` makes such a program of Debian's
`pente`.

Games come in pairs, each colour once. So that no two are the same, our own first stone is drawn by
lot (as White the second one, the first being on K10), which is to the opponent's advantage; nothing
is played for the opponent, so that programs can be met which only play from the start.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.match import Asked, Played
from bench.talk import Talk
from core.engine import Limit, Stop, salt_for
from core.game import Setup
from core.games.pente.engine import ENGINE
from core.games.pente.points import CENTRE, NAMES, distance
from core.games.pente.rules import PENTE, Position
from core.types import Level, MatchId, Move

_NEAR = (1, 2)
_WIDE = (3, 4)
"""How far from K10 our own first stone is drawn as Black, our second one as White."""


class Opponent:
    """The other program."""

    def __init__(self, command: Sequence[str]) -> None:
        self.talk = Talk.start(command)

    def move(self, moves: Sequence[str]) -> Move:
        """Its answer. ValueError where it gives none, Refused where it is not a point."""
        self.talk.say(" ".join(moves))
        return PENTE.read_move(self.talk.hear())

    def again(self) -> None:
        """Another game begins."""
        self.talk.say("")

    def end(self) -> None:
        """Closes its input, and waits until it has gone."""
        self.talk.process.communicate()


@dataclass(slots=True)
class Record:
    """A game as it goes."""

    position: Position
    moves: list[Move] = field(default_factory=list)
    seconds: float = 0.0  # CPU of ours
    asked: int = 0  # moves of ours that were thought about

    def play(self, move: Move) -> None:
        self.position = PENTE.play(self.position, move)
        self.moves.append(move)


def games(asked: Asked) -> Iterator[Played]:
    """Plays them; a move of the opponent's that is illegal ends everything with Refused."""
    level = Level(asked.level) if asked.level else PENTE.levels[-1]
    limit = ENGINE.limit(level)
    if asked.nodes:
        limit = Limit(asked.nodes, limit.millis)
    opponent = Opponent(asked.opponent)
    try:
        for number in range(asked.games):
            before = opponent.talk.seconds
            record = _play(opponent, number, level, limit)
            opponent.again()
            yield _played(record, number % 2, opponent.talk.seconds - before)
    finally:
        opponent.end()


def _play(opponent: Opponent, number: int, level: Level, limit: Limit) -> Record:
    """We are White in games of even number."""
    record = Record(PENTE.start(Setup(2)))
    record.play(NAMES[CENTRE])
    while (seat := PENTE.to_act(record.position)) is not None:
        if seat != number % 2:
            record.play(opponent.move(record.moves))
        elif len(record.moves) <= 2:
            record.play(_drawn(record.position, number // 2))
        else:
            record.play(_ours(record, number, level, limit))
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


def _ours(record: Record, number: int, level: Level, limit: Limit) -> Move:
    salt = salt_for(MatchId(f"bench{number}"), len(record.moves))
    begun = time.process_time()
    choice = ENGINE.choose(PENTE.look(record.position), level, limit, salt, Stop())
    record.seconds += time.process_time() - begun
    record.asked += 1
    return choice.move


def _played(record: Record, side: int, their_seconds: float) -> Played:
    outcome = PENTE.outcome(record.position)
    assert outcome is not None
    score = 0.5 if outcome.winner is None else float(outcome.winner == side)
    said = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[score]
    colour = ("White", "Black")[side]
    note = f"{said} as {colour} by {outcome.termination.value}: {' '.join(record.moves)}"
    theirs = len(record.moves) - record.asked - 1
    return Played(score, record.seconds, record.asked, their_seconds, theirs, note)
