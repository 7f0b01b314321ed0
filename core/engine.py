"""The contracts of a computer player and of an adviser.

A computer player is asked with a view (no seed, no future), a level, a limit and a salt, and
answers with a choice. The salt, SHA-256 of match id and turn, is its only source of chance, so
asking again gives the same move: nothing changes when a worker dies and the question is put to
another one. An adviser has no chance at all: it says what it honestly thinks, as well as it can.
"""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from core.types import Level, MatchId, Move

V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Limit:
    """How much may be thought: `nodes` decide, `millis` are the safety net for slow machines."""

    nodes: int
    millis: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What the computer plays and why.

    `score` is in the game's own unit for the one to move (Reversi: discs); `line` begins with the
    move; `cut` says that the clock, not the node limit, ended the search.
    """

    move: Move
    score: int | None
    line: tuple[Move, ...]
    depth: int
    nodes: int
    cut: bool


class Stop:
    """Looked at every few thousand nodes: whether the time is up.

    One cell of memory that whoever keeps the time sets from another thread, because compiled
    kernels can look at memory, not ask Python.
    """

    __slots__ = ("cell",)

    def __init__(self) -> None:
        self.cell = bytearray(1)

    def set(self) -> None:
        self.cell[0] = 1

    def __call__(self) -> bool:
        return self.cell[0] != 0


class Engine(Protocol[V_contra]):
    """One game's computer player. Holds no state between calls."""

    def limit(self, level: Level) -> Limit:
        """What a move at this level may cost."""
        ...

    def choose(self, view: V_contra, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        """A legal move for the seat to act. The same arguments give the same choice unless cut."""
        ...


class Effort(StrEnum):
    """What advice is for, and so how much may be thought about it."""

    HINT = "hint"  # one position, and somebody waits
    REVIEW = "review"  # one of sixty


@dataclass(frozen=True, slots=True)
class AdviceRequest:
    """What one wants to know: the best `ideas` moves, and what the one that was played is worth."""

    effort: Effort
    candidates: int = 1
    played: Move | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and what it is worth.

    `score` is for the one to move, in the game's own unit (Reversi: discs; Pente: as its search
    says; dice: the final total to be expected); `proved` says that it is known and not believed.
    `line` begins with the move. `chance` is that of winning, in tenths of a per cent, as far as the
    adviser can put it.
    """

    move: Move
    score: int
    line: tuple[Move, ...]
    proved: bool = False
    chance: int = 0


@dataclass(frozen=True, slots=True)
class Advice:
    """What an adviser makes of a position. `ideas` are the best moves, best first, never none;
    `played` is the one that was asked about, `cut` says that the clock ended the search."""

    candidates: tuple[Candidate, ...]
    played: Candidate | None
    nodes: int
    cut: bool


class Adviser(Protocol[V_contra]):
    """One game's adviser, at its full strength. Holds no state between calls."""

    def limit(self, effort: Effort) -> Limit:
        """What a piece of advice may cost."""
        ...

    def advise(self, view: V_contra, asked: AdviceRequest, limit: Limit, stop: Stop) -> Advice:
        """About the seat to act. The same arguments give the same advice unless cut."""
        ...


def salt_for(match: MatchId, turn: int) -> bytes:
    """The chance a computer player may use at this decision."""
    return hashlib.sha256(f"{match}\n{turn}".encode()).digest()
