"""Duels and groups: who comes in when, and when it is over."""

from collections.abc import Iterator

import pytest

from core import contest as contests
from core.chance import Chance, commitment
from core.contest import ContestKind
from core.errors import Reason
from core.games.dice.rules import DICE
from core.match import commands as c
from core.match.decide import decide
from core.match.model import OPEN_FOR, AbortCause, Status
from core.match.pending import engine_seat
from core.match.view import see
from core.types import COMPUTER, GameId, Level, Millis, PlayerId
from tests.core.contests import CAREFUL, END, GREEDY, ID, SEED, Table, duel, group, offered
from tests.core.match.matches import ANN, BO, CY, NOON, registered
from tests.core.refusals import refusal

LATER = Millis(NOON + 60_000)


@pytest.fixture(autouse=True)
def _dice() -> Iterator[None]:
    with registered(DICE):
        yield


# --- offering ------------------------------------------------------------------------------------


def test_the_commitment_stands_before_anybody_presses() -> None:
    contest = offered()
    assert contest.chance == Chance(SEED, ID, None)
    told = contests.told(contest, {}, NOON)
    assert (told.commitment, told.client, told.seed) == (commitment(SEED), None, None)


@pytest.mark.parametrize("game", ["reversi", "chess"])
def test_only_a_game_for_one_with_dice_is_offered(game: str) -> None:
    refused = refusal(contests.offer, ID, GameId(game), ContestKind.DUEL, ANN, BO, SEED, NOON)
    assert refused is not None
    assert (refused.reason, refused.details) == (Reason.UNKNOWN_GAME, {"game": game})


def test_nobody_duels_themselves() -> None:
    refused = refusal(offered, ContestKind.DUEL, ANN)
    assert refused is not None
    assert refused.reason is Reason.SELF_CHALLENGE


# --- a duel --------------------------------------------------------------------------------------


def test_accepting_a_duel_begins_it_for_both_on_the_same_throws() -> None:
    table = Table(offered(ContestKind.DUEL, BO))
    entered = table.enter(BO, "Bo accepts", LATER)
    contest = entered.contest
    assert contest.chance == Chance(SEED, ID, "Bo accepts")
    assert (contest.begun, contest.closed) == (LATER, True)
    one, other = entered.matches
    assert [entry.who.player for entry in contest.entries] == [ANN, BO]
    assert [match.host for match in entered.matches] == [ANN, BO]
    assert one.id != other.id
    assert (one.status, one.position) == (other.status, other.position)
    assert one.status is Status.PLAYING
    assert len(one.position.throw) == 5


def test_an_open_duel_is_for_whoever_comes_first() -> None:
    table = Table(offered(ContestKind.DUEL))
    table.enter(CY)
    assert [entry.who.player for entry in table.contest.entries] == [ANN, CY]
    assert _reason(table, BO) is Reason.NOT_OPEN


def test_a_duel_with_a_computer_begins_with_the_hosts_press() -> None:
    contest = contests.seat_computer(offered(ContestKind.DUEL), ANN, GREEDY)
    table = Table(contest)
    assert _reason(table, BO) is Reason.NOT_INVITED
    table.enter(ANN, "Ann rolls")
    assert [(entry.who.player, entry.who.level) for entry in table.contest.entries] == [
        (ANN, None),
        (COMPUTER, GREEDY),
    ]
    assert table.contest.chance.client == "Ann rolls"


def test_a_duel_is_over_when_both_are() -> None:
    table = duel()
    table.play(ANN)
    assert not table.is_over()
    table.play(BO)
    assert table.is_over()


def test_what_was_annulled_has_no_place() -> None:
    table = duel()
    totals = {ANN: table.play(ANN), BO: table.play(BO)}
    id = table.entry(BO).match
    table.matches[id] = decide(table.matches[id], c.Annul(), NOON).match
    first, last = contests.standings(table.contest, table.matches)
    assert (first.entry.who.player, first.rank, first.total) == (ANN, 1, totals[ANN])
    assert (last.entry.who.player, last.rank, last.total) == (BO, None, None)
    assert table.is_over(), "it stays what it was otherwise"


# --- a group -------------------------------------------------------------------------------------


def test_the_first_press_in_a_group_completes_the_chance_and_later_ones_do_not() -> None:
    table = group(levels=(GREEDY, CAREFUL))
    first = table.enter(BO, "the first press")
    assert [match.seats[0] for match in first.matches] == [
        entry.who for entry in table.contest.entries
    ]
    assert len(first.matches) == 3  # Bo and the computers
    second = table.enter(ANN, "another press", LATER)
    assert len(second.matches) == 1
    assert table.contest.chance.client == "the first press"
    assert table.contest.begun == NOON
    assert len({match.position.throw for match in table.matches.values()}) == 1


def test_choices_of_one_leave_the_throws_of_the_others_alone() -> None:
    table = group(ANN, BO)
    table.play(ANN, 5, choice=0)
    table.play(BO, 5, choice=3)
    ann, bo = (table.matches[table.entry(player).match].position for player in (ANN, BO))
    assert ann.throw == bo.throw
    assert ann.sheet != bo.sheet


def test_a_group_waits_for_newcomers_until_its_host_closes_it() -> None:
    table = group(ANN)
    table.play(ANN)
    assert not table.is_over()  # Bo may still come
    table.enter(BO)
    table.contest = contests.close(table.contest, ANN)
    assert not table.is_over()
    assert _reason(table, CY) is Reason.NOT_OPEN
    table.play(BO)
    assert table.is_over()


def test_after_48_hours_it_is_over_whoever_is_missing() -> None:
    table = group(ANN, BO)
    table.play(ANN)
    assert contests.deadline(table.contest) == END
    assert not table.is_over(Millis(END - 1))
    assert table.is_over(END)
    assert _reason(table, CY, END) is Reason.NOT_OPEN
    (left,) = contests.unfinished(table.contest, table.matches)
    assert left == table.entry(BO).match
    ended = decide(table.matches[left], c.Abort(AbortCause.CONTEST_OVER), END).match
    assert ended.cause is AbortCause.CONTEST_OVER
    assert see(ended).proof is not None
    assert contests.unfinished(table.contest, table.matches | {left: ended}) == ()


# --- what is refused -----------------------------------------------------------------------------


def _reason(table: Table, by: PlayerId, now: Millis = NOON) -> Reason:
    refused = refusal(contests.enter, table.contest, by, "a press", now)
    assert refused is not None
    return refused.reason


def test_who_may_not_come_in() -> None:
    assert _reason(Table(offered(ContestKind.DUEL, BO)), CY) is Reason.NOT_INVITED
    assert _reason(Table(offered(ContestKind.DUEL, BO)), ANN) is Reason.OWN_CHALLENGE
    assert _reason(group(ANN), ANN) is Reason.ALREADY_SEATED
    assert _reason(Table(contests.cancel(offered(), ANN)), BO) is Reason.ABORTED


def test_seating_a_computer() -> None:
    for contest, by, level, reason in (
        (offered(), BO, GREEDY, Reason.NOT_HOST),
        (offered(), ANN, Level("god"), Reason.UNKNOWN_LEVEL),
        (offered(ContestKind.DUEL, BO), ANN, GREEDY, Reason.SEAT_TAKEN),
        (contests.seat_computer(offered(), ANN, GREEDY), ANN, GREEDY, Reason.ALREADY_SEATED),
        (
            contests.seat_computer(offered(ContestKind.DUEL), ANN, GREEDY),
            ANN,
            CAREFUL,
            Reason.SEAT_TAKEN,
        ),
        (group(ANN).contest, ANN, GREEDY, Reason.NOT_OPEN),
        (contests.cancel(offered(), ANN), ANN, GREEDY, Reason.ABORTED),
    ):
        refused = refusal(contests.seat_computer, contest, by, level)
        assert refused is not None
        assert refused.reason is reason


def test_closing_to_newcomers() -> None:
    for contest, by, reason in (
        (group(ANN).contest, BO, Reason.NOT_HOST),
        (offered(), ANN, Reason.NOT_STARTED),
        (duel().contest, ANN, Reason.REPEATED),
    ):
        refused = refusal(contests.close, contest, by)
        assert refused is not None
        assert refused.reason is reason


def test_what_came_to_nothing_is_over_and_tells_its_seed() -> None:
    invited = offered(ContestKind.DUEL, BO)
    for contest, cause in (
        (contests.decline(invited, BO), AbortCause.DECLINED),
        (contests.cancel(invited, ANN), AbortCause.CANCELLED),
        (contests.expire(invited, Millis(NOON + OPEN_FOR)), AbortCause.EXPIRED),
    ):
        assert contest.cause is cause
        assert contests.is_over(contest, {}, NOON)
        assert contests.told(contest, {}, NOON).seed == SEED.hex()
        assert contests.deadline(contest) <= NOON  # at once
        assert contests.standings(contest, {}) == ()
    assert contests.deadline(invited) == NOON + OPEN_FOR


def test_who_may_end_an_offer_and_when() -> None:
    invited, running = offered(ContestKind.DUEL, BO), duel().contest
    for refused, reason in (
        (refusal(contests.decline, invited, CY), Reason.NOT_INVITED),
        (refusal(contests.decline, running, BO), Reason.NOT_OPEN),
        (refusal(contests.cancel, invited, BO), Reason.NOT_HOST),
        (refusal(contests.cancel, running, ANN), Reason.NOT_OPEN),
        (refusal(contests.expire, invited, Millis(NOON + OPEN_FOR - 1)), Reason.NOT_EXPIRED),
        (refusal(contests.expire, running, END), Reason.NOT_OPEN),
        (refusal(contests.cancel, contests.decline(invited, BO), ANN), Reason.ABORTED),
    ):
        assert refused is not None
        assert refused.reason is reason


def test_its_table_is_open_until_it_is_over() -> None:
    table = duel()
    for contest, over, status in (
        (offered(), False, Status.OPEN),
        (table.contest, False, Status.OPEN),
        (table.contest, True, Status.FINISHED),
        (contests.cancel(offered(), ANN), True, Status.ABORTED),
        (contests.end(table.contest), False, Status.OPEN),  # its matches go on
        (contests.end(table.contest), True, Status.ABORTED),
    ):
        match = contests.table(contest, over=over)
        assert (match.id, match.status, match.seats) == (contest.id, status, ())
        assert (match.host, match.cause) == (contest.host, contest.cause if over else None)
        assert match.invited == (contest.invited if contest.begun is None else None)
        assert engine_seat(match) is None
        assert see(match).moves == ()
