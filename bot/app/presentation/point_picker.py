"""Pick one of many points in steps, for games whose moves are a letter and a number.

A step is a card with the current choices as buttons; each button carries the identifier of the next
step, and the last step's buttons are moves. The identifiers hold the path chosen so far
(`Verb.PICK`, the path in `arg`), so there is no state and every step survives a restart.

    path   ""    the whole board by zones, as "z"
           "z"   nine zones, three by three, where they lie on the board
           "z4"  the points of a zone, counted from 0 at the upper left, where they lie on the board
           "c"   the columns
           "ck"  the rows of column k

Zones need keyboards with seven buttons in a row; columns and rows fit any; `begin` chooses. For
front ends: `begin(limits)` returns the first path; `step(texts, view, names, path)` returns the
card, whose picture is `BoardImages.zoom(card, theme, size)`; `zones(view)` and `points(view, zone)`
return the buttons alone, for a board's own keyboard. Only legal points are enabled
(`Button.enabled`); platforms without disabled buttons let the rules refuse. Pure; the service
checks who may move.
"""

import re
from collections.abc import Sequence

from bot.app.model.button_token import Press, encode
from bot.app.model.card import Button, Buttons, Card, Limits, Style
from bot.app.model.request import Verb
from bot.app.presentation.coordinates import ZONES, free, grid_of, made, must_have_grid
from bot.text import games
from bot.text.catalog import Texts
from core.errors import Reason, Refused
from core.match.view import MatchView
from core.types import GameId, Move, Seat
from renderers.section import Section

WIDEST = 7
"""Maximum points in a row of a zone; narrower keyboards choose by column."""

IN_A_ROW = 5
"""Columns or rows per row of buttons."""

ZONE_SHOWN, COLUMN_SHOWN = 9, 11
"""Lines of the enlarged section: a zone with its edges; a column around the action."""

EMPTY = "\u2800"  # labels must not be empty; this one renders blank and is not a space
_ZONES, _COLUMNS = "z", "c"
_PATH = re.compile(r"(z)([0-8])?|(c)([a-z])?")


def picks(game: GameId) -> bool:
    """Return whether this game's moves are points to pick from."""
    return grid_of(game) is not None


def begin(limits: Limits) -> str:
    """Return the first path for the screen's row width."""
    return _ZONES if limits.per_row >= WIDEST else _COLUMNS


def step(texts: Texts, view: MatchView, names: tuple[str, ...], path: str) -> Card:
    """Return the card of one step: its choices, the path so far, and a way back.

    Args:
        texts: the viewer's language.
        view: a match with a player to move.
        names: by seat, for the picture.
        path: see the module.

    Raises:
        Refused: BUTTON_EXPIRED for a path that this release does not write, UNKNOWN_VERB for games
            without points.
    """
    if not picks(view.match.game):
        raise Refused(Reason.UNKNOWN_VERB, verb=Verb.PICK)
    grid, parsed = must_have_grid(view.match.game), _PATH.fullmatch(path or _ZONES)
    if parsed is None or (parsed[4] and parsed[4] not in grid.columns):
        raise Refused(Reason.BUTTON_EXPIRED)
    if parsed[2]:
        return _points_of_zone(texts, view, names, int(parsed[2]))
    if parsed[4]:
        return _rows_of_column(texts, view, names, grid.columns.index(parsed[4]))
    if parsed[1]:
        return Card(texts.t("Which part of the board?"), view, names, rows=zones(view))
    return Card(texts.t("Which column?"), view, names, rows=columns(view))


def zones(view: MatchView) -> tuple[Buttons, ...]:
    """Return the nine zones laid out as on the board, labelled by two corners: `A14-F19`."""
    grid, choices = must_have_grid(view.match.game), []
    for number in range(ZONES * ZONES):
        across, down = grid.zone(number)
        corners = grid.name(across[0], down[0]), grid.name(across[-1], down[-1])
        label = "-".join(corner.upper() for corner in corners)
        choices.append(_further(view, label, f"{_ZONES}{number}", _within(view, across, down)))
    return _in_rows(choices, ZONES)


def points(view: MatchView, zone: int) -> tuple[Buttons, ...]:
    """Return the points of a zone laid out as on the board; occupied ones are disabled."""
    grid = must_have_grid(view.match.game)
    across, down = grid.zone(zone)
    names = [grid.name(column, row) for row in grid.downwards(down) for column in across]
    return _in_rows([_point(view, name, name.upper()) for name in names], len(across))


def columns(view: MatchView) -> tuple[Buttons, ...]:
    """Return all columns, five per row; full ones are disabled."""
    grid = must_have_grid(view.match.game)
    every, choices = range(grid.rows), []
    for i, letter in enumerate(grid.columns):
        inside = _within(view, range(i, i + 1), every)
        choices.append(_further(view, letter.upper(), _COLUMNS + letter, inside))
    return _in_rows(choices, IN_A_ROW)


def rows_of(view: MatchView, column: int) -> tuple[Buttons, ...]:
    """Return all rows of a column, five per row; illegal points are disabled."""
    grid = must_have_grid(view.match.game)
    names = [grid.name(column, row) for row in range(grid.rows)]
    return _in_rows([_point(view, name, name[1:]) for name in names], IN_A_ROW)


# --- steps ----------------------------------------------------------------------------------------


def _points_of_zone(texts: Texts, view: MatchView, names: tuple[str, ...], zone: int) -> Card:
    grid = must_have_grid(view.match.game)
    across, down = grid.zone(zone)
    choices = (*points(view, zone), _back(texts, view, _ZONES))
    shown = _around(across, ZONE_SHOWN, len(grid.columns)), _around(down, ZONE_SHOWN, grid.rows)
    return _shown(texts.t("Which point?"), view, names, choices, (across, down), shown)


def _rows_of_column(texts: Texts, view: MatchView, names: tuple[str, ...], column: int) -> Card:
    """Return the rows of a column; the picture shows only the part around the action."""
    grid = must_have_grid(view.match.game)
    choices = (*rows_of(view, column), _back(texts, view, _COLUMNS))
    asked = texts.t("Which row in column {column}?", column=grid.columns[column].upper())
    across, action = range(column, column + 1), _action(view, column)
    shown = (
        _around(across, COLUMN_SHOWN, len(grid.columns)),
        _around(range(action, action + 1), COLUMN_SHOWN, grid.rows),
    )
    return _shown(asked, view, names, choices, (across, range(grid.rows)), shown)


def _action(view: MatchView, column: int) -> int:
    """Return the row of the last stone near this column, else of the last stone."""
    grid = must_have_grid(view.match.game)
    stones = [grid.where(stone) for stone in reversed(made(view))]
    near = [row for at, row in stones if abs(at - column) <= COLUMN_SHOWN // 2]
    return next(iter(near or [row for _, row in stones]), grid.rows // 2)


def _shown(
    text: str,
    view: MatchView,
    names: tuple[str, ...],
    choices: tuple[Buttons, ...],
    part: tuple[range, range],
    shown: tuple[range, range],
) -> Card:
    """Return the card of the choices in `part`, with the section `shown` enlarged."""
    wide, high = shown
    section = Section(wide.start, high.start, len(wide), len(high))
    return Card(
        text,
        board=view,
        names=names,
        alt=_alternative(view, *part),
        rows=choices,
        zoom=section if must_have_grid(view.match.game).zoomed else None,
        choices=_within(view, *part),
    )


def _within(view: MatchView, across: range, down: range) -> tuple[Move, ...]:
    """Return the points of a part of the board that can be chosen."""
    grid = must_have_grid(view.match.game)
    at = ((move, *grid.where(move)) for move in free(view))
    return tuple(move for move, column, row in at if column in across and row in down)


def _around(part: range, length: int, size: int) -> range:
    """Return `length` lines centred on `part`, clipped to the board."""
    length = min(length, size)
    start = max(0, min((part.start + part.stop - length) // 2, size - length))
    return range(start, start + length)


def _alternative(view: MatchView, across: range, down: range) -> str:
    """Describe the stones within the enlarged section."""
    grid, parts = must_have_grid(view.match.game), []
    for side, places in enumerate(view.board.occupied):
        visible = [p for p in places if grid.where(p)[0] in across and grid.where(p)[1] in down]
        mark = games.seat_mark(view.match.game, Seat(side))
        parts.append(f"{mark} {', '.join(visible) or '-'}")
    return ". ".join(parts)


# --- buttons --------------------------------------------------------------------------------------


def _further(view: MatchView, label: str, path: str, choices: Sequence[Move]) -> Button:
    return Button(label, _token(view, Verb.PICK, path), enabled=bool(choices))


def _point(view: MatchView, name: Move, label: str) -> Button:
    """Return a button for a point, or its stone if it is occupied."""
    token = _token(view, Verb.MOVE, name)
    if name in view.moves:
        return Button(label, token, Style.PRIMARY)
    for side, places in enumerate(view.board.occupied):
        if name in places:
            mark = games.seat_mark(view.match.game, Seat(side))
            return Button(
                mark if label == name.upper() else f"{mark} {label}", token, enabled=False
            )
    return Button(EMPTY, token, enabled=False)


def _back(texts: Texts, view: MatchView, path: str) -> Buttons:
    label = texts.t("↩ Back")
    return Buttons((Button(label, _token(view, Verb.PICK, path)),))


def _token(view: MatchView, verb: Verb, arg: str) -> str:
    return encode(Press(view.match.id, view.match.turn, verb, arg))


def _in_rows(buttons: Sequence[Button], width: int) -> tuple[Buttons, ...]:
    starts = range(0, len(buttons), width)
    return tuple(Buttons(tuple(buttons[start : start + width])) for start in starts)
