"""Kills, foreign locks, full disks: nothing acknowledged is lost, and the store recovers."""

import asyncio
import sqlite3
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.ports.store import Store, StoreUnavailable, UnreadableMatch
from bot.storage.codec import decode, encode
from bot.storage.ops.backup import unreadable_matches
from bot.storage.ops.stats import figures
from core.match.model import Status
from core.types import PlayerId
from tests.bot.storage.child import LINE
from tests.bot.storage.files import ask, child, locked_from_outside, opened
from tests.bot.storage.sessions import LOBBY, NOON, moved, named, people, session
from tests.core.match import matches

Acknowledged = dict[str, tuple[int, str]]


async def test_every_acknowledged_write_survives_kill_9(tmp_path: Path) -> None:
    """Killed again and again in mid-write, on the same file."""
    path = tmp_path / "tavola.db"
    acknowledged: Acknowledged = {}
    for lines in (1, 40, 97):
        with child("write", path) as process:
            assert process.stdout is not None
            for _ in range(lines):
                _note(acknowledged, process.stdout.readline())
            process.kill()
            for line in process.stdout:  # what it had told before it died
                _note(acknowledged, line)
        async with opened(path) as store:
            finished = sum([await _is_kept(store, *item) for item in acknowledged.items()])
            [ann] = await people(store, "Ann")
            assert ann.id == PlayerId("p1")
        assert ask(path, "PRAGMA integrity_check") == [("ok",)]
        [(stored,)] = ask(path, "SELECT count(*) FROM sessions WHERE status = 'finished'")
        assert isinstance(stored, int)
        assert stored >= finished
        assert ask(path, "SELECT count(*) FROM results") == [(2 * stored,)]
        boards = 3 * stored  # the room's, the server's and everybody's
        sums = "SELECT ifnull(sum(won), 0), ifnull(sum(lost), 0) FROM standings"
        assert ask(path, f"{sums} WHERE period = 'always'") == [(boards, boards)]


def _note(acknowledged: Acknowledged, line: str) -> None:
    if line.endswith("\n"):
        name, what, version = line.split()
        acknowledged[name] = (int(version), what)


async def _is_kept(store: Store, name: str, last: tuple[int, str]) -> bool:
    """Whether the match was acknowledged as over. Fails where less is stored than was said."""
    stored = await store.load(named(name))
    version, what = last
    assert stored.version >= version
    assert len(stored.match.plies) == 2 + min(stored.version - 1, len(LINE) // 2)
    assert (stored.match.status is Status.FINISHED) == (stored.version == 2 + len(LINE) // 2)
    return what == "over"


async def test_a_lock_held_from_outside_is_an_outage_that_passes(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path, patience=0.05) as store:
        created = [await store.create(session(str(number))) for number in range(5)]
        with locked_from_outside(path):
            answers = await asyncio.gather(
                *(store.save(moved(each, "c3")) for each in created),
                store.say(LOBBY, PlayerId("p1"), "hello?", NOON),
                return_exceptions=True,
            )
            assert {type(answer) for answer in answers} == {StoreUnavailable}
            assert "is locked by another program" in str(answers[0])
            for each in created:  # reading goes on, and nothing has changed
                assert await store.load(each.match.id) == each
            assert await store.in_room(LOBBY) == [each.match.id for each in created]
        for each in created:
            await store.save(moved(each, "c3"))


async def test_a_short_lock_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        created = await store.create(session())
        with locked_from_outside(path) as other:
            saving = asyncio.create_task(store.save(moved(created, "c3")))
            assert await store.load(created.match.id) == created  # the save is on its way by now
            assert not saving.done()
            other.execute("ROLLBACK")
        assert (await saving).version == 2


def test_a_full_disk_is_an_outage_that_passes(tmp_path: Path) -> None:
    with child("starve", tmp_path / "tavola.db") as process:
        lines = process.communicate()[0].splitlines()
    assert lines[0].startswith("refused the database cannot ")
    kept = int(lines[1].split()[1])
    assert kept > 5
    assert lines[1:] == [f"stored {kept} of {kept}", f"again {kept + 10} of {kept + 10}"]


@pytest.mark.parametrize("code", ["FULL", "IOERR_FSYNC", "IOERR_WRITE", "READONLY", "NOMEM"])
async def test_a_commit_that_fails_changes_nothing(tmp_path: Path, code: str) -> None:
    """The error at the worst moment: all is written, and the commit does not come through."""

    class Failing(sqlite3.Connection):
        broken = False

        def commit(self) -> None:
            if type(self).broken:
                type(self).broken = False
                error = sqlite3.OperationalError(code)
                error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
                raise error
            super().commit()

    async with opened(tmp_path / "tavola.db", connection=Failing) as store:
        created = [await store.create(session(str(number))) for number in range(5)]
        Failing.broken = True
        saves = [store.save(moved(each, "c3")) for each in created]
        answers = await asyncio.gather(*saves, return_exceptions=True)
        assert {type(answer) for answer in answers} == {StoreUnavailable}
        for each in created:
            assert await store.load(each.match.id) == each
            await store.save(moved(each, "c3"))


async def test_a_statement_that_fails_once_fails_its_caller_alone(tmp_path: Path) -> None:
    """An error that is no outage: text that no database can hold, among nine good saves."""
    async with opened(tmp_path / "tavola.db") as store:
        created = [await store.create(session(str(number))) for number in range(9)]
        answers = await asyncio.gather(
            *(store.save(moved(each, "c3")) for each in created),
            store.say(LOBBY, PlayerId("p1"), "half a \ud83c die", NOON),
            return_exceptions=True,
        )
        assert isinstance(answers[-1], UnicodeEncodeError)
        assert list(answers[:-1]) == [await store.load(each.match.id) for each in created]
        assert await store.log(LOBBY, 9) == []


async def test_a_match_that_cannot_be_read_says_so_and_leaves_others_alone(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        one, two = [await store.create(session(name)) for name in ("one", "two")]
        ask(path, f"UPDATE sessions SET format = 99 WHERE id = '{one.match.id}'")
        with pytest.raises(UnreadableMatch, match="format 99"):
            await store.load(one.match.id)
        assert await store.load(two.match.id) == two
        ask(path, "UPDATE sessions SET body = '{}', format = 1")
        with pytest.raises(UnreadableMatch, match="damaged"):
            await store.load(two.match.id)


async def test_a_file_that_is_damaged_while_in_use_is_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        await asyncio.gather(*(store.create(session(str(number))) for number in range(300)))
    whole = path.read_bytes()
    async with opened(path) as store:
        path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
        last = named("299")
        with pytest.raises(StoreUnavailable, match="damaged"):
            await store.load(last)
        with pytest.raises(StoreUnavailable, match="damaged"):
            await store.save(replace(session("299"), version=1))


def tear(path: Path, id: str) -> None:
    """Break the JSON of one body in the file itself: SQLite refuses to store such text."""
    [(body,)] = ask(path, "SELECT body FROM sessions WHERE id = ?", id)
    assert isinstance(body, str)
    ask(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    assert whole.count(body.encode()) == 1
    path.write_bytes(whole.replace(body.encode(), b"x" + body.encode()[1:]))


async def test_torn_json_fails_no_query_about_other_matches(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        ann, bo = await people(store, "Ann", "Bo")
        one = await store.create(session("one"))
        two = await store.create(session("two"))
    tear(path, one.match.id)
    async with opened(path) as store:
        assert await store.pending(NOON) is not None
        assert two.match.id in await store.in_room(LOBBY)
        assert two.match.id in await store.presence.running(timed=False)
        await store.presence.running(timed=True)
        await store.presence.warned()
        await store.presence.frozen()
        await store.contacts.asking(ann.id)
        await store.contacts.offers(matches.ANN, NOON, bo.id, two.match.id)
        assert list(await store.belongings.matches(matches.ANN)) == [two.match.id]
        with pytest.raises(UnreadableMatch, match=one.match.id):
            await store.load(one.match.id)
    assert figures(path, NOON)["games"] == {"reversi": 1, "unreadable": 1}
    assert await unreadable_matches(path) == (one.match.id,)


@given(st.data())
def test_a_damaged_body_is_unreadable_and_nothing_else(data: st.DataObject) -> None:
    body = encode(matches.playing("f5d6c3d3c4"))
    at = data.draw(st.integers(0, len(body) - 1))
    torn = body[:at] + data.draw(st.sampled_from('0a"{}[],:x-9 ')) + body[at + 1 :]
    with suppress(UnreadableMatch):
        decode(torn)
