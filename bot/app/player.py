"""A person, as the application knows one."""

from dataclasses import dataclass

from core.types import PlayerId


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person as the store knows them; `locale` is their setting, not the platform's guess."""

    id: PlayerId
    name: str
    platform: str
    locale: str | None = None
