"""What every store has to do with contests: kept as their tables, woken when a match ends."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store, UnreadableMatch, VersionConflict
from bot.storage.codec import decode_contest, encode_contest
from core import contest as contests
from core.contest import CONTEST_DURATION, Contest, ContestKind
from core.errors import Refused
from core.match import commands as c
from core.match.decide import decide
from core.match.model import OPEN_FOR, AbortCause, Match, Status
from core.types import MatchId, Millis
from tests.bot.storage.sessions import KITCHEN, LOBBY, NOON
from tests.core.contests import CAREFUL, GREEDY, duel, group, offered
from tests.core.match.matches import ANN, BO


def at_table(contest: Contest) -> Session:
    screens = tuple(Screen(room, ScreenKind.BOARD, "en") for room in (LOBBY, KITCHEN))
    return Session(contests.table(contest, over=False), LOBBY, screens, contest=contest)


def given_up(match: Match) -> Match:
    [who] = match.seats
    assert who is not None
    return decide(match, c.Resign(who.player), NOON).match


async def begun(store: Store) -> tuple[Session, dict[MatchId, Match]]:
    """A duel that was offered, shown and accepted."""
    created = await store.create(at_table(offered(ContestKind.DUEL, BO)))
    for number, screen in enumerate(created.screens):
        await store.mark_shown(created.match.id, number, 1, f"m{number}", screen.room)
    table = duel()
    entries = [Session(match, LOBBY, ()) for match in table.matches.values()]
    saved = await store.save(replace(created, contest=table.contest), (), entries)
    return saved, table.matches


async def end(store: Store, id: MatchId) -> None:
    session = await store.load(id)
    await store.save(replace(session, match=given_up(session.match)))


async def test_a_contest_comes_back_equal_and_is_found_where_it_is_shown(store: Store) -> None:
    created = await store.create(at_table(offered()))
    assert await store.load(created.match.id) == created
    assert await store.in_room(KITCHEN) == [created.match.id]
    assert await store.of_player(ANN) == []
    assert (await store.pending(NOON)).next_due == NOON + OPEN_FOR


async def test_who_comes_in_is_saved_with_their_match_or_not_at_all(store: Store) -> None:
    saved, matches = await begun(store)
    assert saved.contest is not None
    for id, match in matches.items():
        assert (await store.load(id)).match == match
    pending = await store.pending(NOON)
    assert pending.unshown == (saved.match.id,)
    assert pending.next_due == NOON + CONTEST_DURATION
    stale, late = replace(saved, version=1), group(BO).matches
    with pytest.raises(VersionConflict):
        await store.save(stale, (), [Session(match, LOBBY, ()) for match in late.values()])


async def test_a_match_that_ends_gives_its_contest_a_new_version(store: Store) -> None:
    saved, matches = await begun(store)
    id, (first, last) = saved.match.id, matches
    for number, screen in enumerate(saved.screens):
        await store.mark_shown(id, number, saved.version, f"m{number}", screen.room)
    assert (await store.pending(NOON)).unshown == ()
    await end(store, first)
    woken = await store.load(id)
    assert woken.version == saved.version + 1
    assert woken.contest == saved.contest
    pending = await store.pending(NOON)
    assert (pending.unshown, pending.due) == ((id,), ())
    await end(store, last)
    assert (await store.pending(NOON)).due == (id,)
    with pytest.raises(VersionConflict):
        await store.save(saved)


async def test_one_that_is_over_sleeps_on(store: Store) -> None:
    saved, matches = await begun(store)
    assert saved.contest is not None
    over = replace(saved, match=contests.table(saved.contest, over=True))
    done = await store.save(over)
    for id in matches:
        await end(store, id)
    assert (await store.load(saved.match.id)).version == done.version
    assert (await store.pending(Millis(NOON + 2 * CONTEST_DURATION))).due == ()
    assert await store.in_room(LOBBY) == []


async def test_in_an_open_group_all_who_came_may_be_done_and_it_goes_on(store: Store) -> None:
    created = await store.create(at_table(offered()))
    table = group(BO, levels=(GREEDY,))
    entries = [Session(match, LOBBY, ()) for match in table.matches.values()]
    saved = await store.save(replace(created, contest=table.contest), (), entries)
    for id in table.matches:
        session = await store.load(id)
        [who] = session.match.seats
        assert who is not None
        cause = c.Abort(AbortCause.ENGINE_FAILED)
        await store.save(replace(session, match=decide(session.match, cause, NOON).match))
    assert (await store.pending(NOON)).due == ()
    assert (await store.load(saved.match.id)).match.status is Status.OPEN


@given(
    st.sampled_from(
        [
            offered(),
            offered(ContestKind.DUEL, BO),
            duel().contest,
            group(ANN, BO).contest,
            group(BO, levels=(GREEDY, CAREFUL)).contest,
        ]
    )
)
def test_the_stored_form_reads_back(contest: Contest) -> None:
    changed = replace(contest, closed=True, cause=AbortCause.CANCELLED)
    for each in (contest, changed):
        assert decode_contest(encode_contest(each)) == each


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"id": 7}'])
def test_a_damaged_one_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMatch):
        decode_contest(text)


async def test_there_is_one_of_each(store: Store) -> None:
    first = await store.create(at_table(offered()))
    again = await store.create(at_table(replace(offered(), host=BO)))
    assert again == first
    with pytest.raises(Refused, match="unknown_match"):
        await store.load(MatchId("a" * 13))
