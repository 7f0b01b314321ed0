"""Several matches of one player each, on the same throws: a duel, a group or a day's.

Everybody plays an own match at their own pace; what ties them is the chance, whose label is the
contest's id. It becomes complete with the press of who accepts a duel, of the host where a computer
is the other side, or of the first to open their sheet in a group. All that depends on how far
people are is computed from their matches, which are handed in by id: nothing is kept in step.

It closes when everybody who may come is there and done, or after 48 hours. Until then nobody's
sheet or total is shown to who could still use it, and a computer's to nobody; the seed comes last.
Must not know how a match is played, stored or shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from core.chance import Chance, Proof, proof
from core.day import day_of
from core.errors import Reason, Refused
from core.game import Setup
from core.match import create
from core.match.clock import HOUR, TimeControl
from core.match.model import OPEN_FOR, AbortCause, Match, Occupant, Status
from core.registry import GAMES
from core.types import COMPUTER, GameId, Level, MatchId, Millis, PlayerId

CONTEST_DURATION = 48 * HOUR
"""For how long the throws may be played, in milliseconds, from the press that completed them."""

Matches = Mapping[MatchId, Match]
"""The contest's matches by id; those of all entries have to be there."""


class ContestKind(StrEnum):
    DUEL = "duel"  # two: the host, and whoever accepts or a computer
    GROUP = "group"  # as many as come before the host closes it to newcomers
    DAILY = "daily"  # whoever comes on its day (`daily.py`); its entries are not listed here


@dataclass(frozen=True, slots=True)
class Entry:
    """One who takes part, and their match."""

    who: Occupant
    match: MatchId


@dataclass(frozen=True, slots=True)
class Contest:
    """`begun` is None until the first throw exists. `closed` says that nobody else may come in.

    `levels` are the computers that take part; they enter when it begins. `cause` is set where it
    came to nothing.
    """

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

    def entry_of(self, player: PlayerId) -> Entry | None:
        """That person's own."""
        return next((entry for entry in self.entries if entry.who.player == player), None)


@dataclass(frozen=True, slots=True)
class EntryResult:
    """The next contest, and the matches that are new with it."""

    contest: Contest
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """`rank` counts from 1 and equals share it; both are None for who did not finish, and for whose
    match was annulled."""

    entry: Entry
    rank: int | None
    total: int | None


def offer(
    id: MatchId,
    game: GameId,
    kind: ContestKind,
    host: PlayerId,
    invited: PlayerId | None,
    seed: bytes,
    now: Millis,
) -> Contest:
    """A contest to come. `seed` are 32 fresh bytes, secret until it is over.

    Raises:
        Refused: UNKNOWN_GAME where it is not one for a single player with dice, SELF_CHALLENGE.
    """
    rules = GAMES.get(game)
    if rules is None or not rules.chance or rules.seat_counts != (1,):
        raise Refused(Reason.UNKNOWN_GAME, game=game)
    if invited == host:
        raise Refused(Reason.SELF_CHALLENGE)
    return Contest(id, game, kind, host, invited, Chance(seed, id, None), now)


# --- coming in -----------------------------------------------------------------------------------


def seat_computer(contest: Contest, by: PlayerId, level: Level) -> Contest:
    """The host has a computer take part. Before the beginning, or it would come late.

    Raises:
        Refused: NOT_OPEN, NOT_HOST, UNKNOWN_LEVEL, ALREADY_SEATED (each level once), or SEAT_TAKEN
            in a duel with two already.
    """
    _must_be_offered(contest)
    if by != contest.host:
        raise Refused(Reason.NOT_HOST)
    create.must_be_level(contest.game, level)
    if level in contest.levels:
        raise Refused(Reason.ALREADY_SEATED)
    if contest.kind is ContestKind.DUEL and (contest.levels or contest.invited):
        raise Refused(Reason.SEAT_TAKEN)
    return replace(contest, levels=(*contest.levels, level))


def enter(contest: Contest, by: PlayerId, client: str, now: Millis) -> EntryResult:
    """Opens this person's own match. `client` is what the platform calls the press; the first one
    completes the chance.

    Raises:
        Refused: ABORTED, NOT_OPEN (closed to newcomers, or over), ALREADY_SEATED, NOT_INVITED, or
            OWN_CHALLENGE where the host of a duel has to wait for the other.
    """
    if contest.cause is not None:
        raise Refused(Reason.ABORTED)
    if contest.entry_of(by):
        raise Refused(Reason.ALREADY_SEATED)
    if contest.closed or _time_is_up(contest, now):
        raise Refused(Reason.NOT_OPEN)
    entrants = _entrants(contest, by)
    if contest.begun is None:
        contest = replace(contest, chance=replace(contest.chance, client=client), begun=now)
    matches = tuple(_match(contest, who, now) for who in entrants)
    entries = tuple(Entry(who, match.id) for who, match in zip(entrants, matches, strict=True))
    wider = replace(
        contest, entries=contest.entries + entries, closed=contest.kind is ContestKind.DUEL
    )
    return EntryResult(wider, matches)


def _match(contest: Contest, who: Occupant, now: Millis) -> Match:
    """Its id is derived from whose it is, so that coming in twice makes one."""
    id = create.match_id("entry", contest.id, who.player, who.level or "")
    host = contest.host if who.level else who.player
    return create.entry(id, contest.game, contest.chance, who, host, now)


def _entrants(contest: Contest, by: PlayerId) -> tuple[Occupant, ...]:
    """Who comes in with this press: in a duel both, else its person and at first the computers."""
    if contest.invited is not None and by not in (contest.host, contest.invited):
        raise Refused(Reason.NOT_INVITED)
    computers = tuple(Occupant(COMPUTER, level) for level in contest.levels)
    if contest.kind is ContestKind.GROUP:
        return (Occupant(by), *(computers if contest.begun is None else ()))
    if computers:
        if by != contest.host:
            raise Refused(Reason.NOT_INVITED)
        return (Occupant(by), *computers)
    if by == contest.host:
        raise Refused(Reason.OWN_CHALLENGE)
    return (Occupant(contest.host), Occupant(by))


def close(contest: Contest, by: PlayerId) -> Contest:
    """Nobody else may come in, so that it is over as soon as those who are there have finished.

    Raises:
        Refused: NOT_HOST, NOT_STARTED, REPEATED.
    """
    if by != contest.host:
        raise Refused(Reason.NOT_HOST)
    if contest.begun is None:
        raise Refused(Reason.NOT_STARTED)
    if contest.closed:
        raise Refused(Reason.REPEATED)
    return replace(contest, closed=True)


# --- coming to nothing ---------------------------------------------------------------------------


def decline(contest: Contest, by: PlayerId) -> Contest:
    """Refused(NOT_INVITED), Refused(NOT_OPEN)."""
    _must_be_offered(contest)
    if by != contest.invited:
        raise Refused(Reason.NOT_INVITED)
    return replace(contest, cause=AbortCause.DECLINED)


def cancel(contest: Contest, by: PlayerId) -> Contest:
    """Refused(NOT_HOST), Refused(NOT_OPEN)."""
    _must_be_offered(contest)
    if by != contest.host:
        raise Refused(Reason.NOT_HOST)
    return replace(contest, cause=AbortCause.CANCELLED)


def leave(contest: Contest, who: PlayerId) -> Contest:
    """Who offered it, or whom it was offered to, is no longer there.

    Refused(NOT_SEATED) for anybody else, Refused(NOT_OPEN).
    """
    _must_be_offered(contest)
    if who not in (contest.host, contest.invited):
        raise Refused(Reason.NOT_SEATED)
    return replace(contest, cause=AbortCause.LEFT)


def expire(contest: Contest, now: Millis) -> Contest:
    """Refused(NOT_EXPIRED), Refused(NOT_OPEN)."""
    _must_be_offered(contest)
    if now < contest.created + OPEN_FOR:
        raise Refused(Reason.NOT_EXPIRED)
    return replace(contest, cause=AbortCause.EXPIRED)


def end(contest: Contest) -> Contest:
    """Those who run the room want no more of it; what was played counts for nothing."""
    return replace(contest, closed=True, cause=AbortCause.ENDED)


def _must_be_offered(contest: Contest) -> None:
    if contest.cause is not None:
        raise Refused(Reason.ABORTED)
    if contest.begun is not None:
        raise Refused(Reason.NOT_OPEN)


# --- how it stands -------------------------------------------------------------------------------


def deadline(contest: Contest) -> Millis:
    """When the offer expires or the time for the throws ends; for a day when it begins, and then
    when it closes. Where it came to nothing at once: matches that go on are to be called off."""
    if contest.cause is not None:
        return contest.created
    if (day := day_of(contest.chance.label)) is not None:
        return day.opens if contest.begun is None else day.closes
    if contest.begun is None:
        return Millis(contest.created + OPEN_FOR)
    return Millis(contest.begun + CONTEST_DURATION)


def is_over(contest: Contest, matches: Matches, now: Millis) -> bool:
    """Whether everything may be shown: all are there and done, or the time is up, or nobody came.

    Once true it stays true.
    """
    if contest.cause is not None or _time_is_up(contest, now):
        return True
    return contest.closed and all(matches[entry.match].is_over for entry in contest.entries)


def _time_is_up(contest: Contest, now: Millis) -> bool:
    if (day := day_of(contest.chance.label)) is not None:
        return now >= day.closes
    return contest.begun is not None and now >= contest.begun + CONTEST_DURATION


def unfinished(contest: Contest, matches: Matches) -> tuple[MatchId, ...]:
    """Matches that go on. When the contest is over they are to be aborted, for its own cause, or
    CONTEST_OVER where it has none."""
    return tuple(entry.match for entry in contest.entries if not matches[entry.match].is_over)


def standings(contest: Contest, matches: Matches) -> tuple[Standing, ...]:
    """Highest total first, equals in the order in which they came; then those without a rank."""
    totals = [(entry, _total(matches[entry.match])) for entry in contest.entries]
    finished = [(entry, total) for entry, total in totals if total is not None]
    finished.sort(key=lambda each: -each[1])
    ranked = [
        Standing(entry, 1 + sum(other > total for _, other in finished), total)
        for entry, total in finished
    ]
    return (*ranked, *(Standing(entry, None, None) for entry, total in totals if total is None))


def _total(match: Match) -> int | None:
    """The points of a game that was played to its end, and counts; giving up counts as none."""
    outcome = None if match.annulled else GAMES[match.game].outcome(match.position)
    return None if outcome is None else outcome.scores[0]


def sees(
    contest: Contest, matches: Matches, viewer: PlayerId | None, entry: Entry, now: Millis
) -> bool:
    """Whether that person (None: a room) may be shown this entry's sheet and total.

    One's own always. Others' only when they are finished and one's own is, so that it can help
    nobody; a computer's at the end. Then everything may be seen by all.
    """
    if is_over(contest, matches, now):
        return True
    own = None if viewer is None else contest.entry_of(viewer)
    if own is None or entry.who.level is not None:
        return False
    return entry == own or (matches[own.match].is_over and matches[entry.match].is_over)


def table(contest: Contest, *, over: bool) -> Match:
    """The contest in the shape of a match that nobody sits at and in which nothing is played.

    Whatever shows matches, finds them in rooms or knows when they are open finds a contest by its
    table. It is open until the contest is `over`, or came to nothing and all matches have ended.
    """
    setup = Setup(0)
    ended = Status.FINISHED if contest.cause is None else Status.ABORTED
    return Match(
        id=contest.id,
        game=contest.game,
        setup=setup,
        seats=(),
        status=ended if over else Status.OPEN,
        host=contest.host,
        invited=contest.invited if contest.begun is None else None,
        rated=False,
        time=TimeControl(),
        first=create.FIRST[0],
        created=contest.created,
        since=contest.created,
        plies=(),
        position=GAMES[contest.game].start(setup),
        turn=0,
        cause=contest.cause if over else None,
    )


def told(contest: Contest, matches: Matches, now: Millis) -> Proof:
    """The commitment from the first message on, the seed when it is over."""
    return proof(contest.chance, over=is_over(contest, matches, now))
