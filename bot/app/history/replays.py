"""Replays: a match as an animation, in the viewer's language.

Drawing takes about a tenth of a second, longer for long matches, so it runs in a thread, one replay
at a time, and the last few are cached: a finished match never changes. Callers check access.
"""

import asyncio

from bot.app.history.positions import views
from bot.app.lru import LRUDict
from bot.app.model.room import Room
from bot.app.presentation import match_text
from bot.app.presentation.match_text import PlayerNames
from bot.app.presentation.presenter import Presenter
from bot.text import games
from bot.text.catalog import Texts, texts
from core.game import PASS
from core.match.model import Match
from core.match.view import see
from renderers import animation

KEPT = 32
"""Maximum number of replays in memory, about 300 kB each."""


class Replays:
    """Render and cache matches as GIFs."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter
        self._recent: LRUDict[object, bytes] = LRUDict(KEPT)
        self._one = asyncio.Semaphore()

    async def gif(self, match: Match, locale: str, room: Room, theme: str) -> bytes:
        """Return all positions so far, with the names as shown in that room."""
        language = texts(locale)
        return await self.of(
            match, language, await self._presenter.cast_in(language, match, room), theme
        )

    async def of(self, match: Match, language: Texts, cast: PlayerNames, theme: str) -> bytes:
        """Return all positions so far, with these names."""
        key = (match.id, len(match.plies), match.status, cast, language.locale, theme)
        if (cached := self._recent.recall(key)) is not None:
            return cached
        async with self._one:
            drawn = await asyncio.to_thread(_draw, match, language, cast, theme)
        self._recent[key] = drawn
        return drawn


def _draw(match: Match, language: Texts, cast: PlayerNames, theme: str) -> bytes:
    lines = captions(match, language, cast)
    return animation.replay(match.game, views(match), lines, names=cast.seats, theme=theme)


def captions(match: Match, language: Texts, cast: PlayerNames) -> list[str]:
    """Return the caption of each position: empty first, then the moves, and the result last."""
    lines, number = [""], len(match.setup.opening)
    for ply in match.plies:
        name = cast.seats[ply.seat]
        if ply.move == PASS:
            lines.append(language.t("{name} passes", name=name))
        else:
            number += 1
            lines.append(f"{number}. {name} {games.point(match.game, ply.move)}")
    if match.is_over and (ended := match_text.ending(language, see(match), cast)):
        lines[-1] = ended
    return lines
