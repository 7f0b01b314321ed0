"""Make new matches from requests: challenges, games against the computer, repeated offers.

Pure: a request and random bytes in, a session out. The id of the match derives from the id of the
request, so a request that a platform delivers twice makes one match.
"""

import re
from dataclasses import replace

from bot.app.model.request import Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from core import contest as contests
from core.contest import Contest, ContestKind
from core.errors import Reason, Refused
from core.game import PASS
from core.games.dice.rules import DICE
from core.match import create
from core.match.clock import TimeControl
from core.match.create import Terms
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Millis, PlayerId

_SEATS = re.compile(r"[1-9]")
_WHETHER = {"yes": True, "no": False}
_OWN = {
    "rated",
    "clock",
    "first",
    "level",
    "seats",
    "hints",
}  # options of the match; all others are the game's


def challenge(
    request: Request,
    host: PlayerId,
    invited: PlayerId | None,
    locale: str,
    entropy: bytes,
    now: Millis,
) -> Session:
    """Return an open match in the room of the request."""
    match = create.challenge(_id(request), terms(request), host, invited, entropy, now)
    return session(match, request.room, locale)


def alone(request: Request, host: PlayerId, locale: str, entropy: bytes, now: Millis) -> Session:
    """Return a solo game. Its throws are committed to, and the host's next press reveals them.

    Raises:
        Refused: PLAYED_ALONE if an opponent is asked for.
    """
    wanted = terms(request if request.arg else replace(request, arg=DICE.id))
    if "level" in request.options or request.opponent is not None:
        raise Refused(Reason.PLAYED_ALONE)
    match = create.challenge(_id(request), wanted, host, None, entropy, now)
    return session(match, request.room, locale)


def is_alone(request: Request) -> bool:
    """Whether the request asks for a solo game."""
    if request.verb is Verb.DICE:
        return True
    return request.verb is Verb.PLAY and _is_for_one(request.arg) and not is_contest(request)


def is_contest(request: Request) -> bool:
    """Whether the request asks for a contest: a solo game for several, on the same throws."""
    if not _is_for_one(request.arg):
        return False
    against = request.verb is Verb.PLAY and "level" in request.options
    return against or request.verb is Verb.CHALLENGE


def _is_for_one(game: str) -> bool:
    known = GAMES.get(GameId(game))
    return known is not None and known.solo


def contest(
    request: Request,
    host: PlayerId,
    invited: PlayerId | None,
    locale: str,
    entropy: bytes,
    now: Millis,
) -> Session:
    """Return a duel if an opponent is named, for two seats, or against a computer; else a group.

    Raises:
        Refused: UNKNOWN_OPTION, UNKNOWN_LEVEL, SEAT_TAKEN for a computer in a duel to which a
            player is invited.
    """
    wanted = terms(request)
    for option, value in wanted.options.items():
        raise Refused(Reason.UNKNOWN_OPTION, option=option, value=value, game=wanted.game)
    if wanted.seats not in (None, 2):
        raise Refused(Reason.UNKNOWN_OPTION, option="seats", value=str(wanted.seats))
    for_two = invited is not None or wanted.seats == 2 or request.verb is Verb.PLAY
    kind = ContestKind.DUEL if for_two else ContestKind.GROUP
    offered = contests.offer(_id(request), wanted.game, kind, host, invited, entropy, now)
    if "level" in request.options:
        offered = contests.seat_computer(offered, host, Level(request.options["level"]))
    return at_table(offered, request.room, locale)


def contest_again(old: Session, by: PlayerId, entropy: bytes, now: Millis) -> Session:
    """Return a finished or aborted contest again, for the same players.

    Raises:
        Refused: NOT_HOST, NOT_FINISHED.
    """
    was = old.contest
    assert was is not None
    if by != was.host:
        raise Refused(Reason.NOT_HOST)
    if not old.match.is_over:
        raise Refused(Reason.NOT_FINISHED)
    id = create.match_id("again", was.id)
    offered = contests.offer(id, was.game, was.kind, was.host, was.invited, entropy, now)
    return at_table(replace(offered, levels=was.levels), old.home, old.screens[0].locale)


def at_table(contest: Contest, room: Room, locale: str) -> Session:
    table = contests.table(contest, over=False)
    return replace(session(table, room, locale), contest=contest)


def against_computer(
    request: Request, host: PlayerId, locale: str, entropy: bytes, now: Millis
) -> Session:
    """Return a running match against the computer, by default the second weakest."""
    wanted = terms(request)
    level = Level(request.options.get("level") or create.usual_level(wanted.game) or "")
    match = create.against_computer(_id(request), wanted, host, level, entropy, now)
    return session(match, request.room, locale)


def again(old: Session, by: PlayerId, entropy: bytes, now: Millis) -> Session:
    """Return a declined or expired challenge again, on the same terms."""
    match = old.match
    if by != match.host:
        raise Refused(Reason.NOT_HOST)
    if match.cause is None or match.turn:
        raise Refused(Reason.NOT_OPEN)
    terms = Terms(
        match.game,
        match.rated,
        match.time,
        match.first,
        match.setup.options,
        match.setup.seats,
        match.hints,
    )
    id = create.match_id("again", match.id)
    offered = create.challenge(id, terms, match.host, match.invited, entropy, now)
    return session(offered, old.home, old.screens[0].locale)


def onward(request: Request, old: Session, host: PlayerId, locale: str, now: Millis) -> Session:
    """Return a match against the computer from a position of another, by default its last.

    Raises:
        Refused: RATED_MATCH for a running rated match of the player's, UNKNOWN_OPTION.
    """
    match = old.match
    if match.rated and not match.is_over and match.seats_of(host):
        raise Refused(Reason.RATED_MATCH)
    made = [*match.setup.opening, *(ply.move for ply in match.plies)]
    last = sum(move != PASS for move in made)
    after = request.arg.split(" ")[0] or str(last)
    if not after.isdecimal() or int(after) > last:
        raise Refused(Reason.UNKNOWN_OPTION, verb=request.verb, value=after[:20])
    level = Level(request.options.get("level") or create.usual_level(match.game) or "")
    begun = create.onward(_id(request), match, int(after), host, level, now)
    return session(begun, request.room, locale)


def session(match: Match, room: Room, locale: str) -> Session:
    return Session(match, room, (Screen(room, ScreenKind.BOARD, locale),))


def terms(request: Request) -> Terms:
    """Return the terms of the request. Raises Refused(UNKNOWN_GAME) or (UNKNOWN_OPTION)."""
    game = GameId(request.arg or next(iter(GAMES)))
    if game not in GAMES:
        raise Refused(Reason.UNKNOWN_GAME, game=game)
    options = request.options
    rated, hints = options.get("rated", "yes"), options.get("hints", "no")
    for option, value in (("rated", rated), ("hints", hints)):
        if value not in _WHETHER:
            raise Refused(
                Reason.UNKNOWN_OPTION, option=option, value=value, fits=", ".join(_WHETHER)
            )
    if _WHETHER[hints] and not GAMES[game].levels:  # no engine could give them
        raise Refused(Reason.UNKNOWN_OPTION, option="hints", value=hints, game=game)
    return Terms(
        game=game,
        rated=_WHETHER[rated] and not request.actor.is_guest,
        time=TimeControl.parse(options.get("clock", "none")),
        first=options.get("first", create.FIRST[0]),
        options={key: value for key, value in options.items() if key not in _OWN},
        seats=_seats(options.get("seats")),
        hints=_WHETHER[hints],
    )


def _seats(said: str | None) -> int | None:
    """Return the number of seats; None for the usual one."""
    if said is None:
        return None
    if not _SEATS.fullmatch(said):
        raise Refused(Reason.UNKNOWN_OPTION, option="seats", value=said[:20])
    return int(said)


def _id(request: Request) -> MatchId:
    return create.match_id(request.actor.platform, request.id)
