"""New matches out of requests: challenges, games against the computer, offers made again.

Pure: request and fresh bytes in, session out. The match's id comes from the request's id, so a
command that a platform delivers twice makes one match.
"""

import re

from bot.app.requests import Request, Verb
from bot.app.session import Room, Screen, ScreenKind, Session
from core.errors import Reason, Refused
from core.games.dice.rules import DICE
from core.match import create
from core.match.clock import TimeControl
from core.match.create import Terms
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Millis, PlayerId

_SEATS = re.compile(r"[1-9]")
_RATED = {"yes": True, "no": False}
_OWN = {
    "rated",
    "clock",
    "first",
    "level",
    "seats",
}  # options of the match; all others are the game's


def challenge(
    request: Request, host: PlayerId, invited: PlayerId | None, locale: str, lot: bytes, now: Millis
) -> Session:
    """An open match in the room where it was asked for."""
    if request.opponent is not None and request.opponent.is_bot:
        raise Refused(Reason.BOT_CHALLENGE)
    match = create.challenge(_id(request), terms(request), host, invited, lot, now)
    return session(match, request.room, locale)


def alone(request: Request, host: PlayerId, locale: str, lot: bytes, now: Millis) -> Session:
    """A game for one: its throws are promised, and the host's next press makes them.

    Refused(PLAYED_ALONE) where somebody is asked for too.
    """
    wanted = terms(request) if request.arg else Terms(DICE.id)
    if "level" in request.options or request.opponent is not None:
        raise Refused(Reason.PLAYED_ALONE)
    match = create.challenge(_id(request), wanted, host, None, lot, now)
    return session(match, request.room, locale)


def is_alone(request: Request) -> bool:
    """Whether this asks for a game that one plays alone."""
    game = GAMES.get(GameId(request.arg))
    plays = request.verb is Verb.PLAY and game is not None and game.seat_counts == (1,)
    return plays or request.verb is Verb.DICE


def against_computer(
    request: Request, host: PlayerId, locale: str, lot: bytes, now: Millis
) -> Session:
    """A running match against the computer; without a level the second weakest."""
    wanted = terms(request)
    level = Level(request.options.get("level") or create.usual_level(wanted.game) or "")
    match = create.against_computer(_id(request), wanted, host, level, lot, now)
    return session(match, request.room, locale)


def again(old: Session, by: PlayerId, lot: bytes, now: Millis) -> Session:
    """A challenge that was declined or ran out, once more on the same terms."""
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
    )
    id = create.match_id("again", match.id)
    offered = create.challenge(id, terms, match.host, match.invited, lot, now)
    return session(offered, old.home, old.screens[0].locale)


def onward(request: Request, old: Session, host: PlayerId, locale: str, now: Millis) -> Session:
    """Against the computer from a position of a match; without a number from where it stands now.

    Refused(RATED_MATCH) while it is a rated match of the asker's that goes on.
    """
    match = old.match
    if match.rated and not match.is_over and match.seats_of(host):
        raise Refused(Reason.RATED_MATCH)
    after = request.arg.split(" ")[0] or str(len(match.setup.opening) + len(match.plies))
    if not after.isdecimal() or len(after) > 4:
        raise Refused(Reason.UNKNOWN_OPTION, option=request.verb, value=after[:20])
    level = Level(request.options.get("level") or create.usual_level(match.game) or "")
    made = create.onward(_id(request), match, int(after), host, level, now)
    return session(made, request.room, locale)


def rematch(old: Session, lot: bytes, now: Millis) -> Session:
    """The rematch, shown wherever the old match was."""
    boards = tuple(
        Screen(screen.room, ScreenKind.BOARD, screen.locale)
        for screen in old.screens
        if screen.kind is ScreenKind.BOARD
    )
    return Session(create.rematch(old.match, lot, now), old.home, boards)


def session(match: Match, room: Room, locale: str) -> Session:
    return Session(match, room, (Screen(room, ScreenKind.BOARD, locale),))


def terms(request: Request) -> Terms:
    """The terms as asked for. Refused(UNKNOWN_GAME) or Refused(UNKNOWN_OPTION)."""
    game = GameId(request.arg or next(iter(GAMES)))
    if game not in GAMES:
        raise Refused(Reason.UNKNOWN_GAME, game=game)
    options = request.options
    rated = options.get("rated", "yes")
    if rated not in _RATED:
        raise Refused(Reason.UNKNOWN_OPTION, option="rated", value=rated)
    return Terms(
        game=game,
        rated=_RATED[rated],
        time=TimeControl.parse(options.get("clock", "none")),
        first=options.get("first", create.FIRST[0]),
        options={key: value for key, value in options.items() if key not in _OWN},
        seats=_seats(options.get("seats")),
    )


def _seats(said: str | None) -> int | None:
    """How many seats; None for as many as is usual."""
    if said is None:
        return None
    if not _SEATS.fullmatch(said):
        raise Refused(Reason.UNKNOWN_OPTION, option="seats", value=said[:20])
    return int(said)


def _id(request: Request) -> MatchId:
    return create.match_id(request.actor.platform, request.id)
