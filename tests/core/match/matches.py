"""Matches to test with, at every stage, and `decided`, which also watches `decide` itself."""

import copy
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, cast

from core.errors import Refused
from core.game import Game
from core.match import commands as c
from core.match import create
from core.match.clock import TimeControl
from core.match.create import Terms
from core.match.deadlines import NOTICE
from core.match.decide import Decision, decide
from core.match.model import CLAIM_AFTER, AbortCause, Match, OfferKind
from core.registry import GAMES
from core.types import COMPUTER, GameId, Level, Millis, Move, PlayerId, Seat
from tests.fakes.nim import NIM

ANN, BO, CY, DI = (PlayerId(name) for name in ("ann", "bo", "cy", "di"))
BLACK, WHITE = Seat(0), Seat(1)
REVERSI = GameId("reversi")
NOON = Millis(1_700_000_000_000)
LOT = bytes(32)
ID = create.match_id("a test")
FIRST = Terms(REVERSI, first="challenger")


def decided(match: Match, command: c.Command, now: Millis = NOON) -> Decision:
    """`decide`, watched: it leaves its input alone, answers alike twice, says what it did."""
    before, told = copy.deepcopy(match), repr(match)
    try:
        decision = decide(match, command, now)
        assert decision == decide(match, command, now)
        assert decision.events
        assert decision.match != match
        return decision
    except Refused as refused:
        try:
            decide(match, command, now)
        except Refused as again:
            assert (refused.reason, refused.details) == (again.reason, again.details)  # noqa: PT017
        raise
    finally:
        assert match == before
        assert repr(match) == told


def after(match: Match, *commands: c.Command, now: Millis = NOON) -> Match:
    """The match after some commands, all at one instant."""
    for command in commands:
        match = decided(match, command, now).match
    return match


def offered(terms: Terms = FIRST, invited: PlayerId | None = None, now: Millis = NOON) -> Match:
    """Ann's challenge; she is black."""
    return create.challenge(ID, terms, ANN, invited, LOT, now)


def playing(text: str = "", time: str = "none", now: Millis = NOON) -> Match:
    """Ann, black, against Bo after the moves of a transcript without passes."""
    terms = replace(FIRST, time=TimeControl.parse(time))
    match = after(offered(terms, now=now), c.TakeSeat(BO), now=now)
    return played(match, text, now)


def played(match: Match, text: str, now: Millis = NOON) -> Match:
    """The match after more moves, each by whose turn it is."""
    for at in range(0, len(text), 2):
        match = after(match, move(match, text[at : at + 2]), now=now)
    return match


def move(match: Match, name: str) -> c.PlayMove:
    """That move by whose turn it is."""
    seat = GAMES[match.game].to_act(match.position)
    assert seat is not None
    occupant = match.seats[seat]
    assert occupant is not None
    return c.PlayMove(occupant.player, Move(name), match.turn)


def warned(match: Match) -> Match:
    """Whoever is to act has been told that they keep the others waiting."""
    return after(match, c.Lapse(), now=Millis(match.since + CLAIM_AFTER - NOTICE))


def finished(text: str = "f5d6") -> Match:
    """Bo has resigned."""
    return after(playing(text), c.Resign(BO))


def aborted() -> Match:
    return after(playing(), c.Abort(AbortCause.ENGINE_FAILED))


def against_computer(text: str = "", level: str = "club", first: str = "challenger") -> Match:
    """Ann against the computer, which plays what the transcript says."""
    terms = replace(FIRST, first=first)
    match = create.against_computer(ID, terms, ANN, Level(level), LOT, NOON)
    assert COMPUTER in {occupant.player for occupant in match.seats if occupant}
    return played(match, text)


def accept(match: Match, kind: OfferKind, by: PlayerId) -> c.AnswerOffer:
    return c.AnswerOffer(by, kind, True, match.turn)


def refuse(match: Match, kind: OfferKind, by: PlayerId) -> c.AnswerOffer:
    return c.AnswerOffer(by, kind, False, match.turn)


@contextmanager
def registered(game: Game[Any, Any]) -> Iterator[GameId]:
    """A game that need not be in the registry, for as long as it is needed."""
    games = cast("dict[GameId, Any]", GAMES)
    before = dict(games)
    games[game.id] = game
    try:
        yield game.id
    finally:
        games.clear()
        games.update(before)


def nim_registered() -> AbstractContextManager[GameId]:
    """The game of two teams."""
    return registered(NIM)


def four_seats(id: GameId) -> Match:
    """Ann's offer of a match of two teams of two."""
    return create.challenge(ID, Terms(id, first="challenger"), ANN, None, LOT, NOON)
