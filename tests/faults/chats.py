"""Ann on Discord against Bo on Telegram, while the bot is killed and the networks fail.

Both services are the loopback fakes, outliving every death of the bot as the real ones would. A
press whose answer is lost may or may not have moved: the file is the judge, and what was answered
must be in it. At the end, in calm weather, both boards have to show the truth, and messages with
buttons that are not the match's own boards are counted against the faults that explain them.
"""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.app.model.button_token import Press, decode, encode
from bot.app.model.request import Verb
from bot.text.games import point
from core.errors import Refused
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId, MatchId, Move
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord import errors as discord_errors
from tests.fakes.discord.faults import Drop, Fault, LoseAnswer, Refuse
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place
from tests.fakes.telegram import Chat, Cut, FakeTelegram, Storm, User
from tests.faults import places
from tests.faults.ledger import Ledger
from tests.faults.oracle import Oracle
from tests.faults.process import STEPS, Installation, Running

LATE = 30.0
"""Seconds after which something that must come has not come."""

PATIENCE = 0.7
"""Seconds a person waits for the answer to a press, where the network may have swallowed it."""

STORM, GUSTS = 0.4, 3
"""The share of Telegram's calls that fail, and how often each of Discord's `BLOWS` falls a life."""

CONNECTING = frozenset({"getUpdates", "getMe", "deleteWebhook", "setMyCommands", "getMyCommands"})
"""What a bot says before it serves; failing there only makes it wait and try again."""

SOON = 0.3
"""Seconds Ann looks for the button before she types the move."""

DONE, PLAYED = "Done.", "Played: "
PENTE = GameId("pente")
GAMES_PLAYED = ("reversi", PENTE)

BLOWS = ("/interactions/*/*/callback", "/channels/*/messages/*", "/webhooks/*/*/messages/*")


@dataclass
class Weather:
    """Injected faults, counted."""

    telegram: Counter[str] = field(default_factory=Counter)
    discord: int = 0

    @property
    def struck(self) -> int:
        return self.telegram.total() + self.discord

    @property
    def unknown(self) -> int:
        """Those that may have been done, the answer lost: each may leave a board behind."""
        return self.telegram[Cut.DONE.value] + self.discord


@dataclass
class Chats:
    """Two people on two platforms, one bot, many deaths."""

    installation: Installation
    discord: FakeDiscord
    telegram: FakeTelegram
    ann: Person
    bo: User
    lounge: Place
    private: Chat
    chance: random.Random
    ledger: Ledger = field(default_factory=Ledger)
    weather: Weather = field(default_factory=Weather)
    deaths: int = 0
    moves: int = 0
    matches: int = 0
    session: str = ""
    pressed: dict[tuple[str, int], set[str]] = field(default_factory=dict)

    @property
    def oracle(self) -> Oracle:
        return Oracle(self.installation.database)

    @property
    def problems(self) -> list[str]:
        """What must not be. No request may violate a service's description."""
        broken = [*self.discord.violations, *self.telegram.violations]
        return self.ledger.problems + [f"violation: {each}" for each in broken]

    async def run(self, kills: int, faults: int, tell: "Tell") -> None:
        """Play until the wanted numbers of kills and faults are reached."""
        while self.deaths < kills or self.weather.struck < faults:
            if not self.session:
                await self._offer()
            await self._life(calm=self.deaths % 2 == 0 and self.weather.struck >= faults)
            self._catch_up()
            await self.ledger.audit(self.installation.database)
            tell(self)
            if self.oracle.match(self.session).is_over:
                self.session = ""
        if self.session:
            await self._look()

    # --- a match

    async def _offer(self) -> None:
        """Without faults: Ann creates a match and gives Bo the code, and he joins."""
        bot = await self._start()
        try:
            known = set(self.lounge.messages)
            game = self.chance.choice(GAMES_PLAYED)
            await self.ann.slash(self.lounge, "challenge", game=game, first="challenger")
            await self.discord.until(lambda: self._card(known))
            card = self._card(known)
            assert card is not None
            self.session = decode(card.buttons[0]["custom_id"]).session
            self.ledger.open(self.session)
            self.matches += 1
            code = (await self.ann.press(card, "Invite with a code")).told.split()[-1]
            self.telegram.people.say(self.bo, self.private, f"/join {code}")
            await self.telegram.until(lambda: self._buttons(Verb.JOIN) is not None, LATE)
            await self._tap(self._buttons(Verb.JOIN) or "")
            await self.telegram.until(lambda: self._buttons(Verb.RESIGN) is not None, LATE)
            await self.discord.until(lambda: "to move" in card.text)
        finally:
            await bot.kill()

    def _card(self, known: set[Message]) -> Message | None:
        """The new challenge; a late result of the last match may stand below it."""
        for message in self.lounge.messages:
            presses = [_read(button.get("custom_id", "")) for button in message.buttons]
            if message not in known and any(p and p.verb is Verb.JOIN for p in presses):
                return message
        return None

    def _buttons(self, verb: Verb) -> str | None:
        """The newest token with this verb of this match in Bo's chat."""
        for message in reversed(list(self.private.history())):
            for row in message.buttons:
                for button in row:
                    press = _read(button.get("callback_data", ""))
                    if press and (press.session, press.verb) == (self.session, verb):
                        return str(button["callback_data"])
        return None

    async def _start(self, kill_at: str = "", kill_on: int = 1) -> Running:
        bot = await self.installation.start(kill_at, kill_on)
        await self._unless_dead(bot, self.discord.connected())
        return bot

    async def _unless_dead(self, bot: Running, hope: Awaitable[object]) -> bool:
        """Waits for it or for the bot's death; whether it came."""
        hoped = asyncio.ensure_future(hope)
        died = asyncio.ensure_future(bot.process.wait())
        await asyncio.wait({hoped, died}, return_when=asyncio.FIRST_COMPLETED, timeout=LATE)
        came = hoped.done() and not hoped.cancelled() and hoped.exception() is None
        for task in (hoped, died):
            task.cancel()
        await asyncio.gather(hoped, died, return_exceptions=True)
        return came

    # --- a life

    async def _life(self, *, calm: bool) -> None:
        """Some presses, some faults, a death."""
        doomed = self.chance.random() < 0.5
        step = self.chance.choice(STEPS) if doomed else ""
        bot = await self._start(step, self.chance.randint(1, 10))
        if not calm:
            self._brew()
        try:
            for _ in range(self.chance.randint(2, 8)):
                match = self.oracle.match(self.session)
                if match.is_over or bot.process.returncode is not None:
                    return
                await self._move(bot, match)
        finally:
            await bot.kill()
            self.deaths += 1
            self._clear()

    async def _move(self, bot: Running, match: Match) -> None:
        """Press as the player to move; the answer, the database or the kill shows the outcome."""
        game = GAMES[match.game]
        seat = game.to_act(match.position)
        assert seat is not None
        who = match.seats[seat]
        assert who is not None
        move = self.chance.choice(game.legal_moves(match.position))
        press = Press(MatchId(self.session), match.turn, Verb.MOVE, str(move))
        if self.chance.random() < 0.02:
            press = Press(MatchId(self.session), match.turn, Verb.RESIGN, "sure")
        before = self.pressed.setdefault((self.session, match.turn), set())
        is_second = str(move) in before
        before.add(str(move))
        pressing = self._bo_acts(match, press) if who.player != match.host else self._act(press)
        came = asyncio.create_task(pressing)
        died = asyncio.create_task(bot.process.wait())
        await asyncio.wait({came, died}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
        answer = came.result() if came.done() else None
        for task in (came, died):
            task.cancel()
        await asyncio.gather(came, died, return_exceptions=True)
        self._settle(str(move), answer, is_second=is_second)

    def _settle(self, move: str, answer: str | None, *, is_second: bool) -> None:
        """What was answered as done is in the file; what was refused is not, but by a press
        before it that got no answer."""
        new = self._catch_up()
        over = self.oracle.match(self.session).is_over
        if answer == "" and move not in new and not over:
            self.ledger.problems.append(f"{move} was acknowledged and is not there: {new}")
        if answer and move in new and not is_second:
            self.ledger.problems.append(f"{move} was refused and is there: {answer}")

    def _catch_up(self) -> list[str]:
        """Moves that are new in the file; each must have been pressed at its own turn.

        A press that got no answer may act later, when the platform delivers it again.
        """
        match = self.oracle.match(self.session)
        own = [ply for ply in match.plies if ply.move != "pass"]
        known = len(self.ledger.acknowledged[self.session])
        for turn, ply in enumerate(own[known:], known + 1):
            who = match.seats[ply.seat]
            assert who is not None
            if str(ply.move) not in self.pressed.get((self.session, turn), ()):
                self.ledger.problems.append(f"{ply.move} at turn {turn} was never pressed")
            self.ledger.accepted(self.session, str(who.player), str(ply.move))
            self.moves += 1
        return [str(ply.move) for ply in own[known:]]

    async def _bo_acts(self, match: Match, press: Press) -> str:
        """Bo presses, after the zone where his board has zones; what the last toast says."""
        if press.verb is Verb.MOVE and match.game == PENTE and self.chance.random() < 0.5:
            path = f"z{places.zone(match, Move(press.arg))}"
            await self._tap(places.opening(press, Verb.PICK, path))
        return await self._tap(encode(press))

    async def _tap(self, token: str) -> str:
        """Bo presses; what the toast says."""
        board = next(m for m in reversed(list(self.private.history())) if m.buttons)
        press = self.telegram.people.press_data(self.bo, board, token)
        return await press.done

    async def _act(self, press: Press) -> str:
        """Press as Ann, or type if her board is stale, and return her private answer."""
        if press.verb is Verb.RESIGN:
            await self._told(self.ann.type(self.lounge, "match resign"))
            return await self._told(self.ann.type(self.lounge, "match resign"))
        is_pente = self.oracle.match(self.session).game == PENTE
        token = places.opening(press, Verb.PLACE) if is_pente else encode(press)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SOON):
                await self.discord.until(lambda: self._with_button(token))
        board = self._with_button(token)
        if board is None or (is_pente and self.chance.random() < 0.2):
            return await self._told(self.ann.type(self.lounge, "move", point=press.arg))
        if not is_pente:
            return await self._told(self.ann.forge(board, token))
        way = self.chance.choice((places.by_form, places.by_steps))
        return await self._told(await way(self.ann, board, press))

    def _with_button(self, token: str) -> Message | None:
        """Ann's newest message with this button."""
        for message in reversed(self.lounge.messages):
            if any(button.get("custom_id") == token for button in message.buttons):
                return message
        return None

    async def _told(self, it: Interaction) -> str:
        """The private answer; "" where the board is the answer, or the move was only confirmed."""
        await self.discord.until(lambda: it.answer is not None)
        told = [m for m in (it.original, *it.follow_ups) if m is not None and m.for_user]
        said = "\n".join(message.text for message in told)
        return "" if said == DONE or said.startswith(PLAYED) else said

    # --- weather

    def _brew(self) -> None:
        """Faults for this life: a storm over Telegram, single blows on Discord."""
        self.telegram.faults.storm = Storm(STORM, self.chance, spared=CONNECTING)
        for path in BLOWS * GUSTS:
            blow: Fault = self.chance.choice(
                [Drop(), LoseAnswer(), Refuse(discord_errors.ApiError(502, 0, "Bad Gateway"))]
            )
            self.discord.faults.add("*", path, blow)

    def _clear(self) -> None:
        """Counts what struck and lets the sun shine."""
        injected, self.telegram.faults.injected = self.telegram.faults.injected, {}
        self.weather.telegram.update(injected)
        self.weather.discord += self.discord.faults.struck
        self.discord.faults.struck = 0
        self.discord.faults.clear()
        self.telegram.faults.storm = None

    # --- the end

    async def _look(self) -> None:
        """In calm weather both boards show the last move, and every button leads to this match."""
        bot = await self._start()
        try:
            if self.oracle.match(self.session).is_over:
                return
            await self.discord.until(lambda: any(self._is_true(m.text) for m in self._boards()))
            try:
                await self.telegram.until(
                    lambda: any(self._is_true(m.text) for m in self.private.history()), LATE
                )
            except TimeoutError:
                told = [message.text for message in self.private.history()]
                log = self.installation.log[-3000:]
                raise AssertionError(f"Telegram is behind: {told}\n{log}") from None
            orphans = sum(self._is_board(message) for message in self._boards()) - 1
            allowed = self.weather.unknown + self.deaths
            if orphans > allowed:
                self.ledger.problems.append(f"{orphans} orphaned boards, {allowed} are explained")
        finally:
            await bot.kill()

    def _is_true(self, text: str) -> bool:
        """Whether a board says the last move that is in the file now; late presses may add one."""
        match = self.oracle.match(self.session)
        plies, first = match.plies, len(match.setup.opening) + 1
        played = [i for i, ply in enumerate(plies) if ply.move != "pass"]
        last = [(i + first, point(match.game, plies[i].move)) for i in played[-1:]]
        return all(said in text for number, move in last for said in (f"{number}. ", f" {move}"))

    def _boards(self) -> list[Message]:
        return list(self.lounge.messages)

    def _is_board(self, message: Message) -> bool:
        presses = [_read(button.get("custom_id", "")) for button in message.buttons]
        ways = [(self.session, verb) for verb in (Verb.MOVE, Verb.PLACE)]
        return any(p and (p.session, p.verb) in ways for p in presses)


def _read(token: str) -> Press | None:
    try:
        return decode(token)
    except Refused:
        return None


Tell = Callable[[Chats], None]
"""Is shown the run after each life."""


async def drive_chats(
    folder: Path, port: int, kills: int, faults: int, seed: int, tell: Tell = lambda _: None
) -> Chats:
    """A whole run over both fakes."""
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        ann, server = discord.person("Ann"), discord.guild()
        server.join(ann)
        bo = telegram.people.person("Bo", language="en")
        tables = (
            f'[discord]\napi = "{discord.api}"\ngateway = "{discord.gateway_url}"\n'
            f'[telegram]\napi = "{telegram.url}"\n'
        )
        tokens = {
            "TAVOLA_DISCORD_TOKEN": discord.token,
            "TAVOLA_TELEGRAM_TOKEN": telegram.token,
        }
        installation = Installation(folder, port, tables, tokens)
        private = telegram.people.start(bo)
        chats = Chats(
            installation, discord, telegram, ann, bo, server.voice(), private, random.Random(seed)
        )
        await chats.run(kills, faults, tell)
        return chats
