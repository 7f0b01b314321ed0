"""The configuration: frozen values, one struct per table of the file.

This module owns every key, its default and its allowed values; `config.example.toml` documents
them, and a test compares the two. `reading.py` reads the values.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

from msgspec import Meta, Struct

Text = Annotated[str, Meta(min_length=1, description="some text")]
Whole = Annotated[int, Meta(description="a whole number")]
Count = Annotated[int, Meta(ge=1, description="a whole number from 1")]
Port = Annotated[int, Meta(ge=0, le=65535, description="a whole number from 0 to 65535")]
Workers = Annotated[int, Meta(ge=0, le=64, description="a whole number from 0 to 64")]
File = Annotated[Path, Meta(description="the name of a file")]
Folder = Annotated[Path, Meta(description="the name of a folder")]
MaybeText = Annotated[str, Meta(description="some text")]
MaybeAddress = Annotated[
    str,
    Meta(
        pattern=r"^$|^https?://[^/?#@\s]+/?$",
        description='an address such as "https://play.example.org"',
    ),
]
Api = Annotated[
    str, Meta(pattern=r"^https?://[^?#@\s]+$", description='an address such as "https://host/path"')
]
Gateway = Annotated[
    str, Meta(pattern=r"^wss?://[^?#@\s]+$", description='an address such as "wss://host"')
]
Level = Annotated[
    Literal["debug", "info", "warning", "error"],
    Meta(description='one of "debug", "info", "warning", "error"'),
]
Form = Annotated[Literal["text", "json"], Meta(description='"text" or "json"')]

Cap = Annotated[int, Meta(ge=0, description="a whole number from 0")]
Places = Annotated[
    str,
    Meta(
        pattern=r"^([ ,]*(discord|telegram|web):[^\s,]+)*[ ,]*$",
        description='places such as "discord:123 telegram:-100456"',
    ),
]
Boards = Annotated[Literal["keyboard", "picture"], Meta(description='"keyboard" or "picture"')]


class Secret:
    """A token that cannot be printed by accident; use `reveal` to get it."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Secret(set)" if self._value else "Secret(not set)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def reveal(self) -> str:
        return self._value


class Section(Struct, frozen=True, kw_only=True):
    """One table of the file."""


class WebConfig(Section, frozen=True):
    """The local page. `public_url` is the address behind a proxy, or empty."""

    host: Text = "127.0.0.1"
    port: Port = 8080
    public_url: MaybeAddress = ""


class StorageConfig(Section, frozen=True):
    """The database. `path` is relative to the configuration file there, absolute once read."""

    path: File = Path("data/tavola.db")


class BackupsConfig(Section, frozen=True):
    """Backups made while the bot runs: one every `every` hours (0: never), of which `keep` are
    kept. `folder` is absolute once read, like the path of the database."""

    every: Cap = 0
    folder: Folder = Path("data/backups")
    keep: Count = 7


class MetricsConfig(Section, frozen=True):
    """Metrics for Prometheus, on a port of their own; `port` 0 disables them."""

    host: Text = "127.0.0.1"
    port: Port = 0


class EnginesConfig(Section, frozen=True):
    """Engine processes. `workers` 0 means one fewer than there are cores, but at least one."""

    workers: Workers = 0


class LoggingConfig(Section, frozen=True):
    level: Level = "info"
    format: Form = "text"


class DiscordConfig(Section, frozen=True):
    """Discord, enabled by a token. The addresses are settings so that tests can replace them."""

    api: Api = "https://discord.com/api/v10"
    gateway: Gateway = "wss://gateway.discord.gg/"
    token: Secret = Secret()


class TelegramConfig(Section, frozen=True):
    """Telegram, enabled by a token. `boards` selects how running boards are shown."""

    api: Api = "https://api.telegram.org"
    boards: Boards = "keyboard"
    token: Secret = Secret()


class RoomsConfig(Section, frozen=True):
    """Where the bot may be used, and how many matches may run at once; 0 means no limit."""

    allowed: Places = ""
    barred: Places = ""
    matches_per_person: Cap = 0
    matches_per_room: Cap = 0


class ForTesting(Section, frozen=True):
    """Options for the test suite; refused unless the environment sets `TAVOLA_TESTING=1`.

    `clock_offset` is added to the time, in milliseconds; `seed` makes randomness repeatable; the
    process kills itself when it passes the step `kill_at` for the `kill_on`th time.
    """

    clock_offset: Whole = 0
    seed: MaybeText = ""
    kill_at: MaybeText = ""
    kill_on: Count = 1


class Config(Struct, frozen=True, kw_only=True):
    """All settings. `source` is the file they were read from, None for defaults."""

    source: Path | None = None
    web: WebConfig = WebConfig()
    storage: StorageConfig = StorageConfig()
    backups: BackupsConfig = BackupsConfig()
    metrics: MetricsConfig = MetricsConfig()
    engines: EnginesConfig = EnginesConfig()
    logging: LoggingConfig = LoggingConfig()
    discord: DiscordConfig = DiscordConfig()
    telegram: TelegramConfig = TelegramConfig()
    rooms: RoomsConfig = RoomsConfig()
    testing: ForTesting = ForTesting()

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return every secret in plain text, for the log's filter."""
        tokens = (self.discord.token, self.telegram.token)
        return tuple(token.reveal() for token in tokens if token)


SECTIONS: Mapping[str, type[Section]] = {
    name: kind
    for name, kind in get_type_hints(Config).items()
    if isinstance(kind, type) and issubclass(kind, Section)
}


def keys(kind: type[Section]) -> dict[str, Any]:
    """Return the keys allowed in the file, with their types. Secrets are not among them."""
    hints = get_type_hints(kind, include_extras=True)
    return {key: hint for key, hint in hints.items() if hint is not Secret}


def expected(hint: Any) -> str:
    """Return what a key may be, in words."""
    meta: Meta = get_args(hint)[1]
    return str(meta.description)
