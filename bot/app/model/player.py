"""A player."""

from dataclasses import dataclass

from core.types import PlayerId


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the store; `locale` is their setting, not the platform's guess.

    `platform` is where the account was created and `name` its name there; `also` has the names of
    linked accounts, by platform. A deleted player has no name.
    """

    id: PlayerId
    name: str
    platform: str
    locale: str | None = None
    also: tuple[tuple[str, str], ...] = ()

    def on(self, platform: str) -> str | None:
        """Return the player's name on a platform, or None without an account there."""
        if platform == self.platform:
            return self.name
        return dict(self.also).get(platform)

    def called(self, platform: str) -> str:
        """Return the player's name on a platform, else on their own."""
        return self.on(platform) or self.name

    @property
    def platforms(self) -> frozenset[str]:
        """Return the platforms on which the player has accounts."""
        return frozenset((self.platform, *dict(self.also)))

    @property
    def has_left(self) -> bool:
        """Return whether the player's data were deleted."""
        return not self.name


@dataclass(frozen=True, slots=True)
class OfferCounts:
    """A player's recent open offers: all, by name, and to one particular player."""

    open: int
    named: int
    to_one: int
