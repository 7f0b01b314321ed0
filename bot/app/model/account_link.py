"""Accounts being linked: a code that is waiting for an answer, and the result of a merge."""

from dataclasses import dataclass

from core.types import MatchId, Millis, PlayerId


@dataclass(frozen=True, slots=True)
class Link:
    """A code requested by one account. `other` has typed it; `agreed`: and confirmed it."""

    code: str
    player: PlayerId
    made: Millis
    other: PlayerId | None
    agreed: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """The merged player and the one that remains. Sessions in `changed` must be reloaded."""

    gone: PlayerId
    stays: PlayerId
    changed: frozenset[MatchId]
