"""Buttons and menus: what somebody pressed, as Discord tells it.

Everything is in the identifier; nothing is remembered here, and what stands on the message just now
does not matter. So whatever is pressed is answered: on messages older than the process, on a board
that has changed since the press set out, and what another bot or release has made. (The library's
own dispatch passes such presses over, and Discord would say that the interaction failed.)
"""

from typing import Any

import discord

from bot.frontends.discord.inbound.interactions import Interactions
from bot.frontends.discord.mapping import Interaction


class HasDesk(discord.Client):
    """A client with somebody to hand interactions to."""

    desk: Interactions


def is_pressed(interaction: Interaction) -> bool:
    """Whether somebody pressed a button, or chose from a menu."""
    return interaction.type is discord.InteractionType.component


def pressed(interaction: Interaction) -> str:
    """The token: the button's identifier, or that of the choice. Forged ones arrive like any."""
    data: Any = interaction.data
    values = data.get("values")
    return str(values[0] if values else data.get("custom_id", ""))
