"""Commands of the operator: end and annul matches, ban players.

The same as room managers may do, but everywhere. A command is a few words and returns one line in
English. It is executed by the running bot, or by the command line itself if the bot is down
(`bot/cli/operator.py`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.model.request import Actor
from bot.app.model.room_settings import EVERYWHERE
from bot.app.ports.store import Store
from bot.app.rooms.bans import BanHandlers
from bot.app.rooms.moderation import ModerationHandlers
from core.errors import Reason, Refused
from core.types import MatchId, PlayerId

_PERSON = re.compile(r"p[1-9][0-9]*")
_NEW = re.compile(r"(discord|telegram):[1-9][0-9]{0,19}|telegram:@[a-z][a-z0-9_]{3,31}")
"""Accounts that can be banned before they ever came here; Telegram also accepts a user name."""

_WHY_NOT = {
    Reason.UNKNOWN_MATCH: "there is no match {name}",
    Reason.NOT_FINISHED: "match {name} has not finished",
    Reason.FINISHED: "match {name} has already finished",
    Reason.ABORTED: "match {name} was cancelled and is not counted",
    Reason.NOT_MANAGER: "{name} is a day of the daily dice, which belongs to no room",
    Reason.UNKNOWN_PLAYER: "unknown player {name}; use discord:ID, telegram:ID or p and a number",
}


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command, in one line."""

    ok: bool
    line: str


class OperatorCommands:
    """Execute commands."""

    def __init__(self, store: Store, order: ModerationHandlers, barring: BanHandlers) -> None:
        self._store = store
        self._moderation = order
        self._bans = barring

    async def obey(self, words: Sequence[str]) -> CommandResult:
        """Execute `end ID`, `annul ID`, `bar PERSON` or `unbar PERSON`."""
        verb, name = words
        try:
            return CommandResult(True, await self._obey(verb, name))
        except Refused as refused:
            if refused.reason is Reason.REPEATED:  # repeating has no effect
                return CommandResult(True, f"{name}: annulled; no longer counted")
            return CommandResult(False, _WHY_NOT[refused.reason].format(name=name))

    async def _obey(self, verb: str, name: str) -> str:
        match verb:
            case "end":
                await self._moderation.end_match(MatchId(name))
                return f"{name}: ended without a result"
            case "annul":
                await self._moderation.annul_match(MatchId(name))
                return f"{name}: annulled; no longer counted"
            case "bar":
                player = await self._person(name, also_new=True)
                await self._bans.bar_from(EVERYWHERE, player)
                return f"{name}: banned everywhere; running matches end after the usual warning"
            case _:
                player = await self._person(name)
                await self._bans.let_into(EVERYWHERE, player)
                return f"{name}: ban lifted"

    async def _person(self, name: str, *, also_new: bool = False) -> PlayerId:
        """Return a player by account, such as `telegram:123`, or by number, such as `p12`.

        `also_new` accepts an account that never came here; its name is its id until it does.
        """
        if _PERSON.fullmatch(name):
            players = await self._store.players((PlayerId(name),))
            if players:
                return PlayerId(name)
        platform, colon, user = name.partition(":")
        if user.startswith("@"):
            user = user.lower()
        id = await self._store.presence.who(platform, user) if colon else None
        if id is None and also_new and _NEW.fullmatch(f"{platform}:{user}"):
            return (await self._store.player_for(Actor(platform, user, user))).id
        if id is None:
            raise Refused(Reason.UNKNOWN_PLAYER, name=name)
        return id
