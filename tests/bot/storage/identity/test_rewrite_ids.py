"""A stored match that speaks of one person is made to speak of another, and of nothing else."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.storage.codec import decode, encode, encode_contest
from bot.storage.identity.rewrite_ids import written
from core import contest as contests
from core.contest import ContestKind
from core.match.model import Match, Occupant
from core.types import GameId, MatchId, PlayerId
from tests.bot.storage.sessions import NOON
from tests.bot.storage.test_codec import some_match

OLD, NEW = PlayerId("p7"), PlayerId("p99")


def named(match: Match, seats: list[bool], host: bool, invited: bool) -> Match:
    """The match with that person on some seats, as host, as who is asked."""
    sat = tuple(
        Occupant(OLD) if mine and who is not None and who.level is None else who
        for who, mine in zip(match.seats, [*seats, *(False for _ in match.seats)], strict=False)
    )
    return replace(
        match, seats=sat, host=OLD if host else match.host, invited=OLD if invited else None
    )


@given(some_match(), st.lists(st.booleans()), st.booleans(), st.booleans())
def test_every_match_speaks_of_the_other_alone(
    match: Match, seats: list[bool], host: bool, invited: bool
) -> None:
    before = named(match, seats, host, invited)
    stored = written(encode(before), None)
    assert (OLD in stored.people) == (OLD in {before.host, before.invited, *before.people})
    stored.relabel(OLD, NEW)
    body, contest = stored.texts()
    assert contest is None
    after = decode(body)
    expected = tuple(Occupant(NEW) if who == Occupant(OLD) else who for who in before.seats)
    assert after.seats == expected
    assert after.host == (NEW if before.host == OLD else before.host)
    assert after.invited == (NEW if before.invited == OLD else before.invited)
    assert replace(after, seats=before.seats, host=before.host, invited=before.invited) == before
    stored.relabel(NEW, OLD)
    assert decode(stored.texts()[0]) == before


def test_a_contest_speaks_of_those_who_take_part() -> None:
    offered = contests.offer(
        MatchId("a" * 13), GameId("dice"), ContestKind.DUEL, OLD, PlayerId("p8"), bytes(32), NOON
    )
    table = encode(contests.table(offered, over=False))
    stored = written(table, encode_contest(offered))
    assert stored.seated == {OLD}
    assert stored.people == {OLD, "p8"}
    entered = contests.enter(offered, PlayerId("p8"), "x", NOON)
    stored = written(table, encode_contest(entered.contest))
    assert stored.seated == {OLD, "p8"}
    assert written(encode(entered.matches[0]), None).belongs_to == offered.id
    assert not stored.is_of_a_day


def test_what_was_offered_after_the_end_is_dropped() -> None:
    stored = written('{"status": "finished", "offers": [1], "declined": 2, "seats": []}', None)
    stored.leave_nothing_open()
    assert set(stored.body) == {"status", "seats"}
    running = written('{"status": "playing", "offers": [1], "seats": []}', None)
    running.leave_nothing_open()
    assert "offers" in running.body
