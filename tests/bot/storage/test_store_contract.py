"""What every store has to do with sessions. The same tests run on every back end."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.model.leaderboard import Ending
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store, VersionConflict
from core.errors import Reason, Refused
from core.match import commands as c
from core.match import create
from core.match.decide import decide
from core.match.model import Status
from core.types import COMPUTER, Millis, PlayerId
from tests.bot.storage.conftest import Backend
from tests.bot.storage.sessions import (
    ABROAD,
    KITCHEN,
    LOBBY,
    NOON,
    TOPIC,
    moved,
    named,
    people,
    resigned,
    result,
    session,
)
from tests.core.match import matches


async def test_what_is_created_comes_back_equal(store: Store) -> None:
    new = session("one", matches.playing("f5d6", "5+3"), LOBBY, ABROAD, TOPIC)
    created = await store.create(new)
    assert created == replace(new, version=1)
    assert await store.load(new.match.id) == created


async def test_creating_twice_gives_what_is_there(store: Store) -> None:
    first = await store.create(session("one", None, LOBBY))
    second = await store.create(session("one", matches.playing("d3"), KITCHEN))
    assert second == first == await store.load(first.match.id)


async def test_many_create_the_same_at_once(store: Store) -> None:
    rooms = [replace(LOBBY, chat=str(number)) for number in range(20)]
    created = await asyncio.gather(*(store.create(session("one", None, room)) for room in rooms))
    assert all(each == created[0] for each in created)


async def test_an_unknown_match_is_refused(store: Store) -> None:
    with pytest.raises(Refused) as refused:
        await store.load(named("nobody's"))
    assert refused.value.reason is Reason.UNKNOWN_MATCH


async def test_saving_raises_the_version_and_lasts(store: Store, backend: Backend) -> None:
    created = await store.create(session())
    saved = await store.save(moved(created, "c3"))
    assert saved == replace(moved(created, "c3"), version=2)
    await store.close()
    reopened = await backend.open()
    try:
        assert await reopened.load(created.match.id) == saved
    finally:
        await reopened.close()


async def test_an_older_version_does_not_overwrite(store: Store) -> None:
    created = await store.create(session())
    saved = await store.save(moved(created, "c3"))
    with pytest.raises(VersionConflict):
        await store.save(moved(created, "c4"))
    with pytest.raises(VersionConflict):
        await store.save(replace(moved(created, "c4"), version=7))
    assert await store.load(created.match.id) == saved


async def test_saving_what_was_never_created_is_a_conflict(store: Store) -> None:
    with pytest.raises(VersionConflict):
        await store.save(session())


async def test_of_fifty_who_save_at_once_one_is_first(store: Store) -> None:
    created = await store.create(session())
    tries = [store.save(moved(created, ("c3", "c4")[n % 2])) for n in range(50)]
    answers = await asyncio.gather(*tries, return_exceptions=True)
    [saved] = [answer for answer in answers if isinstance(answer, Session)]
    assert sum(isinstance(answer, VersionConflict) for answer in answers) == 49
    assert await store.load(created.match.id) == saved


async def test_fifty_writers_at_once_lose_nothing(store: Store) -> None:
    """Five matches, ten writers each, who load, change and save until they are through."""
    created = [await store.create(session(str(n), matches.offered())) for n in range(5)]

    async def writer(number: int) -> None:
        id = created[number % 5].match.id
        while True:
            loaded = await store.load(id)
            changed = replace(loaded.match, since=Millis(loaded.match.since + 1))
            try:
                await store.save(replace(loaded, match=changed))
            except VersionConflict:
                continue
            return

    await asyncio.gather(*(writer(number) for number in range(50)))
    for each in created:
        stored = await store.load(each.match.id)
        assert stored.match.since == each.match.since + 10
        assert stored.version == 11


async def test_a_failing_save_leaves_the_others_of_its_batch_alone(store: Store) -> None:
    created = [await store.create(session(str(number))) for number in range(12)]
    stranger, *_ = await people(store, "Ann")
    nobody = replace(stranger, id=PlayerId("p999"))
    late = replace(moved(created[3], "c3"), version=9)
    bad = result(created[5], nobody, Ending.WON)
    answers = await asyncio.gather(
        *(store.save(moved(each, "c3")) for each in created[:3]),
        store.save(late),
        store.save(moved(created[4], "c3")),
        store.save(resigned(created[5]), [result(created[5], stranger, Ending.LOST), bad]),
        *(store.save(moved(each, "c3")) for each in created[6:]),
        return_exceptions=True,
    )
    for number, (before, answer) in enumerate(zip(created, answers, strict=True)):
        stored = await store.load(before.match.id)
        if number in (3, 5):
            assert isinstance(answer, Exception)
            assert stored == before
        else:
            assert stored == answer == replace(moved(before, "c3"), version=2)
    again = [result(created[5], stranger, Ending.LOST)]
    await store.save(resigned(created[5]), again)  # nothing of the failed one is in the way


async def test_a_result_and_its_move_are_stored_together_or_not_at_all(store: Store) -> None:
    [ann] = await people(store, "Ann")
    created = await store.create(session())
    nobody = replace(ann, id=COMPUTER)
    for unknown in (nobody, replace(ann, id=PlayerId("p77"))):
        results = (result(created, ann, Ending.WON), result(created, unknown, Ending.LOST))
        with pytest.raises(Exception, match="constraint"):
            await store.save(resigned(created), results)
        assert await store.load(created.match.id) == created
        assert await store.last_finished(LOBBY, matches.ANN) is None


# --- screens -------------------------------------------------------------------------------------


async def test_saving_leaves_what_platforms_show_alone(store: Store) -> None:
    created = await store.create(session("one", None, LOBBY, ABROAD))
    await store.mark_shown(created.match.id, 0, 1, "m1", LOBBY)
    saved = await store.save(moved(created, "c3"))  # which knows nothing of the message yet
    assert [screen.message for screen in saved.screens] == ["m1", None]
    assert [screen.shown for screen in saved.screens] == [1, 0]
    forged = replace(saved.screens[0], message="other", shown=5)
    after = await store.save(replace(moved(saved, "d3"), screens=(forged, saved.screens[1])))
    assert after.screens == saved.screens
    assert await store.load(created.match.id) == after


async def test_screens_are_added_and_never_lost(store: Store) -> None:
    created = await store.create(session())
    told = Screen(KITCHEN, ScreenKind.RESULT, "fr", "m7", 1)
    more = await store.save(replace(created, screens=(*created.screens, told)))
    assert more.screens == (*created.screens, told)
    fewer = await store.save(replace(more, screens=()))
    assert fewer.screens == more.screens
    assert await store.load(created.match.id) == fewer


async def test_a_screen_may_change_its_language(store: Store) -> None:
    created = await store.create(session())
    await store.mark_shown(created.match.id, 0, 1, "m1", LOBBY)
    french = replace(created.screens[0], locale="fr")
    saved = await store.save(replace(created, screens=(french,)))
    assert saved.screens == (replace(french, message="m1", shown=1),)
    assert await store.load(created.match.id) == saved


async def test_what_is_shown_never_goes_backwards(store: Store) -> None:
    created = await store.create(session())
    id = created.match.id
    saved = await store.save(moved(created, "c3"))
    await store.mark_shown(id, 0, 2, "m1", LOBBY)
    await store.mark_shown(id, 0, 1, "older", LOBBY)
    [screen] = (await store.load(id)).screens
    assert (screen.message, screen.shown) == ("m1", 2)
    await store.mark_shown(id, 0, 2, "adopted", LOBBY)
    [screen] = (await store.load(id)).screens
    assert (screen.message, screen.shown) == ("adopted", 2)
    assert (await store.load(id)).version == saved.version


async def test_news_of_one_room_are_never_taken_for_anothers(store: Store) -> None:
    """A screen has the number of another once somebody's private chat is gone."""
    created = await store.create(session("one", None, LOBBY, ABROAD))
    id = created.match.id
    await store.mark_shown(id, 0, 1, "m1", ABROAD)
    assert (await store.load(id)).screens[0].message is None
    await store.mark_shown(id, 0, 1, "m2", LOBBY)
    assert (await store.load(id)).screens[0].message == "m2"


async def test_reposting_forgets_the_message_and_asks_to_be_shown(store: Store) -> None:
    created = await store.create(session("one", None, LOBBY, ABROAD))
    id = created.match.id
    for number in range(2):
        await store.mark_shown(id, number, 1, f"m{number}", (LOBBY, ABROAD)[number])
    assert not (await store.pending(NOON)).unshown
    await store.repost(id, 1)
    stored = await store.load(id)
    assert [screen.message for screen in stored.screens] == ["m0", None]
    assert [screen.shown for screen in stored.screens] == [1, 0]
    assert (await store.pending(NOON)).unshown == (id,)
    await store.mark_shown(id, 1, 1, "anew", ABROAD)
    assert (await store.load(id)).screens[1].message == "anew"
    assert not (await store.pending(NOON)).unshown


async def test_news_of_many_screens_at_once(store: Store) -> None:
    created = [await store.create(session(str(n), None, LOBBY, ABROAD)) for n in range(20)]
    await asyncio.gather(
        *(
            store.mark_shown(each.match.id, number, 1, f"{each.match.id}/{number}", room)
            for each in created
            for number, room in enumerate((LOBBY, ABROAD))
        )
    )
    for each in created:
        stored = await store.load(each.match.id)
        assert [s.message for s in stored.screens] == [f"{each.match.id}/{n}" for n in range(2)]
    assert not (await store.pending(NOON)).unshown


# --- what waits ----------------------------------------------------------------------------------


async def test_every_save_makes_the_screens_wait(store: Store) -> None:
    created = await store.create(session())
    id = created.match.id
    assert (await store.pending(NOON)).unshown == (id,)
    await store.mark_shown(id, 0, 1, "m1", LOBBY)
    assert (await store.pending(NOON)).unshown == ()
    await store.save(moved(created, "c3"))
    assert (await store.pending(NOON)).unshown == (id,)
    await store.mark_shown(id, 0, 1, "m1", LOBBY)  # late news of the older version
    assert (await store.pending(NOON)).unshown == (id,)
    await store.mark_shown(id, 0, 2, "m1", LOBBY)
    assert (await store.pending(NOON)).unshown == ()


async def test_a_session_that_nobody_sees_does_not_wait_to_be_shown(store: Store) -> None:
    unseen = await store.create(replace(session(), screens=()))
    await store.save(moved(unseen, "c3"))
    assert (await store.pending(NOON)).unshown == ()


async def test_the_computer_is_asked_while_it_has_to_move(store: Store) -> None:
    created = await store.create(session("one", matches.against_computer(first="opponent")))
    assert (await store.pending(NOON)).thinking == (created.match.id,)
    saved = await store.save(moved(created, "f5"))
    assert (await store.pending(NOON)).thinking == ()
    saved = await store.save(moved(saved, "d6"))
    assert (await store.pending(NOON)).thinking == (created.match.id,)
    over = decide(saved.match, c.Resign(matches.ANN), NOON).match
    await store.save(replace(saved, match=over))
    assert (await store.pending(NOON)).thinking == ()


async def test_deadlines_pass_one_after_the_other(store: Store) -> None:
    timed = await store.create(session("timed", matches.playing("f5d6", "5+3")))
    open_ = await store.create(session("open", matches.offered()))
    untimed = await store.create(session("untimed"))
    flag = timed.match.clock.flag_at if timed.match.clock else None
    assert flag is not None
    early = await store.pending(Millis(flag - 1))
    assert (early.due, early.next_due) == ((), flag)
    late = await store.pending(flag)
    assert late.due == (timed.match.id,)
    assert late.next_due == open_.match.created + 24 * 3_600_000
    assert late.next_due is not None
    both = await store.pending(late.next_due)
    assert both.due == (timed.match.id, open_.match.id)
    assert both.next_due == untimed.due, "who is late is warned"
    await store.save(resigned(timed))
    assert (await store.pending(flag)).due == ()


# --- finding -------------------------------------------------------------------------------------


async def test_matches_of_a_room_oldest_first(store: Store) -> None:
    older = matches.offered(now=Millis(NOON - 5))
    await store.create(session("young", None, LOBBY, ABROAD))
    await store.create(session("old", older, KITCHEN, LOBBY, LOBBY))
    await store.create(session("topic", None, TOPIC))
    assert await store.in_room(LOBBY) == [named("old"), named("young")]
    assert await store.in_room(replace(LOBBY, space=None)) == [named("old"), named("young")]
    assert await store.in_room(TOPIC) == [named("topic")]
    assert await store.in_room(ABROAD) == [named("young")]
    assert await store.in_room(replace(ABROAD, platform="paper")) == []


async def test_a_match_that_is_over_leaves_room_and_player(store: Store) -> None:
    created = await store.create(session())
    assert await store.in_room(LOBBY) == await store.of_player(matches.ANN) == [named("one")]
    await store.save(resigned(created))
    assert await store.in_room(LOBBY) == await store.of_player(matches.ANN) == []


async def test_matches_of_a_player_follow_the_seats(store: Store) -> None:
    created = await store.create(session("one", matches.offered()))
    await store.create(session("zero", matches.offered(now=Millis(NOON - 1))))
    assert await store.of_player(matches.ANN) == [named("zero"), named("one")]
    assert await store.of_player(matches.BO) == []
    accepted = decide(created.match, c.TakeSeat(matches.BO), NOON).match
    await store.save(replace(created, match=accepted))
    assert await store.of_player(matches.BO) == [named("one")]


async def test_who_leaves_a_seat_is_not_found_there(store: Store) -> None:
    with matches.nim_registered() as nim:
        open_ = matches.after(matches.four_seats(nim), c.TakeSeat(matches.BO))
        created = await store.create(session("nim", open_))
        left = decide(open_, c.LeaveSeat(matches.BO), NOON).match
        await store.save(replace(created, match=replace(left, id=named("nim"))))
    assert await store.of_player(matches.BO) == []
    assert await store.of_player(matches.ANN) == [named("nim")]


async def test_the_computer_is_no_player_to_be_found(store: Store) -> None:
    await store.create(session("one", matches.against_computer()))
    assert await store.of_player(COMPUTER) == []
    assert await store.of_player(matches.ANN) == [named("one")]


async def test_what_was_finished_last_in_a_room(store: Store) -> None:
    first, second = [await store.create(session(name)) for name in ("first", "second")]
    assert await store.last_finished(LOBBY, matches.ANN) is None
    second = await store.save(resigned(second))
    await store.save(resigned(first))
    for player in (matches.ANN, matches.BO):
        assert await store.last_finished(LOBBY, player) == named("first")
    offered = decide(second.match, c.AskRematch(matches.ANN), NOON).match
    await store.save(replace(second, match=offered))  # does not finish it once more
    assert await store.last_finished(LOBBY, matches.ANN) == named("first")
    assert await store.last_finished(KITCHEN, matches.ANN) is None
    assert await store.last_finished(LOBBY, matches.CY) is None


async def test_what_was_finished_last_is_known_wherever_it_was_shown(store: Store) -> None:
    await store.save(resigned(await store.create(session("one", None, LOBBY, KITCHEN, TOPIC))))
    for room in (LOBBY, KITCHEN, TOPIC):
        assert await store.last_finished(room, matches.BO) == named("one")
    assert await store.last_finished(ABROAD, matches.BO) is None


async def test_what_came_to_nothing_was_not_finished(store: Store) -> None:
    created = await store.create(session())
    called_off = replace(matches.aborted(), id=created.match.id)
    assert called_off.status is Status.ABORTED
    await store.save(replace(created, match=called_off))
    assert await store.last_finished(LOBBY, matches.ANN) is None
    assert await store.of_player(matches.ANN) == []


async def test_a_rematch_is_born_with_the_save_or_not_at_all(store: Store) -> None:
    over = await store.save(resigned(await store.create(session())))
    born = Session(create.rematch(over.match, matches.LOT, NOON), over.home, over.screens)
    with pytest.raises(VersionConflict):
        await store.save(replace(over, version=1), born=(born,))
    with pytest.raises(Refused):
        await store.load(born.match.id)
    agreed = replace(over, match=replace(over.match, rematch=born.match.id))
    saved = await store.save(agreed, born=(born,))
    assert await store.load(born.match.id) == replace(born, version=1)
    moved_on = await store.save(moved(await store.load(born.match.id), "f5"))
    await store.save(replace(saved, match=agreed.match), born=(born,))  # is there: stays as it is
    assert await store.load(born.match.id) == moved_on
