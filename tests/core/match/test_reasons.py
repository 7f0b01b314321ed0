"""Every reason for which the core refuses can be met with."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import core
from core.errors import Reason, Refused
from core.games.dice.rules import DICE
from core.match import commands as c
from core.match.clock import TimeControl
from core.match.create import Terms
from core.match.model import Match, OfferKind, PauseCause
from core.registry import GAMES
from core.types import GameId, Level, Move, PlayerId
from tests.core.match.matches import (
    ANN,
    BLACK,
    BO,
    CY,
    DI,
    NOON,
    REVERSI,
    WHITE,
    aborted,
    accept,
    after,
    against_computer,
    decided,
    finished,
    four_seats,
    move,
    nim_registered,
    offered,
    playing,
    refuse,
    registered,
)


def _four(*takers: PlayerId) -> Match:
    match = four_seats(GameId("nim"))
    return after(match, *(c.TakeSeat(by) for by in takers))


def _offering_draw(by: PlayerId) -> Match:
    return after(playing("f5d6"), c.OfferDraw(by, 3))


def _refused_draw(by: PlayerId) -> Match:
    return after(_offering_draw(by), refuse(_offering_draw(by), OfferKind.DRAW, BO))


def _resigning() -> Match:
    """Ann would; Cy is her partner."""
    return after(_four(BO, CY, DI), c.Start(ANN), c.Resign(ANN))


def _frozen() -> Match:
    """It is Ann's turn."""
    return after(playing(), c.Freeze(PauseCause.ROOM, NOON))


REACHED: dict[Reason, Callable[[], object]] = {
    Reason.UNREADABLE_MOVE: lambda: GAMES[REVERSI].read_move("z9"),
    Reason.ILLEGAL_MOVE: lambda: decided(playing(), move(playing(), "a1")),
    Reason.NOT_YOUR_TURN: lambda: decided(playing(), c.PlayMove(BO, Move("f5"), 1)),
    Reason.STALE_TURN: lambda: decided(playing("f5"), c.PlayMove(BO, Move("f5"), 1)),
    Reason.REPEATED: lambda: decided(playing("f5"), c.PlayMove(ANN, Move("f5"), 1)),
    Reason.NOT_SEATED: lambda: decided(playing(), c.Resign(CY)),
    Reason.NOT_OPEN: lambda: decided(playing(), c.TakeSeat(CY)),
    Reason.NOT_STARTED: lambda: decided(offered(), c.Resign(ANN)),
    Reason.FINISHED: lambda: decided(finished(), c.Resign(ANN)),
    Reason.NOT_FINISHED: lambda: decided(playing(), c.AskRematch(ANN)),
    Reason.ABORTED: lambda: decided(aborted(), c.Resign(ANN)),
    Reason.SEAT_TAKEN: lambda: decided(offered(), c.TakeSeat(BO, seat=BLACK)),
    Reason.ALREADY_SEATED: lambda: decided(_four(BO), c.TakeSeat(BO)),
    Reason.NOT_INVITED: lambda: decided(offered(invited=BO), c.TakeSeat(CY)),
    Reason.NOT_HOST: lambda: decided(offered(), c.Cancel(BO)),
    Reason.OWN_CHALLENGE: lambda: decided(offered(), c.TakeSeat(ANN)),
    Reason.SEATS_EMPTY: lambda: decided(offered(), c.Start(ANN)),
    Reason.NOT_EXPIRED: lambda: decided(offered(), c.Expire()),
    Reason.NO_OFFER: lambda: decided(playing(), c.WithdrawOffer(ANN, OfferKind.DRAW)),
    Reason.JUST_DECLINED: lambda: decided(_refused_draw(ANN), c.OfferDraw(ANN, 3)),
    Reason.OFFER_STANDS: lambda: decided(_offering_draw(ANN), c.OfferDraw(ANN, 3)),
    Reason.OWN_OFFER: lambda: decided(
        _offering_draw(ANN), accept(_offering_draw(ANN), OfferKind.DRAW, ANN)
    ),
    Reason.PARTNER_ANSWERS: lambda: decided(
        _resigning(), accept(_resigning(), OfferKind.RESIGN, BO)
    ),
    Reason.NO_TAKEBACK: lambda: decided(
        after(_four(BO, CY, DI), c.Start(ANN)), c.AskTakeback(ANN, 1)
    ),
    Reason.NOTHING_TO_TAKE_BACK: lambda: decided(playing(), c.AskTakeback(ANN, 1)),
    Reason.COMPUTER_PLAYS_ON: lambda: decided(against_computer(), c.OfferDraw(ANN, 1)),
    Reason.TOO_EARLY: lambda: decided(playing("f5d6"), c.Claim(BO)),
    Reason.PAUSED: lambda: decided(_frozen(), c.Resume(BO)),
    Reason.NOT_PAUSED: lambda: decided(playing(), c.Resume(ANN)),
    Reason.UNKNOWN_GAME: lambda: offered(Terms(GameId("chess"))),
    Reason.UNKNOWN_LEVEL: lambda: decided(offered(), c.SeatComputer(ANN, WHITE, Level("god"))),
    Reason.UNKNOWN_OPTION: lambda: TimeControl.parse("soon"),
    Reason.SELF_CHALLENGE: lambda: offered(invited=ANN),
    Reason.PLAYED_ALONE: lambda: offered(Terms(DICE.id), invited=BO),
}


@pytest.mark.parametrize("reason", REACHED)
def test_every_reason_of_the_core_is_reached(reason: Reason) -> None:
    with nim_registered(), registered(DICE), pytest.raises(Refused) as refused:
        REACHED[reason]()
    assert refused.value.reason is reason


def test_the_reasons_above_are_all_that_the_core_gives() -> None:
    """What a game alone refuses is tested with the game."""
    folder = Path(core.__path__[0])
    given = {
        Reason[name]
        for path in folder.rglob("*.py")
        if path.name != "errors.py" and "games" not in path.relative_to(folder).parts
        for name in re.findall(r"\bReason\.([A-Z_]+)", path.read_text())
    }
    assert given == set(REACHED) - {Reason.UNREADABLE_MOVE, Reason.ILLEGAL_MOVE}
