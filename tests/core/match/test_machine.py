"""Matches driven by anything anybody might press, at any time, for a long time.

Nothing here knows what a command ought to do (the tables do); it knows what must hold of a match
whatever has been asked of it.
"""

import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from core.errors import Refused
from core.game import PASS, Setup
from core.games.dice.rules import DICE
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.clock import DAY, TimeControl
from core.match.decide import Decision
from core.match.model import AbortCause, AbsenceKind, Match, OfferKind, PauseCause, Status
from core.match.offers import asked
from core.match.pending import deadline, engine_seat
from core.match.replay import fold
from core.match.view import see
from core.registry import GAMES
from core.types import COMPUTER, GameId, Level, Millis, Move, PlayerId, Seat, Side
from tests.core.match.matches import (
    ANN,
    BO,
    CY,
    DI,
    LOT,
    NOON,
    decided,
    nim_registered,
    registered,
)

PEOPLE = st.sampled_from((ANN, ANN, ANN, BO, BO, BO, CY, DI, COMPUTER))
TURNS = st.sampled_from((0, 0, 0, 0, -1, -2, 1))
"""How far the turn in a press is from the match's: mostly not at all."""

STAGES = st.sampled_from(("open", "invited", "people", "people", "people", "computer"))

LIVING = precondition(lambda machine: machine.match.status is not Status.ABORTED)
"""What came to nothing is soon replaced; pressing on it is what `out_of_place` is for."""

NEXT = {
    Status.OPEN: {Status.OPEN, Status.PLAYING, Status.ABORTED},
    Status.PLAYING: {Status.PLAYING, Status.FINISHED, Status.ABORTED},
    Status.FINISHED: {Status.FINISHED},
    Status.ABORTED: {Status.ABORTED},
}


class Pressing(RuleBasedStateMachine):
    """One match, and everybody at it."""

    def __init__(self) -> None:
        super().__init__()
        self.registered = ExitStack()
        self.registered.enter_context(nim_registered())
        self.registered.enter_context(registered(DICE))
        self.now = NOON

    def teardown(self) -> None:
        self.registered.close()

    @initialize(
        time=st.sampled_from(("none", "none", "5+3", "1d")),
        game=st.sampled_from(("reversi", "reversi", "reversi", "nim", "nim", "pente", "dice")),
        opening=st.sampled_from(("standard", "balanced")),
        stage=STAGES,
        seed=st.integers(0, 2**32),
    )
    def begin(self, time: str, game: str, opening: str, stage: str, seed: int) -> None:
        self.terms = create.Terms(
            GameId(game),
            time=TimeControl.parse(time),
            options={"opening": opening} if game == "reversi" else {},
            seats=4 if game == "pente" else None,
        )
        self.random = random.Random(seed)
        self.offer(stage)

    @precondition(lambda self: self.match.is_over)
    @rule(stage=STAGES)
    def offer(self, stage: str) -> None:
        """A new match on the same terms, already accepted where the stage is not `open`."""
        id, entropy = create.match_id(str(self.random.random())), self.random.randbytes(len(LOT))
        invited = BO if stage == "invited" and self.terms.game != "dice" else None
        self.match = create.challenge(id, self.terms, ANN, invited, entropy, self.now)
        if stage == "computer" and self.terms.game in ("reversi", "pente"):
            self.ask(c.SeatComputer(ANN, Seat(1 - bool(self.match.seats[1])), Level("club")))
        if stage in ("people", "computer"):
            for by in (BO, CY, DI):
                self.ask(c.TakeSeat(by))
            self.ask(c.Start(ANN))
            assert self.match.status is Status.PLAYING

    def ask(self, command: c.Command) -> None:
        """Asks, and checks what must hold between a match and the next."""
        before = self.match
        try:
            decision = decided(before, command, self.now)
        except Refused:
            return
        self.match = decision.match
        _check_step(before, decision, self.now)

    @rule(span=st.sampled_from((0, 1, 5_000, 60_000, DAY // 2, 2 * DAY)))
    def wait(self, span: int) -> None:
        self.now = Millis(self.now + span)

    @precondition(lambda self: self.match.status is Status.OPEN)
    @rule(
        by=PEOPLE,
        seat=st.sampled_from((None, None, 0, 1, 2, 7)),
        side=st.sampled_from((None, 0, 1, 5)),
    )
    def take_seat(self, by: PlayerId, seat: int | None, side: int | None) -> None:
        self.ask(
            c.TakeSeat(
                by, None if seat is None else Seat(seat), None if side is None else Side(side)
            )
        )

    @precondition(lambda self: self.match.status is Status.OPEN)
    @rule(
        by=PEOPLE,
        seat=st.sampled_from((0, 1, 2, 3, 7, -1)),
        level=st.sampled_from((None, Level("club"), Level("master"), Level("god"))),
    )
    def seat_computer(self, by: PlayerId, seat: int, level: Level | None) -> None:
        self.ask(c.SeatComputer(by, Seat(seat), level))

    @precondition(lambda self: self.match.status is Status.OPEN)
    @rule(by=PEOPLE, make=st.sampled_from((c.LeaveSeat, c.Decline, c.Cancel, c.Start)))
    def about_seats(self, by: PlayerId, make: Callable[[PlayerId], c.Command]) -> None:
        self.ask(make(by))

    @LIVING
    @rule(choice=st.integers(0, 32), off=TURNS)
    def legal_move(self, choice: int, off: int) -> None:
        """By whose turn it is."""
        game = GAMES[self.match.game]
        seat, legal = game.to_act(self.match.position), game.legal_moves(self.match.position)
        occupant = None if seat is None else self.match.seats[seat]
        if occupant is not None and legal:
            move = legal[choice % len(legal)]
            self.ask(c.PlayMove(occupant.player, move, self.match.turn + off))

    @LIVING
    @rule(by=PEOPLE, name=st.sampled_from(("d3", "c4", "1", "2", PASS, "a1")), off=TURNS)
    def any_move(self, by: PlayerId, name: str, off: int) -> None:
        self.ask(c.PlayMove(by, Move(name), self.match.turn + off))

    @precondition(lambda self: self.match.status is Status.PLAYING)
    @rule(moves=st.sampled_from((2, 10, 30, 58, 70)))
    def play_on(self, moves: int) -> None:
        """Many moves at once, so that matches also come to their end."""
        for _ in range(moves):
            if self.match.status is Status.PLAYING:
                self.legal_move(self.random.randrange(33), 0)

    @LIVING
    @rule(by=PEOPLE, make=st.sampled_from((c.AskRematch, c.AskRematch, c.Claim, c.Resign)))
    def about_the_end(self, by: PlayerId, make: Callable[[PlayerId], c.Command]) -> None:
        self.ask(make(by))

    @LIVING
    @rule(by=PEOPLE, make=st.sampled_from((c.OfferDraw, c.AskTakeback)), off=TURNS)
    def offer_something(
        self, by: PlayerId, make: Callable[[PlayerId, int], c.Command], off: int
    ) -> None:
        self.ask(make(by, self.match.turn + off))

    @precondition(lambda self: self.match.offers)
    @rule(accept=st.booleans(), whose=st.integers(0, 3))
    def answer_what_stands(self, accept: bool, whose: int) -> None:
        """By somebody who is asked, of whom there is one at least: it is never refused."""
        offer = self.match.offers[-1]
        others = asked(self.match, offer)
        before = self.match
        by = others[whose % len(others)]
        self.ask(c.AnswerOffer(by, offer.kind, accept, self.match.turn))
        assert self.match != before

    @LIVING
    @rule(by=PEOPLE, kind=st.sampled_from(OfferKind), accept=st.booleans(), off=TURNS)
    def answer(self, by: PlayerId, kind: OfferKind, accept: bool, off: int) -> None:
        self.ask(c.AnswerOffer(by, kind, accept, self.match.turn + off))

    @LIVING
    @rule(by=PEOPLE, kind=st.sampled_from(OfferKind))
    def withdraw(self, by: PlayerId, kind: OfferKind) -> None:
        self.ask(c.WithdrawOffer(by, kind))

    @rule(
        by=PEOPLE,
        make=st.sampled_from(
            (c.TakeSeat, c.LeaveSeat, c.Decline, c.Cancel, c.Start, c.Resign, c.AskRematch)
        ),
    )
    def out_of_place(self, by: PlayerId, make: Callable[[PlayerId], c.Command]) -> None:
        if self.match.is_over:
            self.ask(make(by))

    @LIVING
    @rule(by=PEOPLE, off=TURNS)
    def pause(self, by: PlayerId, off: int) -> None:
        self.ask(c.AskPause(by, self.match.turn + off))

    @LIVING
    @rule(by=PEOPLE, make=st.sampled_from((c.Resume, c.Gone, c.Back)))
    def come_and_go(self, by: PlayerId, make: Callable[[PlayerId], c.Command]) -> None:
        self.ask(make(by))

    @LIVING
    @rule(cause=st.sampled_from(PauseCause), ago=st.sampled_from((0, 1_000, DAY)))
    def freeze_or_thaw(self, cause: PauseCause, ago: int) -> None:
        frozen = self.match.paused is not None
        self.ask(c.Thaw(cause) if frozen else c.Freeze(cause, Millis(self.now - ago)))

    @LIVING
    @rule(span=st.sampled_from((1_000, 60_000, DAY)))
    def be_down(self, span: int) -> None:
        """And tell it twice."""
        began = self.now
        self.now = Millis(self.now + span)
        for _ in range(2):
            self.ask(c.CreditOutage(began, self.now))

    @rule(command=st.sampled_from((c.Expire(), c.FlagFall(), c.Lapse())))
    def too_early(self, command: c.Command) -> None:
        self.ask(command)

    @precondition(lambda self: not self.match.is_over)
    @rule()
    def what_is_due(self) -> None:
        """The timekeeper comes at its time: it is never refused."""
        due = deadline(self.match)
        if due is not None and self.now >= due[0]:
            decided(self.match, due[1], self.now)
            self.ask(due[1])
            again = deadline(self.match)
            assert again is None or again[0] > self.now or again[1] == c.Lapse()

    @precondition(lambda self: self.match.against_computer)
    @rule()
    def abort(self) -> None:
        self.ask(c.Abort(AbortCause.ENGINE_FAILED))

    @precondition(lambda self: self.match.rematch is not None)
    @rule()
    def play_again(self) -> None:
        self.match = create.rematch(self.match, LOT, self.now)

    @invariant()
    def the_match_is_sound(self) -> None:
        _check(self.match)


def _check(match: Match) -> None:
    """What holds of every match."""
    game = GAMES[match.game]
    assert match.position == fold(game, match.setup, match.plies)
    seats = [occupant.player for occupant in match.seats if occupant]
    assert len(match.seats) == match.setup.seats
    assert all(seats.count(player) == 1 for player in seats if player != COMPUTER)
    assert (match.outcome is not None) == (match.status is Status.FINISHED)
    assert (match.cause is not None) == (match.status is Status.ABORTED)
    assert match.rematch is None or match.status is Status.FINISHED
    assert not (match.rated and match.against_computer) or match.turn == 0
    assert len(see(match).moves) == 0 or match.status is Status.PLAYING
    _check_turn(match)
    _check_offers(match)
    _check_clock(match)
    _check_absences(match)


def _check_turn(match: Match) -> None:
    chosen = [ply for ply in match.plies if ply.move != PASS]
    assert (match.turn == 0) == (match.plies == () and match.clock is None and not _begun(match))
    assert match.turn >= len(chosen)
    if match.status is Status.PLAYING:
        game = GAMES[match.game]
        assert None not in match.seats
        assert game.outcome(match.position) is None
        assert game.legal_moves(match.position) != (PASS,)
        assert match.turn >= len(chosen) + 1
        seat = engine_seat(match)
        assert seat is None or match.seats[seat] is not None
    assert [ply.at for ply in match.plies] == sorted(ply.at for ply in match.plies)


def _begun(match: Match) -> bool:
    return match.status in (Status.PLAYING, Status.FINISHED) or match.turn > 0


def _check_offers(match: Match) -> None:
    kinds = [offer.kind for offer in match.offers]
    assert list(match.offers) == sorted(match.offers)
    assert len(set(kinds)) == len(kinds)
    allowed = {
        Status.PLAYING: {OfferKind.DRAW, OfferKind.PAUSE, OfferKind.TAKEBACK, OfferKind.RESIGN},
        Status.FINISHED: {OfferKind.REMATCH},
    }
    assert set(kinds) <= allowed.get(match.status, set())
    assert not match.offers or match.rematch is None
    for offer in match.offers:
        maker = match.seats[offer.seat]
        assert maker is not None
        waiting = asked(match, offer)
        assert waiting
        assert maker.player not in waiting
        assert COMPUTER not in waiting


def _check_clock(match: Match) -> None:
    going_on = match.status is Status.PLAYING and match.paused is None
    running = going_on and match.time.timed
    assert (match.clock is not None and match.clock.running is not None) == running
    if match.clock is not None:
        assert all(left >= 0 for left in match.clock.left)
        assert len(match.clock.left) == match.setup.seats
        if running:
            assert match.clock.running == GAMES[match.game].to_act(match.position)


def _check_absences(match: Match) -> None:
    assert list(match.absences) == sorted(match.absences)
    assert match.status is Status.PLAYING or (not match.absences and match.paused is None)
    for absence in match.absences:
        assert absence.until >= absence.warned
        assert absence.kind is AbsenceKind.GONE or match.clock is None


def _check_step(before: Match, decision: Decision, now: Millis) -> None:
    """What holds between a match and what becomes of it."""
    match, events = decision.match, decision.events
    assert match.status in NEXT[before.status]
    assert match.turn >= before.turn
    assert (match.plies != before.plies) <= (match.turn > before.turn)
    lasting = {offer.kind for offer in match.offers} <= {OfferKind.RESIGN}
    assert match.turn == before.turn or lasting
    assert match.turn == before.turn or match.since == now
    fixed = ("id", "game", "invited", "time", "created", "previous")
    assert all(getattr(match, name) == getattr(before, name) for name in fixed)
    assert match.setup == _expected_setup(before, match)
    replaced = [event.seat for event in events if isinstance(event, e.SeatReplaced)]
    if before.status is not Status.OPEN:
        assert match.host == before.host
        assert match.rated == (before.rated and not replaced)
        for seat, (now_there, then) in enumerate(zip(match.seats, before.seats, strict=True)):
            assert (now_there == then) == (seat not in replaced)
    if before.is_over:
        kept = replace(
            match, offers=before.offers, declined=before.declined, rematch=before.rematch
        )
        assert kept == before
    moved = [event for event in events if isinstance(event, e.MovePlayed | e.TurnPassed)]
    taken_back = sum(event.plies for event in events if isinstance(event, e.TakebackDone))
    assert len(match.plies) == len(before.plies) + len(moved) - taken_back
    ended = [event for event in events if isinstance(event, e.MatchFinished | e.MatchAborted)]
    assert len(ended) == (match.is_over and not before.is_over)


def _expected_setup(before: Match, match: Match) -> Setup:
    """The one there was; only the press that begins a match completes its chance."""
    chance = before.setup.chance
    begins = before.status is Status.OPEN and match.status is Status.PLAYING
    if chance is None or not begins:
        return before.setup
    return replace(before.setup, chance=replace(chance, client=""))


TestPressing = Pressing.TestCase
TestPressing.settings = settings(max_examples=30, stateful_step_count=50)
