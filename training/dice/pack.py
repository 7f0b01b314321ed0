"""A learned table as the file that ships: whole numbers of 16 bits, scaled to points or logits.

Training keeps one of two entries that are mirror images of each other; the file has both, so that
its reader need not sort.
"""

import numpy as np
from numpy.typing import NDArray

from core.games.dice.layout import (
    BLOCK,
    CLASSES,
    IMAGE,
    LIST,
    LISTS_AT,
    PAIR,
    PILES_AT,
    REJECTS,
    SET,
    SETS,
    STEPS,
    SUMS,
    TALLIES,
)

_MIDDLE = SUMS // 2 * STEPS
_HIGHEST = 32_767


def packed(table: NDArray[np.float32], unit: int) -> bytes:
    """Rounded to a `unit`th, little-endian. ValueError where something is too large for that."""
    numbers = np.rint(doubled(table) * unit)
    if np.abs(numbers).max() > _HIGHEST:
        raise ValueError(f"an entry of {np.abs(table).max():.1f} does not fit at {unit} to one")
    return numbers.astype("<i2").tobytes()


def doubled(table: NDArray[np.float32]) -> NDArray[np.float32]:
    """With both of every two entries that are each other's mirror image."""
    whole = table.copy()
    _pairs(whole[: CLASSES * BLOCK].reshape(CLASSES, BLOCK))
    _sevens(whole[LISTS_AT:PILES_AT].reshape(SETS, REJECTS, LIST))
    _piles(whole[PILES_AT:].reshape(SETS, TALLIES, TALLIES, TALLIES))
    return whole


def _pairs(blocks: NDArray[np.float32]) -> None:
    """Mirror the entries of a sum and its mirror image, fewer marks first."""
    for one in range(SUMS // 2):
        begin = PAIR[one][SUMS - 1 - one][0]
        for more in range(STEPS):
            for fewer in range(more):
                blocks[:, begin + more + STEPS * fewer] = blocks[:, begin + fewer + STEPS * more]


def _sevens(lists: NDArray[np.float32]) -> None:
    for bits, image in enumerate(IMAGE):
        if 0 <= SET[bits] < SET[image]:
            seven = lists[SET[bits], :, _MIDDLE : _MIDDLE + STEPS]
            lists[SET[image], :, _MIDDLE : _MIDDLE + STEPS] = seven


def _piles(piles: NDArray[np.float32]) -> None:
    for bits, image in enumerate(IMAGE):
        number = SET[bits]
        if number < 0 or bits.bit_count() == 0:
            continue
        if bits == image:
            fewer = np.triu(piles[number, :, :, 0])
            piles[number, :, :, 0] = fewer + np.triu(fewer, 1).T
        elif SET[image] > number:
            match bits.bit_count():
                case 1:
                    piles[SET[image]] = piles[number]
                case 2:
                    piles[SET[image], :, :, 0] = piles[number, :, :, 0].T
                case _:
                    piles[SET[image]] = piles[number].transpose(2, 1, 0)
