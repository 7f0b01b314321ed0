"""Reversi games as text: transcripts, and the record shared with GGF (`ggf.py`).

A transcript is the squares in a row, `f5d6c3...`, without passes; reading puts them back, as a pass
is always forced. Readers are generous with form (case, spaces, move numbers, written passes,
comments, results) and strict with rules: every move is played, and the faulty one is named by the
number of its disc.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core import transcript as text_of
from core.errors import Reason, Refused
from core.game import PASS, Outcome, Setup, Termination
from core.games.reversi.notation import PASS_WORDS
from core.games.reversi.rules import REVERSI, SQUARES, Position
from core.types import Move, Seat

START = REVERSI.start(Setup(seats=2))
_WORDS = "|".join(sorted(map(re.escape, PASS_WORDS), key=len, reverse=True))
_TOKEN = re.compile(
    r"(?P<result>[0-9]{1,2}\s?[-:/]\s?[0-9]{1,2}(?![0-9])|\*)"
    r"|(?P<number>[0-9]{1,2}(?:[.):]{1,3}|(?=\s|$)))"
    r"|(?P<square>[a-h][1-8])"
    rf"|(?P<pass>{_WORDS})"
    r"|(?P<gap>[\s,;.\-]+)"
)

_SAME_RULES = re.compile(r"reversi|othello|[0-9]", re.IGNORECASE)  # PlayOK writes a number
_RESULT = re.compile(r"(?:[0-9]{1,2}\s?[-:/]\s?[0-9]{1,2}(?![0-9])|\*)")


class Ended(StrEnum):
    """Why a recorded game is over; the letters are those of GGF."""

    PLAYED = ""
    RESIGNED = "r"
    TIME = "t"
    AGREED = "s"


@dataclass(frozen=True, slots=True)
class Result:
    """Black's discs less White's; all 64 where one side resigned or ran out of time."""

    margin: float
    ended: Ended = Ended.PLAYED

    @staticmethod
    def of(outcome: Outcome) -> "Result":
        """The result as records state it."""
        match outcome.termination:
            case Termination.AGREEMENT:
                return Result(0, Ended.AGREED)
            case Termination.RESIGNATION:
                ended = Ended.RESIGNED
            case Termination.FLAG | Termination.CLAIM:
                ended = Ended.TIME
            case Termination.NO_MOVES | Termination.WIPE_OUT:
                return Result(outcome.scores[0] - outcome.scores[1])
        return Result(SQUARES if outcome.winner == 0 else -SQUARES, ended)


@dataclass(frozen=True, slots=True)
class Record:
    """A game and its metadata. `moves` go from `start` and include passes.

    The first `opening` moves were played by the setup and not by the players. `spent` is what each
    move took in milliseconds, None if unknown; it is empty or as long as `moves`.
    """

    moves: tuple[Move, ...]
    start: Position = START
    opening: int = 0
    spent: tuple[int | None, ...] = ()
    place: str = ""
    date: str = ""
    black: str = ""
    white: str = ""
    black_rating: str = ""
    white_rating: str = ""
    time: str = ""
    result: Result | None = None


def record_of(setup: Setup, moves: Iterable[Move], outcome: Outcome | None = None) -> Record:
    """The record of a match: what the setup played, what the players played, how it ended."""
    return Record(
        moves=(*setup.opening, *moves),
        opening=len(setup.opening),
        result=Result.of(outcome) if outcome else None,
    )


def transcript(moves: Iterable[Move]) -> str:
    """`f5d6c3...`, passes left out."""
    return "".join(move for move in moves if move != PASS)


def read_transcript(text: str, start: Position = START) -> tuple[Move, ...]:
    """The inverse: all moves with the passes between them.

    Raises:
        Refused: UNREADABLE_MOVE with `number` and `text`, or ILLEGAL_MOVE with `number` and `move`.
    """
    plain = text_of.without_comments(text)
    replay = Replay(start)
    at = 0
    while at < len(plain):
        found = _TOKEN.match(plain, at)
        if found is None:
            unread = plain[at : at + 20].split()[0]
            raise Refused(Reason.UNREADABLE_MOVE, number=replay.number, text=unread)
        if found["result"]:
            break
        if found["square"]:
            replay.add(Move(found["square"]))
        elif found["pass"]:
            replay.add(PASS)
        at = found.end()
    replay.pass_if_forced()
    return tuple(replay.moves)


def read_game(text: str) -> Record:
    """The first game of a text with header lines, as PlayOK writes it, or of a bare transcript.

    Raises:
        Refused: as `read_transcript`; without a number UNREADABLE_MOVE says that `text` names
            another game.
    """
    first = text_of.sections(text)[0]
    headers = first.headers
    game = headers.get("game", headers.get("gametype", "reversi"))
    if not _SAME_RULES.search(game[:40]):
        raise Refused(Reason.UNREADABLE_MOVE, text=game[:20])
    return Record(
        read_transcript(first.moves),
        place=headers.get("site", ""),
        date=headers.get("date", ""),
        black=headers.get("black", ""),
        white=headers.get("white", ""),
        black_rating=headers.get("blackelo", ""),
        white_rating=headers.get("whiteelo", ""),
    )


def count_games(text: str) -> int:
    """How many games the text holds: a result ends one."""
    plain = [text_of.without_comments(each.moves) for each in text_of.sections(text)]
    return text_of.count([game for moves in plain for game in _RESULT.split(moves)])


class Replay:
    """Plays a record move by move, puts back passes that were left out, and names what is wrong."""

    def __init__(self, start: Position) -> None:
        self.position = start
        self.moves: list[Move] = []
        self.spent: list[int | None] = []

    @property
    def number(self) -> int:
        """The number of the next disc, from 1."""
        return sum(move != PASS for move in self.moves) + 1

    def add(self, move: Move, seat: Seat | None = None, spent: int | None = None) -> None:
        """Plays it, for `seat` where the record says whose it is. Refused(ILLEGAL_MOVE, number)."""
        if move == PASS and self.position.to_act is None:
            return  # some programs write the passes that end the game
        if move != PASS:
            self.pass_if_forced()
        wrong_side = seat is not None and seat != self.position.to_act
        if wrong_side or not REVERSI.is_legal(self.position, move):
            raise Refused(Reason.ILLEGAL_MOVE, number=self.number, move=move)
        self._play(move, spent)

    def pass_if_forced(self) -> None:
        """Puts back the pass that is due, also the one at the end of what is written."""
        if REVERSI.legal_moves(self.position) == (PASS,):
            self._play(PASS, None)

    def _play(self, move: Move, spent: int | None) -> None:
        self.position = REVERSI.play(self.position, move)
        self.moves.append(move)
        self.spent.append(spent)
