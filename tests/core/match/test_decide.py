"""Who may do what when: every command at every stage by everybody, and the path of a move."""

from dataclasses import replace

import pytest

from core.errors import Reason
from core.game import PASS
from core.games.reversi.records import read_transcript
from core.match import commands as c
from core.match import decision
from core.match import events as e
from core.match.clock import MINUTE
from core.match.create import Terms
from core.match.model import AbortCause, Match, Occupant, OfferKind, PauseCause, Ply, Status
from core.registry import GAMES
from core.types import Level, Millis, Move, PlayerId, Seat
from tests.core.games.reversi.test_rules import EMPTIES_LEFT, ONE_PASS, WIPE_OUT
from tests.core.match.matches import (
    ANN,
    BLACK,
    BO,
    CY,
    NOON,
    REVERSI,
    WHITE,
    aborted,
    after,
    against_computer,
    decided,
    finished,
    move,
    offered,
    played,
    playing,
)
from tests.core.refusals import refusal

LATER = Millis(NOON + 1)


def stage(name: str) -> Match:
    """What the table below is asked about. Ann plays black; after `f5d6` it is her turn."""
    match name:
        case "open":
            return offered(invited=BO)
        case "playing":
            match = playing("f5d6")
            return after(match, c.OfferDraw(BO, match.turn))
        case "finished":
            return after(finished(), c.AskRematch(BO))
        case _:
            return aborted()


def commands(match: Match, by: PlayerId) -> dict[str, c.Command]:
    offer = OfferKind.REMATCH if match.is_over else OfferKind.DRAW
    return {
        "TakeSeat": c.TakeSeat(by),
        "SeatComputer": c.SeatComputer(by, WHITE, Level("club")),
        "LeaveSeat": c.LeaveSeat(by),
        "Decline": c.Decline(by),
        "Cancel": c.Cancel(by),
        "Expire": c.Expire(),
        "Start": c.Start(by),
        "PlayMove": c.PlayMove(by, Move("c3"), match.turn),
        "PlayMove bad": c.PlayMove(by, Move("a1"), match.turn),
        "PlayMove old": c.PlayMove(by, Move("c3"), match.turn - 1),
        "Resign": c.Resign(by),
        "Claim": c.Claim(by),
        "OfferDraw": c.OfferDraw(by, match.turn),
        "OfferDraw old": c.OfferDraw(by, match.turn - 1),
        "AskTakeback": c.AskTakeback(by, match.turn),
        "AskTakeback old": c.AskTakeback(by, match.turn - 1),
        "AskRematch": c.AskRematch(by),
        "AnswerOffer yes": c.AnswerOffer(by, offer, True, match.turn),
        "AnswerOffer no": c.AnswerOffer(by, offer, False, match.turn),
        "AnswerOffer old": c.AnswerOffer(by, offer, True, match.turn - 1),
        "WithdrawOffer": c.WithdrawOffer(by, offer),
        "Depart": c.Depart(by),
        "Abort": c.Abort(AbortCause.ENGINE_FAILED),
        "Annul": c.Annul(),
        "FlagFall": c.FlagFall(),
        "AskPause": c.AskPause(by, match.turn),
        "AskPause old": c.AskPause(by, match.turn - 1),
        "Resume": c.Resume(by),
        "Lapse": c.Lapse(),
        "Gone": c.Gone(by),
        "Back": c.Back(by),
        "Freeze": c.Freeze(PauseCause.ROOM, NOON),
        "Thaw": c.Thaw(PauseCause.ROOM),
        "CreditOutage": c.CreditOutage(NOON, Millis(NOON + 1)),
    }


# Three answers a stage: Ann, who offered and plays black and is to act; Bo, who is invited, plays
# white and has made the standing offer; Cy, a stranger.
TABLE = """
command         | open                                     | playing                                      | finished                                     | aborted
TakeSeat        | own_challenge ok not_invited             | already_seated already_seated not_open       | already_seated already_seated not_open       | aborted aborted aborted
SeatComputer    | ok not_host not_host                     | not_open not_open not_open                   | not_open not_open not_open                   | aborted aborted aborted
LeaveSeat       | ok not_seated not_seated                 | not_open not_open not_open                   | not_open not_open not_open                   | aborted aborted aborted
Decline         | not_invited ok not_invited               | not_open not_open not_open                   | not_open not_open not_open                   | aborted aborted aborted
Cancel          | ok not_host not_host                     | not_open not_open not_open                   | not_open not_open not_open                   | aborted aborted aborted
Expire          | not_expired not_expired not_expired      | not_open not_open not_open                   | not_open not_open not_open                   | aborted aborted aborted
Start           | seats_empty not_host not_host            | not_open not_open not_open                   | not_open not_open not_open                   | aborted aborted aborted
PlayMove        | not_started not_started not_started      | ok not_your_turn not_seated                  | finished finished not_seated                 | aborted aborted not_seated
PlayMove bad    | not_started not_started not_started      | illegal_move not_your_turn not_seated        | finished finished not_seated                 | aborted aborted not_seated
PlayMove old    | not_started not_started not_started      | stale_turn stale_turn not_seated             | finished finished not_seated                 | aborted aborted not_seated
Resign          | not_started not_seated not_seated        | ok ok not_seated                             | finished finished not_seated                 | aborted aborted not_seated
Claim           | not_started not_seated not_seated        | too_early too_early not_seated               | finished finished not_seated                 | aborted aborted not_seated
OfferDraw       | not_started not_seated not_seated        | ok offer_stands not_seated                   | finished finished not_seated                 | aborted aborted not_seated
OfferDraw old   | not_started not_seated not_seated        | stale_turn stale_turn not_seated             | finished finished not_seated                 | aborted aborted not_seated
AskTakeback     | not_started not_seated not_seated        | ok ok not_seated                             | finished finished not_seated                 | aborted aborted not_seated
AskTakeback old | not_started not_seated not_seated        | stale_turn stale_turn not_seated             | finished finished not_seated                 | aborted aborted not_seated
AskRematch      | not_finished not_seated not_seated       | not_finished not_finished not_seated         | ok offer_stands not_seated                   | not_finished not_finished not_seated
AnswerOffer yes | not_started not_seated not_seated        | ok own_offer not_seated                      | ok own_offer not_seated                      | no_offer no_offer not_seated
AnswerOffer no  | not_started not_seated not_seated        | ok own_offer not_seated                      | ok own_offer not_seated                      | no_offer no_offer not_seated
AnswerOffer old | not_started not_seated not_seated        | stale_turn stale_turn not_seated             | stale_turn stale_turn not_seated             | stale_turn stale_turn not_seated
WithdrawOffer   | no_offer not_seated not_seated           | no_offer ok not_seated                       | no_offer ok not_seated                       | no_offer no_offer not_seated
Depart          | ok ok not_seated                         | ok ok not_seated                             | finished finished finished                   | aborted aborted aborted
Abort           | ok ok ok                                 | ok ok ok                                     | finished finished finished                   | finished finished finished
Annul           | not_finished not_finished not_finished   | not_finished not_finished not_finished       | ok ok ok                                     | aborted aborted aborted
FlagFall        | too_early too_early too_early            | too_early too_early too_early                | too_early too_early too_early                | too_early too_early too_early
AskPause        | not_started not_seated not_seated        | ok ok not_seated                             | finished finished not_seated                 | aborted aborted not_seated
AskPause old    | not_started not_seated not_seated        | stale_turn stale_turn not_seated             | finished finished not_seated                 | aborted aborted not_seated
Resume          | not_started not_started not_started      | not_paused not_paused not_seated             | finished finished finished                   | aborted aborted aborted
Lapse           | not_started not_started not_started      | too_early too_early too_early                | finished finished finished                   | aborted aborted aborted
Gone            | ok ok not_seated                         | ok ok not_seated                             | finished finished not_seated                 | aborted aborted not_seated
Back            | not_started not_started not_started      | repeated repeated repeated                   | finished finished finished                   | aborted aborted aborted
Freeze          | not_started not_started not_started      | ok ok ok                                     | finished finished finished                   | aborted aborted aborted
Thaw            | not_started not_started not_started      | repeated repeated repeated                   | finished finished finished                   | aborted aborted aborted
CreditOutage    | not_started not_started not_started      | ok ok ok                                     | finished finished finished                   | aborted aborted aborted
"""  # noqa: E501  a table is read across


def cells() -> list[tuple[str, str, str, str]]:
    head, *rows = [
        [cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()
    ]
    return [
        (stage, command, asker, expected)
        for command, *answers in rows
        for stage, three in zip(head[1:], answers, strict=True)
        for asker, expected in zip((ANN, BO, CY), three.split(), strict=True)
    ]


@pytest.mark.parametrize(("at", "command", "asker", "expected"), cells())
def test_who_may_do_what_when(at: str, command: str, asker: str, expected: str) -> None:
    match = stage(at)
    refused = refusal(decided, match, commands(match, PlayerId(asker))[command])
    assert (refused.reason if refused else "ok") == expected


def test_the_table_has_every_command() -> None:
    asked = {type(command) for command in commands(playing(), ANN).values()}
    assert asked == set(c.Command.__args__)
    assert {row.split("|")[0].strip() for row in TABLE.strip().splitlines()[1:]} == set(
        commands(playing(), ANN)
    )


# --- moves ---------------------------------------------------------------------------------------


def test_a_move_is_a_ply_and_the_turn_of_the_other() -> None:
    match = playing()
    done = decided(match, c.PlayMove(ANN, Move("f5"), 1), LATER)
    assert done.events == (e.MovePlayed(BLACK, Move("f5")),)
    assert done.match.plies == (Ply(BLACK, Move("f5"), LATER),)
    assert (done.match.turn, done.match.since) == (2, LATER)
    assert GAMES[REVERSI].to_act(done.match.position) == WHITE


def test_a_forced_pass_is_played_at_once_and_is_no_decision() -> None:
    before, passing = ONE_PASS[:114], ONE_PASS[114:116]
    match = playing(before)
    done = decided(match, move(match, passing), LATER)
    assert done.match.plies[-2:] == (
        Ply(done.match.plies[-2].seat, Move(passing), LATER),
        Ply(Seat(1 - done.match.plies[-2].seat), PASS, LATER),
    )
    assert [type(event) for event in done.events] == [e.MovePlayed, e.TurnPassed]
    assert done.match.turn == match.turn + 1
    assert GAMES[REVERSI].to_act(done.match.position) == done.match.plies[-2].seat


@pytest.mark.parametrize("text", [ONE_PASS, WIPE_OUT, EMPTIES_LEFT])
def test_the_last_move_finishes_the_match(text: str) -> None:
    match = playing(text[:-2])
    done = decided(match, move(match, text[-2:]))
    outcome = GAMES[REVERSI].outcome(done.match.position)
    assert outcome is not None
    assert done.events[-1] == e.MatchFinished(outcome)
    assert (done.match.status, done.match.outcome) == (Status.FINISHED, outcome)
    assert tuple(ply.move for ply in done.match.plies) == read_transcript(text)


def test_a_balanced_opening_is_no_ply_of_anybody() -> None:
    terms = Terms(REVERSI, first="challenger", options={"opening": "balanced"})
    match = after(offered(terms), c.TakeSeat(BO))
    assert len(match.setup.opening) == 8
    assert (match.plies, match.turn) == ((), 1)
    assert decision.each_side_moved(match) is False


def test_the_same_press_twice_acts_once() -> None:
    match = playing()
    press = c.PlayMove(ANN, Move("f5"), 1)
    again = refusal(decided, after(match, press), press)
    assert again is not None
    assert again.reason is Reason.REPEATED


def test_the_same_press_is_told_after_the_computer_has_answered() -> None:
    press = c.PlayMove(ANN, Move("f5"), 1)
    answered = refusal(decided, against_computer("f5d6"), press)
    assert answered is not None
    assert answered.reason is Reason.REPEATED
    gone_on = refusal(decided, against_computer("f5d6c3"), press)
    assert gone_on is not None
    assert gone_on.reason is Reason.STALE_TURN


def test_the_same_press_is_told_after_the_computer_has_moved_twice() -> None:
    """Ann passes between two moves of the computer; her own last move is still that press."""
    match = against_computer(ONE_PASS[:112])
    press = move(match, ONE_PASS[112:114])
    assert press.by == ANN
    match = played(after(match, press), ONE_PASS[114:118])
    assert [ply.seat for ply in match.plies[-4:]] == [BLACK, WHITE, BLACK, WHITE]
    assert match.plies[-2].move == PASS
    refused = refusal(decided, match, press)
    assert refused is not None
    assert refused.reason is Reason.REPEATED


def test_the_same_press_is_told_after_it_finished_the_match() -> None:
    match = playing(WIPE_OUT[:-2])
    press = move(match, WIPE_OUT[-2:])
    refused = refusal(decided, after(match, press), press)
    assert refused is not None
    assert refused.reason is Reason.REPEATED


@pytest.mark.parametrize(
    ("by", "name", "turn"),
    [
        (ANN, "d3", 1),  # another point of the same old board
        (ANN, "f5", 2),  # at the other's turn
        (BO, "f5", 1),  # somebody else's press
        (ANN, "f5", 0),
        (ANN, "f5", -7),
        (ANN, "f5", 99),
    ],
)
def test_any_other_press_of_another_turn_is_stale(by: PlayerId, name: str, turn: int) -> None:
    refused = refusal(decided, playing("f5d6"), c.PlayMove(by, Move(name), turn))
    assert refused is not None
    assert refused.reason is Reason.STALE_TURN


def test_a_press_from_before_a_takeback_is_stale() -> None:
    match = playing("f5")
    match = after(match, c.AskTakeback(ANN, match.turn))
    refused = refusal(decided, match, c.PlayMove(ANN, Move("f5"), 1))
    assert refused is not None
    assert refused.reason is Reason.STALE_TURN
    assert played(match, "f5").turn == 4


def test_one_who_holds_every_seat_moves_for_whoever_is_to_act() -> None:
    match = replace(playing(), seats=(Occupant(ANN), Occupant(ANN)))
    assert len(played(match, "f5d6c3").plies) == 3


# --- clocks --------------------------------------------------------------------------------------


def test_a_move_presses_the_clock() -> None:
    match = playing("", "5+3")
    match = after(match, c.PlayMove(ANN, Move("f5"), 1), now=Millis(NOON + MINUTE))
    assert match.clock is not None
    assert match.clock.left == (4 * MINUTE + 3000, 5 * MINUTE)
    assert match.clock.running == WHITE


def test_a_forced_pass_keeps_the_clock_of_who_moves_again_running() -> None:
    match = playing(ONE_PASS[:114], "5+3")
    match = after(match, move(match, ONE_PASS[114:116]))
    assert match.clock is not None
    assert match.clock.running == match.plies[-2].seat


def test_the_clock_stops_with_the_last_move() -> None:
    match = playing(WIPE_OUT, "5+3")
    assert match.clock is not None
    assert match.clock.running is None


FALLEN = Millis(NOON + 5 * MINUTE)


FORGIVING = ("Freeze", "CreditOutage")
"""What says that the time was not to be charged."""


@pytest.mark.parametrize("name", [n for n in commands(playing(), ANN) if n not in FORGIVING])
def test_a_fallen_flag_is_decided_first_whatever_was_asked(name: str) -> None:
    match = playing("f5d6", "5+3", NOON)
    for at in (Millis(FALLEN + 6000), Millis(FALLEN + 10**9)):
        for by in (ANN, BO, CY):
            done = decided(match, commands(match, by)[name], at)
            assert done == decided(match, c.FlagFall(), at)
            assert done.match.status is Status.FINISHED


def test_a_move_in_the_last_millisecond_counts() -> None:
    match = playing("", "5+0", NOON)
    press = c.PlayMove(ANN, Move("f5"), 1)
    assert after(match, press, now=Millis(FALLEN - 1)).status is Status.PLAYING
    assert after(match, press, now=FALLEN).status is Status.ABORTED  # nobody had moved
