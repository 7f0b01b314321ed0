"""New matches. Creating is idempotent: a match's id is derived from what asked for it, so an update
that a platform delivers twice makes one match, and both players' "rematch" lead to the same one.
"""

import hashlib
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.errors import Reason, Refused
from core.game import Setup
from core.match import clock as clocks
from core.match.clock import TimeControl
from core.match.model import Match, Occupant, Status
from core.registry import GAMES
from core.types import COMPUTER, GameId, Level, MatchId, Millis, PlayerId, Seat

FIRST = ("lot", "challenger", "opponent")
"""Who may move first, as chosen by the challenger; by lot unless they say otherwise."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is offered."""

    game: GameId
    rated: bool = True
    time: TimeControl = field(default_factory=TimeControl)
    first: str = FIRST[0]
    options: Mapping[str, str] = field(default_factory=dict)


def match_id(*parts: str) -> MatchId:
    """13 characters of a-z2-7 (65 bits of SHA-256) from what makes a match one and the same.

    Each part goes in with its length: parts come from outside, and no choice of them may lead to
    the match of other parts.
    """
    whole = "".join(f"{len(part)}:{part}" for part in parts)
    digest = hashlib.sha256(whole.encode(errors="surrogatepass")).digest()
    return MatchId(b32encode(digest[:10]).decode().lower()[:13])


def challenge(
    id: MatchId,
    terms: Terms,
    host: PlayerId,
    invited: PlayerId | None,
    lot: bytes,
    now: Millis,
) -> Match:
    """An open match: the host sits, the other seat waits. `lot` are 32 fresh bytes.

    Raises:
        Refused: UNKNOWN_GAME, UNKNOWN_OPTION or SELF_CHALLENGE.
    """
    if invited == host:
        raise Refused(Reason.SELF_CHALLENGE)
    setup = _setup(terms, lot)
    seats: list[Occupant | None] = [None] * setup.seats
    seats[_host_seat(terms, lot, setup.seats)] = Occupant(host)
    return Match(
        id=id,
        game=terms.game,
        setup=setup,
        seats=tuple(seats),
        status=Status.OPEN,
        host=host,
        invited=invited,
        rated=terms.rated,
        time=terms.time,
        first=terms.first,
        created=now,
        since=now,
        plies=(),
        position=GAMES[terms.game].start(setup),
        turn=0,
    )


def against_computer(
    id: MatchId, terms: Terms, host: PlayerId, level: Level, lot: bytes, now: Millis
) -> Match:
    """A running match of one person against the computer; never rated. Refused(UNKNOWN_LEVEL)."""
    if terms.game in GAMES and level not in GAMES[terms.game].levels:
        raise Refused(Reason.UNKNOWN_LEVEL, level=level)
    match = challenge(id, replace(terms, rated=False), host, None, lot, now)
    seats = tuple(who or Occupant(COMPUTER, level) for who in match.seats)
    return started(replace(match, seats=seats), now)


def rematch(match: Match, now: Millis) -> Match:
    """The next match of the same players, colours swapped, on the same terms."""
    id = rematch_id(match)
    game = GAMES[match.game]
    opening = game.opening(match.setup.options, hashlib.sha256(id.encode()).digest())
    setup = replace(match.setup, opening=opening, chance=None)
    return started(
        Match(
            id=id,
            game=match.game,
            setup=setup,
            seats=match.seats[1:] + match.seats[:1],
            status=Status.OPEN,
            host=match.host,
            invited=match.invited,
            rated=match.rated,
            time=match.time,
            first=match.first,
            created=now,
            since=now,
            plies=(),
            position=game.start(setup),
            turn=0,
            previous=match.id,
        ),
        now,
    )


def rematch_id(match: Match) -> MatchId:
    return match_id("rematch", match.id)


def started(match: Match, now: Millis) -> Match:
    """The same match at its first decision, clock running."""
    seat = GAMES[match.game].to_act(match.position)
    clock = None
    if match.time.timed and seat is not None:
        clock = clocks.start(match.time, match.setup.seats, seat, now)
    return replace(match, status=Status.PLAYING, turn=1, since=now, clock=clock, offers=())


def _setup(terms: Terms, lot: bytes) -> Setup:
    if terms.game not in GAMES:
        raise Refused(Reason.UNKNOWN_GAME, game=terms.game)
    game = GAMES[terms.game]
    known = {option.key: option for option in game.options}
    for key, value in terms.options.items():
        if key not in known or value not in known[key].values:
            raise Refused(Reason.UNKNOWN_OPTION, option=key, value=value)
    options = {key: terms.options.get(key, option.default) for key, option in known.items()}
    return Setup(seats=game.seat_counts[0], options=options, opening=game.opening(options, lot))


def _host_seat(terms: Terms, lot: bytes, seats: int) -> Seat:
    """Where the challenger sits. The lot's last byte decides: its first ones choose openings."""
    if terms.first not in FIRST:
        raise Refused(Reason.UNKNOWN_OPTION, option="first", value=terms.first)
    if terms.first == "challenger":
        return Seat(0)
    if terms.first == "opponent":
        return Seat(seats - 1)
    return Seat(lot[-1] % seats)
