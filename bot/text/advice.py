"""Phrase hints and reviews.

Takes advice and reviews, returns sentences.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from bot.text import games, numbers
from bot.text.catalog import Texts
from core.engine import Advice, Candidate
from core.game import PASS, BoardView, Worth
from core.games.dice import luck as dice_luck
from core.games.dice.luck import LuckLevel, luck_level, luck_percentile
from core.registry import GAMES
from core.review import Mistake, ReviewedMove, TurningPoint
from core.types import GameId, Side

LONGEST = 12
"""Maximum moves displayed of a line."""


def hint(texts: Texts, game: GameId, view: BoardView, advice: Advice) -> str:
    """Return `d3, about +4 for you. Next: c5 (+2). Best play: d3, c3, c4.`

    For dice, a line per suggested split.
    """
    unit = GAMES[game].worth
    if unit is Worth.TOTAL:
        lines = [texts.t("Best for points on average:")]
        lines.extend(_split(texts, game, view, idea) for idea in advice.candidates)
        return "\n".join(lines)
    best, *others = advice.candidates
    if unit is Worth.CHANCE and best.proved:
        return _by_force(texts, game, best)
    parts = [_by_margin(texts, game, best)]
    if unit is Worth.CHANCE:
        parts = [_by_chance(texts, game, best)]
    for other in others[:1]:
        move, worth = games.point(game, other.move), _worth(game, other)
        parts.append(texts.t("Next best: {move} ({score}).", move=move, score=worth))
    if len(best.line) > 1:
        parts.append(_best_play(texts, _line(game, best)))
    return " ".join(parts)


def _split(texts: Texts, game: GameId, view: BoardView, idea: Candidate) -> str:
    return texts.t(
        "{split}: about {points} points on average; {chance} % to reach 500 if you go for it",
        split=games.move_label(game, idea.move, view),
        points=idea.score,
        chance=percent(idea),
    )


def _by_margin(texts: Texts, game: GameId, best: Candidate) -> str:
    move = games.point(game, best.move)
    if best.proved:
        return texts.t("{move}: {score} for you (exact).", move=move, score=discs(best))
    return texts.t("{move}: about {score} for you.", move=move, score=discs(best))


def _by_chance(texts: Texts, game: GameId, best: Candidate) -> str:
    move = games.point(game, best.move)
    return texts.t("{move}: about {chance} % to win.", move=move, chance=percent(best))


def _by_force(texts: Texts, game: GameId, best: Candidate) -> str:
    if best.chance:
        line = _line(game, best)
        return texts.t("Forced win: {line}.", line=line)
    move = games.point(game, best.move)
    return texts.t("{move} holds out longest, but your opponent has a forced win.", move=move)


def _worth(game: GameId, idea: Candidate) -> str:
    return numbers.share(percent(idea)) if GAMES[game].worth is Worth.CHANCE else discs(idea)


def percent(idea: Candidate) -> int:
    return round(idea.chance / 10)


def discs(idea: Candidate) -> str:
    """Return `+4`, with a real minus sign."""
    return numbers.signed(idea.score)


# --- a finished match ----------------------------------------------------------------------------


def accuracy(texts: Texts, names: Mapping[Side, str], accuracies: Mapping[Side, float]) -> str:
    """Return `Accuracy: Ann 92 % · Bo 84 %`."""
    shares = " · ".join(
        f"{names[side]} {numbers.share(round(accuracies[side]))}" for side in sorted(accuracies)
    )
    return texts.t("Accuracy: {shares}", shares=shares)


def turning(
    texts: Texts, game: GameId, name: str, turn: TurningPoint, *, brief: bool = False
) -> str:
    """Return `23. Bo c7 (+2 → -9). Better: h5` with a comment and, unless `brief`, the
    best line."""
    step = turn.step
    played = games.point(game, step.played.move)
    better = texts.t("Better: {move}", move=games.point(game, step.best.move))
    lines = [f"{step.number}. {name} {played} ({_fell(game, step)}). {better}"]
    line = _line(game, step.best)
    match turn.fault:
        case Mistake.MISSED_WIN:
            lines.append(texts.t("Missed a forced win: {line}.", line=line))
            return "\n".join(lines)
        case Mistake.MISSED_BLOCK:
            lines.append(texts.t("This allowed a forced win."))
        case Mistake.LOSING:
            lines.append(texts.t("The losing move: it gave the opponent a forced win."))
        case Mistake.DEAR:
            pass
        case never:
            assert_never(never)
    if len(step.best.line) > 1 and not brief:
        lines.append(_best_play(texts, line))
    return "\n".join(lines)


def _best_play(texts: Texts, line: str) -> str:
    """Phrase the best line; a truncated one gets no full stop."""
    return texts.t("Best line: {line}.", line=line).replace("….", "…")


def _line(game: GameId, idea: Candidate) -> str:
    """Return `K10, L11, M12`, truncated if long."""
    moves = [games.point(game, move) for move in idea.line if move != PASS]
    return ", ".join(moves if len(moves) <= LONGEST else [*moves[:LONGEST], "…"])


def standing(game: GameId, points: Sequence[tuple[int, int]]) -> str:
    """Return `4: +2, 9: -3`: the score after those moves."""
    percent = GAMES[game].worth is Worth.CHANCE
    return ", ".join(
        f"{number}: {numbers.share(score) if percent else numbers.signed(score)}"
        for number, score in points
    )


def _fell(game: GameId, step: ReviewedMove) -> str:
    return f"{_worth(game, step.best)} → {_worth(game, step.played)}"


def given(texts: Texts, points: int) -> str:
    """Phrase the total cost of the choices in a game of dice."""
    return texts.t("Your choices cost about {points} points in total.", points=points)


def fortune(texts: Texts, game: GameId, total: int, given: int) -> list[str]:
    """Return the lines about luck of a finished game, if the game measures it."""
    measure = _LUCK.get(game)
    return [] if measure is None else [luck(texts, measure(total, given))]


_LUCK: Mapping[GameId, Callable[[int, int], int]] = {GameId("dice"): dice_luck.luck}
"""Per game, the luck in points from a total and the cost of the choices."""


def luck(texts: Texts, points: int) -> str:
    """Phrase how lucky the dice were, as a percentage of games."""
    less, more = luck_percentile(points), 100 - luck_percentile(points)
    match luck_level(points):
        case LuckLevel.GOLDEN:
            return texts.t("Golden dice: luckier than in {count} % of games.", count=less)
        case LuckLevel.KIND:
            return texts.t("Lucky dice: luckier than in {count} % of games.", count=less)
        case LuckLevel.FAIR:
            return texts.t("Average luck.")
        case LuckLevel.UNKIND:
            return texts.t("Unlucky dice: unluckier than in {count} % of games.", count=more)
        case LuckLevel.HARSH:
            return texts.t("Terrible dice: unluckier than in {count} % of games.", count=more)


def choice(texts: Texts, game: GameId, step: ReviewedMove, view: BoardView) -> str:
    """Return `12. 8 + 6 ✕3 (45 points less). Better: 9 + 5 ✕3`."""
    return texts.t(
        "{number}. {split} ({points} points less). Better: {better}",
        number=step.number,
        split=games.move_label(game, step.played.move, view),
        points=step.points,
        better=games.move_label(game, step.best.move, view),
    )


def line(game: GameId, step: ReviewedMove, view: BoardView) -> str:
    """Return `12  8 + 6 ✕3   -45  9 + 5 ✕3`: a choice, its cost and the better one, in columns."""
    played = games.move_label(game, step.played.move, view)
    if not step.points:
        return f"{step.number:>2}  {played:<10}   ±0"
    return (
        f"{step.number:>2}  {played:<10} {numbers.whole(-step.points, '>4')}  "
        + games.move_label(game, step.best.move, view)
    )
