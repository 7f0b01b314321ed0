"""Reading the configuration: what wins, and that each fault is one clear line."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Config
from bot.config.reading import ConfigError, is_loopback, load


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(text: str | bytes, environ: Mapping[str, str] | None = None) -> Config:
    Path("config.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return load(None, environ or {})


def faults(text: str | bytes, environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        read(text, environ)
    return caught.value.faults


def test_without_a_file_the_defaults_hold() -> None:
    config = load(None, {"HOME": "/home/ann"})
    assert config.source is None
    assert config.web.port == 8080
    assert config.storage.path == Path.cwd() / "data/tavola.db"


def test_the_file_in_the_folder_is_found() -> None:
    config = read("[web]\nport = 9000\n")
    assert config.source == Path("config.toml")
    assert config.web.port == 9000


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read(b"\xef\xbb\xbf[web]\nport = 9000\n").web.port == 9000


def test_the_environment_names_another_file() -> None:
    Path("other.toml").write_text("[web]\nport = 9001\n", encoding="utf-8")
    assert read("[web]\nport = 9000\n", {"TAVOLA_CONFIG": "other.toml"}).web.port == 9001


def test_the_operators_own_word_wins_over_both() -> None:
    Path("mine.toml").write_text("[web]\nport = 9002\n", encoding="utf-8")
    assert load(Path("mine.toml"), {"TAVOLA_CONFIG": "other.toml"}).web.port == 9002


def test_a_variable_wins_over_the_file() -> None:
    environ = {
        "TAVOLA_WEB_PORT": "9003",
        "TAVOLA_ENGINES_WORKERS": "2",
        "TAVOLA_LOGGING_FORMAT": "json",
        "TAVOLA_STORAGE_PATH": "/var/lib/tavola.db",
    }
    config = read('[web]\nport = 9000\n[storage]\npath = "a.db"\n', environ)
    assert config.web.port == 9003
    assert config.engines.workers == 2
    assert config.logging.format == "json"
    assert config.storage.path == Path("/var/lib/tavola.db")


def test_a_relative_path_counts_from_the_folder_of_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "etc"
    folder.mkdir()
    (folder / "t.toml").write_text('[storage]\npath = "x/t.db"\n', encoding="utf-8")
    assert load(Path("etc/t.toml"), {}).storage.path == folder / "x/t.db"


def test_tokens_come_from_the_environment() -> None:
    Path("secret").write_text("  abc.def\n", encoding="utf-8")
    config = load(None, {"TAVOLA_DISCORD_TOKEN": "x.y-z_1", "TAVOLA_TELEGRAM_TOKEN_FILE": "secret"})
    assert config.discord.token.reveal() == "x.y-z_1"
    assert config.telegram.token.reveal() == "abc.def"


def test_an_empty_token_is_none() -> None:
    config = load(None, {"TAVOLA_DISCORD_TOKEN": "", "TAVOLA_TELEGRAM_TOKEN_FILE": ""})
    assert not config.discord.token
    assert not config.telegram.token


def test_an_empty_file_of_a_token_is_a_mistake() -> None:
    Path("secret").write_text(" \n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load(None, {"TAVOLA_TELEGRAM_TOKEN_FILE": "secret"})
    assert refused.value.faults == ("TAVOLA_TELEGRAM_TOKEN_FILE: secret is empty",)


def test_the_page_and_the_figures_do_not_listen_at_one_address() -> None:
    Path("mine.toml").write_text("[metrics]\nport = 9000\n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load(Path("mine.toml"), {"TAVOLA_WEB_PORT": "9000"})
    assert refused.value.faults == (
        "mine.toml: metrics.port: the page listens on port 9000, choose another",
    )
    assert load(Path("mine.toml"), {"TAVOLA_METRICS_HOST": "127.0.0.2"}).metrics.port == 9000


def test_the_suites_own_variables_are_none_of_our_business() -> None:
    assert load(None, {"TAVOLA_TEST_CHROMIUM": "/usr/bin/chromium"}).web.port == 8080


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            '[web]\nport = "80a"\n',
            'config.toml: web.port: expected a whole number from 0 to 65535, got "80a"',
        ),
        (
            "[web]\nport = 70000\n",
            "config.toml: web.port: expected a whole number from 0 to 65535, got 70000",
        ),
        (
            "[web]\nport = true\n",
            "config.toml: web.port: expected a whole number from 0 to 65535, got true",
        ),
        ('[web]\nhost = ""\n', 'config.toml: web.host: expected some text, got ""'),
        (
            "[web]\nhost = [1, 2]\n",
            "config.toml: web.host: expected some text, got [1, 2]",
        ),
        ("[web]\nprot = 1\n", "config.toml: web.prot: unknown key, did you mean port?"),
        ("[web]\nzzzz = 1\n", "config.toml: web.zzzz: unknown key"),
        ("[wib]\n", "config.toml: wib: unknown section, did you mean web?"),
        ("web = 3\n", "config.toml: web: expected a table [web], got 3"),
        (
            "[logging]\nlevel = 'loud'\n",
            'config.toml: logging.level: expected one of "debug", "info", "warning", "error",'
            ' got "loud"',
        ),
        ("[storage]\npath = 3\n", "config.toml: storage.path: expected the name of a file, got 3"),
        (
            "[storage]\npath = ''\n",
            'config.toml: storage.path: expected the name of a file, got ""',
        ),
        (
            "[discord]\napi = 'nowhere'\n",
            'config.toml: discord.api: expected an address such as "https://host/path",'
            ' got "nowhere"',
        ),
        (
            "[discord]\ntoken = 'x'\n",
            "config.toml: discord.token: secrets do not belong in this file, set"
            " TAVOLA_DISCORD_TOKEN or TAVOLA_DISCORD_TOKEN_FILE",
        ),
        (
            "[web]\nhost = '0.0.0.0'\n",
            'config.toml: web.host: "0.0.0.0" lets other machines in; also set web.public_url,'
            " the address of the HTTPS proxy at which people reach the page",
        ),
        (
            "[web]\nhost = '0.0.0.0'\npublic_url = 'play'\n",
            "config.toml: web.public_url: expected an address such as"
            ' "https://play.example.org", got "play"',
        ),
        (
            "[testing]\nseed = 'x'\n",
            "config.toml: testing.seed: only for tests, where TAVOLA_TESTING=1 is set",
        ),
        (b"[web]\nhost = '\xff'\n", "config.toml: not UTF-8 text (byte 14)"),
    ],
)
def test_each_fault_is_one_line(text: str | bytes, line: str) -> None:
    assert faults(text) == (line,)


def test_broken_toml_is_one_line_with_its_place() -> None:
    (line,) = faults("[web\nport = 1\n")
    assert line.startswith("config.toml: not valid TOML: ")
    assert "line 1" in line
    assert "\n" not in line


def test_a_missing_file_is_one_line() -> None:
    with pytest.raises(ConfigError) as caught:
        load(Path("nowhere.toml"), {})
    assert caught.value.faults == ("nowhere.toml: cannot be read: No such file or directory",)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path, {})


@pytest.mark.parametrize(
    ("environ", "line"),
    [
        (
            {"TAVOLA_WEB_PORT": "80a"},
            'TAVOLA_WEB_PORT: expected a whole number from 0 to 65535, got "80a"',
        ),
        (
            {"TAVOLA_WEB_PROT": "80"},
            "TAVOLA_WEB_PROT: unknown variable, did you mean TAVOLA_WEB_PORT?",
        ),
        (
            {"TAVOLA_TESTING_KILL_AT": "saved"},
            "TAVOLA_TESTING_KILL_AT: only for tests, where TAVOLA_TESTING=1 is set",
        ),
        (
            {"TAVOLA_DISCORD_TOKEN_FILE": "gone"},
            "TAVOLA_DISCORD_TOKEN_FILE: gone cannot be read: No such file or directory",
        ),
        (
            {"TAVOLA_DISCORD_TOKEN": "x", "TAVOLA_DISCORD_TOKEN_FILE": "gone"},
            "TAVOLA_DISCORD_TOKEN: set it or TAVOLA_DISCORD_TOKEN_FILE, not both",
        ),
        (
            {"TAVOLA_TELEGRAM_TOKEN": '"hunter2"'},
            "TAVOLA_TELEGRAM_TOKEN: the token is in quotation marks; leave them out",
        ),
        (
            {"TAVOLA_DISCORD_TOKEN": "\u201chunter2\u201d"},
            "TAVOLA_DISCORD_TOKEN: the token is in quotation marks; leave them out",
        ),
        (
            {"TAVOLA_TELEGRAM_TOKEN": "hunter2 hunter2"},
            "TAVOLA_TELEGRAM_TOKEN: a token has no spaces and no special characters",
        ),
        (
            {"TAVOLA_WEB_HOST": "192.168.1.5"},
            'TAVOLA_WEB_HOST: "192.168.1.5" lets other machines in; also set web.public_url,'
            " the address of the HTTPS proxy at which people reach the page",
        ),
    ],
)
def test_variables_are_checked_as_strictly(environ: dict[str, str], line: str) -> None:
    assert faults("", environ) == (line,)


def test_all_faults_are_told_at_once() -> None:
    lines = faults("[web]\nport = 'x'\nprot = 1\n[logging]\nlevel = 3\n", {"TAVOLA_WEBB": "1"})
    places = [line.split(": ")[-2] for line in lines]
    assert places == ["web.prot", "web.port", "logging.level", "TAVOLA_WEBB"]


TOKENS = ("123456789:" + "A" * 35, "M" * 26 + "." + "abc123" + "." + "x" * 38)


@pytest.mark.parametrize("token", TOKENS)
def test_a_token_in_the_wrong_place_is_not_told(token: str) -> None:
    (line,) = faults(f"[telegram]\napi = '{token}'\n")
    assert line.endswith('got "***"')
    (line,) = faults(f"[discord]\ngateway = ['{token}']\n")
    assert line.endswith('got ["***"]')


def test_a_password_in_an_address_is_not_told() -> None:
    (line,) = faults("[web]\npublic_url = 'https://ann:sesame@play.example.org'\n")
    assert line.endswith('got "https://***@play.example.org"')


def test_a_long_value_is_cut() -> None:
    (line,) = faults(f"[web]\nport = '{'x' * 500}'\n")
    assert len(line) < 120
    assert line.endswith("…")


def test_testing_is_honoured_with_the_switch() -> None:
    environ = {"TAVOLA_TESTING": "1", "TAVOLA_TESTING_KILL_AT": "saved"}
    config = read("[testing]\nclock_offset = -5000\nseed = 'abc'\n", environ)
    assert config.testing.clock_offset == -5000
    assert config.testing.seed == "abc"
    assert config.testing.kill_at == "saved"


def test_another_host_goes_with_a_public_address() -> None:
    config = read("[web]\nhost = '0.0.0.0'\npublic_url = 'https://play.example.org'\n")
    assert config.web.public_url == "https://play.example.org"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "example.org", "127.0.0.1.nip.io"])
def test_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def lines_of(text: str) -> tuple[str, ...]:
    """What the operator would read: nothing where it can be used."""
    try:
        read(text.encode("utf-8", "replace"))
    except ConfigError as error:
        return error.faults
    return ()


@given(st.text(max_size=200))
def test_any_text_gives_a_configuration_or_single_lines(text: str) -> None:
    """Whatever stands in the file, nobody sees a traceback."""
    assert all(line.startswith("config.toml: ") for line in lines_of(text))


toml_keys = st.sampled_from(["web", "port", "host", "storage", "path", "testing", "token", "x"])
toml_values = st.one_of(
    st.integers(-(2**40), 2**40).map(str),
    st.booleans().map(lambda value: str(value).lower()),
    st.sampled_from(['"x"', "1.5", "[]", "[1, 'a']", "{}", "1979-05-27", "nan", "inf"]),
)


@given(st.dictionaries(st.sampled_from(["web", "storage", "engines", "testing", "x"]), toml_values))
def test_any_value_in_place_of_a_table(tables: dict[str, str]) -> None:
    text = "".join(f"{name} = {value}\n" for name, value in tables.items())
    assert all("\n" not in line for line in lines_of(text))


@given(st.dictionaries(toml_keys, toml_values))
def test_any_value_of_any_key(table: dict[str, str]) -> None:
    rest = "".join(f"{key} = {value}\n" for key, value in table.items())
    for section in ("web", "storage", "testing", "discord"):
        assert all("\n" not in line for line in lines_of(f"[{section}]\n{rest}"))
