"""The contracts of computer players and advisers.

A computer player receives a view (no seed, no future), a level, a limit and a salt, and returns a
choice. The salt, SHA-256 of match id and turn, is its only randomness, so retrying after a worker
died gives the same move. Advisers use no randomness at all and play at full strength.
"""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from core.types import Level, MatchId, Move

V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Limit:
    """A search limit: `nodes` decide, `millis` are the safety net for slow machines."""

    nodes: int
    millis: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A computer player's move.

    `score` is in the game's own unit for the side to move (Reversi: discs); `line` begins with the
    move; `cut` means that the clock, not the node limit, ended the search.
    """

    move: Move
    score: int | None
    line: tuple[Move, ...]
    depth: int
    nodes: int
    cut: bool


class Stop:
    """A stop flag, polled every few thousand nodes.

    It is one memory cell that a timer thread sets, because compiled kernels can read memory but not
    call Python.
    """

    __slots__ = ("cell",)

    def __init__(self) -> None:
        self.cell = bytearray(1)

    def set(self) -> None:
        self.cell[0] = 1

    def __call__(self) -> bool:
        return self.cell[0] != 0


class Engine(Protocol[V_contra]):
    """A game's computer player. Holds no state between calls."""

    def limit(self, level: Level) -> Limit:
        """Return the search limit of this level."""
        ...

    def choose(self, view: V_contra, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        """Return a legal move for the seat to act. Equal arguments give equal choices unless
        cut."""
        ...


class Effort(StrEnum):
    """The purpose of advice, which sets its budget."""

    HINT = "hint"  # one position, and a player is waiting
    REVIEW = "review"  # one of about sixty positions


@dataclass(frozen=True, slots=True)
class AdviceRequest:
    """A request for the best `candidates` moves and, optionally, a score of the move played."""

    effort: Effort
    candidates: int = 1
    played: Move | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and its evaluation.

    `score` is for the side to move, in the game's own unit (Reversi: discs; Pente: search score;
    dice: expected final total); `proved` means it is exact. `line` begins with the move. `chance`
    is the estimated probability of winning, in tenths of a per cent.
    """

    move: Move
    score: int
    line: tuple[Move, ...]
    proved: bool = False
    chance: int = 0


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice on a position. `candidates` are the best moves, best first, at least one; `played` is
    the move asked about; `cut` means that the clock ended the search."""

    candidates: tuple[Candidate, ...]
    played: Candidate | None
    nodes: int
    cut: bool


class Adviser(Protocol[V_contra]):
    """A game's adviser, at full strength. Holds no state between calls."""

    def limit(self, effort: Effort) -> Limit:
        """Return the search limit of this effort."""
        ...

    def advise(self, view: V_contra, asked: AdviceRequest, limit: Limit, stop: Stop) -> Advice:
        """Advise the seat to act. Equal arguments give equal advice unless cut."""
        ...


def salt_for(match: MatchId, turn: int) -> bytes:
    """Return a computer player's randomness for this decision."""
    return hashlib.sha256(f"{match}\n{turn}".encode()).digest()
