"""Discord: commands, buttons and boards, with discord.py. Knows no other front end."""

from bot.frontends.discord.client import DiscordFrontEnd

__all__ = ["DiscordFrontEnd"]
