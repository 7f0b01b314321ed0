"""Scores of the computer players of Solitaire Dice: `python -m bench dice-advisor [GAMES]`.

All play the same solo games, 100,000 by default; players that search from the sheet, and
`two_step`, play a tenth of them. The throws come from chances numbered from 0, so a run is
reproducible to the point. Table players run compiled (`training/dice/playing.py`), since this would
take an hour otherwise; a test compares them with the shipped player.

`p500` is the share of games with 500 points; `within` is half the width of the 95 % interval of the
figure before it. Names ending in `_less_luck` subtract the luck that the table foresaw, a control
variate with mean zero. `strong` and `two_step` use the table of points, `p500` the one of chances;
a duel is played by two of them on the same throws, and a tie is half a win. Times are CPU times of
a hint, which asks both tables, the minimum of three for each decision.
"""

import hashlib
import time
from collections.abc import Iterator, Sequence
from importlib import resources
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import form
from core.chance import Chance, roll
from core.engine import Stop, salt_for
from core.game import Setup
from core.games.dice.advisor import Advisor
from core.games.dice.engine import TASTES, DiceEngine
from core.games.dice.rules import DICE, WIN, View
from core.games.dice.values import LOGIT_UNIT, POINT_UNIT, Aim
from core.types import Level, MatchId
from training.dice.playing import play
from training.dice.throwing import NUMBER

USUAL = 100_000
SHARE = 10
"""Slow players play one game in this many."""

LINES = {"greedy": "greedy", "careful": "careful", "methodical": "rule_card"}
"""What the lines of a level begin with."""

_UNITS = {Aim.MEAN: POINT_UNIT, Aim.WIN: LOGIT_UNIT}
_Z = 1.96
_ROLLS = 30
"""Throws that nearly every game ends with."""
_TIMED, _EACH = 40, 3
"""Games whose decisions are timed, and how often each is."""


def run(args: list[str]) -> Iterator[str]:
    """Lines `greedy.mean` ... `p500.p500`, `two_step.worst`, as said above."""
    games = int(args[0]) if args else USUAL
    few = max(1, games // SHARE)
    for level in TASTES:
        yield from scored(LINES[level], np.array([tasted(level, number) for number in range(few)]))
    strong, luck = learned(Aim.MEAN, range(games))
    yield from scored("strong", strong)
    yield from mean("strong_less_luck.mean", strong - luck, "n")
    chasing, luck = learned(Aim.WIN, range(games))
    yield from scored("p500", chasing)
    yield from mean("p500_less_luck.p500", 100 * ((chasing >= WIN) - luck), "%")
    two, luck = learned(Aim.MEAN, range(few), steps=2)
    yield from scored("two_step_plain", two)
    yield from mean("two_step.mean", two - luck, "n")
    yield from duel("duel.strong_against_p500", strong, chasing)
    yield from duel("duel.two_step_against_strong", two, strong[:few])
    yield from timed("one_step", 1)
    yield from timed("two_step", 2)


def scored(name: str, totals: NDArray[np.float64]) -> Iterator[str]:
    yield from mean(f"{name}.mean", totals, "n")
    yield from mean(f"{name}.p500", 100.0 * (totals >= WIN), "%")


def duel(name: str, one: NDArray[np.float64], other: NDArray[np.float64]) -> Iterator[str]:
    return mean(name, 100 * np.where(one == other, 0.5, one > other), "%")


def mean(name: str, numbers: NDArray[np.floating[Any]], unit: str) -> Iterator[str]:
    """The mean, and how far it may be off."""
    yield form.line(name, float(numbers.mean()), unit)
    yield form.line(f"{name}_within", _Z * float(numbers.std()) / sqrt(len(numbers)), unit)


# --- games ---------------------------------------------------------------------------------------


def chance(number: int) -> Chance:
    return Chance(hashlib.sha256(f"dice-levels {number}".encode()).digest(), "bench", "")


def tasted(level: Level, number: int) -> int:
    """The total of one game, as the shipped player plays it."""
    engine = DiceEngine(stored(Aim.MEAN))
    position = DICE.start(Setup(1, chance=chance(number)))
    limit, id = engine.limit(level), MatchId(f"bench{number}")
    while position.throw:
        salt = salt_for(id, position.sheet.rounds)
        choice = engine.choose(DICE.look(position), level, limit, salt, Stop())
        position = DICE.play(position, choice.move)
    return position.sheet.total


def learned(
    aim: Aim, numbers: Sequence[int], steps: int = 1, rolls: int = _ROLLS
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The totals of games by a shipped table, and the luck in each that it foresaw."""
    table = np.frombuffer(stored(aim), "<i2").astype(np.float32) / np.float32(_UNITS[aim])
    totals, luck = np.empty(len(numbers)), np.empty(len(numbers))
    throws = np.array([thrown(number, rolls) for number in numbers], np.int16)
    play(table, throws, list(Aim).index(aim), steps, totals, luck)
    longer = np.flatnonzero(np.isnan(totals))
    if len(longer):
        again = learned(aim, [numbers[int(at)] for at in longer], steps, 2 * rolls)
        totals[longer], luck[longer] = again
    return totals, luck


def thrown(number: int, rolls: int) -> list[int]:
    """The throws of a game, by number."""
    dice = chance(number)
    return [NUMBER[tuple(sorted(roll(dice, turn)))] for turn in range(1, rolls + 1)]


def stored(aim: Aim) -> bytes:
    return resources.files("core.games.dice").joinpath(f"{aim}.bin").read_bytes()


# --- times ---------------------------------------------------------------------------------------


def timed(name: str, steps: int) -> Iterator[str]:
    """Milliseconds of the dearest decision of some games, and of one on average."""
    advisor = Advisor(stored(Aim.MEAN), stored(Aim.WIN))
    views = [view for number in range(_TIMED // steps) for view in views_of(advisor, number)]
    times = np.array([min(_cost(advisor, view, steps) for _ in range(_EACH)) for view in views])
    yield form.line(f"{name}.worst", float(times.max()), "ms")
    yield form.line(f"{name}.typical", float(times.mean()), "ms")


def views_of(advisor: Advisor, number: int) -> Iterator[View]:
    """Return the views in a game of the strong player, before each of its decisions."""
    position = DICE.start(Setup(1, chance=chance(number)))
    while position.throw:
        view = DICE.look(position)
        yield view
        position = DICE.play(position, advisor.advise(view, Aim.MEAN)[0].move)


def _cost(advisor: Advisor, view: View, steps: int) -> float:
    begin = time.process_time()
    advisor.advise(view, Aim.MEAN, steps)
    return 1000 * (time.process_time() - begin)
