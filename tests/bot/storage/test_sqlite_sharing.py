"""Many callers, one writer: commits are shared, nobody is forgotten, and the end is orderly."""

import asyncio
import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.model.session import Session
from bot.app.ports.store import StoreUnavailable, VersionConflict
from bot.storage.matches import queries
from bot.storage.rankings import rank_counts, standings
from core.types import Millis, PlayerId
from tests.bot.storage.files import ask, opened
from tests.bot.storage.sessions import LOBBY, NOON, moved, session
from tests.core.match import matches


class Counting(sqlite3.Connection):
    """Counts its commits."""

    commits = 0

    def commit(self) -> None:
        type(self).commits += 1
        super().commit()


@pytest.fixture
def connection() -> type[Counting]:
    """A class of this test's own."""

    class Own(Counting):
        pass

    return Own


async def test_sixteen_callers_share_their_commits(
    tmp_path: Path, connection: type[Counting]
) -> None:
    async with opened(tmp_path / "tavola.db", connection=connection) as store:
        created = [await store.create(session(str(n), matches.offered())) for n in range(16)]
        before = connection.commits

        async def caller(saved: Session) -> None:
            for _ in range(20):
                later = Millis(saved.match.since + 1)
                saved = await store.save(replace(saved, match=replace(saved.match, since=later)))

        await asyncio.gather(*(caller(each) for each in created))
        assert (connection.commits - before) / (16 * 20) <= 0.125


async def test_a_save_alone_is_one_commit(tmp_path: Path, connection: type[Counting]) -> None:
    async with opened(tmp_path / "tavola.db", connection=connection) as store:
        created = await store.create(session())
        before = connection.commits
        await store.save(moved(created, "c3"))
        assert connection.commits - before == 1


async def test_different_kinds_of_writes_share_one_commit(
    tmp_path: Path, connection: type[Counting]
) -> None:
    async with opened(tmp_path / "tavola.db", connection=connection) as store:
        one, two = [await store.create(session(name)) for name in ("one", "two")]
        before = connection.commits
        await asyncio.gather(
            store.save(moved(one, "c3")),
            store.mark_shown(two.match.id, 0, 1, "m1", LOBBY),
            store.create(session("three")),
            store.say(LOBBY, PlayerId("p1"), "hi", NOON),
            store.secret("link", lambda: b"x"),
        )
        assert connection.commits - before <= 2  # the secret is looked for first


async def test_a_conflict_costs_its_batch_a_commit_each_and_no_more(
    tmp_path: Path, connection: type[Counting]
) -> None:
    async with opened(tmp_path / "tavola.db", connection=connection) as store:
        created = [await store.create(session(str(number))) for number in range(8)]
        before = connection.commits
        stale = store.save(replace(moved(created[0], "c3"), version=5))
        saves = (store.save(moved(each, "c3")) for each in created)
        answers = await asyncio.gather(stale, *saves, return_exceptions=True)
        assert isinstance(answers[0], VersionConflict)
        assert all(isinstance(answer, Session) for answer in answers[1:])
        assert connection.commits - before <= 8


@pytest.mark.parametrize("seed", range(3))
async def test_cancelled_callers_leave_the_others_alone(tmp_path: Path, seed: int) -> None:
    """Cancelled at any moment: who was answered is stored, who was not is stored whole or not."""
    lot = random.Random(seed)
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        created = [await store.create(session(str(number))) for number in range(40)]
        tasks = [asyncio.create_task(store.save(moved(each, "c3"))) for each in created]
        for task in lot.sample(tasks, 20):
            if lot.random() < 0.5:
                await store.load(created[0].match.id)  # lets the writer get somewhere
            task.cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        for before, answer in zip(created, answers, strict=True):
            stored = await store.load(before.match.id)
            if isinstance(answer, asyncio.CancelledError):
                assert stored in (before, replace(moved(before, "c3"), version=2))
            else:
                assert stored == answer
        assert sum(isinstance(answer, Session) for answer in answers) >= 20
        answered = next(answer for answer in answers if isinstance(answer, Session))
        await store.save(moved(answered, "d3"))


async def test_when_all_of_a_batch_are_cancelled_the_writer_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path / "tavola.db") as store:
        created = await store.create(session())
        saving = asyncio.create_task(store.save(moved(created, "c3")))
        await asyncio.sleep(0)  # it waits for the writer now
        saving.cancel()
        assert (await store.save(moved(await store.load(created.match.id), "c3"))).version >= 2


async def test_closing_carries_out_what_waits(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with opened(path) as store:
        tasks = [asyncio.create_task(store.create(session(str(number)))) for number in range(30)]
        await asyncio.sleep(0)  # all of them wait for the writer now
        await store.close()
        created = await asyncio.gather(*tasks)
    async with opened(path) as store:
        for each in created:
            assert await store.load(each.match.id) == each


async def test_a_closed_store_is_unavailable(tmp_path: Path) -> None:
    async with opened(tmp_path / "tavola.db") as store:
        created = await store.create(session())
        await store.close()
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.load(created.match.id)
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.save(moved(created, "c3"))
        await store.close()


async def test_a_store_left_open_at_the_end_of_the_loop_answers_who_waits(tmp_path: Path) -> None:
    """The writer's task is cancelled, as `asyncio.run` does: nobody hangs."""
    async with opened(tmp_path / "tavola.db") as store:
        created = await store.create(session())
        [writer] = [task for task in asyncio.all_tasks() if task.get_name() == "store writer"]
        saving = asyncio.create_task(store.save(moved(created, "c3")))
        await asyncio.sleep(0)
        writer.cancel()
        with pytest.raises(StoreUnavailable):
            await saving
        with pytest.raises(StoreUnavailable):
            await store.save(moved(created, "c3"))


async def test_questions_are_answered_from_indexes(tmp_path: Path) -> None:
    """No question that is asked at every press may read all that was ever played."""
    path = tmp_path / "tavola.db"
    async with opened(path):
        pass
    questions = (queries.IN_ROOM, queries.OF_PLAYER, queries.LAST_FINISHED, queries.PENDING)
    for sql, values in zip(questions, (3, 1, 4, 2), strict=True):
        steps = plan(path, sql, values)
        assert not [step for step in steps if step.startswith("SCAN") and "INDEX" not in step]
    for index in ("unshown", "thinking", "due"):
        assert f"INDEX sessions_{index}" in " ".join(steps)
    page = f"SELECT player FROM standings WHERE {rank_counts.KEY} {standings.ORDER}"
    [step] = plan(path, page, 3)
    assert "USING COVERING INDEX standings_rank" in step


def plan(path: Path, sql: str, values: int) -> list[str]:
    """How SQLite goes about it, step by step."""
    return [str(row[-1]) for row in ask(path, f"EXPLAIN QUERY PLAN {sql}", *[""] * values)]
