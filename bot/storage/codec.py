"""Serialise matches and contests as JSON, matches with a format number.

This module owns the stored form of a match. It holds what the moves do not imply (setup, seats,
plies, clock, ...) and refers to players by id only; the position is replayed from the plies on
reading and never stored. The seed of the dice is stored, because nothing else could reproduce the
throws.

The stored form is a type of its own, so renaming a field in `core` cannot silently change what is
on disk. A changed form gets a new number and one function in `UPGRADES` that converts the previous
one.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from bot.app.ports.store import UnreadableMatch
from core.chance import Chance
from core.contest import Contest, ContestKind, Entry
from core.errors import Refused
from core.game import Outcome, Setup
from core.match.clock import Clock, TimeControl
from core.match.model import (
    AbortCause,
    Absence,
    Match,
    Occupant,
    Offer,
    Pause,
    Ply,
    Status,
)
from core.match.replay import fold
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Millis, Move, PlayerId, Seat


def _without_teams(body: dict[str, Any]) -> dict[str, Any]:
    """Upgrade from format 1, which had no offers answered by several players and no sets."""
    return body


def _without_annulments(body: dict[str, Any]) -> dict[str, Any]:
    """Upgrade from format 2, which did not record annulments: no match was annulled."""
    return body


def _without_patience(body: dict[str, Any]) -> dict[str, Any]:
    """Upgrade from format 3, which had neither warnings nor pauses."""
    return body


UPGRADES: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (
    _without_teams,
    _without_annulments,
    _without_patience,
)
"""The n-th entry (from 1) converts a body of format n to format n + 1."""

FORMAT = len(UPGRADES) + 1


class Body(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match as stored: `core.match.model.Match` without its position, plies as triples."""

    id: MatchId
    game: GameId
    setup: Setup
    seats: tuple[Occupant | None, ...]
    status: Status
    host: PlayerId
    invited: PlayerId | None
    rated: bool
    time: TimeControl
    first: str
    created: Millis
    since: Millis
    plies: tuple[tuple[Seat, Move, Millis], ...]
    turn: int
    clock: Clock | None = None
    offers: tuple[Offer, ...] = ()
    declined: Offer | None = None
    outcome: Outcome | None = None
    cause: AbortCause | None = None
    previous: MatchId | None = None
    rematch: MatchId | None = None
    won: tuple[int, ...] = ()
    absences: tuple[Absence, ...] = ()
    paused: Pause | None = None
    credited: Millis | None = None
    annulled: bool = False
    hints: bool = False


_SAME = tuple(name for name in Body.__struct_fields__ if name != "plies")
DAMAGE = (
    msgspec.MsgspecError,
    Refused,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""Exceptions that decoding and replaying a damaged body can raise."""

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Body)


def encode(match: Match) -> str:
    """Return the stored form, in format `FORMAT`. Equal matches give the same text."""
    same = {name: getattr(match, name) for name in _SAME}
    plies = tuple((ply.seat, ply.move, ply.at) for ply in match.plies)
    return _encoder.encode(Body(plies=plies, **same)).decode()


def decode(text: str, format: int = FORMAT) -> Match:
    """Return the match of a stored form. Replaying 60 plies takes about a quarter of a millisecond.

    Raises:
        UnreadableMatch: a newer release wrote it, or it is damaged.
    """
    if not 1 <= format <= FORMAT:
        raise UnreadableMatch(
            f"a stored match has format {format}, this release knows 1 to {FORMAT}"
        )
    try:
        body = _decoder.decode(text) if format == FORMAT else _upgraded(text, format)
        plies = tuple(Ply(*triple) for triple in body.plies)
        position = fold(GAMES[body.game], body.setup, plies)
        same = {name: getattr(body, name) for name in _SAME}
        return Match(plies=plies, position=position, **same)
    except DAMAGE as error:
        raise UnreadableMatch(f"a stored match is damaged: {error!r}") from error


def field(path: str, column: str = "body") -> str:
    """Return SQL for a field of stored JSON, NULL where the JSON is damaged.

    SQLite raises on malformed JSON, so a bare `json_extract` in a condition would let one damaged
    row fail the query for every other row.
    """
    return f"iif(json_valid({column}), json_extract({column}, '{path}'), NULL)"


def _upgraded(text: str, format: int) -> Body:
    raw = msgspec.json.decode(text, type=dict[str, Any])
    for upgrade in UPGRADES[format - 1 :]:
        raw = upgrade(raw)
    return msgspec.convert(raw, Body)


# --- contests -------------------------------------------------------------------------------------


class ContestBody(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A contest as stored: `core.contest.Contest` with its entries unchanged."""

    id: MatchId
    game: GameId
    kind: ContestKind
    host: PlayerId
    invited: PlayerId | None
    chance: Chance
    created: Millis
    levels: tuple[Level, ...] = ()
    entries: tuple[Entry, ...] = ()
    begun: Millis | None = None
    closed: bool = False
    cause: AbortCause | None = None


_of_contest = msgspec.json.Decoder(ContestBody)


def encode_contest(contest: Contest) -> str:
    """Return the stored form. Equal contests give the same text."""
    same = {name: getattr(contest, name) for name in ContestBody.__struct_fields__}
    return _encoder.encode(ContestBody(**same)).decode()


def decode_contest(text: str) -> Contest:
    """Return the contest of a stored form. Raises UnreadableMatch if it is damaged."""
    try:
        body = _of_contest.decode(text)
    except DAMAGE as error:
        raise UnreadableMatch(f"a stored contest is damaged: {error!r}") from error
    return Contest(**{name: getattr(body, name) for name in ContestBody.__struct_fields__})
