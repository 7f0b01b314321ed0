"""A part of the store: who knows whom, who wants nothing from whom, who offers what to whom.

What follows from it `contacts.py` decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.app.model.request import Actor
from core.types import MatchId, Millis, PlayerId


@dataclass(frozen=True, slots=True)
class OfferSubscriptionRepository:
    """What somebody has offered lately and nobody has taken: still open, to people by name, and of
    those to one of them."""

    open: int
    named: int
    to_one: int


class ContactRepository(Protocol):
    """Who wants no challenges from whom, and who has offered how much."""

    async def block(self, player: PlayerId, other: PlayerId) -> None: ...

    async def unblock(self, player: PlayerId, other: PlayerId) -> None: ...

    async def blocked(self, player: PlayerId) -> Sequence[PlayerId]:
        """Whom they have blocked, the longest first."""
        ...

    async def blocking(self, player: PlayerId, others: Iterable[PlayerId]) -> Sequence[PlayerId]:
        """Those of the others who have blocked them."""
        ...

    async def have_played(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether they have sat at one match, be it still running."""
        ...

    async def asking(self, player: PlayerId) -> Sequence[MatchId]:
        """Matches that are offered to them and nobody else, the longest first."""
        ...

    async def named(self, platform: str, name: str) -> Actor | None:
        """The only account there that is called so, however it is written; None where there is
        none, or more than one: names are anybody's."""
        ...

    async def offers(
        self, host: PlayerId, since: Millis, to: PlayerId | None, but: MatchId
    ) -> OfferSubscriptionRepository:
        """What this person has offered since then, but for this match."""
        ...
