"""New matches. Creating is idempotent: a match's id is derived from what asked for it, so an update
that a platform delivers twice makes one match, and both players' "rematch" lead to the same one.
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
"""Who may move first, as chosen by the challenger; by lot unless they say otherwise."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is offered."""

    game: GameId
    rated: bool = True
    time: TimeControl = field(default_factory=TimeControl)
    first: str = FIRST[0]
    options: Mapping[str, str] = field(default_factory=dict)
    seats: int | None = None  # None: as many as is usual for the game
    hints: bool = False  # with them it is never rated


def must_be_level(game: GameId, level: Level) -> None:
    """Refused(UNKNOWN_LEVEL) where no computer plays that game so."""
    levels = GAMES[game].levels
    if level not in levels:
        raise Refused(Reason.UNKNOWN_LEVEL, level=level, fits=", ".join(levels))


def usual_level(game: GameId) -> Level | None:
    """How strong a computer plays if nobody says: the second weakest; None where there is none."""
    levels = GAMES[game].levels
    return levels[min(1, len(levels) - 1)] if levels else None


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
    entropy: bytes,
    now: Millis,
) -> Match:
    """An open match: the host sits, the other seats wait. `lot` are 32 fresh bytes.

    Where it is played alone the only seat is taken, and the host's `Start` begins it. Where it is
    played with dice the lot is their seed, which is secret until the match is over.

    Raises:
        Refused: UNKNOWN_GAME, UNKNOWN_OPTION, SELF_CHALLENGE, or PLAYED_ALONE where somebody is
            invited to a game for one.
    """
    if invited == host:
        raise Refused(Reason.SELF_CHALLENGE)
    setup = _setup(id, terms, entropy)
    if invited is not None and setup.seats == 1:
        raise Refused(Reason.PLAYED_ALONE)
    seats: list[Occupant | None] = [None] * setup.seats
    seats[_host_seat(terms, entropy, setup.seats)] = Occupant(host)
    return replace(
        _open(id, terms.game, setup, tuple(seats), host, now),
        invited=invited,
        rated=terms.rated and not terms.hints and setup.seats > 1,
        hints=terms.hints,
        time=terms.time,
        first=terms.first,
    )


def against_computer(
    id: MatchId, terms: Terms, host: PlayerId, level: Level, entropy: bytes, now: Millis
) -> Match:
    """A running match of one person against the computer; never rated.

    Raises:
        Refused: UNKNOWN_LEVEL, PLAYED_ALONE, or as for `challenge`.
    """
    if terms.game in GAMES:
        must_be_level(terms.game, level)
    match = challenge(id, replace(terms, rated=False), host, None, entropy, now)
    if match.setup.seats == 1:
        raise Refused(Reason.PLAYED_ALONE)
    seats = tuple(who or Occupant(COMPUTER, level) for who in match.seats)
    return started(replace(match, seats=seats), now)


def entry(
    id: MatchId, game: GameId, chance: Chance, who: Occupant, host: PlayerId, now: Millis
) -> Match:
    """A running match of one person or computer alone, on throws that others may have too.

    The chance is complete: its client text was given by who joined them.
    """
    setup = replace(_setup(id, Terms(game), chance.seed), chance=chance)
    return started(_open(id, game, setup, (who,), host, now), now)


def onward(id: MatchId, old: Match, moves: int, host: PlayerId, level: Level, now: Millis) -> Match:
    """A casual match of one person against the computer from where another stood after so many
    moves, passes not counted. The person has the seat that is to act there.

    Raises:
        Refused: PLAYED_ALONE where dice decide, UNKNOWN_LEVEL, FINISHED where it was over there.
    """
    rules = GAMES[old.game]
    if rules.chance:
        raise Refused(Reason.PLAYED_ALONE)
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
    """A match out of a record, as it stands after the moves: to be looked at, never to go on.

    It counts for nobody: all seats are held by who brought it. Where the moves do not end it, it
    came to nothing (IMPORTED).

    Raises:
        Refused: ILLEGAL_MOVE where a move does not follow, FINISHED where it follows the end.
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
    """The next match of the same players, colours swapped, on the same terms.

    Everybody moves on by one seat, so that partners stay together, and the count of the set goes
    with them.

    `lot` are 32 fresh bytes. With dice it waits for the host's `Start`, as every such match does:
    the press that completes the chance has to follow the commitment.
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
    """By side, how many matches of the set these people have won, with this one if it counts."""
    game = GAMES[match.game]
    count = 1 + max(game.side_of(match.setup, Seat(i)) for i in range(match.setup.seats))
    before = match.won or (0,) * count
    winner = None if match.outcome is None or match.annulled else match.outcome.winner
    return tuple(won + (side == winner) for side, won in enumerate(before))


def _carried(match: Match) -> tuple[int, ...]:
    """The score of the set for those who sit on each side when all have moved on by one seat."""
    game, setup, score = GAMES[match.game], match.setup, set_score(match)
    came_from = {
        game.side_of(setup, Seat(i)): game.side_of(setup, Seat((i + 1) % setup.seats))
        for i in range(setup.seats)
    }
    return tuple(score[came_from[side]] for side in sorted(came_from))


def rematch_id(match: Match) -> MatchId:
    return match_id("rematch", match.id)


def started(match: Match, now: Millis, client: str = "") -> Match:
    """The same match at its first decision, clock running. `client` completes its chance.

    It counts only where people alone play it.
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
    """A casual match without a clock that waits to be started."""
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
    """Where the challenger sits. The lot's last byte decides: its first ones choose openings.

    With more than two seats there is no lot: people sit down where they like.
    """
    if terms.first not in FIRST:
        fits = ", ".join(FIRST)
        raise Refused(Reason.UNKNOWN_OPTION, option="first", value=terms.first, fits=fits)
    if terms.first == "opponent":
        return Seat(1 % seats)
    if terms.first == "challenger" or seats > 2:
        return Seat(0)
    return Seat(entropy[-1] % seats)
