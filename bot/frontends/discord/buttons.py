"""Buttons and menus as discord.py sees them: one class for all, whatever message they are on.

Registered once at start; the library recognises ours by how their identifiers begin, so they work
on messages older than the process. Everything is in the identifier; nothing is remembered here.
"""

import re
from typing import Any

import discord
from discord import ui

from bot.frontends.discord.desk import Desk
from bot.frontends.discord.rooms import Interaction

TEMPLATE = re.compile(r"v[0-9]+-.+", re.DOTALL)
"""Any release's identifiers: those of other ones are refused politely by `tokens.decode`."""


class HasDesk(discord.Client):
    """A client with somebody to hand interactions to."""

    desk: Desk


class GameButton(ui.DynamicItem[ui.Item[Any]], template=TEMPLATE):
    """A pressed button, or a menu in which something was chosen."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> "GameButton":
        """Looks at nothing, so that it cannot fail: the library would swallow that."""
        del interaction, match
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """The root of a press's task: the desk answers whatever happens."""
        data: Any = interaction.data
        values = data.get("values")
        await interaction.client.desk.press(interaction, values[0] if values else data["custom_id"])
