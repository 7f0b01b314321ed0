"""What is offered while somebody types a command's option.

Reads, never decides: a completion that is out of date is refused by the service like anything else.
Fails silently, for there is nobody to tell: an error leaves the list empty.
"""

import logging
import unicodedata

from discord.app_commands import Choice

from bot.app.ports import Store
from bot.app.requests import Verb
from bot.app.sessions import Sessions
from bot.app.tokens import Press, encode
from bot.app.wording import time_control
from bot.frontends.discord import rooms
from bot.frontends.discord.rooms import Interaction
from bot.text import games
from bot.text.catalog import nearest, texts
from core.game import PASS
from core.match.clock import TimeControl
from core.match.view import MatchView, see
from core.registry import GAMES
from core.types import GameId, Move, PlayerId

log = logging.getLogger(__name__)

MOST = 25
CLOCKS = ("none", "3+2", "5+3", "10+5", "15+10", "30+20", "1h", "12h", "1d", "3d", "7d")


class Moves:
    """The moves that can be made in a place."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions

    async def fitting(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The legal moves that fit, of the matches here in which it is the asker's turn."""
        try:
            return await self._moves(interaction, typed)
        except Exception:
            log.exception("no completion for %r", typed)
            return []

    async def _moves(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        me = await self._store.player_for(rooms.actor_of(interaction))
        here = await self._store.in_room(rooms.room_of(interaction))
        views = [see((await self._sessions.load(id)).match) for id in here]
        mine = [view for view in views if _is_turn_of(view, me.id)]
        language = texts(nearest(me.locale, str(interaction.locale)))
        choices: list[Choice[str]] = []
        for view in mine:
            for move in fitting(view, typed):
                if len(mine) == 1:
                    choices.append(Choice(name=move, value=move))
                else:  # the value names the match, as a button does
                    number = mine.index(view) + 1
                    label = f"{move} · {games.game_name(language, view.match.game)} {number}"
                    token = encode(Press(view.match.id, view.match.turn, Verb.MOVE, move))
                    choices.append(Choice(name=label, value=token))
        return choices[:MOST]


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


def fitting(view: MatchView, typed: str) -> list[Move]:
    """The legal moves that begin as typed, in either order of letter and number."""
    start = squeezed(typed)
    moves = [move for move in view.moves if move != PASS]
    return [m for m in moves if squeezed(m).startswith(start) or turned(m).startswith(start)]


def squeezed(text: str) -> str:
    """Letters and digits alone, in small letters of the usual width."""
    plain = unicodedata.normalize("NFKC", text).lower()
    return "".join(sign for sign in plain if sign.isalnum())


def turned(move: Move) -> str:
    """The number before the letter."""
    letters = "".join(sign for sign in move if sign.isalpha())
    return "".join(sign for sign in move if sign.isdigit()) + letters


def _is_turn_of(view: MatchView, player: PlayerId) -> bool:
    return view.to_act is not None and view.to_act in view.match.seats_of(player)


def _begins(names: tuple[str, ...], typed: str) -> bool:
    return any(name.lower().startswith(typed.strip().lower()) for name in names)
