"""Format the name of a player for a card."""

from bot.app.model import display_names
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.ports.store import Store
from bot.app.presentation.match_text import PlayerNames
from bot.text import games
from bot.text.catalog import Texts
from core.match.model import Match, Occupant
from core.types import PlayerId

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


async def player_names_in(store: Store, language: Texts, match: Match, room: Room) -> PlayerNames:
    """Return the names of a match as everyone in that room may see them."""
    named = (await store.houses.settings(room)).names
    return await player_names(store, language, match, room.platform, veiled=not named)


async def player_names(
    store: Store, language: Texts, match: Match, platform: str, *, veiled: bool = False
) -> PlayerNames:
    """Return the names of a match as a reader on `platform` sees them.

    With `veiled`, players from other platforms are not named.
    """
    ids = {who.player for who in match.seats if who is not None}
    ids |= {match.host} | ({match.invited} if match.invited else set())
    known = await store.players(sorted(ids))

    def called(id: PlayerId) -> str:
        return name(language, known.get(id), platform, veiled=veiled)

    def seat(number: int, who: Occupant | None) -> str:
        if who is None:
            return ""
        if match.is_imported:
            return language.t("Player {number}", number=number % 2 + 1)
        if who.level is not None:
            level = games.level_name(language, who.level)
            return language.t("Computer ({level})", level=level)
        return called(who.player)

    invited = called(match.invited) if match.invited else None
    host = called(match.host)
    return PlayerNames(tuple(seat(*each) for each in enumerate(match.seats)), host, invited)
