"""GGF, the Generic Game Format in which Othello programs exchange games.

A game is one line of properties, `(;GM[Othello]PB[Ann]...BO[8 ... *]B[f5//1.2]W[d6];)`: `RE` from
black's view, a move with the opponent's evaluation (not kept) and the seconds it took, a pass as
`PA`. Source: https://skatgame.net/mburo/ggsa/ggf. Two things are ours: `ON` gives the number of
moves played by the setup, and a `]` within a text has a backslash before it.
"""

import re

from core.errors import Reason, Refused
from core.game import PASS
from core.games.reversi.bits import mobility
from core.games.reversi.notation import read_square
from core.games.reversi.records import START, Ended, Record, Replay, Result
from core.games.reversi.rules import BLACK, SIZE, SQUARES, WHITE, Position, cells_of
from core.types import Move, Seat

_TYPE = re.compile(rf"s?{SIZE}(?:\D.{{0,40}})?")  # `8`, also with how it was drawn: `s8r18`
_PROPERTY = re.compile(r"[\s;]*([A-Za-z]+)\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_BEGINS = re.compile(r"\(;(?=[A-Za-z\s])")
_END = re.compile(r"[\s;]*\)")
_RESULT = re.compile(r"([+-]?[0-9]{1,3}(?:\.[0-9]+)?)(?::([rts]))?")
_SECONDS = re.compile(r"[0-9]{1,7}(?:\.[0-9]+)?")
GAMES = ("othello", "reversi")

_TO_GGF = str.maketrans("XO.", "*O-")
_SIDES = {"*": BLACK, "O": WHITE}


def write_ggf(record: Record) -> str:
    """One line of GGF. Refused(ILLEGAL_MOVE, number) where the moves do not go from the start."""
    head = (
        ("PC", record.place),
        ("DT", record.date),
        ("PB", record.black),
        ("PW", record.white),
        ("RB", record.black_rating),
        ("RW", record.white_rating),
        ("TI", record.time),
    )
    parts = ["GM[Othello]"]
    parts += [f"{key}[{_escape(text)}]" for key, text in head if text]
    parts += [f"TY[{SIZE}]", f"RE[{_result_text(record.result)}]", f"BO[{_board(record.start)}]"]
    if record.opening:
        parts.append(f"ON[{record.opening}]")
    spent = record.spent or (None,) * len(record.moves)
    replay = Replay(record.start)
    for move, took in zip(record.moves, spent, strict=True):
        seat = replay.position.to_act
        replay.add(move, seat)
        parts.append(f"{'W' if seat == WHITE else 'B'}[{_move_text(move, took)}]")
    return "(;" + "".join(parts) + ";)"


def read_ggf(text: str) -> Record:
    """The first game in a text. Passes that were left out are put back.

    Raises:
        Refused: UNREADABLE_MOVE or ILLEGAL_MOVE with the `number` of the faulty move; without a
            number UNREADABLE_MOVE says that `text` does not begin an Othello game on 8 by 8.
    """
    properties = _properties(text)
    head = dict(reversed(properties))
    if head.get("GM", "").lower() not in GAMES:
        raise _unreadable(f"GM[{head.get('GM', '')}]")
    if not _TYPE.fullmatch(head.get("TY", str(SIZE))):
        raise _unreadable(f"TY[{head['TY']}]")
    replay = Replay(_read_board(head["BO"]) if "BO" in head else START)
    start = replay.position
    for key, value in properties:
        if key in ("B", "W"):
            _read_move(replay, BLACK if key == "B" else WHITE, value)
    replay.pass_if_forced()
    opening = re.fullmatch("[0-9]{1,2}", head.get("ON", ""))
    return Record(
        moves=tuple(replay.moves),
        start=start,
        opening=min(int(opening[0]), len(replay.moves)) if opening else 0,
        spent=tuple(replay.spent) if any(took is not None for took in replay.spent) else (),
        place=head.get("PC", ""),
        date=head.get("DT", ""),
        black=head.get("PB", ""),
        white=head.get("PW", ""),
        black_rating=head.get("RB", ""),
        white_rating=head.get("RW", ""),
        time=head.get("TI", ""),
        result=_read_result(head.get("RE", "")),
    )


def begins_at(text: str) -> int:
    """Where the first game begins, also behind other text; -1 where there is none."""
    found = _BEGINS.search(text)
    return -1 if found is None else found.start()


def count_games(text: str) -> int:
    """How many games the text holds."""
    return max(1, len(_BEGINS.findall(text)))


def _properties(text: str) -> list[tuple[str, str]]:
    """Keys and values of the first game, in order."""
    at = begins_at(text)
    if at < 0:
        raise _unreadable(text)
    at += len("(;")
    found = []
    while not _END.match(text, at):
        one = _PROPERTY.match(text, at)
        if one is None:
            raise _unreadable(text[at:])
        found.append((one[1].upper(), re.sub(r"\\(.)", r"\1", one[2], flags=re.DOTALL)))
        at = one.end()
    return found


def _read_move(replay: Replay, seat: Seat, value: str) -> None:
    """A move is its square, then perhaps an evaluation, then perhaps seconds."""
    name, _, rest = value.partition("/")
    seconds = rest.partition("/")[2]
    try:
        move = read_square(name)
    except Refused as refused:
        raise Refused(refused.reason, number=replay.number, text=name[:20]) from None
    known = _SECONDS.fullmatch(seconds)
    replay.add(move, seat, round(float(seconds) * 1000) if known else None)


def _move_text(move: Move, took: int | None) -> str:
    name = "PA" if move == PASS else move
    return name if took is None else f"{name}//{f'{took / 1000:.3f}'.rstrip('0').rstrip('.')}"


def _board(start: Position) -> str:
    """`8 --------...-------- *`: size, rows from the top, who is to move."""
    cells = cells_of(start.black, start.white).translate(_TO_GGF)
    rows = [cells[at : at + SIZE] for at in range(0, SQUARES, SIZE)]
    return " ".join((str(SIZE), *rows, "O" if start.to_act == WHITE else "*"))


def _read_board(text: str) -> Position:
    size, *rest = text.split() or [""]
    cells, to_move = "".join(rest)[:-1], "".join(rest)[-1:]
    if size != str(SIZE) or not re.fullmatch(r"[*O-]{64}", cells) or to_move not in _SIDES:
        raise _unreadable(f"BO[{text}]")
    black = sum(1 << square for square, cell in enumerate(cells) if cell == "*")
    white = sum(1 << square for square, cell in enumerate(cells) if cell == "O")
    over = not mobility(black, white) and not mobility(white, black)
    placed = (black.bit_count(), white.bit_count())
    return Position(black, white, None if over else _SIDES[to_move], placed=placed)


def _result_text(result: Result | None) -> str:
    if result is None:
        return "?"
    return f"{result.margin:+.2f}" + (f":{result.ended}" if result.ended else "")


def _read_result(text: str) -> Result | None:
    found = _RESULT.fullmatch(text.strip())
    return Result(float(found[1]), Ended(found[2] or "")) if found else None


def _escape(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def _unreadable(text: str) -> Refused:
    return Refused(Reason.UNREADABLE_MOVE, text=text.strip()[:20])
