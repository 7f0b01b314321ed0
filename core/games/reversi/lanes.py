"""Many boards side by side in one Python integer.

A Python integer has any length, and one operation on 1,000 bits costs little more than one on 64:
the interpreter's own work is most of either. So the positions after all legal moves are packed, 64
bits a lane, and asked together: the mobility of twenty boards takes about twice as long as that of
one. Nothing leaks from lane to lane, because each shift is masked with the squares that a disc can
reach inside its own board.

Owns the questions that `evaluation.py` weighs. The rules stay in `bits.py`.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from core.games.reversi.bits import AXES, FULL, Axes, flips

MOST = 128
"""Most lanes in one integer: two boards a square, though no real game has over 33 moves to try."""

_NOT_A = 0xFEFEFEFEFEFEFEFE
_NOT_H = 0x7F7F7F7F7F7F7F7F
_NOT_1 = 0xFFFFFFFFFFFFFF00
_NOT_8 = 0x00FFFFFFFFFFFFFF
_CORNERS = 0x8100000000000081
_SIDES = 0x8181818181818181
_ENDS = 0xFF000000000000FF
_EDGE_MIDDLES = 0x3C0081818181003C  # edge squares that touch neither a corner nor its neighbour


@dataclass(frozen=True, slots=True)
class Lanes:
    """A number of lanes with the masks for it. Boards given and returned are packed."""

    count: int
    full: int
    axes: Axes
    corners: int
    edge_middles: int
    sides: int
    ends: int
    not_a: int
    not_h: int
    not_1: int
    not_8: int
    single: tuple[int, int, int, int]  # a1, h1, a8, h8

    def pack(self, boards: Sequence[int]) -> int:
        """`count` boards, the first in the lowest lane."""
        return int.from_bytes(struct.pack(f"<{self.count}Q", *boards), "little")

    def unpack(self, packed: int) -> tuple[int, ...]:
        """The inverse of `pack`."""
        return struct.unpack(f"<{self.count}Q", packed.to_bytes(8 * self.count, "little"))

    def beside(self, board: int) -> int:
        """The squares of `board` and all that touch one of them."""
        rows = board | board << 1 & self.not_a | board >> 1 & self.not_h
        return rows | rows << 8 & self.not_1 | rows >> 8 & self.not_8

    def near_corners(self, empty: int) -> tuple[int, int]:
        """X squares (diagonal) and C squares (on the edge) of the corners that are in `empty`."""
        at_a1, at_h1, at_a8, at_h8 = self.single
        a1, h1, a8, h8 = empty & at_a1, empty & at_h1, empty & at_a8, empty & at_h8
        diagonal = a1 << 9 | h1 << 7 | a8 >> 7 | h8 >> 9
        rows = a1 << 1 | h1 >> 1 | a8 << 1 | h8 >> 1
        columns = a1 << 8 | h1 << 8 | a8 >> 8 | h8 >> 8
        return diagonal, rows | columns

    def stable(self, own: int) -> int:
        """Discs that can never turn because they lean on a corner.

        A disc cannot turn along a line where one neighbour is the board's edge or cannot turn
        itself; it is stable where that holds of all four lines. Not all stable discs are found
        (full lines count as well), but those found are certain.
        """
        safe = own & self.corners
        border = self.sides | self.ends
        while safe:
            across = safe << 1 & self.not_a | safe >> 1 & self.not_h | self.sides
            along = safe << 8 & self.not_1 | safe >> 8 & self.not_8 | self.ends
            falling = safe << 9 & self.not_a & self.not_1 | safe >> 9 & self.not_h & self.not_8
            rising = safe << 7 & self.not_h & self.not_1 | safe >> 7 & self.not_a & self.not_8
            grown = own & across & along & (falling | border) & (rising | border)
            if grown == safe:
                break
            safe = grown
        return safe


def play_all(own: int, opp: int, moves: int) -> tuple[list[int], list[int], list[int]]:
    """Each legal square of `moves` in board order, with what it leaves the other and the mover."""
    squares, others, movers = [], [], []
    while moves:
        placed = moves & -moves
        moves ^= placed
        square = placed.bit_length() - 1
        turned = flips(own, opp, square)
        squares.append(square)
        others.append(opp ^ turned)
        movers.append(own | turned | placed)
    return squares, others, movers


def _lanes(count: int) -> Lanes:
    each = sum(1 << 64 * lane for lane in range(count))
    return Lanes(
        count=count,
        full=FULL * each,
        axes=tuple((step, inner * each) for step, inner in AXES),
        corners=_CORNERS * each,
        edge_middles=_EDGE_MIDDLES * each,
        sides=_SIDES * each,
        ends=_ENDS * each,
        not_a=_NOT_A * each,
        not_h=_NOT_H * each,
        not_1=_NOT_1 * each,
        not_8=_NOT_8 * each,
        single=(each, each << 7, each << 56, each << 63),
    )


LANES = tuple(_lanes(count) for count in range(MOST + 1))
"""By number of lanes."""
