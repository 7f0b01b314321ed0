"""Pente games as text: the format in which pente.org exports games.

Sixteen headers, an empty line, then the moves; K10, which the setup placed, is the first of them.

    [Game "Pente"]
    ...
    [Result "1-0"]

    1. K10 L9 2. N10 M12 ... 1-0

Lines end with CR LF. Captures are implied, so moves are played to see whether they are legal. The
reader is generous with form (headers may be missing, case, move numbers, line ends) and strict with
rules: the faulty stone is named by its number, K10 being 1.
"""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core import transcript
from core.errors import Reason, Refused
from core.game import Outcome, Setup
from core.games.pente.notation import read_point
from core.games.pente.points import CENTRE, NAMES, POINT_OF, distance
from core.games.pente.rules import BY_RULE, FREE, OPENING_DISTANCE, PENTE
from core.types import Move

WHITE_WON, BLACK_WON, DRAWN = "1-0", "0-1", "1/2-1/2"

_STATED = {WHITE_WON: WHITE_WON, BLACK_WON: BLACK_WON, "*": ""}
_GAME = "Pente"
_UNKNOWN = "-"
_WIDTH = 79  # of the lines of moves
_SAME_RULES = re.compile("(speed )?pente", re.IGNORECASE)
_TOKEN = re.compile(
    r"(?P<result>1-0|0-1|1\W2-1\W2|\*)(?=\s|$)"
    r"|(?P<number>[0-9]{1,3}(?:[.):]{1,3}|(?=\s|$)))"
    r"|(?P<point>[a-z]\s?[0-9]{1,3})"
    r"|(?P<gap>[\s,;\ufeff]+)"
)
_FIRST = re.compile(r"(?:[0-9]{1,3}[.):]{0,3}\s{0,9})?k\s?10(?![0-9])")


@dataclass(frozen=True, slots=True)
class Record:
    """A game and its metadata. Pairs of texts are player 1, White, and player 2, Black.

    Texts are single lines, "" if unknown; with two on a side, both names are one text. `result` is
    WHITE_WON, BLACK_WON, DRAWN or "".
    """

    moves: tuple[Move, ...]
    site: str = ""
    event: str = ""
    round: str = ""
    section: str = ""
    date: str = ""
    time: str = ""
    time_control: str = ""
    rated: bool = False
    names: tuple[str, str] = ("", "")
    ratings: tuple[str, str] = ("", "")
    types: tuple[str, str] = ("", "")
    result: str = ""

    @property
    def rule(self) -> str:
        """The option `rule` by which it was played; the text does not name it, the moves tell."""
        second = [POINT_OF[move] for move in self.moves[2:3] if move in POINT_OF]
        near = any(distance(point, CENTRE) < OPENING_DISTANCE for point in second)
        return FREE if near else BY_RULE


def record_of(setup: Setup, moves: Iterable[Move], outcome: Outcome | None = None) -> Record:
    """The record of a match: what the setup played, what the players played, who won."""
    return Record((*setup.opening, *moves), result=_result(outcome))


def write_record(record: Record) -> str:
    """The text. Refused(ILLEGAL_MOVE, number) where the moves do not go."""
    _check(record)
    heads = [f'[{name} "{_escaped(text)}"]' for name, text in _headers(record)]
    words: list[str] = []
    for number, move in enumerate(record.moves):
        if number % 2 == 0:
            words.append(f"{number // 2 + 1}.")
        words.append(move.upper())
    played = " ".join((*words, record.result))
    lines = (*heads, "", *textwrap.wrap(played, _WIDTH, break_on_hyphens=False))
    return "".join(f"{line}\r\n" for line in lines)


def read_record(text: str) -> Record:
    """The first game in a text (`count_games` says how many there are).

    Raises:
        Refused: UNREADABLE_MOVE, NO_LETTER_I or ILLEGAL_MOVE with the `number` of the faulty stone;
            without a number UNREADABLE_MOVE says that `text` names another game.
    """
    first = transcript.sections(text)[0]
    known = {name: _unescaped(value) for name, value in first.headers.items()}
    game = known.get("game", _GAME)
    if not _SAME_RULES.fullmatch(game):
        raise Refused(Reason.UNREADABLE_MOVE, text=game[:20])
    moves, result = _read_moves(first.moves)
    record = _record(known, moves, result)
    _check(record)
    return record


def is_record(text: str) -> bool:
    """Whether the text begins as a game of Pente does: by its header, or by K10."""
    first = transcript.sections(text)[0]
    if "game" in first.headers:
        return bool(_SAME_RULES.fullmatch(_unescaped(first.headers["game"])))
    return bool(_FIRST.match(transcript.without_comments(first.moves[:_WIDTH])))


def count_games(text: str) -> int:
    """How many games the text holds."""
    return transcript.count([each.moves for each in transcript.sections(text)])


def _check(record: Record) -> None:
    """Plays it. Refused(ILLEGAL_MOVE) with `number` and `move` where one does not go."""
    position = PENTE.start(Setup(2, {"rule": record.rule}))
    for number, move in enumerate(record.moves, start=1):
        elsewhere = number == 1 and move != NAMES[CENTRE]
        if elsewhere or not PENTE.is_legal(position, move):
            raise Refused(Reason.ILLEGAL_MOVE, number=number, move=move.upper())
        position = PENTE.play(position, move)


def _read_moves(text: str) -> tuple[tuple[Move, ...], str]:
    """The moves up to a result or the end, and that result."""
    moves: list[Move] = []
    plain = transcript.without_comments(text)
    at = 0
    while at < len(plain):
        found = _TOKEN.match(plain, at)
        if found is None:
            raise _unreadable(Reason.UNREADABLE_MOVE, moves, plain[at : at + 20].split()[0])
        if found["result"]:
            return tuple(moves), _STATED.get(found["result"], DRAWN)
        if found["point"]:
            try:
                moves.append(read_point(found["point"]))
            except Refused as refused:
                raise _unreadable(refused.reason, moves, found["point"]) from None
        at = found.end()
    return tuple(moves), ""


def _unreadable(reason: Reason, moves: Sequence[Move], text: str) -> Refused:
    return Refused(reason, number=len(moves) + 1, text=text[:20])


def _headers(record: Record) -> tuple[tuple[str, str], ...]:
    return (
        ("Game", _GAME),
        ("Site", record.site),
        ("Event", record.event),
        ("Round", record.round),
        ("Section", record.section),
        ("Date", record.date),
        ("Time", record.time),
        ("TimeControl", record.time_control),
        ("Rated", "Y" if record.rated else "N"),
        ("Player 1 Name", record.names[0]),
        ("Player 2 Name", record.names[1]),
        ("Player 1 Rating", record.ratings[0]),
        ("Player 2 Rating", record.ratings[1]),
        ("Player 1 Type", record.types[0]),
        ("Player 2 Type", record.types[1]),
        ("Result", record.result),
    )


def _record(known: dict[str, str], moves: tuple[Move, ...], result: str) -> Record:
    """The inverse; what is stated behind the moves counts before the header."""

    def pair(what: str) -> tuple[str, str]:
        return known.get(f"player 1 {what}", ""), known.get(f"player 2 {what}", "")

    stated = known.get("result", "")
    return Record(
        moves=moves,
        site=known.get("site", ""),
        event=known.get("event", ""),
        round=known.get("round", ""),
        section=known.get("section", ""),
        date=known.get("date", ""),
        time=known.get("time", ""),
        time_control=known.get("timecontrol", ""),
        rated=known.get("rated", "").lower() == "y",
        names=pair("name"),
        ratings=pair("rating"),
        types=pair("type"),
        result=result or (stated if stated in (WHITE_WON, BLACK_WON, DRAWN) else ""),
    )


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    if outcome.winner is None:
        return DRAWN
    return BLACK_WON if outcome.winner else WHITE_WON


def _escaped(text: str) -> str:
    """Return one line with a backslash before each quotation mark and backslash."""
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.split())) or _UNKNOWN


def _unescaped(text: str) -> str:
    plain = re.sub(r'\\(["\\])', r"\1", text).strip()
    return "" if plain in (_UNKNOWN, "?") else plain
