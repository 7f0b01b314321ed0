"""Match creation.

Creation is idempotent: a match id is derived from the request, so an update that a platform
delivers twice creates one match, and both players' rematch requests lead to the same one.
"""

import hashlib
from base64 import b32encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.chance import Chance
from core.errors import Reason, Refused
from core.game import PASS, Setup
from core.match import clock as clocks
from core.match.clock import TimeControl
from core.match.model import AbortCause, Match, Occupant, Ply, Status
from core.registry import GAMES
from core.types import COMPUTER, GameId, Level, MatchId, Millis, Move, PlayerId, Seat

FIRST = ("lot", "challenger", "opponent")
"""Options for who moves first, as chosen by the challenger; random by default."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a challenge."""

    game: GameId
    rated: bool = True
    time: TimeControl = field(default_factory=TimeControl)
    first: str = FIRST[0]
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int | None = None  # None: the game's default
    hints: bool = False  # hints make it unrated


def must_be_level(game: GameId, level: Level) -> None:
    """Refused(UNKNOWN_LEVEL) if the game has no such level."""
    levels = GAMES[game].levels
    if level not in levels:
        raise Refused(Reason.UNKNOWN_LEVEL, level=level, fits=", ".join(levels))


def usual_level(game: GameId) -> Level | None:
    """Return the default level, the second weakest; None if no computer plays the game."""
    levels = GAMES[game].levels
    return levels[min(1, len(levels) - 1)] if levels else None


def match_id(*parts: str) -> MatchId:
    """Derive a match id from the parts that identify it: 13 characters of a-z2-7 (65 bits of
    SHA-256).

    Each part is hashed with its length, as parts come from outside and must not be able to collide
    with the parts of another match.
    """
    whole = "".join(f"{len(part)}:{part}" for part in parts)
    digest = hashlib.sha256(whole.encode(errors="surrogatepass")).digest()
    return MatchId(b32encode(digest[:10]).decode().lower()[:13])


def challenge(
    id: MatchId,
    terms: Terms,
    host: PlayerId,
    invited: PlayerId | None,
    entropy: bytes,
    now: Millis,
) -> Match:
    """Create an open match with the host seated. `entropy` is 32 fresh bytes.

    A solo game begins at once, but with dice it waits for the host's `Start`, because the press
    that completes the chance has to follow the commitment. `entropy` is the seed of the dice, which
    is secret until the match is over.

    Raises:
        Refused: UNKNOWN_GAME, UNKNOWN_OPTION, SELF_CHALLENGE, or PLAYED_ALONE if a player is
            invited to a single-player game.
    """
    if invited == host:
        raise Refused(Reason.SELF_CHALLENGE)
    setup = _setup(id, terms, entropy)
    game = GAMES[terms.game]
    if invited is not None and game.solo:
        raise Refused(Reason.PLAYED_ALONE)
    seats: list[Occupant | None] = [None] * setup.seats
    seats[_host_seat(terms, entropy, setup.seats)] = Occupant(host)
    offered = replace(
        _open(id, terms.game, setup, tuple(seats), host, now),
        invited=invited,
        rated=terms.rated and not terms.hints and not game.solo,
        hints=terms.hints,
        time=terms.time,
        first=terms.first,
    )
    return started(offered, now) if game.solo and not game.chance else offered


def against_computer(
    id: MatchId, terms: Terms, host: PlayerId, level: Level, entropy: bytes, now: Millis
) -> Match:
    """Create an unrated match of one person against the computer.

    It is running, but with dice it waits for the host's `Start`, which completes the chance.

    Raises:
        Refused: UNKNOWN_LEVEL, PLAYED_ALONE, or as for `challenge`.
    """
    if terms.game in GAMES:
        must_be_level(terms.game, level)
        if GAMES[terms.game].solo:
            raise Refused(Reason.PLAYED_ALONE)
    match = challenge(id, replace(terms, rated=False), host, None, entropy, now)
    seats = tuple(who or Occupant(COMPUTER, level) for who in match.seats)
    filled = replace(match, seats=seats)
    return filled if GAMES[match.game].chance else started(filled, now)


def entry(
    id: MatchId, game: GameId, chance: Chance, who: Occupant, host: PlayerId, now: Millis
) -> Match:
    """Create a running single-player match for a person or computer, on throws others may share.

    The chance is already complete.
    """
    setup = replace(_setup(id, Terms(game), chance.seed), chance=chance)
    return started(_open(id, game, setup, (who,), host, now), now)


def onward(id: MatchId, old: Match, moves: int, host: PlayerId, level: Level, now: Millis) -> Match:
    """Create a casual match against the computer from a position of another match, given as a
    number of moves without passes. The person takes the seat to act there.

    Raises:
        Refused: PLAYED_ALONE in solo games, NO_TAKEBACK in games with dice, UNKNOWN_LEVEL,
            FINISHED if it is over there.
    """
    rules = GAMES[old.game]
    if rules.solo:
        raise Refused(Reason.PLAYED_ALONE)
    if rules.chance:
        raise Refused(Reason.NO_TAKEBACK)
    must_be_level(old.game, level)
    played = list(old.setup.opening)
    for ply in old.plies:
        if sum(move != PASS for move in played) >= moves and ply.move != PASS:
            break
        played.append(ply.move)
    setup = replace(old.setup, opening=tuple(played))
    seat = rules.to_act(rules.start(setup))
    if seat is None:
        raise Refused(Reason.FINISHED)
    seats = tuple(
        Occupant(host) if i == seat else Occupant(COMPUTER, level) for i in range(setup.seats)
    )
    return started(_open(id, old.game, setup, seats, host, now), now)


def imported(
    id: MatchId, game: GameId, setup: Setup, moves: Sequence[Move], by: PlayerId, now: Millis
) -> Match:
    """Create a match from an imported record. It can be viewed but not continued.

    It does not count: the importing player holds all seats. If the moves do not finish the game, it
    is aborted (IMPORTED).

    Raises:
        Refused: ILLEGAL_MOVE for a move that is not legal, FINISHED for one after the end.
    """
    rules = GAMES[game]
    position, plies = rules.start(setup), []
    for move in moves:
        seat = rules.to_act(position)
        if seat is None:
            raise Refused(Reason.FINISHED)
        position = rules.play(position, move)
        plies.append(Ply(seat, move, now))
    outcome = rules.outcome(position)
    seats = (Occupant(by),) * setup.seats
    return replace(
        _open(id, game, setup, seats, by, now),
        status=Status.ABORTED if outcome is None else Status.FINISHED,
        plies=tuple(plies),
        position=position,
        turn=1 + sum(ply.move != PASS for ply in plies),
        outcome=outcome,
        cause=AbortCause.IMPORTED if outcome is None else None,
    )


def rematch(match: Match, entropy: bytes, now: Millis) -> Match:
    """Create the rematch: same players and terms, colours swapped.

    Every player moves to the next seat, so partners stay together, and the score of the set is
    kept.

    `entropy` is 32 fresh bytes. With dice the match waits for the host's `Start`, because the press
    that completes the chance has to follow the commitment.
    """
    id = rematch_id(match)
    game = GAMES[match.game]
    opening = game.opening(match.setup.options, hashlib.sha256(id.encode()).digest())
    chance = Chance(entropy, id, None) if game.chance else None
    setup = replace(match.setup, opening=opening, chance=chance)
    seats = match.seats[1:] + match.seats[:1]
    again = replace(
        _open(id, match.game, setup, seats, match.host, now),
        invited=match.invited,
        rated=match.rated,
        hints=match.hints,
        time=match.time,
        first=match.first,
        previous=match.id,
        won=_carried(match),
    )
    return again if game.chance else started(again, now)


def set_score(match: Match) -> tuple[int, ...]:
    """Return the wins of each side in this set, including this match if it counts."""
    game = GAMES[match.game]
    count = 1 + max(game.side_of(match.setup, Seat(i)) for i in range(match.setup.seats))
    before = match.won or (0,) * count
    winner = None if match.outcome is None or match.annulled else match.outcome.winner
    return tuple(won + (side == winner) for side, won in enumerate(before))


def _carried(match: Match) -> tuple[int, ...]:
    """Return the set score by side after every player has moved to the next seat."""
    game, setup, score = GAMES[match.game], match.setup, set_score(match)
    came_from = {
        game.side_of(setup, Seat(i)): game.side_of(setup, Seat((i + 1) % setup.seats))
        for i in range(setup.seats)
    }
    return tuple(score[came_from[side]] for side in sorted(came_from))


def rematch_id(match: Match) -> MatchId:
    return match_id("rematch", match.id)


def started(match: Match, now: Millis, client: str = "") -> Match:
    """Return the match at its first decision with the clock running. `client` completes its chance.

    It is rated only if no computer plays.
    """
    setup = match.setup
    if setup.chance is not None and setup.chance.client is None:
        setup = replace(setup, chance=replace(setup.chance, client=client))
        match = replace(match, setup=setup, position=GAMES[match.game].start(setup))
    seat = GAMES[match.game].to_act(match.position)
    clock = None
    if match.time.timed and seat is not None:
        clock = clocks.start(match.time, match.setup.seats, seat, now)
    rated = match.rated and not match.against_computer
    return replace(
        match, status=Status.PLAYING, turn=1, since=now, clock=clock, offers=(), rated=rated
    )


def _open(
    id: MatchId,
    game: GameId,
    setup: Setup,
    seats: tuple[Occupant | None, ...],
    host: PlayerId,
    now: Millis,
) -> Match:
    """Create an open casual match without a clock."""
    return Match(
        id=id,
        game=game,
        setup=setup,
        seats=seats,
        status=Status.OPEN,
        host=host,
        invited=None,
        rated=False,
        time=TimeControl(),
        first=FIRST[0],
        created=now,
        since=now,
        plies=(),
        position=GAMES[game].start(setup),
        turn=0,
    )


def _setup(id: MatchId, terms: Terms, entropy: bytes) -> Setup:
    if terms.game not in GAMES:
        raise Refused(Reason.UNKNOWN_GAME, game=terms.game)
    game = GAMES[terms.game]
    known = {option.key: option for option in game.options}
    for key, value in terms.options.items():
        if key not in known:
            raise Refused(Reason.UNKNOWN_OPTION, option=key, value=value, game=terms.game)
        if value not in known[key].values:
            fits = ", ".join(known[key].values)
            raise Refused(Reason.UNKNOWN_OPTION, option=key, value=value, fits=fits)
    options = {key: terms.options.get(key, option.default) for key, option in known.items()}
    seats = game.seat_counts[0] if terms.seats is None else terms.seats
    if seats not in game.seat_counts:
        fits = ", ".join(map(str, game.seat_counts))
        raise Refused(Reason.UNKNOWN_OPTION, option="seats", value=str(seats), fits=fits)
    return Setup(
        seats=seats,
        options=options,
        chance=Chance(entropy, id, None) if game.chance else None,
        opening=game.opening(options, entropy),
    )


def _host_seat(terms: Terms, entropy: bytes, seats: int) -> Seat:
    """Choose the challenger's seat by the last byte of the entropy; its first bytes choose
    openings.

    With more than two seats players choose their own.
    """
    if terms.first not in FIRST:
        fits = ", ".join(FIRST)
        raise Refused(Reason.UNKNOWN_OPTION, option="first", value=terms.first, fits=fits)
    if terms.first == "opponent":
        return Seat(1 % seats)
    if terms.first == "challenger" or seats > 2:
        return Seat(0)
    return Seat(entropy[-1] % seats)
