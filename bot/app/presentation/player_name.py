"""Format the name of a player for a card."""

from bot.app.model import display_names
from bot.app.model.player import Player
from bot.text.catalog import Texts

LONGEST_NAME = 32
"""Longer names are truncated: a card has three lines."""

_PLATFORMS = {"discord": "Discord", "telegram": "Telegram", "web": "Web"}


def name(language: Texts, player: Player | None, platform: str, *, veiled: bool = False) -> str:
    """Return the player's name on that platform.

    A player without an account there is named with their own platform, or with `veiled` as "a
    guest" from there; a deleted one is "a player".
    """
    if player is None:
        return language.t("a player")
    if player.has_left:
        return language.t("a player who left")
    local = player.on(platform)
    called = player.name if local is None else local
    short = display_names.apart(
        called if len(called) <= LONGEST_NAME else called[: LONGEST_NAME - 1] + "…"
    )
    if local is not None:
        return short
    if veiled:
        short = language.t("a guest")
    return f"{short} ({_PLATFORMS.get(player.platform, player.platform)})"
