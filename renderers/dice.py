"""The picture and the text of a sheet of Solitaire Dice, from `core.games.dice.rules.View`.

Owns which mark means what: a ticked box with a spot and a line under the marker are new, a cross
on a die says that it may be the one left over, a nought beside the cross over the piles that this
throw marks none of them.
"""

from core.games.dice.rules import WIN, Pile, Sum, View
from core.games.dice.sheet import HIGHEST, LAST_REJECT, LISTED, PAID_OFF
from core.games.dice.splits import Split
from renderers import plates, sheetboard, typeset
from renderers.canvas import Canvas, Point
from renderers.sheetboard import CROSSED, PLACE, SMALL, Board
from renderers.theme import Color, Paper

MINUS, PLUS_MINUS = "\u2212", "\u00b1"


def draw(view: View, names: tuple[str, ...], theme: str, size: int) -> Canvas:
    """See `renderers.registry.render`."""
    board = sheetboard.board(theme, size)
    canvas = Canvas(board.stage)
    _head(canvas, board, view, names[0])
    _dice(canvas, board, view)
    for i, line in enumerate(view.sums):
        _line(canvas, board, i, line)
    for i, pile in enumerate(view.piles):
        _pile(canvas, board, i, pile)
    if view.free:
        canvas.lay(board.free, board.layout.over_piles[:2])
    return canvas


def text_board(view: View) -> str:
    """Return the text of `renderers.registry.text_board`.

    `X` is a mark of the last round, a number the marks past the fifth, `*` a free ride, and `x 6`
    begins a pile of rejects.
    """
    lines = [_dice_text(view), "", f"{'=':>14}{'+1':>6}"]
    lines += [
        f"{line.value:>2} {_tally(line):7}{_wide(line.worth, 4)}{_wide(line.after, 6)}"
        for line in view.sums
    ]
    lines.append("")
    for i in range(LISTED):
        pile = view.piles[i] if i < len(view.piles) else None
        ticks = "x" * (pile.marks - pile.new) + "X" * pile.new if pile else ""
        lines.append(f"x {pile.value if pile else '-'} {ticks:.<{LAST_REJECT}}")
    gain = f" {signed(view.gain, plus=True)}" if view.last else ""
    return "\n".join([*lines, "", f"{signed(view.total)}{gain}"])


def _wide(points: int, columns: int) -> str:
    return signed(points).rjust(columns)


def _dice_text(view: View) -> str:
    """The throw, else the last split, else five places."""
    if view.throw:
        dice = " ".join(map(str, view.throw)) + (" *" if view.free else "")
    else:
        dice = view.last or "- - - - -"
    return dice if view.to_act is None else f"> {dice}"


def _tally(line: Sum) -> str:
    """`xxX..`, `xxxxx+3`."""
    marks = "x" * (line.marks - line.new) + "X" * line.new
    if line.marks <= PAID_OFF:
        return f"{marks:.<{PAID_OFF}}"
    return f"{marks[-PAID_OFF:]}+{line.marks - PAID_OFF}"


# --- parts ---------------------------------------------------------------------------------------


def _head(canvas: Canvas, board: Board, view: View, name: str) -> None:
    """Draw the name; at the right the points of the last round, the total, and its distance to
    500."""
    theme, layout, waits = board.theme, board.layout, view.to_act is None
    canvas.lay(board.heads[0 if waits else 1], (0, 0))
    ground, ink = plates.colors(theme, lit=not waits, over=waits)
    left, top, right, bottom = layout.head
    height, middle = bottom - top, (top + bottom) // 2
    ended = not view.throw and view.last is not None
    won = ended and view.total >= WIN

    def write(text: str, share: float, color: Color, weight: int, gap: float) -> None:
        nonlocal right
        pixels = round(share * height)
        line = typeset.line(text, pixels, weight)
        right -= round(gap * height) + line.width
        canvas.write(line, (right, middle + typeset.capitals(pixels) // 2), ground, color)

    write(f"< {WIN}" if ended and not won else str(WIN), 0.4, theme.muted, 600, 0.3)
    if won or not ended:
        star = sheetboard.star(theme.name, layout.size, ground, filled=won)
        right -= round(0.08 * height) + star.width
        canvas.lay(star, (right, middle - star.height // 2))
    write(signed(view.total), 0.68, ink, 700, 0.3)
    if view.last is not None:
        write(signed(view.gain, plus=True), 0.4, theme.muted, 600, 0.25)
    left += round(1.06 * height)
    pixels = round(0.46 * height)
    called = typeset.line(name, pixels, 600, right - round(0.25 * height) - left)
    canvas.write(called, (left, middle + typeset.capitals(pixels) // 2), ground, ink)


def _dice(canvas: Canvas, board: Board, view: View) -> None:
    """The throw; when it is over the last split; before the first throw five empty places."""
    layout = board.layout
    if view.throw:
        full = len(view.piles) == LISTED and not view.free and view.to_act is not None
        listed = {pile.value for pile in view.piles} if full else set()
        for value, at in zip(view.throw, layout.thrown(), strict=True):
            canvas.put(f"{value}{CROSSED if value in listed else ''}", at)
    elif view.last is not None:
        split = Split.parse(view.last)
        names = [str(value) for value in (*split.pairs[0], *split.pairs[1])]
        names.append(f"{split.reject}{'' if view.last_free else CROSSED}")
        for drawn, at in zip(names, layout.split(), strict=True):
            canvas.put(drawn, at)
    else:
        for at in layout.thrown():
            canvas.put(PLACE, at)


def _line(canvas: Canvas, board: Board, i: int, line: Sum) -> None:
    theme, layout, paper = board.theme, board.layout, board.theme.paper
    left, top, _, bottom = layout.rows[i]
    ground, middle = paper.ground, (top + bottom) // 2
    if line.new:
        ground = paper.fresh
        canvas.lay(board.marked[i], (left, top))
    y = middle - layout.box // 2
    ticked = min(line.marks, HIGHEST)
    for j in range(ticked):
        color = paper.loss if line.marks < PAID_OFF else paper.ink if j < PAID_OFF else paper.gain
        new = j >= ticked - line.new
        size = (layout.box, layout.box)
        canvas.lay(
            sheetboard.tick(theme.name, layout.size, size, ground, color, new), (layout.boxes[j], y)
        )
    if line.marks > HIGHEST:
        count = typeset.line(str(line.marks), round(0.74 * layout.box), 700)
        x = layout.boxes[-1] + (layout.box - count.width) // 2
        base = middle + typeset.capitals(round(0.74 * layout.box)) // 2
        canvas.write(count, (x, base), paper.gain, paper.ground)
    now = paper.pencil if not line.marks else _color(paper, line.worth, 0)
    after = _color(paper, line.after, line.worth)
    _write(canvas, board, signed(line.worth), (layout.now, middle), now, 700, ground)
    _write(canvas, board, signed(line.after), (layout.after, middle), after, 500, ground)


def _pile(canvas: Canvas, board: Board, i: int, pile: Pile) -> None:
    theme, layout, paper = board.theme, board.layout, board.theme.paper
    canvas.put(f"{SMALL}{pile.value}", layout.pile_dice[i])
    for j, at in enumerate(layout.pile_boxes[i][: pile.marks]):
        color = paper.loss if j == LAST_REJECT - 1 else paper.ink
        new = j >= pile.marks - pile.new
        ticked = sheetboard.tick(theme.name, layout.size, layout.pile_box, paper.ground, color, new)
        canvas.lay(ticked, at)


def _write(
    canvas: Canvas,
    board: Board,
    text: str,
    right: Point,
    ink: Color,
    weight: int,
    ground: Color | None = None,
) -> None:
    """A number on paper, its right edge and middle at `right`."""
    pixels = board.layout.text
    line = typeset.line(text, pixels, weight)
    at = (right[0] - line.width, right[1] + typeset.capitals(pixels) // 2)
    canvas.write(line, at, ground or board.theme.paper.ground, ink)


def signed(points: int, *, plus: bool = False) -> str:
    """With a true minus, which is as wide as a plus."""
    text = f"{points:+}" if plus and points else f"{PLUS_MINUS if plus else ''}{points}"
    return text.replace("-", MINUS)


def _color(paper: Paper, points: int, than: int) -> Color:
    """More is a gain, less a loss, the same in pencil; a zero that is reached in ink."""
    if points == than:
        return paper.ink if than == 0 else paper.pencil
    return paper.gain if points > than else paper.loss
