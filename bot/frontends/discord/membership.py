"""Membership on Discord: people in servers, the bot in servers, deleted channels.

Forwards gateway events to the application. Bans are sent to every bot that may see them; leaving
members only to bots whose owner has enabled the "server members intent" in the developer portal. It
is requested if allowed; without it people are checked one by one, when it matters.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.app.facade import Facade
from bot.app.model.presence import Closed
from bot.app.presence.tracker import PresenceTracker
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.mapping import PLATFORM

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007
HEARD = (
    *("on_ready", "on_guild_join", "on_guild_remove", "on_guild_channel_delete"),
    *("on_raw_member_remove", "on_member_join", "on_member_ban"),
)
"""The library's names of what is listened to."""


def may_see_members(flags: discord.ApplicationFlags) -> bool:
    """Whether the portal allows this application the list of members."""
    return flags.gateway_guild_members or flags.gateway_guild_members_limited


class Membership:
    """Listens to a client."""

    def __init__(self, client: discord.Client, presence: PresenceTracker, facade: Facade) -> None:
        self._client = client
        self._presence = presence
        self._facade = facade
        self._turn = asyncio.Lock()  # what comes first is served first: who left may be back

    def listen(self) -> None:
        for name in HEARD:
            self._client.event(getattr(self, name))
        self._presence.add_membership_check(PLATFORM, self.is_member)

    async def is_member(self, server: str, user: str) -> bool | None:
        """Asks, which needs no intent."""
        try:
            await self._client.http.get_member(int(server), int(user))
        except discord.NotFound as error:
            return False if error.code == UNKNOWN_MEMBER else None
        except errors.Failed as error:
            log.info("nothing is known of a member: %s", error)
            return None
        return True

    async def close(self) -> None:
        """Returns when what was heard has been served; the rest is found out at the next start."""
        for name in HEARD:  # the library's own tasks outlive its client
            self._client.__dict__.pop(name, None)
        async with self._turn:
            pass

    async def _serve(self, fact: Callable[[], Awaitable[None]]) -> None:
        async with self._turn:
            await fact()

    async def on_ready(self) -> None:
        await self._serve(self._compare)

    async def _compare(self) -> None:
        """Servers that the bot was put into, or out of, while it was not looking."""
        known = {str(guild.id) for guild in self._client.guilds}
        for space in sorted(known):
            await self._presence.opened(Closed(PLATFORM, True, space))
        for room in await self._facade.live_rooms(PLATFORM):
            if room.space and room.space not in known and not mapping.is_by_token(room):
                await self._presence.closed(Closed(PLATFORM, True, room.space))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        server = Closed(PLATFORM, True, str(guild.id))
        await self._serve(lambda: self._presence.opened(server))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        server = Closed(PLATFORM, True, str(guild.id))
        await self._serve(lambda: self._presence.closed(server))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        gone = Closed(PLATFORM, False, str(channel.id))
        await self._serve(lambda: self._presence.closed(gone))

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        await self._left(payload.guild_id, payload.user.id)

    async def on_member_ban(
        self, guild: discord.Guild, user: discord.User | discord.Member
    ) -> None:
        await self._left(guild.id, user.id)

    async def _left(self, server: int, user: int) -> None:
        await self._serve(lambda: self._presence.left(PLATFORM, str(server), str(user)))

    async def on_member_join(self, member: discord.Member) -> None:
        who = str(member.guild.id), str(member.id)
        await self._serve(lambda: self._presence.returned(PLATFORM, *who))
