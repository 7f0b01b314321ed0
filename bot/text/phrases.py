"""From codes to sentences: board lines, outcomes, causes, offers.

Each function is an exhaustive `match`, so a new code does not type-check until it has its sentence.
Must not know who is told, nor where.
"""

from typing import assert_never

from bot.text import numbers
from bot.text.catalog import Texts
from core.game import Line, Outcome, Termination
from core.match.model import AbortCause, OfferKind


def line(texts: Texts, said: Line) -> str:
    """What a board says in words. KeyError for a key without a sentence: a fault of ours."""
    return _LINES[said.key](texts, said)


def _reversi_official(texts: Texts, said: Line) -> str:
    return texts.t("Official score {black}-{white}: empty squares go to the winner.", **said.params)


def _dice_free_ride(texts: Texts, said: Line) -> str:
    del said
    return texts.t("Free ride: any two pairs, and the fifth die gets no mark.")


def _pente_taken(texts: Texts, said: Line) -> str:
    count = int(said.params["pairs"])
    return texts.n("{count} pair captured.", "{count} pairs captured.", count)


_LINES = {
    "reversi_official": _reversi_official,
    "pente_taken": _pente_taken,
    "dice_free_ride": _dice_free_ride,
}


def outcome(texts: Texts, ended: Outcome, winner: str | None, loser: str, count: int) -> str:
    """Who won and why, in one line; `count` is the number of moves.

    `winner` None means a draw, or that the one who played alone, then the `loser`, has not won.
    """
    moves = texts.n("{count} move", "{count} moves", count)
    score = "-".join(numbers.whole(n) for n in sorted(ended.scores, reverse=True))
    match ended.termination:
        case Termination.AGREEMENT:
            return texts.t("A draw by agreement, {moves}.", moves=moves)
        case Termination.NO_MOVES | Termination.WIPE_OUT if winner is None:
            return texts.t("A draw, {score}, {moves}.", score=score, moves=moves)
        case Termination.FULL_BOARD:
            return texts.t("A draw: the board is full, {moves}.", moves=moves)
        case Termination.FIVE:
            return texts.t("{name} wins: five in a row, {moves}.", name=winner or "", moves=moves)
        case Termination.PAIRS:
            return texts.t("{name} wins: five pairs, {moves}.", name=winner or "", moves=moves)
        case Termination.NO_MOVES:
            return texts.t(
                "{name} wins {score}, {moves}.", name=winner or "", score=score, moves=moves
            )
        case Termination.WIPE_OUT:
            return texts.t(
                "{name} wins {score}: not one disc is left to {loser}. {moves}.",
                name=winner or "",
                loser=loser,
                score=score,
                moves=moves,
            )
        case Termination.EIGHTH_REJECT:
            return _dice_ended(texts, score, winner, loser, count)
        case Termination.RESIGNATION if winner is None:
            return texts.t("{name} gave up after {moves}.", name=loser, moves=moves)
        case Termination.FLAG if winner is None:
            return texts.t("Time ran out for {name}, {moves}.", name=loser, moves=moves)
        case Termination.RESIGNATION:
            return texts.t(
                "{name} wins: {loser} resigned, {moves}.",
                name=winner or "",
                loser=loser,
                moves=moves,
            )
        case Termination.FLAG:
            return texts.t(
                "{name} wins on time against {loser}, {moves}.",
                name=winner or "",
                loser=loser,
                moves=moves,
            )
        case Termination.CLAIM:
            return texts.t(
                "{name} wins: {loser} did not come back, {moves}.",
                name=winner or "",
                loser=loser,
                moves=moves,
            )
        case _:
            assert_never(ended.termination)


def _dice_ended(texts: Texts, score: str, winner: str | None, loser: str, count: int) -> str:
    """One plays, so there is a winner or a name that fell short."""
    rounds = texts.n("{count} round", "{count} rounds", count)
    if winner is not None:
        return texts.t(
            "{name} wins with {score} points, {rounds}.", name=winner, score=score, rounds=rounds
        )
    return texts.t(
        "{name} ends with {score} points; 500 win. {rounds}.",
        name=loser,
        score=score,
        rounds=rounds,
    )


def cause(texts: Texts, why: AbortCause, host: str, guest: str) -> str:
    """Why a match came to nothing."""
    match why:
        case AbortCause.DECLINED:
            return texts.t("{name} declined.", name=guest)
        case AbortCause.CANCELLED:
            return texts.t("{name} withdrew the challenge.", name=host)
        case AbortCause.EXPIRED:
            return texts.t("Nobody took this challenge in time.")
        case AbortCause.CALLED_OFF:
            return texts.t("Called off before it had really begun; it does not count.")
        case AbortCause.NO_SHOW:
            return texts.t("Called off: one side never moved. It does not count.")
        case AbortCause.ENGINE_FAILED:
            return texts.t("The computer failed, sorry. The match does not count.")
        case AbortCause.IMPORTED:
            return texts.t("The record ends here.")
        case AbortCause.ENDED:
            return texts.t("Ended by those who run this place; it does not count.")
        case AbortCause.LEFT:
            return texts.t("Called off: somebody has left. It does not count.")
        case AbortCause.DESERTED:
            return texts.t("Called off: everybody has left. It does not count.")
        case AbortCause.FORGOTTEN:
            return texts.t("Called off: nobody moved for a long time. It does not count.")
        case AbortCause.ROOM_GONE:
            return texts.t("Called off: I was removed from where it was played. It does not count.")
        case AbortCause.CONTEST_OVER:
            return texts.t("Time is up: {name} did not finish.", name=host)
        case _:
            assert_never(why)


def declined(texts: Texts, kind: OfferKind, name: str) -> str:
    """That an offer was refused; whoever made it has to hear of it."""
    match kind:
        case OfferKind.DRAW:
            return texts.t("{name} offered a draw: declined.", name=name)
        case OfferKind.PAUSE:
            return texts.t("{name} asked for a pause: declined.", name=name)
        case OfferKind.TAKEBACK:
            return texts.t("{name} asked to take a move back: declined.", name=name)
        case OfferKind.RESIGN:
            return texts.t("{name} would resign, the partner plays on.", name=name)
        case OfferKind.REMATCH:
            return texts.t("{name} asked for a rematch: declined.", name=name)
        case _:
            assert_never(kind)


def offer(texts: Texts, kind: OfferKind, name: str) -> str:
    """The standing offer, as the board announces it."""
    match kind:
        case OfferKind.DRAW:
            return texts.t("{name} offers a draw.", name=name)
        case OfferKind.PAUSE:
            return texts.t("{name} asks for a pause: no time would run.", name=name)
        case OfferKind.TAKEBACK:
            return texts.t("{name} would like to take their last move back.", name=name)
        case OfferKind.RESIGN:
            return texts.t("{name} would resign; the partner decides.", name=name)
        case OfferKind.REMATCH:
            return texts.t("{name} wants a rematch, colours swapped.", name=name)
        case _:
            assert_never(kind)
