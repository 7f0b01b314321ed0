"""Copies made while others write, and back again; nothing half done is ever left under a name."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest

from bot.storage.errors import CannotOpen
from bot.storage.migrate import SQLITE, steps_in
from bot.storage.ops.backup import backup, check, restore
from core.errors import Refused
from core.types import Millis
from tests.bot.storage.files import ask, child, locked_from_outside, opened
from tests.bot.storage.sessions import LOBBY, moved, named, people, session
from tests.core.match import matches


async def filled(path: Path, *names: str) -> None:
    async with opened(path) as store:
        for name in names:
            await store.create(session(name))


async def holds(path: Path, name: str) -> bool:
    async with opened(path) as store:
        try:
            await store.load(named(name))
        except Refused:
            return False
        return True


def left_in(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.suffix != ".lock"}


async def test_a_backup_made_while_others_write_is_whole(tmp_path: Path) -> None:
    """Each session carries its version in its text, so that a torn copy would show."""
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    async with opened(path) as store:
        created = [await store.create(session(str(n), matches.offered())) for n in range(20)]
        going = True

        async def writer(number: int) -> int:
            saved = created[number]
            while going:
                match = replace(saved.match, since=Millis(saved.version))
                saved = await store.save(replace(saved, match=match))
            return saved.version

        writers = [asyncio.create_task(writer(number)) for number in range(20)]
        while (await store.load(created[0].match.id)).version < 3:
            pass
        for _ in range(3):
            before = [(await store.load(each.match.id)).version for each in created]
            await store.backup(copy)
            [*rows] = ask(copy, "SELECT id, version, body FROM sessions ORDER BY rowid")
            for (_, version, body), at_least in zip(rows, before, strict=True):
                assert isinstance(version, int)
                assert version >= at_least
                assert f'"since":{version - 1},' in str(body)
        going = False
        versions = await asyncio.gather(*writers)
        assert min(versions) > 3  # everybody went on writing
    assert await check(copy) == len(steps_in(SQLITE))
    assert left_in(tmp_path) == {"tavola.db", "copy.db"}


async def test_a_backup_holds_everything_and_is_its_owners_alone(tmp_path: Path) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    async with opened(path) as store:
        [ann] = await people(store, "Ann")
        created = await store.create(session())
        secret = await store.secret("link", lambda: b"a secret")
        await store.backup(copy)
        await store.save(moved(created, "c3"))
    assert copy.stat().st_mode & 0o777 == 0o600
    async with opened(copy) as store:
        assert await store.load(created.match.id) == created
        assert await people(store, "Ann") == [ann]
        assert await store.secret("link", pytest.fail) == secret


async def test_another_process_makes_the_backup(tmp_path: Path) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    with child("write", path) as process:
        assert process.stdout is not None
        for _ in range(30):
            process.stdout.readline()
        await backup(path, copy)
        assert process.poll() is None
    assert await check(copy) == len(steps_in(SQLITE))
    [(kept,)] = ask(copy, "SELECT count(*) FROM sessions")
    assert isinstance(kept, int)
    assert kept > 7


async def test_a_backup_replaces_an_older_one_only_when_it_is_done(tmp_path: Path) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    await filled(path, "two")
    before = copy.read_bytes()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(CannotOpen, match="damaged"):
        await backup(path, copy)
    assert copy.read_bytes() == before
    path.write_bytes(whole)
    await backup(path, copy)
    assert await holds(copy, "two")
    assert left_in(tmp_path) == {"tavola.db", "copy.db"}


async def test_backups_that_cannot_be_made_are_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    with pytest.raises(CannotOpen, match="does not exist"):
        await backup(path, tmp_path / "copy.db")
    await filled(path, "one")
    link = tmp_path / "link.db"
    link.symlink_to(path)
    for same in (path, link):
        with pytest.raises(CannotOpen, match="is the database itself"):
            await backup(path, same)
    with pytest.raises(CannotOpen, match="No such file or directory"):
        await backup(path, tmp_path / "nowhere" / "copy.db")
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(CannotOpen, match=r"folder\.db is a folder"):
        await backup(path, tmp_path / "folder.db")
    assert left_in(tmp_path) == {"tavola.db", "link.db", "folder.db"}


# --- restoring -----------------------------------------------------------------------------------


async def test_restoring_brings_back_and_keeps_what_was_there(tmp_path: Path) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    await filled(path, "two")
    aside = await restore(copy, path)
    assert aside == tmp_path / "tavola.db.before-restore-1"
    assert (await holds(path, "one"), await holds(path, "two")) == (True, False)
    assert (await holds(aside, "one"), await holds(aside, "two")) == (True, True)
    assert await restore(copy, path) == tmp_path / "tavola.db.before-restore-2"
    assert await holds(aside, "two")
    assert await holds(copy, "one")


async def test_restoring_where_nothing_was(tmp_path: Path) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    new = tmp_path / "new" / "tavola.db"
    assert await restore(copy, new) is None
    assert await holds(new, "one")
    assert left_in(new.parent) == {"tavola.db"}


async def test_restoring_is_refused_while_a_bot_runs(tmp_path: Path) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    with child("hold", path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(CannotOpen, match="in use"):
            await restore(copy, path)
    assert "tavola.db.before-restore-1" not in left_in(tmp_path)


async def test_a_log_left_by_a_kill_does_not_meet_the_restored_file(tmp_path: Path) -> None:
    """The writes of the killed bot stand in its log: they go aside with its file."""
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    with child("write", path) as process:
        assert process.stdout is not None
        name = process.stdout.readline().split()[0]
        process.kill()
        process.wait()
    assert path.with_name("tavola.db-wal").stat().st_size
    aside = await restore(copy, path)
    assert aside is not None
    assert (await holds(path, "one"), await holds(path, name)) == (True, False)
    assert (await holds(aside, "one"), await holds(aside, name)) == (True, True)


async def test_a_damaged_database_is_kept_aside_as_it_was(tmp_path: Path) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    log = path.with_name("tavola.db-wal")
    path.write_bytes(b"no database " * 999)
    log.write_bytes(b"and no log")
    aside = await restore(copy, path)
    assert aside is not None
    assert aside.read_bytes() == b"no database " * 999
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"and no log"
    assert await holds(path, "one")


@pytest.mark.parametrize("spoilt", [True, False])
async def test_a_log_without_its_database_does_not_meet_the_restored_file(
    tmp_path: Path, spoilt: bool
) -> None:
    """Nobody but us can take the log away where SQLite cannot read the file that it belongs to. The
    log is a sound one: beside any other file SQLite would write it over that."""
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    with child("write", path) as process:
        assert process.stdout is not None
        name = process.stdout.readline().split()[0]
        process.kill()
        process.wait()
    log = path.with_name("tavola.db-wal")
    written = log.read_bytes()
    if spoilt:
        path.write_bytes(b"no database " * 999)
    else:
        path.unlink()
    aside = await restore(copy, path)
    assert (await holds(path, "one"), await holds(path, name)) == (True, False)
    if spoilt:
        assert aside is not None
        assert aside.with_name(aside.name + "-wal").read_bytes() == written
    else:
        assert aside is None


def _spoil(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_spoil, "is damaged"),
        (lambda path: path.write_text("hello " * 999), "is not a database"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.unlink(), "does not exist"),
        (lambda path: ask(path, "PRAGMA user_version = 99"), "has schema 99"),
        (lambda path: ask(path, "PRAGMA application_id = 1"), "of another program"),
    ],
)
async def test_a_bad_backup_is_refused_and_nothing_changes(
    tmp_path: Path, spoil: Callable[[Path], object], message: str
) -> None:
    path, copy = tmp_path / "tavola.db", tmp_path / "copy.db"
    await filled(path, "one")
    await backup(path, copy)
    spoil(copy)
    before = path.read_bytes()
    with pytest.raises(CannotOpen, match=message) as refused:
        await restore(copy, path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before
    assert left_in(tmp_path) - {"copy.db"} == {"tavola.db"}


async def test_a_folder_is_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    await filled(path, "one")
    with pytest.raises(CannotOpen, match="is a folder, a database is a file"):
        await restore(tmp_path, path)
    with pytest.raises(CannotOpen, match="is a folder, a copy is a file"):
        await backup(path, tmp_path)
    assert left_in(tmp_path) == {"tavola.db"}


async def test_a_database_does_not_replace_itself(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    await filled(path, "one")
    with pytest.raises(CannotOpen, match="is the database itself"):
        await restore(path, path)
    assert await holds(path, "one")


async def test_an_older_backup_is_brought_up_to_date_when_it_is_opened(tmp_path: Path) -> None:
    copy, path = tmp_path / "old.db", tmp_path / "tavola.db"
    async with aiosqlite.connect(copy, isolation_level=None) as db:
        await db.executescript(f"{steps_in(SQLITE)[0]}; PRAGMA user_version = 1")
    assert await check(copy) == 1
    await restore(copy, path)
    await filled(path, "one")
    assert await check(path) == len(steps_in(SQLITE))


async def test_looking_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    await filled(path, "one")
    before = path.read_bytes()
    with locked_from_outside(path):  # and does not wait for anybody
        assert await check(path) == len(steps_in(SQLITE))
    assert path.read_bytes() == before
    os.truncate(path, 0)
    assert await check(path) == 0


# --- what a backup may replace -------------------------------------------------------------------


async def test_a_backup_replaces_nothing_but_an_older_copy(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    await filled(path, "one")
    config = tmp_path / "config.toml"
    config.write_text("[web]\n")
    other = tmp_path / "notes.db"
    ask(other, "CREATE TABLE notes (x TEXT)")
    empty = tmp_path / "empty.db"
    empty.touch()
    for file in (config, other, empty):
        before = file.read_bytes()
        with pytest.raises(CannotOpen, match="exists and is no copy"):
            await backup(path, file)
        assert file.read_bytes() == before


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", ".lock", ".orders"])
async def test_a_backup_replaces_no_file_of_the_database(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        await store.create(session())
        with pytest.raises(CannotOpen, match="belongs to the database"):
            await store.backup(tmp_path / f"tavola.db{ending}")
        assert await store.in_room(LOBBY)


async def test_a_backup_replaces_no_special_file(tmp_path: Path) -> None:
    path, pipe = tmp_path / "tavola.db", tmp_path / "pipe"
    await filled(path, "one")
    os.mkfifo(pipe)
    for special in (pipe, Path("/dev/null")):
        with pytest.raises(CannotOpen, match="device, pipe or socket"):
            await backup(path, special)
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "nowhere")
    with pytest.raises(CannotOpen, match="leads nowhere"):
        await backup(path, dangling)
    assert pipe.is_fifo()
    assert dangling.is_symlink()


async def test_a_backup_replaces_no_database_in_use(tmp_path: Path) -> None:
    path, running = tmp_path / "tavola.db", tmp_path / "other.db"
    await filled(path, "one")
    async with opened(running) as store:
        created = await store.create(session("two"))
        with pytest.raises(CannotOpen, match="in use"):
            await backup(path, running)
        assert await store.load(created.match.id) == created
    hard = tmp_path / "hard.db"
    hard.hardlink_to(path)
    with pytest.raises(CannotOpen, match="is the database itself"):
        await backup(path, hard)
