"""Sessions and people to store."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app.model.leaderboard import Ending, Result
from bot.app.model.player import Player
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from core.match import commands as c
from core.match import create
from core.match.decide import decide
from core.match.model import Match
from core.types import MatchId, Millis
from tests.core.match import matches

LOBBY = Room("paper", "server", "lobby")
KITCHEN = Room("paper", "server", "kitchen")
TOPIC = Room("paper", "server", "lobby", "7")
ABROAD = Room("scrolls", None, "library")
NOON = matches.NOON


def named(name: str) -> MatchId:
    return create.match_id(name)


def session(name: str = "one", match: Match | None = None, *rooms: Room) -> Session:
    """A session with a board in each of the rooms, in the lobby if none is named."""
    match = matches.playing("f5d6") if match is None else match
    places = rooms or (LOBBY,)
    boards = tuple(Screen(room, ScreenKind.BOARD, "en") for room in places)
    return Session(replace(match, id=named(name)), places[0], boards)


def moved(session: Session, text: str) -> Session:
    """After more moves."""
    return replace(session, match=matches.played(session.match, text))


def resigned(session: Session, now: Millis = NOON) -> Session:
    """Bo has given up."""
    return replace(session, match=decide(session.match, c.Resign(matches.BO), now).match)


async def people(store: Store, *names: str) -> Sequence[Player]:
    return [await store.player_for(Actor("paper", name.lower(), name)) for name in names]


def result(
    session: Session, person: Player, ending: Ending, at: Millis = NOON, rated: bool = True
) -> Result:
    match = session.match
    return Result(match.id, match.game, person.id, ending, rated, session.home, at)


async def record(
    store: Store, name: str, winner: Player, loser: Player, home: Room, at: Millis
) -> None:
    """A match that one won against the other."""
    new = await store.create(session(name, None, home))
    over = resigned(new)
    await store.save(
        over, (result(new, winner, Ending.WON, at), result(new, loser, Ending.LOST, at))
    )
