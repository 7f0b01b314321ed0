"""The command line, as an operator meets it: real processes, real files."""

import asyncio
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from bot import __version__
from bot.bootstrap import CannotStart, serve
from bot.config.reading import load
from bot.frontends.web.server import STATIC, must_be_complete
from tests.fakes.telegram import FakeTelegram
from tests.process import ROOT, Tavola, command, environment

TOKEN = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp_-Q"
DISCORD_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture
def tavola(tmp_path: Path) -> Iterator[Tavola]:
    with Tavola(tmp_path) as running:
        yield running


def status(url: str) -> int:
    with urlopen(url, timeout=10) as answer:
        return int(answer.status)


def lines(text: str) -> list[str]:
    return text.splitlines()


# --- run -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_when_it_is_ready_and_stops_when_told(
    tavola: Tavola, number: signal.Signals
) -> None:
    assert tavola.link.startswith(f"{tavola.url}/")
    assert len(tavola.link) > len(tavola.url) + 10
    assert status(f"{tavola.url}/ready") == 200
    code, seconds, rest = tavola.stop(number)
    assert code == 0
    assert seconds < 10
    assert rest == ""
    assert "Traceback" not in tavola.log
    with pytest.raises(URLError):
        status(f"{tavola.url}/ready")


def test_it_starts_again_after_a_kill(tmp_path: Path) -> None:
    for _ in range(2):
        with Tavola(tmp_path) as running:
            assert status(f"{running.url}/ready") == 200


def test_a_second_one_on_the_same_database_is_refused_in_one_line(
    tavola: Tavola, tmp_path: Path
) -> None:
    done = command(tmp_path, "run", settings={"TAVOLA_WEB_PORT": "0"})
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = lines(done.stderr)
    assert "in use by another running Tavola" in line
    assert status(f"{tavola.url}/ready") == 200


def test_a_taken_port_is_told_in_one_line(tavola: Tavola, tmp_path: Path) -> None:
    port = tavola.url.rpartition(":")[2]
    other = {"TAVOLA_STORAGE_PATH": str(tmp_path / "other.db"), "TAVOLA_LOGGING_LEVEL": "error"}
    done = command(tmp_path, "run", settings={"TAVOLA_WEB_PORT": port, **other})
    assert done.returncode == 1
    assert lines(done.stderr) == [
        f"the page cannot listen on 127.0.0.1 port {port}: Address already in use;"
        " set another web.port in config.toml or TAVOLA_WEB_PORT"
    ]


def test_logs_are_json_when_asked_for(tmp_path: Path) -> None:
    with Tavola(tmp_path, {"TAVOLA_LOGGING_FORMAT": "json"}) as running:
        running.stop()
    assert running.log
    assert all(set(json.loads(line)) >= {"at", "level", "message"} for line in lines(running.log))


def test_platforms_that_cannot_be_reached_do_not_keep_it_from_starting(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    settings = {
        "TAVOLA_DISCORD_TOKEN": DISCORD_TOKEN,
        "TAVOLA_DISCORD_API": f"http://127.0.0.1:{port}/api/v10",
        "TAVOLA_DISCORD_GATEWAY": f"ws://127.0.0.1:{port}/",
        "TAVOLA_TELEGRAM_TOKEN": TOKEN,
        "TAVOLA_TELEGRAM_API": f"http://127.0.0.1:{port}",
    }
    with Tavola(tmp_path, settings) as running:
        assert status(f"{running.url}/ready") == 200
        code, seconds, _ = running.stop()
    assert code == 0
    assert seconds < 10
    assert "Traceback" not in running.log
    assert TOKEN not in running.log
    assert DISCORD_TOKEN not in running.log


# --- check ---------------------------------------------------------------------------------------


def test_a_fresh_folder_would_start_and_stays_empty(tmp_path: Path) -> None:
    done = command(tmp_path, "check", settings={"TAVOLA_WEB_PORT": "0"})
    assert done.returncode == 0
    assert done.stderr == ""
    assert lines(done.stdout)[-1] == "Tavola would start."
    assert f"{tmp_path}/data/tavola.db, will be made" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_it_tells_which_tokens_there_are_and_not_what_they_are(tmp_path: Path) -> None:
    settings = {"TAVOLA_WEB_PORT": "0", "TAVOLA_TELEGRAM_TOKEN": TOKEN}
    done = command(tmp_path, "check", settings=settings)
    assert "does not start, TAVOLA_DISCORD_TOKEN is not set" in done.stdout
    assert "starts, by way of https://api.telegram.org (the token was not tried)" in done.stdout
    assert TOKEN not in done.stdout + done.stderr


async def test_the_platforms_are_asked_when_told_to(tmp_path: Path) -> None:
    async with FakeTelegram() as telegram:
        settings = {"TAVOLA_WEB_PORT": "0", "TAVOLA_TELEGRAM_API": telegram.url}
        found = []
        for token in (telegram.token, TOKEN):
            settings["TAVOLA_TELEGRAM_TOKEN"] = token
            found.append(await asyncio.to_thread(check_online, tmp_path, settings))
    good, wrong = found
    assert (good.returncode, good.stderr) == (0, "")
    assert "the token is that of @" in good.stdout
    assert "was not tried" not in good.stdout
    assert (wrong.returncode, lines(wrong.stderr)) == (1, ["Telegram does not accept the token"])


def check_online(folder: Path, settings: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return command(folder, "check", "--online", settings=settings)


BROKEN = {
    "not TOML": ("[web\n", "config.toml: not valid TOML: "),
    "unknown key": ("[web]\nprot = 1\n", "config.toml: web.prot: unknown key, did you mean port?"),
    "unknown section": ("[wep]\n", "config.toml: wep: unknown section, did you mean web?"),
    "wrong type": (
        '[web]\nport = "80a"\n',
        'config.toml: web.port: expected a whole number from 0 to 65535, got "80a"',
    ),
    "secret": (
        f'[telegram]\ntoken = "{TOKEN}"\n',
        "config.toml: telegram.token: secrets do not belong in this file, set"
        " TAVOLA_TELEGRAM_TOKEN or TAVOLA_TELEGRAM_TOKEN_FILE",
    ),
    "open to others": (
        '[web]\nhost = "0.0.0.0"\n',
        'config.toml: web.host: "0.0.0.0" lets other machines in; also set web.public_url,'
        " the address of the HTTPS proxy at which people reach the page",
    ),
    "for tests": (
        '[testing]\nkill_at = "saved"\n',
        "config.toml: testing.kill_at: only for tests, where TAVOLA_TESTING=1 is set",
    ),
}


@pytest.mark.parametrize(
    ("what", "fault"), [*(("check", fault) for fault in BROKEN), ("run", "wrong type")]
)
def test_a_broken_configuration_is_one_line(tmp_path: Path, what: str, fault: str) -> None:
    text, expected = BROKEN[fault]
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    done = command(tmp_path, what)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = lines(done.stderr)
    assert line.startswith(expected)
    assert TOKEN not in line


def test_a_missing_configuration_is_one_line(tmp_path: Path) -> None:
    done = command(tmp_path, "check", "--config", "mine.toml")
    assert done.returncode == 2
    assert lines(done.stderr) == ["mine.toml: cannot be read: No such file or directory"]


def test_a_taken_port_is_an_obstacle(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        (tmp_path / "mine.toml").write_text(f"[web]\nport = {port}\n")
        done = command(tmp_path, "check", "--config", "mine.toml")
    assert done.returncode == 1
    (line,) = lines(done.stderr)
    assert line == (
        f"the page cannot listen on 127.0.0.1 port {port}: Address already in use;"
        " set another web.port in mine.toml or TAVOLA_WEB_PORT"
    )
    assert lines(done.stdout)[-1] == "Tavola would not start."


def text_file(path: Path) -> None:
    path.write_text("not a database at all, but long enough to be looked at\n" * 20)


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE theirs (x)")


def newer_release(path: Path) -> None:
    command(path.parent.parent, "migrate")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA user_version = 999")


DATABASES: Mapping[str, tuple[Callable[[Path], None], str]] = {
    "text": (text_file, "is not a database"),
    "other program": (other_program, "is a database of another program"),
    "newer release": (newer_release, "has schema 999, this release knows up to"),
    "folder": (Path.mkdir, "tavola.db"),
}


@pytest.mark.parametrize("what", ["check", "run"])
@pytest.mark.parametrize("kind", DATABASES)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path, kind: str, what: str) -> None:
    make, words = DATABASES[kind]
    path = tmp_path / "data/tavola.db"
    path.parent.mkdir()
    make(path)
    done = command(tmp_path, what, settings={"TAVOLA_WEB_PORT": "0"})
    assert done.returncode == 1, done.stderr
    (line,) = lines(done.stderr)
    assert words in line


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    for what in ("check", "run"):
        done = command(tmp_path, what, settings={"TAVOLA_WEB_PORT": "0"})
        assert done.returncode == 1
        (line,) = lines(done.stderr)
        assert str(tmp_path / "data") in line


def test_a_folder_where_no_backups_can_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("in the way")
    settings = {"TAVOLA_WEB_PORT": "0", "TAVOLA_BACKUPS_EVERY": "1"}
    for folder, words in (("taken/copies", "cannot be made"), ("free/copies", "every 1 h")):
        wanted = settings | {"TAVOLA_BACKUPS_FOLDER": folder}
        done = command(tmp_path, "check", settings=wanted)
        assert done.returncode == 0, done.stderr  # it starts, and says so in the log every hour
        (line,) = (line for line in lines(done.stdout) if line.startswith("backups"))
        assert words in line
    assert not (tmp_path / "free").exists()


def test_a_database_in_use_is_an_obstacle(tavola: Tavola, tmp_path: Path) -> None:
    done = command(tmp_path, "check", settings={"TAVOLA_WEB_PORT": "0"})
    assert done.returncode == 1
    (line,) = lines(done.stderr)
    assert "in use by another running Tavola" in line
    assert status(f"{tavola.url}/ready") == 200


# --- the rest ------------------------------------------------------------------------------------


def test_who_reads_no_further_is_told_no_more(tmp_path: Path) -> None:
    """As behind `tavola stats | head -3`: no traceback, not even from the flush at the end."""
    command(tmp_path, "migrate")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "stats"],
        cwd=tmp_path,
        env=environment({}),
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_warm_fills_the_folder_of_the_computer_players(tmp_path: Path) -> None:
    """Filled already here, by these tests; said is where."""
    done = command(tmp_path, "warm")
    assert (done.returncode, done.stderr) == (0, "")
    folder = done.stdout.removeprefix("the engines are compiled in ").strip()
    assert list(Path(folder).rglob("*.nbc"))


def test_warm_says_where_nothing_would_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = command(tmp_path, "warm", settings={"NUMBA_CACHE_DIR": str(tmp_path / "file")})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{tmp_path}/file/tavola-kernels-")
    assert done.stderr.endswith(" is not writable, so compiled kernels could not be stored\n")


def test_the_version_is_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "bot.__version__"}
    done = command(ROOT, "--version")
    assert done.stdout == f"tavola {__version__}\n"


@pytest.mark.parametrize("arguments", [(), ("fly",), ("run", "--fast"), ("backup",)])
def test_a_wrong_command_says_how(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = command(tmp_path, *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: tavola")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["index.html", "door.html", "app.js", "board.css", "dom.js"])
def test_a_missing_file_of_the_page_is_named(tmp_path: Path, name: str) -> None:
    page = tmp_path / "static"
    shutil.copytree(STATIC, page)
    must_be_complete(page)
    (page / name).unlink()
    with pytest.raises(OSError, match=name):
        must_be_complete(page)


@pytest.mark.parametrize("what", ["page", "catalogue", "font"])
async def test_what_boards_are_shown_with_is_asked_for_before_it_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    missing = FileNotFoundError(2, "No such file or directory", f"/somewhere/{what}")

    def gone(*_: object) -> None:
        raise missing

    place = {"page": "must_be_complete", "catalogue": "catalog.source", "font": "fonts.font"}[what]
    monkeypatch.setattr(f"bot.bootstrap.{place}", gone)
    config = load(None, {"TAVOLA_STORAGE_PATH": str(tmp_path / "t.db"), "TAVOLA_WEB_PORT": "0"})
    with pytest.raises(CannotStart, match=f"install it again: /somewhere/{what}"):
        await serve(config, asyncio.Event(), lambda link: pytest.fail(link))
    assert not (tmp_path / "t.db").exists()
