"""What may be seen of a match, and what it waits for."""

from dataclasses import replace

from core.chance import Chance
from core.match import commands as c
from core.match.clock import MINUTE, TimeControl
from core.match.commands import Expire, FlagFall, Lapse
from core.match.deadlines import NOTICE
from core.match.model import CLAIM_AFTER, OPEN_FOR
from core.match.pending import deadline, engine_seat
from core.match.replay import positions
from core.match.view import see
from core.registry import GAMES
from core.types import Millis
from tests.core.games.reversi.test_rules import ONE_PASS
from tests.core.match.matches import (
    ANN,
    BLACK,
    BO,
    FIRST,
    NOON,
    REVERSI,
    WHITE,
    aborted,
    after,
    against_computer,
    decided,
    finished,
    offered,
    playing,
)
from tests.core.refusals import refusal


def test_a_view_has_neither_position_nor_seed() -> None:
    match = playing("f5d6")
    secret = replace(match, setup=replace(match.setup, chance=Chance(b"s" * 32, "l", "c")))
    view = see(secret)
    assert view.match.position is None
    assert view.match.setup.chance is None
    assert "ssss" not in repr(view)


def test_a_view_of_a_running_match() -> None:
    view = see(playing("f5d6"))
    assert view.to_act == BLACK
    assert view.moves == GAMES[REVERSI].legal_moves(playing("f5d6").position)
    assert view.sides == (0, 1)
    assert view.last is not None
    assert (view.last.seat, view.last.move) == (WHITE, "d6")
    assert (view.passed, view.number) == (None, 2)


def test_a_view_tells_who_was_passed_over_just_now() -> None:
    view = see(playing(ONE_PASS[:116]))
    assert (view.passed, view.to_act) == (BLACK, WHITE)
    assert view.last is not None
    assert view.last.seat == WHITE
    assert view.board.last == view.last.move
    assert see(playing(ONE_PASS[:118])).passed is None


def test_nobody_acts_before_the_start_or_after_the_end() -> None:
    for match in (offered(), finished(), aborted()):
        view = see(match)
        assert (view.to_act, view.moves) == (None, ())
        assert (view.board.to_act, view.board.legal) == (None, ())
    assert see(offered()).last is None


def test_the_number_of_moves_counts_the_setups() -> None:
    terms = replace(FIRST, options={"opening": "balanced"})
    assert see(after(offered(terms), c.TakeSeat(BO))).number == 8


def test_the_computer_is_asked_when_it_is_its_turn() -> None:
    assert engine_seat(against_computer()) is None
    assert engine_seat(against_computer("f5")) == WHITE
    assert engine_seat(against_computer(first="opponent")) == BLACK
    assert engine_seat(playing("f5")) is None
    assert engine_seat(after(against_computer("f5"), c.Resign(ANN))) is None
    seated = after(offered(), c.SeatComputer(ANN, WHITE, GAMES[REVERSI].levels[0]))
    assert engine_seat(seated) is None  # not started


def test_what_happens_without_anybody_pressing() -> None:
    assert deadline(offered()) == (NOON + OPEN_FOR, Expire())
    assert deadline(playing("f5", "5+0")) == (NOON + 5 * MINUTE, FlagFall())
    assert deadline(playing("f5")) == (NOON + CLAIM_AFTER - NOTICE, Lapse())
    assert deadline(finished()) is None
    assert deadline(aborted()) is None
    timed = after(playing("f5d6", "5+3"), c.Resign(ANN))
    assert deadline(timed) is None


def test_what_is_due_is_accepted_at_its_instant_and_refused_before() -> None:
    for match in (offered(), playing("f5d6", "5+3"), playing("f5d6", "12h")):
        due = deadline(match)
        assert due is not None
        at, command = due
        assert after(match, command, now=at).is_over
        assert refusal(decided, match, command, Millis(at - 1)) is not None


def test_replaying_a_match_shows_every_position() -> None:
    match = playing(ONE_PASS)
    shown = list(positions(GAMES[REVERSI], match.setup, match.plies))
    assert len(shown) == len(match.plies) + 1
    assert shown[-1] == match.position


def test_time_controls_are_part_of_what_is_seen() -> None:
    assert see(playing("", "5+3")).match.time == TimeControl(5 * MINUTE, 3000)
