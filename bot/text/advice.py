"""What an adviser says, in words: hints, and what a finished match comes to.

Takes advice and reviews, gives sentences. Must not know how advice is come by.
"""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from bot.text import dice, games, numbers
from bot.text.catalog import Texts
from core.engine import Advice, Idea
from core.game import PASS, BoardView
from core.games.dice.luck import Fortune, fortune, kinder_than
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.review import Fault, Step, Turning
from core.types import GameId, Side

LONGEST = 12
"""So many moves of a line are told at most."""


def hint(texts: Texts, game: GameId, view: BoardView, told: Advice) -> str:
    """`d3, about +4 for you. Next: c5 (+2). Best play: d3, c3, c4.`; of dice the best splits, a
    line each."""
    if game == DICE.id:
        lines = [texts.t("For as many points as possible, on average:")]
        lines.extend(_split(texts, view, idea) for idea in told.ideas)
        return "\n".join(lines)
    best, *others = told.ideas
    if game == PENTE.id and best.proved:
        return _by_force(texts, best)
    said = [_of_pente(texts, best) if game == PENTE.id else _of_reversi(texts, best)]
    for other in others[:1]:
        move, worth = games.point(game, other.move), _worth(game, other)
        said.append(texts.t("Next: {move} ({score}).", move=move, score=worth))
    if len(best.line) > 1:
        said.append(_best_play(texts, _line(game, best)))
    return " ".join(said)


def _split(texts: Texts, view: Any, idea: Idea) -> str:
    return texts.t(
        "{split}: about {points} in the end; 500 in {chance} % of games if you play for it",
        split=dice.split_label(idea.move, free=view.free),
        points=idea.score,
        chance=percent(idea),
    )


def _of_reversi(texts: Texts, best: Idea) -> str:
    if best.proved:
        return texts.t("{move}, {score} for you to the end.", move=best.move, score=discs(best))
    return texts.t("{move}, about {score} for you.", move=best.move, score=discs(best))


def _of_pente(texts: Texts, best: Idea) -> str:
    move = games.point(PENTE.id, best.move)
    return texts.t(
        "{move}; you win about {chance} of 100 from here.", move=move, chance=percent(best)
    )


def _by_force(texts: Texts, best: Idea) -> str:
    if best.chance:
        line = _line(PENTE.id, best)
        return texts.t("This wins, whatever the other does: {line}.", line=line)
    move = games.point(PENTE.id, best.move)
    return texts.t("{move} holds longest, but the other wins by force.", move=move)


def _worth(game: GameId, idea: Idea) -> str:
    return numbers.share(percent(idea)) if game == PENTE.id else discs(idea)


def percent(idea: Idea) -> int:
    return round(idea.chance / 10)


def discs(idea: Idea) -> str:
    """`+4`, with a real minus sign."""
    return numbers.signed(idea.score)


# --- a finished match ----------------------------------------------------------------------------


def accuracy(texts: Texts, names: Mapping[Side, str], found: Mapping[Side, float]) -> str:
    """`Ann 92 % · Bo 84 % of best play`."""
    shares = " · ".join(
        f"{names[side]} {numbers.share(round(found[side]))}" for side in sorted(found)
    )
    return texts.t("{shares} of best play", shares=shares)


def turning(texts: Texts, game: GameId, name: str, turn: Turning, *, brief: bool = False) -> str:
    """`23. Bo c7   +2 → -9   better h5`, what was wrong where it is more than that, and unless it
    shall be `brief` how it would have gone on."""
    step = turn.step
    played = games.point(game, step.played.move)
    better = texts.t("better {move}", move=games.point(game, step.best.move))
    said = [f"{step.number}. {name} {played}   {_fell(game, step)}   {better}"]
    line = _line(game, step.best)
    match turn.fault:
        case Fault.MISSED_WIN:
            said.append(texts.t("A win by force was there: {line}.", line=line))
            return "\n".join(said)
        case Fault.MISSED_BLOCK:
            said.append(texts.t("After this the other could win by force."))
        case Fault.LOSING:
            said.append(texts.t("The losing move: from here the other won by force."))
        case Fault.DEAR:
            pass
        case never:
            assert_never(never)
    if len(step.best.line) > 1 and not brief:
        said.append(_best_play(texts, line))
    return "\n".join(said)


def _best_play(texts: Texts, line: str) -> str:
    """A line that is cut needs no full stop."""
    return texts.t("Best play: {line}.", line=line).replace("….", "…")


def _line(game: GameId, idea: Idea) -> str:
    """`K10, L11, M12`, cut where it gets long."""
    moves = [games.point(game, move) for move in idea.line if move != PASS]
    return ", ".join(moves if len(moves) <= LONGEST else [*moves[:LONGEST], "…"])


def standing(game: GameId, points: Sequence[tuple[int, int]]) -> str:
    """`4: +2, 9: -3`: how it stood after which move."""
    percent = game == PENTE.id
    return ", ".join(
        f"{number}: {numbers.share(score) if percent else numbers.signed(score)}"
        for number, score in points
    )


def _fell(game: GameId, step: Step) -> str:
    return f"{_worth(game, step.best)} → {_worth(game, step.played)}"


def given(texts: Texts, points: int) -> str:
    """What all choices of a game of dice gave away."""
    return texts.t("Your choices gave away about {points} points in all.", points=points)


def luck(texts: Texts, points: int) -> str:
    """How kind the dice were, and to how many of a hundred games they are kinder or less kind."""
    less, more = kinder_than(points), 100 - kinder_than(points)
    match fortune(points):
        case Fortune.GOLDEN:
            return texts.t("Golden dice: in {count} of 100 games they are less kind.", count=less)
        case Fortune.KIND:
            return texts.t("Kind dice: in {count} of 100 games they are less kind.", count=less)
        case Fortune.FAIR:
            return texts.t("The dice were as they usually are.")
        case Fortune.UNKIND:
            return texts.t("Unkind dice: in {count} of 100 games they are kinder.", count=more)
        case Fortune.HARSH:
            return texts.t("Harsh dice: in {count} of 100 games they are kinder.", count=more)


def choice(texts: Texts, step: Step, *, free: bool) -> str:
    """`12. 8 + 6 ✕3: 45 points less than 9 + 5 ✕3`."""
    return texts.t(
        "{number}. {split}: {points} points less than {better}",
        number=step.number,
        split=dice.split_label(step.played.move, free=free),
        points=step.points,
        better=dice.split_label(step.best.move, free=free),
    )


def line(step: Step, *, free: bool) -> str:
    """`12  8 + 6 ✕3   -45  9 + 5 ✕3`: what one choice gave away, and for what; in columns."""
    played = dice.split_label(step.played.move, free=free)
    if not step.points:
        return f"{step.number:>2}  {played:<10}   ±0"
    return (
        f"{step.number:>2}  {played:<10} {numbers.whole(-step.points, '>4')}  "
        + dice.split_label(step.best.move, free=free)
    )
