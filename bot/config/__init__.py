"""The configuration: frozen values, a table of the file each.

Owns every key, its default and what it may be; `config.example.toml` documents them and a test
compares the two. Must not know where a value comes from (`reading.py`) nor who uses it.
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
    """A token that nothing prints by accident: only `reveal` gives it."""

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
    """The local page. `public_url` is empty, or how people reach it through a proxy."""

    host: Text = "127.0.0.1"
    port: Port = 8080
    public_url: MaybeAddress = ""


class StorageConfig(Section, frozen=True):
    """`path` is absolute once read: in the file it counts from the file's own folder."""

    path: File = Path("data/tavola.db")


class BackupsConfig(Section, frozen=True):
    """Copies made while the bot runs: one in so many hours, 0 is never; so many are kept. `folder`
    is absolute once read, like the path of the database."""

    every: Cap = 0
    folder: Folder = Path("data/backups")
    keep: Count = 7


class MetricsConfig(Section, frozen=True):
    """Figures for Prometheus, on a port of their own; `port` 0: none."""

    host: Text = "127.0.0.1"
    port: Port = 0


class EnginesConfig(Section, frozen=True):
    """`workers` 0: one fewer than the machine has cores, and at least one."""

    workers: Workers = 0


class LoggingConfig(Section, frozen=True):
    level: Level = "info"
    format: Form = "text"


class DiscordConfig(Section, frozen=True):
    """Starts when there is a token. The addresses are settings so that tests can stand in."""

    api: Api = "https://discord.com/api/v10"
    gateway: Gateway = "wss://gateway.discord.gg/"
    token: Secret = Secret()


class TelegramConfig(Section, frozen=True):
    """Starts when there is a token. `boards` says how running boards are shown."""

    api: Api = "https://api.telegram.org"
    boards: Boards = "keyboard"
    token: Secret = Secret()


class RoomsConfig(Section, frozen=True):
    """Where the bot may be used, and how much may go on at once; 0 is any number."""

    allowed: Places = ""
    barred: Places = ""
    matches_per_person: Cap = 0
    matches_per_room: Cap = 0


class ForTesting(Section, frozen=True):
    """For the test suite; refused unless `TAVOLA_TESTING=1` stands in the environment.

    `clock_offset` is added to the time, in milliseconds; `seed` makes every lot repeatable;
    `kill_at` names a step at whose `kill_on`th passing the process kills itself.
    """

    clock_offset: Whole = 0
    seed: MaybeText = ""
    kill_at: MaybeText = ""
    kill_on: Count = 1


class Config(Struct, frozen=True, kw_only=True):
    """Everything that can be set. `source` is the file it was read from, None for defaults."""

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
        """Every secret in plain text, for the log's filter."""
        tokens = (self.discord.token, self.telegram.token)
        return tuple(token.reveal() for token in tokens if token)


SECTIONS: Mapping[str, type[Section]] = {
    name: kind
    for name, kind in get_type_hints(Config).items()
    if isinstance(kind, type) and issubclass(kind, Section)
}


def keys(kind: type[Section]) -> dict[str, Any]:
    """The keys that may stand in the file, with their types. Secrets are not among them."""
    hints = get_type_hints(kind, include_extras=True)
    return {key: hint for key, hint in hints.items() if hint is not Secret}


def expected(hint: Any) -> str:
    """What a key may be, in words."""
    meta: Meta = get_args(hint)[1]
    return str(meta.description)
