"""What every store has to do with the daily dice: one entry each, tables, records, streaks."""

from dataclasses import replace

import pytest

from bot.app.model.daily import DayEntry
from bot.app.model.leaderboard import ScopeKind
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from core import contest as contests
from core import daily
from core.contest import Contest
from core.day import Day
from core.match import commands as c
from core.match.decide import decide
from core.match.model import AbortCause, Match, Occupant, Status
from core.match.view import see
from core.types import COMPUTER, MatchId, Millis
from tests.bot.storage.sessions import ABROAD, KITCHEN, LOBBY, NOON, people

TODAY = Day.at(NOON)
HERE, SERVER, ALL = ScopeKind.ROOM, ScopeKind.SPACE, ScopeKind.EVERYWHERE


def seeded(day: Day) -> Contest:
    return daily.begin(daily.offer(day, day.number.to_bytes(32, "big"), NOON), day.opens)


async def opened(store: Store, day: Day = TODAY) -> Contest:
    """A day that goes on, as it is kept."""
    contest = seeded(day)
    table = Session(contests.table(contest, over=False), LOBBY, (), contest=contest)
    return (await store.create(table)).contest or contest


async def enter(
    store: Store,
    who: Player,
    room: Room | None = LOBBY,
    day: Day = TODAY,
    ranked: bool = True,
) -> Session:
    """Somebody's match of a day, as it is kept."""
    match = daily.entry(seeded(day), Occupant(who.id), day.opens)
    entry = await store.days.enter(day, who.id, match.id, ranked=ranked, room=room)
    assert entry.match == match.id
    return await store.create(Session(match, room or ABROAD, ()))


def played(match: Match, skip: int = 0) -> Match:
    """To its end, always the first way, or the last one in so many rounds."""
    while match.status is Status.PLAYING:
        moves = see(match).moves
        move = moves[-1] if len(match.plies) < skip else moves[0]
        [who] = match.seats
        assert who is not None
        match = decide(match, c.PlayMove(who.player, move, match.turn), NOON).match
    return match


async def finish(store: Store, session: Session, skip: int = 0) -> int:
    """Played to its end and saved; the total."""
    saved = await store.save(replace(session, match=played(session.match, skip)))
    assert saved.match.outcome is not None
    return saved.match.outcome.scores[0]


async def close(store: Store, day: Day = TODAY) -> None:
    session = await store.load(day.table)
    assert session.contest is not None
    await store.save(replace(session, match=contests.table(session.contest, over=True)))


async def test_a_person_has_one_entry_a_day_whatever_asks_again(store: Store) -> None:
    [ann] = await people(store, "Ann")
    await opened(store)
    assert await store.days.entry(TODAY, ann.id) is None
    mine = await enter(store, ann)
    again = await store.days.enter(
        TODAY, ann.id, MatchId("aaaaaaaaaaaaa"), ranked=True, room=KITCHEN
    )
    assert again.match == mine.match.id
    assert await store.days.entry(TODAY, ann.id) == again
    assert await store.days.entry(TODAY.plus(1), ann.id) is None
    assert await store.days.unfinished(TODAY) == [mine.match.id]
    for kind, room, stands in ((HERE, LOBBY, True), (HERE, KITCHEN, True), (HERE, ABROAD, False)):
        assert await store.days.stands(TODAY, kind, room, ann.id) is stands


async def test_the_last_choice_brings_the_total_into_every_table_it_counts_for(
    store: Store,
) -> None:
    ann, bo, cy = await people(store, "Ann", "Bo", "Cy")
    await opened(store)
    totals = {
        ann.id: await finish(store, await enter(store, ann, LOBBY)),
        bo.id: await finish(store, await enter(store, bo, KITCHEN), skip=3),
        cy.id: await finish(store, await enter(store, cy, None), skip=7),
    }
    assert await store.days.unfinished(TODAY) == []
    for kind, room, there in (
        (HERE, LOBBY, {ann.id}),
        (SERVER, LOBBY, {ann.id, bo.id}),
        (ALL, ABROAD, {ann.id, bo.id, cy.id}),
        (HERE, ABROAD, set()),
    ):
        table = await store.days.table(TODAY, kind, room, 1, ann.id)
        found = {row.player.id: row.total for row in table.rows if row.player is not None}
        assert found == {player: totals[player] for player in there}
        assert [row.total for row in table.rows] == sorted(found.values(), reverse=True)
        assert table.of == len(there)
        assert (table.mine is None) == (ann.id not in there)


async def test_who_asks_in_a_second_room_later_stands_there_too(store: Store) -> None:
    [ann] = await people(store, "Ann")
    await opened(store)
    mine = await enter(store, ann, LOBBY)
    total = await finish(store, mine)
    await store.days.enter(TODAY, ann.id, mine.match.id, ranked=True, room=KITCHEN)
    table = await store.days.table(TODAY, HERE, KITCHEN, 1, None)
    assert [row.total for row in table.rows] == [total]


async def test_guests_and_who_gave_up_stand_nowhere(store: Store) -> None:
    ann, guest = await people(store, "Ann", "Guest")
    await opened(store)
    await finish(store, await enter(store, guest, ranked=False))
    mine = await enter(store, ann)
    await store.save(replace(mine, match=decide(mine.match, c.Resign(ann.id), NOON).match))
    for kind in ScopeKind:
        assert (await store.days.table(TODAY, kind, LOBBY, 1, ann.id)).of == 0
    entry, theirs = [await store.days.entry(TODAY, who.id) for who in (ann, guest)]
    assert entry is not None
    assert theirs is not None
    assert (entry.over, entry.total, theirs.over) == (True, None, True)
    assert await store.days.streak(ann.id, TODAY) == 0
    assert await store.days.streak(guest.id, TODAY) == 0
    assert await store.days.entries(TODAY) == [mine.match.id]


async def test_equals_share_a_rank_and_pages_are_turned(store: Store) -> None:
    await opened(store)
    crowd = await people(store, *(f"P{n}" for n in range(12)))
    for who in crowd:
        await finish(store, await enter(store, who))
    table = await store.days.table(TODAY, HERE, LOBBY, 2, crowd[0].id)
    assert (table.page, table.pages, table.of, len(table.rows)) == (2, 2, 12, 2)
    assert {row.rank for row in table.rows} == {1}
    assert table.mine is not None
    assert (await store.days.table(TODAY, HERE, LOBBY, 99, None)).page == 2


async def test_the_computer_is_told_when_the_day_has_closed(store: Store) -> None:
    [ann] = await people(store, "Ann")
    contest = await opened(store)
    match = daily.entry(contest, Occupant(COMPUTER, daily.STRONGEST), TODAY.opens)
    await store.days.enter(TODAY, COMPUTER, match.id, ranked=True, room=None)
    computer = await store.create(Session(match, LOBBY, ()))
    await finish(store, await enter(store, ann))
    total = await finish(store, computer, skip=2)
    assert (await store.days.table(TODAY, HERE, LOBBY, 1, None)).of == 1
    await close(store)
    for kind in ScopeKind:
        table = await store.days.table(TODAY, kind, LOBBY, 1, None)
        assert [row.total for row in table.rows if row.player is None] == [total]
        records = await store.days.records(kind, LOBBY, 1, None)
        assert [row.player.id for row in records.rows] == [ann.id]
    assert await store.days.entries(TODAY) == [(await _entry_of(store, ann)).match]


async def _entry_of(store: Store, who: Player) -> DayEntry:
    entry = await store.days.entry(TODAY, who.id)
    assert entry is not None
    return entry


async def test_closed_days_make_records_and_open_ones_do_not(store: Store) -> None:
    [ann] = await people(store, "Ann")
    totals = []
    for after in range(3):
        day = TODAY.plus(after)
        await opened(store, day)
        totals.append(await finish(store, await enter(store, ann, day=day), skip=after))
        assert await store.days.last_closed() == (day.plus(-1) if after else None)
        records = await store.days.records(HERE, LOBBY, 1, ann.id)
        assert [row.days for row in records.rows] == ([after] if after else [])
        await close(store, day)
        await close_again(store, day)
    [row] = (await store.days.records(HERE, LOBBY, 1, ann.id)).rows
    assert (row.best, row.days, row.streak, row.longest) == (max(totals), 3, 3, 3)
    assert row.mean == pytest.approx(sum(totals) / 3)
    assert (await store.days.records(HERE, KITCHEN, 1, ann.id)).mine is None


async def close_again(store: Store, day: Day) -> None:
    """Once more, as after a crash: counted once all the same."""
    await close(store, day)


async def test_a_streak_goes_on_from_day_to_day_and_breaks_where_one_is_missing(
    store: Store,
) -> None:
    [ann] = await people(store, "Ann")
    for after, plays in enumerate((True, True, False, True, True)):
        day = TODAY.plus(after)
        await opened(store, day)
        if plays:
            await finish(store, await enter(store, ann, day=day))
        await close(store, day)
    streaks = [await store.days.streak(ann.id, TODAY.plus(after)) for after in range(6)]
    assert streaks == [1, 2, 0, 1, 2, 0]
    [row] = (await store.days.records(HERE, LOBBY, 1, None)).rows
    assert (row.streak, row.longest) == (2, 2)
    await opened(store, TODAY.plus(5))
    await close(store, TODAY.plus(5))
    [row] = (await store.days.records(HERE, LOBBY, 1, None)).rows
    assert (row.streak, row.longest) == (0, 2)


async def test_a_day_finished_in_its_tail_after_the_next_joins_the_streak(store: Store) -> None:
    """Today's game is done first, yesterday's after it, before six: two in a row."""
    [ann] = await people(store, "Ann")
    yesterday, today = TODAY, TODAY.plus(1)
    await opened(store, yesterday)
    await opened(store, today)
    late = await enter(store, ann, day=yesterday)
    await finish(store, await enter(store, ann, day=today))
    assert await store.days.streak(ann.id, today) == 1
    await finish(store, late)
    assert await store.days.streak(ann.id, today) == 2


async def test_what_was_not_finished_in_time_has_no_total(store: Store) -> None:
    [ann] = await people(store, "Ann")
    await opened(store)
    mine = await enter(store, ann)
    aborted = decide(mine.match, c.Abort(AbortCause.CONTEST_OVER), Millis(TODAY.closes)).match
    await store.save(replace(mine, match=aborted))
    await close(store)
    assert (await store.days.table(TODAY, HERE, LOBBY, 1, ann.id)).of == 0
    assert (await store.days.records(HERE, LOBBY, 1, ann.id)).rows == []


async def test_a_group_that_moves_takes_its_tables_along(store: Store) -> None:
    [ann] = await people(store, "Ann")
    old, new = Room("paper", "-5", "-5"), Room("paper", "-1005", "-1005")
    await opened(store)
    total = await finish(store, await enter(store, ann, old))
    await close(store)
    await store.move_room(old, new)
    for kind in (HERE, SERVER):
        table = await store.days.table(TODAY, kind, new, 1, ann.id)
        assert [row.total for row in table.rows] == [total]
        assert (await store.days.table(TODAY, kind, old, 1, ann.id)).of == 0
        [row] = (await store.days.records(kind, new, 1, ann.id)).rows
        assert (row.best, row.days) == (total, 1)


async def test_an_entry_that_ends_wakes_no_card(store: Store) -> None:
    """Everybody's last choice would be an edit in every room."""
    [ann] = await people(store, "Ann")
    await opened(store)
    before = (await store.load(TODAY.table)).version
    await finish(store, await enter(store, ann))
    assert (await store.load(TODAY.table)).version == before


async def test_a_room_is_told_of_a_day_until_it_closes_and_in_its_new_chat_too(
    store: Store,
) -> None:
    contest = seeded(TODAY)
    noted = daily.notice(contest, MatchId("news0000000aa"), COMPUTER, NOON)
    table = contests.table(noted, over=False)
    board = replace(noted, id=MatchId("line0000000aa"))
    line = Session(
        contests.table(board, over=False),
        ABROAD,
        (Screen(ABROAD, ScreenKind.BOARD, "en"),),
        contest=board,
    )
    await store.create(line)
    assert not await store.days.is_told(TODAY, ABROAD), "a line that was asked for is no news"
    news = Session(table, LOBBY, (Screen(LOBBY, ScreenKind.NOTICE, "en"),), contest=noted)
    created = await store.create(news)
    assert await store.days.is_told(TODAY, LOBBY)
    assert not await store.days.is_told(TODAY.plus(1), LOBBY)
    assert not await store.days.is_told(TODAY, KITCHEN)
    greater = replace(LOBBY, chat="greater")
    await store.move_room(LOBBY, greater)
    assert await store.days.is_told(TODAY, greater)
    assert not await store.days.is_told(TODAY, LOBBY)
    over = replace(await store.load(created.match.id), match=contests.table(noted, over=True))
    await store.save(over)
    assert not await store.days.is_told(TODAY, greater)


async def test_an_annulled_entry_stands_in_no_table_and_no_record(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    for day in (TODAY, TODAY.plus(1)):
        await opened(store, day)
        for who in (ann, bo):
            await finish(store, await enter(store, who, day=day))
        await close(store, day)
    entry = await store.days.entry(TODAY, ann.id)
    assert entry is not None
    for _ in range(2):  # once more takes nothing more
        await store.annul(entry.match)
    table = await store.days.table(TODAY, HERE, LOBBY, 1, ann.id)
    assert [row.player and row.player.name for row in table.rows] == ["Bo"]
    assert table.mine is None
    records = await store.days.records(HERE, LOBBY, 1, None)
    assert {row.player.name: (row.days, row.streak) for row in records.rows} == {
        "Ann": (1, 1),
        "Bo": (2, 2),
    }
    assert await store.days.streak(ann.id, TODAY.plus(1)) == 1
    again = await store.days.entry(TODAY, ann.id)
    assert again is not None
    assert (again.over, again.total) == (True, None)
