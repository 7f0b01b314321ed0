"""The commands about the database, as an operator meets them: real processes, real files."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.store import open_sqlite
from tests.bot.storage.sessions import LOBBY, NOON, named, people, record, session
from tests.bot.test_main import status, text_file
from tests.fakes.clock import FixedNow
from tests.process import Tavola, command, environment


def test_migrate_makes_a_database(tmp_path: Path) -> None:
    done = command(tmp_path, "migrate")
    assert done.returncode == 0
    assert done.stdout.startswith(f"{tmp_path}/data/tavola.db has schema ")
    checked = command(tmp_path, "check", settings={"TAVOLA_WEB_PORT": "0"})
    assert checked.returncode == 0
    assert "will be" not in checked.stdout


def test_ratings_are_put_right_where_the_file_was_changed(tmp_path: Path) -> None:
    command(tmp_path, "migrate")
    unchanged = command(tmp_path, "ratings")
    assert unchanged.returncode == 0
    assert unchanged.stdout.splitlines() == ["reversi: all correct", "pente: all correct"]
    with closing(sqlite3.connect(tmp_path / "data/tavola.db")) as db, db:
        db.executescript(
            "INSERT INTO players (id, name, platform, met) VALUES (1, 'Ann', 'web', 0);"
            "INSERT INTO players (id, name, platform, met) VALUES (2, 'Bo', 'web', 0);"
            "INSERT INTO bouts (number, session, game, at) VALUES (1, 'one', 'pente', 0);"
            "INSERT INTO rating_events VALUES (1, 1, 0, 1, 25, 8, 99, 1);"
            "INSERT INTO rating_events VALUES (1, 2, 1, 2, 25, 8, 1, 1);"
        )
    assert command(tmp_path, "ratings").stdout.splitlines()[1] == "pente: 2 corrected"
    assert command(tmp_path, "ratings").stdout.splitlines()[1] == "pente: all correct"


def test_ratings_of_a_database_that_is_none_say_so(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    text_file(tmp_path / "data/tavola.db")
    failed = command(tmp_path, "ratings")
    assert failed.returncode == 1
    assert "is not a database" in failed.stderr


def test_a_match_that_should_not_count_is_annulled(tmp_path: Path) -> None:
    command(tmp_path, "migrate")
    database = tmp_path / "data/tavola.db"

    async def play() -> None:
        store = await open_sqlite(database, FixedNow())
        ann, bo = await people(store, "Ann", "Bo")
        await record(store, "over", ann, bo, LOBBY, NOON)
        await store.create(session("still going on"))
        await store.close()

    def counted() -> int:
        with closing(sqlite3.connect(database)) as db:
            [(rows,)] = db.execute(
                "SELECT (SELECT count(*) FROM standings) + count(*) FROM results"
            )
            return int(rows)

    asyncio.run(play())
    assert counted()
    for id, why in (
        ("unheard", "there is no match unheard"),
        ("still going on", "has not finished"),
    ):
        failed = command(tmp_path, "annul", named(id) if id != "unheard" else id)
        assert (failed.returncode, failed.stdout) == (1, "")
        assert why in failed.stderr
    assert counted()
    for _ in range(2):  # once more does nothing more
        done = command(tmp_path, "annul", named("over"))
        assert (done.returncode, done.stdout) == (
            0, f"{named('over')}: annulled; no longer counted\n"
        )  # fmt: skip
        assert not counted()


def names(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as db:
        return [name for (name,) in db.execute("SELECT name FROM note ORDER BY name")]


def note(database: Path, name: str) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("CREATE TABLE IF NOT EXISTS note (name TEXT)")
        db.execute("INSERT INTO note VALUES (?)", (name,))


def test_a_copy_brings_back_what_was(tmp_path: Path) -> None:
    command(tmp_path, "migrate")
    database = tmp_path / "data/tavola.db"
    note(database, "before")
    saved = command(tmp_path, "backup", "copy.db")
    assert (saved.returncode, saved.stderr) == (0, "")
    note(database, "after")
    restored = command(tmp_path, "restore", "copy.db")
    assert (restored.returncode, restored.stderr) == (0, "")
    assert names(database) == ["before"]
    aside = Path(restored.stdout.splitlines()[-1].rpartition(" ")[2])
    assert names(aside) == ["after", "before"]


def test_a_copy_is_made_while_it_runs_but_none_restored(tmp_path: Path) -> None:
    with Tavola(tmp_path) as tavola:
        assert command(tmp_path, "backup", "copy.db").returncode == 0
        done = command(tmp_path, "restore", "copy.db")
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert "in use by another running Tavola" in line
        assert status(f"{tavola.url}/ready") == 200


@pytest.mark.parametrize("what", ["backup", "restore"])
def test_what_cannot_be_copied_is_one_line(tmp_path: Path, what: str) -> None:
    text_file(tmp_path / "copy.db")
    done = command(tmp_path, what, "copy.db")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "data/tavola.db").exists()


def test_check_lists_matches_that_cannot_be_read(tmp_path: Path) -> None:
    command(tmp_path, "migrate")
    database = tmp_path / "data/tavola.db"

    async def play() -> None:
        store = await open_sqlite(database, FixedNow())
        await store.create(session("sound"))
        await store.create(session("damaged"))
        await store.close()

    asyncio.run(play())
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE sessions SET body = '{}' WHERE id = ?", (named("damaged"),))
    checked = command(tmp_path, "check", settings={"TAVOLA_WEB_PORT": "0"})
    assert checked.returncode == 0
    assert f"1 of the stored matches cannot be read: {named('damaged')}" in checked.stdout
    assert named("sound") not in checked.stdout


FULL = (
    "import resource, runpy, sys\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))\n"
    "sys.argv = ['tavola', sys.argv[2]]\n"
    "runpy.run_module('bot', run_name='__main__')\n"
)
"""Run a command on a disk that limits the size of files, in bytes."""


@pytest.mark.parametrize(("room", "what"), [(4_000, "migrate"), (40_000, "run"), (16_384, "again")])
def test_a_full_disk_at_the_start_is_one_line(tmp_path: Path, room: int, what: str) -> None:
    if what == "again":
        command(tmp_path, "migrate")
        what = "run"
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(room), what],
        cwd=tmp_path,
        env=environment({"TAVOLA_WEB_PORT": "0"}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{tmp_path}/data/tavola.db")
    assert done.stderr.count("\n") == 1
    assert "disk" in done.stderr
