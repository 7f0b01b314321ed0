"""Records: export matches as text, and parse text into matches.

Reversi is written as GGF, Pente in the format of pente.org, dice as JSON with everything needed to
verify the rolls; games without a codec in `_WRITERS` as plain JSON. Writing and reading gives the
same match. Reading plays the record move by move, so errors name the move. Pure. A record of dice
contains the seed, so only finished games have one.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise

from bot.app.model.display_names import together
from core import transcript
from core.chance import Chance
from core.errors import Reason, Refused
from core.game import Setup
from core.games.dice import record as dice
from core.games.dice.rules import DICE
from core.games.pente import records as pente
from core.games.pente.rules import FREE, PENTE
from core.games.reversi import ggf
from core.games.reversi import records as reversi
from core.games.reversi.rules import REVERSI
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId, Move

LONGEST = transcript.LONGEST

_PLACE = "Tavola"
_HEADS = re.compile(r'"\][ \t]+')
_TEAMS = "2x2"  # value of the event header: two players per side


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record as a file. `name` is short and ASCII.

    `line` is what players of this game paste into other programs, if that differs from the file.
    """

    name: str
    text: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """The first game of a record: setup, moves, and the names of the players if known.

    `games` is the number of games in the text.
    """

    game: GameId
    setup: Setup
    moves: tuple[Move, ...]
    names: tuple[str, ...] = ()
    games: int = 1


def write(match: Match, names: Sequence[str], *, all_done: bool = False) -> RecordFile:
    """Write the record of a match. `names` are by seat.

    `all_done` confirms that in a match of a contest no one still plays with the same rolls.

    Raises:
        Refused: NOT_STARTED; NOT_FINISHED while rolls are left.
    """
    if not match.turn:
        raise Refused(Reason.NOT_STARTED)
    if match.contest is not None and not all_done:
        raise Refused(Reason.NOT_FINISHED)
    extension, writer = _WRITERS.get(match.game, ("json", _write_plain))
    text = writer(match, [together(name) for name in names])
    return RecordFile(f"{match.game}-{match.id}.{extension}", text, _line(match))


def read(text: str) -> ParsedRecord:
    """Parse a record; the format determines the game.

    Raises:
        Refused: TOO_LONG; NO_RECORD if no format matches; or the errors of the games' parsers,
            which
            name the illegal move by its number.
    """
    if len(text) > LONGEST:
        raise Refused(Reason.TOO_LONG)
    try:
        return _read(text)
    except Refused as refused:
        if refused.reason is Reason.UNREADABLE_MOVE and refused.details.get("number", 1) == 1:
            raise Refused(Reason.NO_RECORD) from None
        raise


def _read(text: str) -> ParsedRecord:
    plain = text.strip().lstrip("\ufeff")
    if plain.startswith("{") and '"plain"' in plain:
        return _plain(plain)
    if plain.startswith("{"):
        record = dice.read_record(plain)
        return ParsedRecord(DICE.id, Setup(1, chance=record.chance), record.moves)
    if (at := ggf.begins_at(plain)) >= 0:
        return _reversi(ggf.read_ggf(plain[at:]), ggf.count_games(plain))
    if plain.startswith("["):
        plain = _HEADS.sub('"]\n', plain)  # chats may have joined the lines
    if pente.is_record(plain):
        return _pente(pente.read_record(plain), pente.count_games(plain))
    game = reversi.read_game(plain)
    if not game.moves:
        raise Refused(Reason.UNREADABLE_MOVE, text=plain[:20])
    return _reversi(game, reversi.count_games(plain))


def _date(match: Match) -> str:
    return datetime.fromtimestamp(match.created / 1000, UTC).strftime("%Y-%m-%d")


def _line(match: Match) -> str:
    write_line = _LINES.get(match.game)
    return "" if write_line is None else write_line(match)


def _reversi_line(match: Match) -> str:
    return reversi.transcript((*match.setup.opening, *(ply.move for ply in match.plies)))


# --- games without a notation of their own ------------------------------------------------------


def _write_plain(match: Match, names: Sequence[str]) -> str:
    """Return setup, players and moves as JSON. Refused(NOT_FINISHED) before the last roll."""
    setup, chance = match.setup, match.setup.chance
    if chance is not None and not match.is_over:
        raise Refused(Reason.NOT_FINISHED)
    record = {
        "format": "plain",
        "game": match.game,
        "seats": setup.seats,
        "options": dict(setup.options),
        "opening": setup.opening,
        "names": list(names),
        "moves": [ply.move for ply in match.plies],
    }
    if chance is not None:
        record |= {"seed": chance.seed.hex(), "label": chance.label, "client": chance.client}
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def _plain(text: str) -> ParsedRecord:
    """Parse plain JSON. Raises Refused(UNREADABLE_MOVE) if it is not a record."""
    try:
        record = json.loads(text)
        rules = GAMES[GameId(record["game"])]
        options = {option.key: str(record["options"][option.key]) for option in rules.options}
        chance = None
        if rules.chance:
            seed = bytes.fromhex(record["seed"])
            chance = Chance(seed, str(record["label"]), str(record["client"]))
        opening = tuple(rules.read_move(str(move)) for move in record["opening"])
        moves = tuple(rules.read_move(str(move)) for move in record["moves"])
        names = tuple(str(name) for name in record["names"])
        setup = Setup(record["seats"], options, chance, opening)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused(Reason.UNREADABLE_MOVE, text=text[:20]) from None
    if setup.seats not in rules.seat_counts or len(names) != setup.seats:
        raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
    return ParsedRecord(rules.id, setup, moves, names)


# --- Reversi -------------------------------------------------------------------------------------


def _write_reversi(match: Match, names: Sequence[str]) -> str:
    moves = [ply.move for ply in match.plies]
    took = [max(0, after.at - before.at) for before, after in pairwise(match.plies)]
    record = reversi.record_of(match.setup, moves, match.outcome)
    written = replace(
        record,
        spent=(*(None for _ in (*match.setup.opening, *moves[:1])), *took),
        place=_PLACE,
        date=_date(match),
        black=names[0],
        white=names[1],
    )
    return ggf.write_ggf(written) + "\n"


def _reversi(record: reversi.Record, games: int) -> ParsedRecord:
    if record.start != reversi.START:
        raise Refused(Reason.OTHER_START)  # matches start from the usual Reversi position only
    options = {option.key: option.default for option in REVERSI.options}
    if record.opening:
        options["opening"] = "balanced"
    opening, moves = record.moves[: record.opening], record.moves[record.opening :]
    names = (record.black, record.white) if record.black or record.white else ()
    return ParsedRecord(REVERSI.id, Setup(2, options, opening=opening), moves, names, games)


# --- Pente ---------------------------------------------------------------------------------------


def _write_pente(match: Match, names: Sequence[str]) -> str:
    moves = [ply.move for ply in match.plies]
    record = pente.record_of(match.setup, moves, match.outcome)
    return pente.write_record(
        replace(
            record,
            site=_PLACE,
            event=_TEAMS if match.setup.seats > 2 else "",
            section=FREE if match.setup.options.get("rule") == FREE else "",
            date=_date(match),
            rated=match.rated,
            names=(_partners(names, 0), _partners(names, 1)),
        )
    )


def _partners(names: Sequence[str], side: int) -> str:
    """Join the players of a side in move order."""
    return " + ".join(names[side::2])


def _pente(record: pente.Record, games: int) -> ParsedRecord:
    if not record.moves:
        raise Refused(Reason.UNREADABLE_MOVE, text=record.event[:20])
    seats = 4 if record.event == _TEAMS else 2
    rule = FREE if record.section == FREE else record.rule
    setup = Setup(seats, {"rule": rule}, opening=record.moves[:1])
    names = record.names if any(record.names) else ()
    return ParsedRecord(PENTE.id, setup, record.moves[1:], names, games)


# --- dice ----------------------------------------------------------------------------------------


def _write_dice(match: Match, names: Sequence[str]) -> str:
    del names
    if not match.is_over:
        raise Refused(Reason.NOT_FINISHED)
    return dice.write_record(dice.record_of(match.setup, [ply.move for ply in match.plies]))


_LINES: Mapping[GameId, Callable[[Match], str]] = {REVERSI.id: _reversi_line}
"""Formatters of the line that players paste into other programs."""

CHECKED = frozenset({DICE.id})
"""Games whose records `docs/verify_dice.py` verifies."""

_WRITERS: Mapping[GameId, tuple[str, Callable[[Match, Sequence[str]], str]]] = {
    REVERSI.id: ("ggf", _write_reversi),
    PENTE.id: ("txt", _write_pente),
    DICE.id: ("json", _write_dice),
}
