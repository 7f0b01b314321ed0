"""Opening the file: one process, a clear line for whatever is wrong, and nothing else touched."""

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage import store as sqlite
from bot.storage.errors import CannotOpen
from bot.storage.store import has_wal_reset_bug, open_sqlite
from tests.bot.storage.files import ask, child, locked_from_outside, opened
from tests.bot.storage.sessions import session
from tests.fakes.clock import FixedNow


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every account may enter, unlike pytest's."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def names_in(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


async def refused(path: Path) -> str:
    """The one line that says why it is not opened."""
    with pytest.raises(CannotOpen) as refusal:
        await open_sqlite(path, FixedNow(), patience=0.1)
    assert "\n" not in str(refusal.value)
    assert str(path) in str(refusal.value)
    return str(refusal.value)


async def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    with child("hold", path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        assert "in use by another running Tavola" in await refused(path)
        process.kill()
        process.wait()
        async with opened(path) as store:
            await store.create(session())


async def test_a_second_store_in_one_process_is_refused_by_any_name(tmp_path: Path) -> None:
    path, link = tmp_path / "tavola.db", tmp_path / "link.db"
    link.symlink_to(path)
    async with opened(path):
        for name in (path, link, tmp_path / ".." / tmp_path.name / "tavola.db"):
            with pytest.raises(CannotOpen, match="in use"):
                await open_sqlite(name, FixedNow())
    async with opened(link) as store:
        await store.create(session())
    assert ask(path, "SELECT count(*) FROM sessions") == [(1,)]


async def test_after_a_refusal_nothing_is_held(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    path.write_text("hello " * 999)
    await refused(path)
    path.unlink()
    async with opened(path) as store:
        await store.create(session())


async def test_folders_are_made_and_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "some" / "where" / "tavola.db"
    async with opened(path) as store:
        await store.create(session())
        files = [file for file in path.parent.iterdir() if file.suffix != ".lock"]
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
        assert len(files) == 3  # with the log and its index
    assert not path.with_name("tavola.db-wal").exists()


async def test_the_settings_that_durability_rests_on(tmp_path: Path) -> None:
    seen: dict[str, object] = {}

    class Asked(sqlite3.Connection):
        def commit(self) -> None:
            for name in ("journal_mode", "synchronous", "foreign_keys", "fullfsync"):
                [seen[name]] = self.execute(f"PRAGMA {name}").fetchone()
            super().commit()

    async with opened(tmp_path / "tavola.db", connection=Asked) as store:
        await store.create(session())
    assert seen == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "fullfsync": 1}


async def test_a_newer_schema_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path):
        pass
    ask(path, "PRAGMA user_version = 999")
    assert "has schema 999" in await refused(path)


async def test_another_programs_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    ask(path, "CREATE TABLE notes (x TEXT)")
    before = path.read_bytes()
    assert "of another program" in await refused(path)
    assert path.read_bytes() == before


async def test_what_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    path.write_text("hello " * 999)
    assert "is not a database" in await refused(path)
    path.unlink()
    path.mkdir()
    assert "cannot be written (Is a directory)" in await refused(path)
    assert "cannot be written" in await refused(tmp_path / "tavola.db.lock" / "tavola.db")


async def test_a_file_that_another_program_holds_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path):
        pass
    with locked_from_outside(path):
        assert "is locked by another program" in await refused(path)
    async with opened(path) as store:
        await store.create(session())


async def test_a_damaged_file_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path):
        pass
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 4000 + whole[4100:])
    assert "is damaged" in await refused(path)


def test_a_read_only_file_or_folder_is_one_clear_line(public_folder: Path) -> None:
    path = public_folder / "tavola.db"
    path.touch(mode=0o444)
    with child("unprivileged", path) as process:
        said = process.communicate()[0]
    assert said == f"{path} cannot be written (Permission denied)\n"
    folder = public_folder / "closed"
    folder.mkdir(mode=0o555)
    with child("unprivileged", folder / "tavola.db") as process:
        said = process.communicate()[0]
    assert said == f"{folder}/tavola.db: its folder cannot be written (Permission denied)\n"


async def test_an_old_library_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "OLDEST", (99, 0, 0))
    with pytest.raises(CannotOpen, match="too old"):
        await open_sqlite(tmp_path / "tavola.db", FixedNow())
    assert not (tmp_path / "tavola.db.lock").exists()


async def test_a_library_with_the_wal_reset_bug_frightens_nobody_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Our single writer avoids it; `tavola check` and the guide tell those who open the file."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
    async with opened(tmp_path / "tavola.db"):
        pass
    caplog.set_level(logging.INFO)
    async with opened(tmp_path / "tavola.db"):
        pass
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("version", "has_bug"),
    [
        ((3, 6, 23), False),
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 54, 1), False),
    ],
)
def test_which_libraries_have_the_wal_reset_bug(
    version: tuple[int, int, int], has_bug: bool
) -> None:
    assert has_wal_reset_bug(version) is has_bug


# --- one process per file, under any name -------------------------------------------------------


async def test_a_deleted_lock_file_lets_no_second_bot_in(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    with child("hold", path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        path.with_name("tavola.db.lock").unlink()
        assert "lock file was deleted" in await refused(path)
    async with opened(path):
        path.with_name("tavola.db.lock").unlink()
        assert "lock file was deleted" in await refused(path)
    async with opened(path) as store:
        await store.create(session())


async def test_a_hard_link_lets_no_second_bot_in(tmp_path: Path) -> None:
    path, link = tmp_path / "tavola.db", tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    with child("hold", path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        link.hardlink_to(path)
        assert "hard link" in await refused(link)
    assert "hard link" in await refused(path)
    link.unlink()
    async with opened(path) as store:
        await store.create(session())


async def test_a_file_that_lost_its_contents_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    path.touch()
    assert "is empty (0 bytes)" in await refused(path)
    assert path.stat().st_size == 0


async def test_a_database_is_never_found_half_made(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    (tmp_path / ".tavola.db.new").write_text("left by a kill")
    async with opened(path) as store:
        await store.create(session())
    assert names_in(tmp_path) <= {"tavola.db", "tavola.db.lock"}


async def test_old_rights_are_mended(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        await store.create(session())
    path.chmod(0o644)
    path.with_name("tavola.db.lock").touch()
    path.with_name("tavola.db.lock").chmod(0o666)
    async with opened(path) as store:
        await store.create(session("two"))
        assert {(tmp_path / name).stat().st_mode & 0o777 for name in names_in(tmp_path)} == {0o600}


def test_another_users_lock_file_is_one_clear_line(public_folder: Path) -> None:
    lock = public_folder / "tavola.db.lock"
    lock.touch(mode=0o600)
    with child("unprivileged", public_folder / "tavola.db") as process:
        line = process.communicate()[0]
    assert line.startswith(f"{lock} belongs to another user (uid ")
    assert line.count("\n") == 1
