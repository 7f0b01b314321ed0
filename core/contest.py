"""Contests: several single-player matches on the same throws, as a duel, a group or a daily.

Entrants play their own matches at their own pace. They share a chance whose label is the contest's
id. It is completed by the press that accepts a duel, by the host's press against a computer, or by
the first entry in a group. Progress is computed from the entrants' matches, which are passed in by
id, and never stored.

A contest ends when entry is closed and all entrants have finished, or after 48 hours. Until then a
sheet or total is hidden from everyone who could still benefit from it, and a computer's from
everyone. The seed is revealed last.
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
"""Time to play the throws, in milliseconds, from the press that completed them."""

Matches = Mapping[MatchId, Match]
"""The contest's matches by id. Must include those of all entries."""


class ContestKind(StrEnum):
    DUEL = "duel"  # two: the host and an opponent, who may be a computer
    GROUP = "group"  # open to entrants until the host closes entry
    DAILY = "daily"  # open on its day (`daily.py`); entries are not listed here


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant and their match."""

    who: Occupant
    match: MatchId


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest. `begun` is None until the first throw exists; `closed` means entry is closed.

    `levels` are the computer entrants, which enter when the contest begins. `cause` is set if it
    was aborted.
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
        """Return this player's entry."""
        return next((entry for entry in self.entries if entry.who.player == player), None)


@dataclass(frozen=True, slots=True)
class EntryResult:
    """The updated contest and the matches created with it."""

    contest: Contest
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place. `rank` counts from 1 and ties share it; both numbers are None for
    entrants without a finished match, and for annulled matches."""

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
    """Create a contest that is open for entry. `seed` is 32 fresh bytes, secret until it is over.

    Raises:
        Refused: UNKNOWN_GAME unless the game has contests, SELF_CHALLENGE.
    """
    rules = GAMES.get(game)
    if rules is None or not rules.contests:
        raise Refused(Reason.UNKNOWN_GAME, game=game)
    if invited == host:
        raise Refused(Reason.SELF_CHALLENGE)
    return Contest(id, game, kind, host, invited, Chance(seed, id, None), now)


# --- coming in -----------------------------------------------------------------------------------


def seat_computer(contest: Contest, by: PlayerId, level: Level) -> Contest:
    """Add a computer entrant before the contest begins.

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
    """Create this player's match. `client` is the platform's id of the press; the first one
    completes the chance.

    Raises:
        Refused: ABORTED, NOT_OPEN (entry closed, or over), ALREADY_SEATED, NOT_INVITED, or
            OWN_CHALLENGE if the host of a duel has to wait for the opponent.
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
    """Create an entrant's match. The id is derived from the entrant, so entering twice is
    idempotent."""
    id = create.match_id("entry", contest.id, who.player, who.level or "")
    host = contest.host if who.level else who.player
    return create.entry(id, contest.game, contest.chance, who, host, now)


def _entrants(contest: Contest, by: PlayerId) -> tuple[Occupant, ...]:
    """Return those who enter with this press: both sides of a duel, otherwise the player and, on
    the first entry, the computers."""
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
    """Close entry, so that the contest ends once all entrants have finished.

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
    """Decline as the invited player. Refused(NOT_INVITED), Refused(NOT_OPEN)."""
    _must_be_offered(contest)
    if by != contest.invited:
        raise Refused(Reason.NOT_INVITED)
    return replace(contest, cause=AbortCause.DECLINED)


def cancel(contest: Contest, by: PlayerId) -> Contest:
    """Cancel as the host. Refused(NOT_HOST), Refused(NOT_OPEN)."""
    _must_be_offered(contest)
    if by != contest.host:
        raise Refused(Reason.NOT_HOST)
    return replace(contest, cause=AbortCause.CANCELLED)


def leave(contest: Contest, who: PlayerId) -> Contest:
    """Abort the offer because its host or invited player has left.

    Refused(NOT_SEATED) for other players, Refused(NOT_OPEN).
    """
    _must_be_offered(contest)
    if who not in (contest.host, contest.invited):
        raise Refused(Reason.NOT_SEATED)
    return replace(contest, cause=AbortCause.LEFT)


def expire(contest: Contest, now: Millis) -> Contest:
    """Expire an offer that was not accepted in time. Refused(NOT_EXPIRED), Refused(NOT_OPEN)."""
    _must_be_offered(contest)
    if now < contest.created + OPEN_FOR:
        raise Refused(Reason.NOT_EXPIRED)
    return replace(contest, cause=AbortCause.EXPIRED)


def end(contest: Contest) -> Contest:
    """End the contest at a moderator's request. Results do not count."""
    return replace(contest, closed=True, cause=AbortCause.ENDED)


def _must_be_offered(contest: Contest) -> None:
    if contest.cause is not None:
        raise Refused(Reason.ABORTED)
    if contest.begun is not None:
        raise Refused(Reason.NOT_OPEN)


# --- how it stands -------------------------------------------------------------------------------


def deadline(contest: Contest) -> Millis:
    """Return when the offer expires or play ends; for a daily when it begins, then when it closes.
    An aborted contest is due at once, because its running matches must be aborted too."""
    if contest.cause is not None:
        return contest.created
    if (day := day_of(contest.chance.label)) is not None:
        return day.opens if contest.begun is None else day.closes
    if contest.begun is None:
        return Millis(contest.created + OPEN_FOR)
    return Millis(contest.begun + CONTEST_DURATION)


def is_over(contest: Contest, matches: Matches, now: Millis) -> bool:
    """Return whether all results may be shown: everyone has finished, time is up, or it was
    aborted.

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
    """Return running matches. Abort them when the contest is over, with its cause or
    CONTEST_OVER."""
    return tuple(entry.match for entry in contest.entries if not matches[entry.match].is_over)


def unreadable(contest: Contest, entry: Entry) -> Match:
    """Return a stand-in for an entry whose stored match is damaged: over, and not counted."""
    match = _match(contest, entry.who, contest.created)
    cause = AbortCause.CONTEST_OVER
    return replace(match, id=entry.match, status=Status.ABORTED, cause=cause, annulled=True)


def standings(contest: Contest, matches: Matches) -> tuple[Standing, ...]:
    """Rank entrants by total, highest first and ties by entry order, followed by the unranked."""
    totals = [(entry, _total(matches[entry.match])) for entry in contest.entries]
    finished = [(entry, total) for entry, total in totals if total is not None]
    finished.sort(key=lambda each: -each[1])
    ranked = [
        Standing(entry, 1 + sum(other > total for _, other in finished), total)
        for entry, total in finished
    ]
    return (*ranked, *(Standing(entry, None, None) for entry, total in totals if total is None))


def _total(match: Match) -> int | None:
    """Return the total of a completed match that counts; resignation counts as none."""
    outcome = None if match.annulled else GAMES[match.game].outcome(match.position)
    return None if outcome is None else outcome.scores[0]


def sees(
    contest: Contest, matches: Matches, viewer: PlayerId | None, entry: Entry, now: Millis
) -> bool:
    """Return whether a player (None: a room) may see this entry's sheet and total.

    Players always see their own. They see others' once both matches are finished, and a computer's
    when the contest is over. Then everything is public.
    """
    if is_over(contest, matches, now):
        return True
    own = None if viewer is None else contest.entry_of(viewer)
    if own is None or entry.who.level is not None:
        return False
    return entry == own or (matches[own.match].is_over and matches[entry.match].is_over)


def table(contest: Contest, *, over: bool) -> Match:
    """Return a placeholder match for the contest: no seats taken, no moves.

    Code that shows matches, lists them by room or checks whether they are open finds a contest by
    this match. It is open until the contest is `over`, or was aborted and all its matches have
    ended.
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
    """Return the proof: the commitment from the first message on, and the seed when it is over."""
    return proof(contest.chance, over=is_over(contest, matches, now))
