"""What every store has to do with what people are told. The same tests run on every back end."""

from dataclasses import replace

from bot.app.model.notification import (
    BOARDS,
    DisplayedNotification,
    DueNotifications,
    NotificationChange,
    NotificationRecord,
    ReminderState,
    ScheduledNotification,
)
from bot.app.ports.store import Store
from core.match import commands as c
from core.types import MatchId, Millis, PlayerId
from tests.bot.storage.conftest import Backend
from tests.bot.storage.sessions import ABROAD, KITCHEN, LOBBY, NOON, TOPIC, moved, session
from tests.core.match import matches

ANN, BO = PlayerId("p1"), PlayerId("p2")
NOTICE = DisplayedNotification(ANN, LOBBY, BOARDS, NOON, boards=(MatchId("one"), MatchId("two")))
IDLE = DueNotifications((), (), (), None)


async def test_what_is_kept_of_a_look_is_known_after_a_restart(backend: Backend) -> None:
    store = await backend.open()
    match = await store.create(session("one"))
    id = match.match.id
    change = NotificationChange(
        ANN,
        told=(ReminderState(id, 3, 2, Millis(NOON + 5)),),
        notices=(NOTICE, replace(NOTICE, room=TOPIC, message="7", former="6", arg="x")),
        asks=(
            ScheduledNotification(ANN, None, NOON, "daily", "today"),
            ScheduledNotification(ANN, KITCHEN, Millis(NOON - 1), "offer"),
        ),
    )
    await store.notices.change(change)
    await store.notices.place(ANN, id, KITCHEN)
    await store.notices.shut(ANN, "paper", True)
    await store.close()
    store = await backend.open()
    known = await store.notices.known(ANN)
    assert known.told == {id: change.told[0]}
    assert sorted(known.notices, key=lambda n: n.arg) == list(change.notices)
    assert known.asks == change.asks[::-1], "the earlier one first"
    assert known.places == {id: KITCHEN}
    assert known.shut == {"paper"}
    assert await store.notices.known(BO) == NotificationRecord()
    assert await store.notices.standing() == [ANN]
    await store.close()


async def test_a_change_replaces_and_forgets(store: Store) -> None:
    match = await store.create(session("one"))
    id = match.match.id
    ask = ScheduledNotification(ANN, LOBBY, NOON, "daily", "today")
    await store.notices.change(
        NotificationChange(ANN, (ReminderState(id, 3, 2),), notices=(NOTICE,), asks=(ask,))
    )
    posted = replace(NOTICE, message="1", boards=(id,))
    later = replace(ask, at=Millis(NOON + 9), room=KITCHEN)
    await store.notices.change(
        NotificationChange(ANN, (ReminderState(id, 4, 1, NOON),), notices=(posted,), asks=(later,))
    )
    known = await store.notices.known(ANN)
    assert (known.told, known.notices, known.asks) == (
        {id: ReminderState(id, 4, 1, NOON)},
        (posted,),
        (later,),
    )
    gone = replace(posted, message="")
    assert gone.is_done
    await store.notices.place(ANN, id, LOBBY)
    await store.notices.change(NotificationChange(ANN, over=(id,), notices=(gone,), done=(later,)))
    assert await store.notices.known(ANN) == NotificationRecord(places={id: LOBBY})
    await store.notices.shut(ANN, "paper", True)
    await store.notices.shut(ANN, "paper", True)
    await store.notices.shut(ANN, "paper", False)
    assert (await store.notices.known(ANN)).shut == frozenset()


async def test_asking_twice_moves_and_dropping_forgets(store: Store) -> None:
    await store.notices.ask(ANN, LOBBY, NOON, "daily", "today")
    await store.notices.ask(ANN, None, Millis(NOON + 1), "daily", "today")
    await store.notices.ask(ANN, LOBBY, NOON, "daily", "tomorrow")
    await store.notices.drop(ANN, "daily", "tomorrow")
    await store.notices.drop(ANN, "daily", "never asked")
    assert (await store.notices.known(ANN)).asks == (
        ScheduledNotification(ANN, None, Millis(NOON + 1), "daily", "today"),
    )


async def test_who_has_to_be_looked_at(store: Store) -> None:
    assert await store.notices.due(NOON) == IDLE
    one = await store.create(session("one"))
    open_ = await store.create(session("two", matches.offered()))
    assert open_.match.turn == 0
    id = one.match.id
    assert (await store.notices.due(NOON)).matches == (id,), "nobody has to move in an open one"
    await store.notices.change(
        NotificationChange(
            ANN, (ReminderState(id, 3, 1, Millis(NOON + 9)),), settled=((id, one.version),)
        )
    )
    assert await store.notices.due(NOON) == replace(IDLE, next=Millis(NOON + 9))
    await store.notices.ask(BO, LOBBY, Millis(NOON + 5), "daily")
    assert await store.notices.due(NOON) == replace(IDLE, next=Millis(NOON + 5))
    assert (await store.notices.due(Millis(NOON + 5))).players == (BO,)
    late = await store.notices.due(Millis(NOON + 9))
    assert sorted(late.players) == [ANN, BO]
    assert late.next is None
    await store.notices.change(NotificationChange(ANN, notices=(NOTICE,)))
    assert (await store.notices.due(NOON)).unsent == (ANN,)
    await store.notices.change(NotificationChange(ANN, notices=(replace(NOTICE, message="1"),)))
    assert (await store.notices.due(NOON)).unsent == ()
    await store.notices.change(
        NotificationChange(ANN, notices=(replace(NOTICE, message="1", former="0"),))
    )
    assert (await store.notices.due(NOON)).unsent == (ANN,)


async def test_what_was_saved_since_a_look_is_looked_at_again(store: Store) -> None:
    one = await store.create(session("one"))
    id = one.match.id
    saved = await store.save(moved(one, "c3"))
    await store.notices.change(NotificationChange(ANN, settled=((id, one.version),)))
    assert (await store.notices.due(NOON)).matches == (id,)
    await store.notices.change(NotificationChange(ANN, settled=((id, saved.version),)))
    assert await store.notices.due(NOON) == IDLE
    over = matches.after(saved.match, c.Resign(matches.BO))
    await store.save(replace(saved, match=over))
    assert await store.notices.due(NOON) == IDLE


async def test_what_is_over_is_forgotten(store: Store) -> None:
    one = await store.create(session("one"))
    seated = PlayerId(matches.ANN)
    for player in (seated, ANN):
        await store.notices.change(NotificationChange(player, (ReminderState(one.match.id, 1, 1),)))
        await store.notices.place(player, one.match.id, LOBBY)
    await store.notices.tidy()
    assert (await store.notices.known(seated)).places
    assert await store.notices.known(ANN) == NotificationRecord(), (
        "who does not play it is not told of it"
    )


async def test_a_chat_with_a_new_number_takes_all_with_it(store: Store) -> None:
    one = await store.create(session("one"))
    posted = replace(NOTICE, message="1", former="0")
    await store.notices.change(
        NotificationChange(ANN, notices=(posted, replace(posted, room=KITCHEN)))
    )
    await store.notices.ask(ANN, LOBBY, NOON, "daily")
    await store.notices.place(ANN, one.match.id, LOBBY)
    await store.move_room(LOBBY, ABROAD)
    known = await store.notices.known(ANN)
    assert {n.room: (n.message, n.former) for n in known.notices} == {
        ABROAD: (None, None),
        KITCHEN: ("1", "0"),
    }
    assert known.asks[0].room == ABROAD
    assert known.places == {one.match.id: ABROAD}
