"""Phrase codes of the core: board lines, outcomes, causes, offers.

Each function is an exhaustive `match`, so a new code does not type-check until it has a sentence.
"""

from typing import assert_never

from bot.text import numbers
from bot.text.catalog import Texts
from core.game import Line, Outcome, Termination
from core.match.model import AbortCause, OfferKind


def line(texts: Texts, line: Line) -> str:
    """Phrase a line of a board. A KeyError for an unknown key is a bug."""
    return _LINES[line.key](texts, line)


def _reversi_official(texts: Texts, line: Line) -> str:
    return texts.t("Official score {black}–{white}: empty squares go to the winner.", **line.params)


def _dice_free_ride(texts: Texts, line: Line) -> str:
    del line
    return texts.t("Free ride: any two pairs, and the fifth die gets no mark.")


def _pente_taken(texts: Texts, line: Line) -> str:
    count = int(line.params["pairs"])
    return texts.n("{count} pair captured.", "{count} pairs captured.", count)


_LINES = {
    "reversi_official": _reversi_official,
    "pente_taken": _pente_taken,
    "dice_free_ride": _dice_free_ride,
}


def outcome(texts: Texts, ended: Outcome, winner: str | None, loser: str, count: int) -> str:
    """Return winner and reason in one line; `count` is the number of moves.

    `winner` None means a draw, or that the solo player, then `loser`, has not won.
    """
    moves = texts.n("{count} move", "{count} moves", count)
    score = "–".join(numbers.whole(n) for n in sorted(ended.scores, reverse=True))
    match ended.termination:
        case Termination.AGREEMENT:
            return texts.t("Draw by agreement after {moves}.", moves=moves)
        case Termination.NO_MOVES | Termination.WIPE_OUT if winner is None:
            return texts.t("Draw, {score} after {moves}.", score=score, moves=moves)
        case Termination.FULL_BOARD:
            return texts.t("Draw: the board is full after {moves}.", moves=moves)
        case Termination.FIVE:
            return texts.t(
                "{name} wins with five in a row after {moves}.", name=winner or "", moves=moves
            )
        case Termination.PAIRS:
            return texts.t(
                "{name} wins with five captured pairs after {moves}.",
                name=winner or "",
                moves=moves,
            )
        case Termination.NO_MOVES:
            return texts.t(
                "{name} wins {score} in {moves}.", name=winner or "", score=score, moves=moves
            )
        case Termination.WIPE_OUT:
            return texts.t(
                "{name} wins {score} in {moves}: {loser} has no discs left.",
                name=winner or "",
                loser=loser,
                score=score,
                moves=moves,
            )
        case Termination.GOAL:
            return _goal_ended(texts, ended, score, winner, loser, moves)
        case Termination.EIGHTH_REJECT:
            return _dice_ended(texts, score, winner, loser, count)
        case Termination.RESIGNATION if winner is None:
            return texts.t("{name} gave up after {moves}.", name=loser, moves=moves)
        case Termination.FLAG if winner is None:
            return texts.t("{name} ran out of time after {moves}.", name=loser, moves=moves)
        case Termination.RESIGNATION:
            return texts.t(
                "{name} wins: {loser} resigned after {moves}.",
                name=winner or "",
                loser=loser,
                moves=moves,
            )
        case Termination.FLAG:
            return texts.t(
                "{name} wins on time against {loser} after {moves}.",
                name=winner or "",
                loser=loser,
                moves=moves,
            )
        case Termination.CLAIM:
            return texts.t(
                "{name} wins after {moves}: {loser} didn't come back.",
                name=winner or "",
                loser=loser,
                moves=moves,
            )
        case _:
            assert_never(ended.termination)


def _goal_ended(
    texts: Texts, ended: Outcome, score: str, winner: str | None, loser: str, moves: str
) -> str:
    """Phrase the end of any game; a single score is that of a solo game."""
    if len(ended.scores) > 1 and winner is None:
        return texts.t("Draw, {score} after {moves}.", score=score, moves=moves)
    if len(ended.scores) > 1:
        return texts.t(
            "{name} wins {score} in {moves}.", name=winner or "", score=score, moves=moves
        )
    if winner is not None:
        return texts.t(
            "{name} wins with {score} points after {rounds}.",
            name=winner,
            score=score,
            rounds=moves,
        )
    return texts.t(
        "{name} finished with {score} points after {moves}.", name=loser, score=score, moves=moves
    )


def _dice_ended(texts: Texts, score: str, winner: str | None, loser: str, count: int) -> str:
    """Phrase the end of solo dice: a winner, or a player who fell short."""
    rounds = texts.n("{count} round", "{count} rounds", count)
    if winner is not None:
        return texts.t(
            "{name} wins with {score} points after {rounds}.",
            name=winner,
            score=score,
            rounds=rounds,
        )
    return texts.t(
        "{name} finishes with {score} points after {rounds} (500 needed to win).",
        name=loser,
        score=score,
        rounds=rounds,
    )


def cause(texts: Texts, why: AbortCause, host: str, guest: str) -> str:
    """Explain why a match was aborted."""
    match why:
        case AbortCause.DECLINED:
            return texts.t("{name} declined.", name=guest)
        case AbortCause.CANCELLED:
            return texts.t("{name} withdrew the challenge.", name=host)
        case AbortCause.EXPIRED:
            return texts.t("Nobody accepted this challenge in time.")
        case AbortCause.CALLED_OFF:
            return texts.t("Cancelled before it really started. Not counted.")
        case AbortCause.NO_SHOW:
            return texts.t("Cancelled: a player never moved. Not counted.")
        case AbortCause.ENGINE_FAILED:
            return texts.t("The computer failed, sorry. Not counted.")
        case AbortCause.IMPORTED:
            return texts.t("The record ends here.")
        case AbortCause.ENDED:
            return texts.t("Ended by an admin. Not counted.")
        case AbortCause.LEFT:
            return texts.t("Cancelled: a player left. Not counted.")
        case AbortCause.DESERTED:
            return texts.t("Cancelled: everyone left. Not counted.")
        case AbortCause.FORGOTTEN:
            return texts.t("Cancelled: nobody moved for a long time. Not counted.")
        case AbortCause.ROOM_GONE:
            return texts.t("Cancelled: I was removed from its room. Not counted.")
        case AbortCause.CONTEST_OVER:
            return texts.t("Time's up: {name} didn't finish.", name=host)
        case _:
            assert_never(why)


def declined(texts: Texts, kind: OfferKind, name: str) -> str:
    """Say that an offer was declined, for its maker."""
    match kind:
        case OfferKind.DRAW:
            return texts.t("{name} offered a draw: declined.", name=name)
        case OfferKind.PAUSE:
            return texts.t("{name} asked for a pause: declined.", name=name)
        case OfferKind.TAKEBACK:
            return texts.t("{name} asked to take a move back: declined.", name=name)
        case OfferKind.RESIGN:
            return texts.t("{name} wanted to resign; the partner plays on.", name=name)
        case OfferKind.REMATCH:
            return texts.t("{name} asked for a rematch: declined.", name=name)
        case _:
            assert_never(kind)


def offer(texts: Texts, kind: OfferKind, name: str) -> str:
    """Announce an open offer on the board."""
    match kind:
        case OfferKind.DRAW:
            return texts.t("{name} offers a draw.", name=name)
        case OfferKind.PAUSE:
            return texts.t("{name} would like to pause the clocks.", name=name)
        case OfferKind.TAKEBACK:
            return texts.t("{name} would like to take back their last move.", name=name)
        case OfferKind.RESIGN:
            return texts.t("{name} would like to resign; the partner decides.", name=name)
        case OfferKind.REMATCH:
            return texts.t("{name} would like a rematch with colours swapped.", name=name)
        case _:
            assert_never(kind)
