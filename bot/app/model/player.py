"""A person, as the application knows one."""

from dataclasses import dataclass

from core.types import PlayerId


@dataclass(frozen=True, slots=True)
class Player:
    """A person as the store knows them; `locale` is their setting, not the platform's guess.

    `platform` is where they were met first and `name` what they are called there; `also` has the
    names of their other accounts, by platform. Who has left has no name.
    """

    id: PlayerId
    name: str
    platform: str
    locale: str | None = None
    also: tuple[tuple[str, str], ...] = ()

    def on(self, platform: str) -> str | None:
        """What they are called there; None where they have no account."""
        if platform == self.platform:
            return self.name
        return dict(self.also).get(platform)

    def called(self, platform: str) -> str:
        """The name there, else the one they were met by."""
        return self.on(platform) or self.name

    @property
    def platforms(self) -> frozenset[str]:
        """Where they have accounts."""
        return frozenset((self.platform, *dict(self.also)))

    @property
    def has_left(self) -> bool:
        """Whether they had all that was kept of them deleted."""
        return not self.name


@dataclass(frozen=True, slots=True)
class OfferCounts:
    """Recent offers of a player that were not taken: still open, to people by name, and how many of
    those to one person."""

    open: int
    named: int
    to_one: int
