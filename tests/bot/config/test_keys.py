"""What may be set, and that `config.example.toml` says so."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from bot.config import SECTIONS, BackupsConfig, Config, DiscordConfig, Secret, expected, keys
from bot.config.reading import load

EXAMPLE = Path(__file__).parents[3] / "config.example.toml"


def test_the_example_has_every_key_and_no_other() -> None:
    tables = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert {name: set(table) for name, table in tables.items()} == {
        name: set(keys(kind)) for name, kind in SECTIONS.items()
    }


def test_the_example_holds_the_defaults(tmp_path: Path) -> None:
    copy = tmp_path / "config.toml"
    copy.write_bytes(EXAMPLE.read_bytes())
    read = load(copy, {})
    for name, kind in SECTIONS.items():
        if name not in ("storage", "backups"):
            assert getattr(read, name) == kind()
    assert read.storage.path == tmp_path / "data/tavola.db"
    usual = BackupsConfig()
    assert read.backups == BackupsConfig(
        every=usual.every, folder=tmp_path / usual.folder, keep=usual.keep
    )


def test_the_example_explains_every_key() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for i, line in enumerate(lines):
        if (
            " = " in line
            and not line.startswith("#")
            and not line.startswith(("kill_on", "gateway"))
        ):
            assert lines[i - 1].startswith("#"), line


def test_the_example_names_every_secret() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    for name, kind in SECTIONS.items():
        if "token" in kind.__struct_fields__:
            assert f"TAVOLA_{name.upper()}_TOKEN " in text
            assert f"TAVOLA_{name.upper()}_TOKEN_FILE" in text


def test_every_key_says_what_it_may_be() -> None:
    for kind in SECTIONS.values():
        for hint in keys(kind).values():
            assert expected(hint)


def test_configurations_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Config().web.port = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        msgspec.structs.replace(Config().web, prot=1)


def test_secrets_are_not_printed() -> None:
    config = Config(discord=DiscordConfig(token=Secret("hunter2.hunter2")))
    for text in (repr(config), str(config), f"{config.discord.token}", f"{config.discord.token!r}"):
        assert "hunter2" not in text
    assert config.discord.token.reveal() == "hunter2.hunter2"
    assert config.secrets == ("hunter2.hunter2",)
    assert bool(config.discord.token)
    assert not config.telegram.token


def test_a_secret_cannot_be_written_out() -> None:
    with pytest.raises(TypeError):
        msgspec.json.encode(Config(discord=DiscordConfig(token=Secret("hunter2"))).discord)
