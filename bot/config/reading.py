"""Read the configuration from `config.toml` and the environment.

A key comes from the file or from `TAVOLA_<SECTION>_<KEY>`, which takes precedence. Secrets come
from the environment only (`TAVOLA_DISCORD_TOKEN`, or a file named by `TAVOLA_DISCORD_TOKEN_FILE`),
because configuration files get copied, committed and pasted into questions. Each value is converted
on its own, so that every error is one line with its place and what was expected, and all are
reported at once.
"""

import difflib
import ipaddress
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bot.config import (
    SECTIONS,
    BackupsConfig,
    Config,
    DiscordConfig,
    EnginesConfig,
    ForTesting,
    LoggingConfig,
    MetricsConfig,
    RoomsConfig,
    Secret,
    Section,
    StorageConfig,
    TelegramConfig,
    WebConfig,
    expected,
    keys,
)
from bot.log import Redactor

DEFAULT_FILE = Path("config.toml")
SWITCH = "TAVOLA_TESTING"
_FILE_VARIABLE = "TAVOLA_CONFIG"
_PREFIX = "TAVOLA_"
_SUITE_PREFIX = "TAVOLA_TEST_"  # read by the test suite itself, such as TAVOLA_TEST_CHROMIUM
_PRINTABLE = re.compile(r"[\x21-\x7e]*")
_QUOTES = ("'", '"', "`", "\u201c", "\u201d")

S = TypeVar("S", bound=Section)


class ConfigError(ValueError):
    """The configuration is invalid. `faults` are finished lines, one per error."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def load(file: Path | None, environ: Mapping[str, str]) -> Config:
    """Return the effective configuration.

    Args:
        file: as named by the operator; None: `TAVOLA_CONFIG`, else `config.toml` if there is one.
        environ: the environment, such as `os.environ`.

    Raises:
        ConfigError: with a line for each error.
    """
    source = file or _from_environment(environ)
    reader = _Reader(source, _parse(source) if source else {}, environ)
    config = Config(
        source=source,
        web=reader.web(),
        storage=reader.section("storage", StorageConfig),
        backups=reader.section("backups", BackupsConfig),
        metrics=reader.section("metrics", MetricsConfig),
        engines=reader.section("engines", EnginesConfig),
        logging=reader.section("logging", LoggingConfig),
        discord=reader.section("discord", DiscordConfig),
        telegram=reader.section("telegram", TelegramConfig),
        rooms=reader.section("rooms", RoomsConfig),
        testing=reader.testing(),
    )
    reader.keep_apart(config.web, config.metrics)
    reader.look_for_strays()
    if reader.faults:
        raise ConfigError(*reader.faults)
    return config


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach it. A name other than `localhost` could be any
    host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _from_environment(environ: Mapping[str, str]) -> Path | None:
    named = environ.get(_FILE_VARIABLE)
    if named:
        return Path(named)
    return DEFAULT_FILE if DEFAULT_FILE.exists() else None


def _parse(source: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(source.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{source}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{source}: not UTF-8 text (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{source}: not valid TOML: {error}") from None


class _Reader:
    """Turn tables and variables into sections, and collect the errors."""

    def __init__(
        self, source: Path | None, tables: Mapping[str, Any], environ: Mapping[str, str]
    ) -> None:
        self.faults: list[str] = []
        self._source = source
        self._folder = (source.parent if source else Path()).absolute()
        self._tables = tables
        self._environ = environ
        self._known = {_FILE_VARIABLE, SWITCH}

    def section(self, name: str, kind: type[S]) -> S:
        table = self._tables.get(name, {})
        values: dict[str, Any] = {}
        if not isinstance(table, dict):
            self._fault(f"{self._source}: {name}", f"expected a table [{name}]", table)
            table = {}
        for key in sorted(table.keys() - keys(kind).keys()):
            self.faults.append(f"{self._source}: {name}.{key}: {_refusal(name, key, kind)}")
        for key, hint in keys(kind).items():
            variable = _variable(name, key)
            self._known.add(variable)
            place = self._place(name, key)
            if variable in self._environ:
                self._take(values, key, hint, place, self._environ[variable])
            elif key in table:
                self._take(values, key, hint, place, table[key])
        if "token" in kind.__struct_fields__:
            values["token"] = self._secret(_variable(name, "token"))
        section = kind(**values)
        paths = {key: getattr(section, key) for key in keys(kind)}
        absolute = {k: self._folder / v for k, v in paths.items() if isinstance(v, Path)}
        return msgspec.structs.replace(section, **absolute)

    def web(self) -> WebConfig:
        """Return the page's section. Anyone who reaches the page may ask for a seat, so other
        machines must not reach it unless the operator says how."""
        faults = len(self.faults)
        web = self.section("web", WebConfig)
        if len(self.faults) == faults and not is_loopback(web.host) and not web.public_url:
            self.faults.append(
                f'{self._place("web", "host")}: "{web.host}" lets other machines in; also set'
                " web.public_url, the address of the HTTPS proxy at which people reach the page"
            )
        return web

    def keep_apart(self, web: WebConfig, metrics: MetricsConfig) -> None:
        """Reject two listeners on one address; the second would report it as taken, but not by
        what."""
        if metrics.port and (metrics.host, metrics.port) == (web.host, web.port):
            place = self._place("metrics", "port")
            self.faults.append(f"{place}: the page listens on port {web.port}, choose another")

    def testing(self) -> ForTesting:
        section = self.section("testing", ForTesting)
        if self._environ.get(SWITCH) != "1":
            for key in keys(ForTesting):
                if getattr(section, key) != getattr(ForTesting(), key):
                    place = self._place("testing", key)
                    self.faults.append(f"{place}: only for tests, where {SWITCH}=1 is set")
        return section

    def look_for_strays(self) -> None:
        """Report unknown names; a typo would otherwise silently do nothing."""
        for name in sorted(self._tables.keys() - SECTIONS.keys()):
            self.faults.append(
                f"{self._source}: {name}: unknown section{_suggestion(name, SECTIONS)}"
            )
        for variable in sorted(self._environ):
            ours = variable.startswith(_PREFIX) and not variable.startswith(_SUITE_PREFIX)
            if ours and variable not in self._known:
                suggestion = _suggestion(variable, self._known)
                self.faults.append(f"{variable}: unknown variable{suggestion}")

    def _take(self, values: dict[str, Any], key: str, hint: Any, place: str, value: object) -> None:
        strict = not place.startswith(_PREFIX)  # a variable is always text
        try:
            values[key] = msgspec.convert(value, hint, strict=strict, dec_hook=_path)
        except msgspec.ValidationError:
            self._fault(place, f"expected {expected(hint)}", value)

    def _secret(self, variable: str) -> Secret:
        file_variable = f"{variable}_FILE"
        self._known |= {variable, file_variable}
        value, file = self._environ.get(variable, ""), self._environ.get(file_variable, "")
        if value and file:
            self.faults.append(f"{variable}: set it or {file_variable}, not both")
        elif file:
            try:
                value = Path(file).read_text(encoding="utf-8")
            except OSError as error:
                self.faults.append(f"{file_variable}: {file} cannot be read: {error.strerror}")
            except UnicodeDecodeError:
                self.faults.append(f"{file_variable}: {file} is not UTF-8 text")
            else:
                if not value.strip():
                    self.faults.append(f"{file_variable}: {file} is empty")
        value = value.strip()
        if value[:1] in _QUOTES or value[-1:] in _QUOTES:
            self.faults.append(f"{variable}: the token is in quotation marks; leave them out")
        elif not _PRINTABLE.fullmatch(value):
            self.faults.append(f"{variable}: a token has no spaces and no special characters")
        return Secret(value)

    def _place(self, name: str, key: str) -> str:
        variable = _variable(name, key)
        return variable if variable in self._environ else f"{self._source}: {name}.{key}"

    def _fault(self, place: str, what: str, value: object) -> None:
        shown = Redactor().clean(json.dumps(value, ensure_ascii=False, default=str))
        shown = shown if len(shown) <= 40 else shown[:39] + "…"
        self.faults.append(f"{place}: {what}, got {shown}")


def _variable(name: str, key: str) -> str:
    return f"{_PREFIX}{name}_{key}".upper()


def _refusal(name: str, key: str, kind: type[Section]) -> str:
    if key in kind.__struct_fields__:
        variable = _variable(name, key)
        return f"secrets do not belong in this file, set {variable} or {variable}_FILE"
    return f"unknown key{_suggestion(key, keys(kind))}"


def _path(kind: type, value: object) -> Path:
    if kind is not Path or not isinstance(value, str) or not value:
        raise ValueError(value)
    return Path(value).expanduser()


def _suggestion(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, sorted(known), n=1)
    return f", did you mean {close[0]}?" if close else ""
