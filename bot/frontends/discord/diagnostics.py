"""What the token opens, for `tavola check --online`: asks Discord and changes nothing.

One line a finding, in the operator's English; an obstacle is a reason why it would not start, or
would start and hear nothing.
"""

from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.app.model.request import Request
from bot.config import DiscordConfig
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.client import point_at
from bot.frontends.discord.commands import command_sync
from bot.frontends.discord.commands.command_i18n import CommandTranslator
from bot.frontends.discord.commands.slash_commands import Commands
from bot.frontends.discord.mapping import Interaction


@dataclass(frozen=True, slots=True)
class Finding:
    text: str
    obstacle: bool = False


async def check(config: DiscordConfig) -> list[Finding]:
    """Who we are, how we are invited, whether presses reach us, the commands."""
    point_at(config)
    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = app_commands.CommandTree(client)
    Commands(_ask, _moves).add_to(tree)
    try:
        async with client:
            await client.login(config.token.reveal())
            await tree.set_translator(CommandTranslator())
            return await _findings(client, tree)
    except discord.LoginFailure:
        return [Finding("Discord does not accept the token", obstacle=True)]
    except (*errors.Failed, discord.GatewayNotFound) as error:
        return [Finding(f"Discord cannot be reached: {type(error).__name__}", obstacle=True)]


async def _findings(client: discord.Client, tree: command_sync.Tree) -> list[Finding]:
    app = client.application
    assert app is not None
    found = [
        Finding(f"the token is that of {client.user}"),
        Finding("it asks for no privileged intents"),
        Finding(f"to be added to a server: {invitation(app.id)}"),
    ]
    if not app.bot_public:
        found.append(Finding("only its owner can add it to servers (Developer Portal, Bot)"))
    if app.interactions_endpoint_url:
        where = "an interactions endpoint is set in the Developer Portal"
        found.append(Finding(f"{where}: no press would arrive here", obstacle=True))
    _, _, starts = await client.http.get_bot_gateway()
    found.append(Finding(f"connections left today: {starts['remaining']}"))
    same = command_sync.same(await command_sync.known(client), await command_sync.wanted(tree))
    outdated = "the commands are out of date; starting updates them"
    found.append(Finding("the commands are up to date" if same else outdated))
    return found


def invitation(application: int) -> str:
    """Return the address that adds the bot to a server with the permissions it needs."""
    rights = discord.Permissions(**dict.fromkeys(mapping.NEEDED, True))
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=rights, scopes=scopes)


async def _ask(interaction: Interaction, request: Request) -> None:
    """Handler for a command tree that is only inspected."""


async def _moves(interaction: Interaction, typed: str) -> list[Choice[Any]]:
    del interaction, typed
    return []
