"""Autocomplete for the options of commands.

Only reads: an outdated completion is refused by the service like any other input. Errors leave the
list empty, because autocomplete has no way to show them.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, zip_longest

from discord.app_commands import Choice

from bot.app.facade import Facade
from bot.app.model import room_settings
from bot.app.model import settings as own
from bot.app.model.button_token import Press, encode
from bot.app.model.request import Verb
from bot.app.presentation.coordinates import complete
from bot.app.presentation.match_text import time_control
from bot.frontends.discord import mapping
from bot.frontends.discord.mapping import Interaction
from bot.text import games, slash
from bot.text import room_settings as words
from bot.text import settings as own_words
from bot.text.catalog import Texts, nearest, texts
from core.match.clock import TimeControl
from core.match.model import Match
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, Move, PlayerId

log = logging.getLogger(__name__)

MOST = 25
CLOCKS = ("none", "3+2", "5+3", "10+5", "15+10", "30+20", "1h", "12h", "1d", "3d", "7d")


class MoveAutocomplete:
    """The moves that can be made in a place."""

    def __init__(self, facade: Facade) -> None:
        self._facade = facade

    async def fitting(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The legal moves that fit, of the matches here in which it is the asker's turn."""
        try:
            return await self._moves(interaction, typed)
        except Exception:
            log.exception("no completion for %r", typed)
            return []

    async def _moves(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        me = await self._facade.player(mapping.actor_of(interaction))
        here = await self._facade.sessions_in(mapping.room_of(interaction))
        mine = [each.match for each in here if _is_turn_of(each.match, me.id)]
        language = texts(nearest(me.locale, str(interaction.locale)))
        if len(mine) == 1:
            return [Choice(name=m, value=m) for m in complete(see(mine[0]), typed, MOST)]
        offered = [
            [_named(language, match, number, move) for move in complete(see(match), typed, MOST)]
            for number, match in enumerate(mine[:MOST], 1)
        ]
        in_turn = chain.from_iterable(zip_longest(*offered))
        return [choice for choice in in_turn if choice is not None][:MOST]


async def levels(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The computer's strengths at the chosen game."""
    chosen = getattr(interaction.namespace, "game", None)
    game = GAMES.get(GameId(str(chosen))) or next(iter(GAMES.values()))
    language = texts(nearest(str(interaction.locale)))
    offered = [(games.level_name(language, level), level) for level in game.levels]
    return [Choice(name=n, value=v) for n, v in offered if _begins((n, v), typed)]


async def clocks(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Usual time controls; any other can be typed."""
    language = texts(nearest(str(interaction.locale)))
    offered = [(time_control(language, TimeControl.parse(clock)), clock) for clock in CLOCKS]
    return [Choice(name=n, value=v) for n, v in offered if _begins((n, v), typed)]


async def tables(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """What the daily dice tell of days that have closed; a date can be typed."""
    language = texts(nearest(str(interaction.locale)))
    offered = [(language.t(word), key) for key, word in slash.TABLES.items()]
    return [Choice(name=n, value=v) for n, v in offered if _begins((n, v), typed)]


async def settings(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Changes of one's own settings: how they are said, and what that means."""
    return _changes(interaction, typed, own.KEYS, own_words.change)


async def setup(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Changes of a server's settings, or after `here` of this channel's."""
    return _changes(interaction, typed, room_settings.KEYS, words.change, before=room_settings.HERE)


def _changes(
    interaction: Interaction,
    typed: str,
    keys: Mapping[str, Sequence[str]],
    meaning: Callable[[Texts, str, str], str],
    before: str = "",
) -> list[Choice[str]]:
    """Those in which everything typed is found; a few of each setting while nothing is."""
    language = texts(nearest(str(interaction.locale)))
    wanted = typed.lower().split()
    first = f"{wanted.pop(0)} " if before and wanted[:1] == [before] else ""
    said = [[f"{key} {value}" for value in values] for key, values in keys.items()]
    in_turn = chain.from_iterable(said if wanted else zip_longest(*said))
    offered = [
        (f"{first}{each} · {meaning(language, *each.split(' ', 1))}", f"{first}{each}")
        for each in in_turn
        if each is not None
    ]
    found = [(n, v) for n, v in offered if all(word in n.lower() for word in wanted)]
    return [Choice(name=name, value=value) for name, value in found[:MOST]]


def _named(language: Texts, match: Match, number: int, move: Move) -> Choice[str]:
    """A move of one of several matches: the value names the match, as a button does."""
    label = f"{move} · {games.game_name(language, match.game)} {number}"
    return Choice(name=label, value=encode(Press(match.id, match.turn, Verb.MOVE, move)))


def _is_turn_of(match: Match, player: PlayerId) -> bool:
    return see(match).to_act in match.seats_of(player)


def _begins(names: tuple[str, ...], typed: str) -> bool:
    return any(name.lower().startswith(typed.strip().lower()) for name in names)
