"""Plays random matches through the page while the bot is killed, and checks after every death.

Half the deaths come at a named step on a wish's way, the others at a random instant after a press.
After each: the file is audited, the bot started again, both people come back, what was not answered
is asked again under the same id, and an old button is pressed.
"""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bot.app.model.button_token import Press, encode
from bot.app.model.request import Verb
from core.game import PASS
from core.match.model import Status
from core.match.replay import fold
from core.registry import GAMES
from core.types import MatchId, Move
from tests.faults.guest import Guest, Lost, Message
from tests.faults.ledger import Ledger
from tests.faults.process import STEPS, Installation, Running

PAUSE = 0.02
"""The longest wait, in seconds, between a press and a death at a random instant."""

_LATE_WISHES = ("not_seated", "offer_stands", "too_often")
"""A rematch may be refused like that: against the computer, or asked before the death already."""

ROLL = "🎲 Roll"

LATE = 10.0
"""Seconds after which something that should come has not come."""


@dataclass
class Unanswered:
    """A press whose answer the death swallowed."""

    guest: Guest
    session: str
    move: str
    id: str
    token: str


@dataclass
class Driver:
    """Two people, one room, many deaths."""

    installation: Installation
    chance: random.Random
    ledger: Ledger = field(default_factory=Ledger)
    deaths: int = 0
    moves: int = 0
    matches: int = 0
    session: str = ""
    old_token: str = ""
    unanswered: Unanswered | None = None

    @property
    def problems(self) -> list[str]:
        """What must not be."""
        return self.ledger.problems

    async def run(self, kills: int, tell: "Tell") -> None:
        """Plays until the bot has died so often; problems are in the ledger."""
        jar = aiohttp.CookieJar(unsafe=True)
        self.ann, self.bo = Guest("Ann", jar), Guest("Bo", jar)
        try:
            while self.deaths < kills:
                await self._life(await self._start())
                self.deaths += 1
                stored = await self.ledger.audit(self.installation.database)
                await self._after(stored)
                tell(self)
        finally:
            await self.ann.close()
            await self.bo.close()

    async def _start(self) -> Running:
        """Either doomed to die at a step, or to be killed from outside."""
        if self.chance.random() < 0.5:
            return await self.installation.start(
                self.chance.choice(STEPS), self.chance.randint(1, 12)
            )
        return await self.installation.start()

    async def _life(self, running: Running) -> None:
        """Plays until it is dead."""
        presses = self.chance.randint(1, 8)
        try:
            await self._come_back(running)
            while True:
                doomed = presses <= 0
                playing = asyncio.create_task(self._turn())
                if doomed:
                    await asyncio.wait({playing}, timeout=self.chance.uniform(0, PAUSE))
                    await running.kill()
                try:
                    async with asyncio.timeout(LATE):
                        await playing
                except TimeoutError:
                    seen = {key: shown["version"] for key, shown in self.ann.screens.items()}
                    log = self.installation.log[-3000:]
                    raise AssertionError(f"nothing came of {self.session}: {seen}\n{log}") from None
                presses -= 1
        except Lost:
            pass
        finally:
            await running.kill()

    async def _come_back(self, running: Running) -> None:
        """Both say hello; an unanswered press is asked again, an old button is pressed."""
        async with asyncio.timeout(LATE):
            await self._connect(running)
            if self.old_token:
                answer = await self.ann.send("press", token=self.old_token)
                if answer["type"] == "refused" and answer["reason"] == "busy":
                    self.ledger.problems.append(f"an old button broke: {answer}")
            if self.unanswered is not None:
                await self._ask_again(self.unanswered)
                await self._connect(running)  # what they see now has that move in it

    async def _connect(self, running: Running) -> None:
        await self.ann.connect(running.link)
        await self.bo.connect(running.link)

    async def _ask_again(self, lost: Unanswered) -> None:
        answer = await lost.guest.send("press", lost.id, token=lost.token)
        self._settle(lost, answer)

    async def _turn(self) -> None:
        """One thing that people do: offer a match, accept it, roll, move."""
        if not self.session:
            await self._begin()
            return
        ann = await self.ann.until(self.session, 1)  # a death may have come before it was shown
        bo = await self.bo.until(self.session, 1)
        if ann["status"] in (Status.FINISHED, Status.ABORTED):
            await self._after_the_end(ann)
            return
        if ann["status"] == Status.OPEN:
            await self._press(*((self.bo, "Accept") if _asks(bo, "Accept") else (self.ann, ROLL)))
            return
        guest = self.ann if _moves(ann) else self.bo
        moves = _moves(guest.board(self.session))
        if not moves:  # the computer's turn, or the next board is still on its way
            await self._newer(guest)
            return
        if self.chance.random() < 0.03:
            await self._resign(guest)
        else:
            await self._move(guest, moves)

    async def _begin(self) -> None:
        drawn = self.chance.random()
        asked: dict[str, Any] = {"verb": "challenge"}
        if drawn < 0.25:
            asked = {"verb": "play", "options": {"level": "novice"}}
        elif drawn < 0.5:  # every choice by hand, so that the ledger has them all
            await self.ann.send("ask", verb="settings", arg="auto no")
            asked = {"verb": "dice"}
        answer = await self.ann.send("ask", **asked)
        assert answer["type"] == "ok", answer
        self.session = answer["session"]
        self.matches += 1
        self.ledger.open(self.session)
        await self.ann.until(self.session, 1)
        await self.bo.until(self.session, 1)

    async def _press(self, guest: Guest, label: str) -> None:
        """A button of the card: Bo accepts, or Ann rolls."""
        shown = guest.board(self.session)
        answer = await guest.send("press", token=_asks(shown, label))
        if answer["type"] == "ok":
            await self._seen(shown["version"] + 1)

    async def _move(self, guest: Guest, moves: Sequence[Move]) -> None:
        move = self.chance.choice(sorted(moves))
        shown = guest.board(self.session)
        self.ledger.thrown(self.session, shown["card"]["board"]["view"])
        token = encode(Press(MatchId(self.session), shown["turn"], Verb.MOVE, move))
        press = Unanswered(guest, self.session, move, guest.fresh_id(), token)
        self.unanswered = press
        self.ledger.in_flight[self.session] = (guest.player, move)
        answer = await guest.send("press", press.id, token=press.token)
        self._settle(press, answer)
        self.old_token = press.token
        await self._seen(shown["version"] + 1)

    async def _resign(self, guest: Guest) -> None:
        """Asked twice, as people are; both presses may fall to a death."""
        shown = guest.board(self.session)
        await guest.send("ask", verb="resign", session=self.session)
        answer = await guest.send("ask", verb="resign", session=self.session)
        if answer["type"] == "ok" and not answer["card"]:
            await self._seen(shown["version"] + 1)

    async def _after_the_end(self, ended: Message) -> None:
        """Sometimes both ask for a rematch; it is the same match, in either order of requests."""
        ids = set()
        if ended["status"] == Status.FINISHED and self.chance.random() < 0.5:
            for guest in (self.ann, self.bo):
                answer = await guest.send("ask", verb="rematch", session=self.session)
                if answer["type"] == "refused" and answer["reason"] not in _LATE_WISHES:
                    self.ledger.problems.append(f"a rematch was refused: {answer}")
                ids.add(answer.get("session"))
        if len(ids - {None}) > 1:
            self.ledger.problems.append(f"two rematches of one match: {ids}")
        self.session = ""

    def _settle(self, press: Unanswered, answer: Message) -> None:
        """An answer has come: the move is on disk, or it never will be."""
        self.unanswered = None
        self.ledger.in_flight.pop(press.session, None)
        if answer["type"] == "ok":
            self.ledger.accepted(press.session, press.guest.player, press.move)
            self.moves += 1
        elif answer["reason"] != "too_often":
            self.ledger.problems.append(f"{press.move} was refused: {answer}")

    async def _seen(self, version: int) -> None:
        await self.ann.until(self.session, version)
        await self.bo.until(self.session, version)

    async def _newer(self, guest: Guest) -> None:
        await guest.until(self.session, guest.board(self.session)["version"] + 1)

    async def _after(self, stored: dict[str, Any]) -> None:
        """What the file holds folds to a position, and no forced pass waits to be played."""
        for id, session in stored.items():
            match = session.match
            game = GAMES[match.game]
            position = fold(game, match.setup, match.plies)
            if match.status is Status.PLAYING and game.legal_moves(position) == (PASS,):
                self.ledger.problems.append(f"{id}: a forced pass was left unplayed")
        if self.session and MatchId(self.session) not in stored:
            self.ledger.problems.append(f"{self.session} is gone")


def _moves(shown: Message) -> Sequence[Move]:
    """What this guest may play on the board they see."""
    board = shown["card"]["board"]
    return board["view"]["legal"] if board["to_act"] in shown["mine"] else ()


def _asks(shown: Message, label: str) -> str | None:
    """The token of the button with this label; None where there is none."""
    buttons = [button for row in shown["card"]["rows"] for button in row["buttons"]]
    return next((button["token"] for button in buttons if button["label"] == label), None)


Tell = Callable[[Driver], None]
"""Is shown the run after each death."""


async def drive(
    folder: Path, port: int, kills: int, seed: int, tell: Tell = lambda _: None
) -> Driver:
    """A whole run. Deterministic in what people do, not in when the bot dies."""
    driver = Driver(Installation(folder, port), random.Random(seed))
    await driver.run(kills, tell)
    return driver
