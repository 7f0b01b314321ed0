"""A month of play, on a fixed clock: terms, clocks, pauses, reminders, daily dice, outages.

The clock moves from one deadline to the next, as the scheduler would; the first appearance of each
line on a board or a notification is logged with its instant. That log is the test: everything
happens once, in order, at its time, with these texts.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from bot.app.daily.handlers import REMINDER
from bot.app.model.button_token import Press, encode
from bot.app.model.presence import Closed
from bot.app.model.request import Actor, Verb
from bot.app.model.room import Room
from bot.app.model.session import ScreenKind
from core.match.model import Match, Status
from core.types import MatchId
from tests.bot.app.company import sheet, splits
from tests.bot.app.daily_play import play
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, actor, harness
from tests.fakes.clock import START, FixedNow
from tests.fakes.front_end import FakeFrontEnd, buttons

CY, DI = actor("Cy"), actor("Di")
HALL = Room("paper", "club", "hall")
CLUB = Closed("paper", True, "club")
DAY, HOUR, MINUTE = 86_400_000, 3_600_000, 60_000
DIARY = Path(__file__).with_name("month.txt")
TELLING = (
    "⏳",
    "🚪",
    "⏸",
    "wins",
    "Cancelled",
    "ran out of time",
    "Nobody accepted",
    "not finished",
    "gave up",
)


class Month:
    """The application over a month, and the log of its texts."""

    def __init__(self, path: Path) -> None:
        self.path = path / "tavola.db"
        self.now = FixedNow()
        self.home: Harness
        self._paper: FakeFrontEnd | None = None
        self.diary: list[str] = []
        self._named: dict[MatchId, str] = {}
        self._said: dict[tuple[str, str], set[str]] = {}
        self._heard: set[str] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Harness]:
        """Wire as in production, with everything processed that is due at startup."""
        async with harness(self.path, options={"now": self.now}) as home:
            if self._paper is not None:  # the platform keeps its messages
                home.paper.resume(self._paper)
            self.home, self._paper = home, home.paper
            home.publisher.use_presence(home.service.presence)
            home.app.events.on_saved(home.service.presence.wake)
            home.sweep.add_periodic(home.app.days.tend)
            home.notices.open(REMINDER, home.app.daily.reminder)
            home.app.daily.reminds_by(home.notices.ask)
            await home.service.presence.start()
            await self._look()
            yield home

    def name(self, id: MatchId, name: str) -> MatchId:
        self._named[id] = name
        return id

    async def until(self, day: int, hour: int = 8, minute: int = 0) -> None:
        """Run to that time of that day of the month, from deadline to deadline."""
        wanted = START + day * DAY + (hour - 8) * HOUR + minute * MINUTE
        while True:
            coming = await self._look()
            if self.now() >= wanted:
                return
            self.now.at = min(wanted, coming)

    async def _look(self) -> int:
        """Process everything due; return the next deadline."""
        home, next = self.home, self.now() + DAY
        for _ in range(3):  # the first pass may make something due at once
            for look in (home.sweep.run, home.notices.run):
                due = await look()
                if due is not None and due > self.now():
                    next = min(next, due)
                await home.publisher.idle()
                await home.notices.idle()
            await home.service.presence.beat()
            await self._write()
            next = min(next, await self._earliest())
        return max(next, self.now() + 1)

    async def _earliest(self) -> int:
        pending = await self.home.store.pending(self.now())
        return pending.next_due or self.now() + DAY

    async def _write(self) -> None:
        """Log new lines of boards and notifications."""
        for id, name in self._named.items():
            session = await self.home.session(id)
            told_apart = any(each.kind is ScreenKind.RESULT for each in session.screens)
            for screen in session.screens:
                if screen.message in self.home.paper.sheets:
                    text = self.home.paper.sheets[screen.message].card.text
                    for line in text.splitlines():
                        said = self._said.setdefault((name, screen.kind), set())
                        if screen.kind is ScreenKind.BOARD and told_apart:
                            continue
                        if any(sign in line for sign in TELLING) and line not in said:
                            said.add(line)
                            self._note(name, line)
        for number, note in self.home.paper.notes.items():
            text = str(note)
            if f"{number} {text}" not in self._heard:
                self._heard.add(f"{number} {text}")
                self._note("notice", text)

    def in_order(self) -> list[str]:
        """Return the log, with lines of the same minute sorted."""
        minute = len("01-15 08:00")
        return [
            line
            for _, together in groupby(self.diary, key=lambda line: line[:minute])
            for line in sorted(together)
        ]

    def _note(self, what: str, line: str) -> None:
        at = datetime.fromtimestamp(self.now() / 1000, UTC)
        self.diary.append(f"{at:%m-%d %H:%M} {what}: {line}")


async def started(
    home: Harness, one: Actor, other: Actor, terms: str = "", room: Room = ROOM
) -> MatchId:
    await home.say(one, f"challenge @{other.name} first=challenger {terms}", room)
    reply = await home.click(other, home.paper.last(room), "Accept")
    return (await home.match(reply)).match.id


async def move(home: Harness, who: Actor, id: MatchId, at: str, room: Room = ROOM) -> None:
    reply = await home.ask(who, Verb.MOVE, at, session=id, room=room)
    assert reply.reason is None, reply


async def both_moved(
    home: Harness, one: Actor, other: Actor, terms: str = "", room: Room = ROOM
) -> MatchId:
    id = await started(home, one, other, terms, room)
    await move(home, one, id, "d3", room)
    await move(home, other, id, "c3", room)
    return id


async def roll(home: Harness, who: Actor) -> MatchId:
    """Start a solo game of dice and roll once."""
    reply = await home.say(who, "dice")
    await home.click(who, home.paper.last(ROOM), "🎲 Roll")
    return (await home.match(reply)).match.id


async def duel(home: Harness, one: Actor, other: Actor) -> MatchId:
    """Start a dice duel: `one` plays at once, `other` never."""
    reply = await home.say(one, f"challenge dice @{other.name}")
    await home.click(other, home.paper.last(ROOM), "Accept")
    id = (await home.match(reply)).match.id
    own = await home.press(one, encode(Press(id, 0, Verb.SHEET)))
    while ways := splits(sheet(own)):
        own = await home.press(one, ways[0])
    return id


async def begin(month: Month) -> dict[str, MatchId]:
    """Start the matches of the month, by name."""
    home = month.home
    ids = {
        "claimed": await both_moved(home, BO, ANN),
        "forgotten": await both_moved(home, BO, CY),
        "slow": await both_moved(home, CY, DI, "6d"),
        "rest": await both_moved(home, EVE, CY, "1d"),
        "away": await both_moved(home, EVE, DI, "20d"),
        "shut": await both_moved(home, EVE, ANN, "15d", HALL),
        "offer": (await home.match(await home.say(EVE, "challenge"))).match.id,
        "duel": await duel(home, ANN, BO),
        "alone": await roll(home, CY),
        "computer": (await home.match(await home.say(BO, "play first=challenger"))).match.id,
    }
    for name, id in ids.items():
        month.name(id, name)
    return ids


async def plays_today(month: Month, who: Actor, *, remind: bool = False) -> None:
    done = await play(month.home, who)
    if remind:
        [token] = [b.token for b in buttons(sheet(done)) if b.label == "Remind me tomorrow"]
        await month.home.press(who, token)


async def match_of(month: Month, id: MatchId) -> Match:
    return (await month.home.session(id)).match


async def test_a_month_of_terms_clocks_days_and_outages(tmp_path: Path) -> None:
    month = Month(tmp_path)
    async with month.running() as home:
        ids = await begin(month)
        await plays_today(month, ANN, remind=True)
        await month.until(0, 12)
        await home.ask(CY, Verb.PAUSE, session=ids["rest"])
        await home.ask(EVE, Verb.YES, "pause", session=ids["rest"])
        await month.until(2)
        await plays_today(month, ANN)
        await month.until(3, 9)
        board = next(s for s in (await home.session(ids["claimed"])).screens)
        await home.click(ANN, home.paper.sheets[str(board.message)], "⌛ Claim victory")
        await month.until(4, 12)  # then a power cut
    month.now.at += 30 * HOUR
    async with month.running() as home:
        await month.until(6)
        await home.ask(CY, Verb.RESUME, session=ids["rest"])
        await month.until(8)
        await home.service.presence.left("paper", "server", "di")
        await home.service.presence.left("paper", "server", "cy")
        await month.until(8, 13)
        await home.service.presence.returned("paper", "server", "cy")
        await month.until(10)
        await home.service.presence.closed(CLUB)
        await month.until(12)
        await home.service.presence.stop()
    month.now.at += 10 * MINUTE
    async with month.running() as home:
        await month.until(14)
        await home.service.presence.opened(CLUB)
        await month.until(20)
        await plays_today(month, ANN)
        await month.until(33)
        for name, id in ids.items():
            assert (await match_of(month, id)).status in (Status.FINISHED, Status.ABORTED), name
            results = [s for s in (await home.session(id)).screens if s.kind is ScreenKind.RESULT]
            assert len(results) == len({each.room for each in results}), name
        assert (await home.store.pending(home.now())).due == ()
    assert month.in_order() == DIARY.read_text(encoding="utf-8").splitlines()
