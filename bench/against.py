"""Play one side of a game against another program, and time it.

How the opponent is asked and how a game begins belongs to each game.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench.form import Unusable
from bench.match import Asked, Played
from bot.engines.registry import ENGINES
from core.engine import Engine, Limit, Stop, salt_for
from core.errors import Reason, Refused
from core.game import Game, Outcome
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Move


@dataclass(frozen=True, slots=True)
class Ours:
    """Our computer player, at a level."""

    game: Game[Any, Any]
    engine: Engine[Any]
    level: Level
    limit: Limit

    @staticmethod
    def of(id: GameId, asked: Asked) -> "Ours":
        """Return the requested level, by default the strongest."""
        game, engine = GAMES[id], ENGINES[id].engine
        level = Level(asked.level) if asked.level else game.levels[-1]
        limit = engine.limit(level)
        if asked.nodes:
            limit = Limit(asked.nodes, limit.millis)
        return Ours(game, engine, level, limit)


@dataclass(slots=True)
class Record:
    """A game as it goes, from `position` on. Of its number our chance is made."""

    ours: Ours
    number: int
    position: Any
    moves: list[Move] = field(default_factory=list)
    seconds: float = 0.0  # CPU of ours
    asked: int = 0  # moves of ours that were thought about
    answered: int = 0  # moves of theirs
    given_up: bool = False  # by the other

    def play(self, move: Move) -> None:
        """Refused(ILLEGAL_MOVE)."""
        self.position = self.ours.game.play(self.position, move)
        self.moves.append(move)

    def answer(self, said: str) -> None:
        """What the other side plays. Unusable where it is no legal move."""
        try:
            self.play(self.ours.game.read_move(said))
        except Refused as refused:
            what = "illegal" if refused.reason is Reason.ILLEGAL_MOVE else "no move"
            where = f"in game {self.number + 1} after {' '.join(self.moves)}"
            raise Unusable(f"the opponent's {said[:20]!r} is {what} {where}") from None
        self.answered += 1

    def think(self) -> Move:
        """What we play there; it is not played yet."""
        ours, salt = self.ours, salt_for(MatchId(f"bench{self.number}"), len(self.moves))
        view = ours.game.look(self.position)
        begun = time.process_time()
        choice = ours.engine.choose(view, ours.level, ours.limit, salt, Stop())
        self.seconds += time.process_time() - begun
        self.asked += 1
        return choice.move

    def played(
        self, side: int, their_seconds: float, told: Callable[[Outcome | None], str]
    ) -> Played:
        """The game that is over, seen from our `side`; `told` says how it ended (None: the other
        gave up), and the moves."""
        outcome = self.ours.game.outcome(self.position)
        if self.given_up:
            score = 1.0
        else:
            assert outcome is not None
            score = 0.5 if outcome.winner is None else float(outcome.winner == side)
        said = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[score]
        note = f"{said} as {told(outcome)}"
        return Played(score, self.seconds, self.asked, their_seconds, self.answered, note)
