"""Playing the daily dice through the harness."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.app.commit import Step, no_step
from bot.app.model.button_token import Press, encode
from bot.app.model.card import Card
from bot.app.model.request import Actor, Reply, Verb
from bot.app.model.room import Room
from core.contest import Contest
from core.day import Day
from core.match.commands import PlayMove
from core.match.model import Match
from core.match.view import see
from core.types import COMPUTER, MatchId
from tests.bot.app.company import sheet, splits
from tests.bot.app.harness import ROOM, Harness, harness
from tests.fakes.clock import START, FixedNow
from tests.fakes.front_end import buttons

TODAY = Day.at(START)
HOUR = 3_600_000
PRIVATE = Room("paper", None, "ann-alone")


@asynccontextmanager
async def at(path: Path, now: FixedNow, step: Step = no_step) -> AsyncIterator[Harness]:
    """Open the harness at that time, with recovery as in production; the caller drives
    the clock."""
    async with harness(path, options={"now": now}, step=step) as home:
        home.sweep.add_periodic(home.app.days.tend)
        await home.sweep.run()
        yield home


async def passes(home: Harness, instant: int) -> None:
    """Set the clock and process everything due."""
    home.now.at = instant
    await home.sweep.run()
    await home.sweep.run()  # process what the first pass made due
    await home.publisher.idle()


def today(home: Harness) -> Day:
    return Day.at(home.now())


async def contest(home: Harness, of: Day) -> Contest:
    found = (await home.session(of.table)).contest
    assert found is not None
    return found


async def line(home: Harness, who: Actor, room: Room = ROOM) -> str:
    """Return the token of the button below the day's post in the room."""
    reply = await home.say(who, "daily", room)
    assert reply.reason is None, reply
    return home.paper.last(room).token("🎲 Play")


async def enter(
    home: Harness, who: Actor, room: Room = ROOM, of: Day | None = None, **more: object
) -> Reply:
    """Open one's own board by the day's button."""
    token = encode(Press((of or today(home)).table, 0, Verb.SHEET))
    return await home.press(who, token, room, **more)


async def finish(
    home: Harness, who: Actor, reply: Reply, room: Room = ROOM, last: int = 0
) -> Reply:
    """Play to the end: the last split `last` times, then the first one."""
    while ways := splits(sheet(reply)):
        reply = await home.press(who, ways[-1 if last > 0 else 0], room)
        last -= 1
    return reply


async def play(home: Harness, who: Actor, room: Room = ROOM, last: int = 0) -> Reply:
    """Play a whole game of today."""
    return await finish(home, who, await enter(home, who, room), room, last)


async def own(home: Harness, who: Actor, of: Day) -> Match:
    player = await home.store.player_for(who)
    entry = await home.store.days.entry(of, player.id)
    assert entry is not None
    return (await home.session(entry.match)).match


async def total(home: Harness, who: Actor, of: Day) -> int:
    player = await home.store.player_for(who)
    entry = await home.store.days.entry(of, player.id)
    assert entry is not None
    assert entry.total is not None
    return entry.total


async def computer_plays(home: Harness, of: Day) -> MatchId:
    """Finish the computer's game of a day."""
    entry = await home.store.days.entry(of, COMPUTER)
    assert entry is not None
    while not (match := (await home.session(entry.match)).match).is_over:
        await home.app.dispatcher.act(
            match.id, PlayMove(COMPUTER, see(match).moves[-1], match.turn)
        )
    await home.publisher.idle()
    return entry.match


def token_of(card: Card, label: str) -> str:
    """Return the token of the button with this label."""
    [found] = [button.token for button in buttons(card) if button.label == label]
    return found
