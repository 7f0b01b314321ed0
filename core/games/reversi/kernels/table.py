"""What was found out about positions: a hash table of buckets of four.

An entry is two words: the position's hash, and packed bounds of its score, the depth and the
sureness they hold for, the best square, and the generation. A new request gets a new generation and
sees nothing of older ones, so that answers do not depend on what was asked before.
"""

import numpy as np
from numpy.typing import NDArray

from core.kernels import ONE, part

GENERATIONS = 4096
UNKNOWN = np.int64(64)
"""The best square where none is known."""

_FIRST_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SECOND_FACTOR = np.uint64(0xC2B2AE3D27D4EB4F)
_HALF = np.uint64(32)
_BYTE, _WORD = np.uint64(0xFF), np.uint64(0xFFFF)
_ZERO = np.int64(1 << 15)
_LOWEST, _HIGHEST = np.int64(-30_000), np.int64(30_000)


def made(entries: int) -> NDArray[np.uint64]:
    """Return a table for `entries` entries, a power of two; 16 bytes each, allocated when used."""
    return np.zeros(2 * entries, np.uint64)


@part
def hashed(own, opp):
    mixed = own * _FIRST_FACTOR
    mixed ^= mixed >> _HALF
    mixed = (mixed + opp) * _SECOND_FACTOR
    mixed ^= mixed >> _HALF
    mixed *= _FIRST_FACTOR
    return mixed ^ (mixed >> _HALF)


@part
def lower(data):
    return np.int64(data & _WORD) - _ZERO


@part
def upper(data):
    return np.int64((data >> np.uint64(16)) & _WORD) - _ZERO


@part
def depth_of(data):
    return np.int64((data >> np.uint64(32)) & _BYTE)


@part
def sure_of(data):
    return np.int64((data >> np.uint64(40)) & np.uint64(15))


@part
def holds(data, depth, sure):
    """Whether an entry's bounds are good enough for a search of that depth and sureness."""
    return depth_of(data) >= depth and sure_of(data) >= sure


@part
def square_of(data):
    return np.int64((data >> np.uint64(44)) & _BYTE)


@part
def _generation_of(data):
    return np.int64(data >> np.uint64(52))


@part
def find(table, key, generation):
    """The packed entry of a position; 0 where there is none."""
    at = np.int64(key & np.uint64(table.size // 8 - 1)) * np.int64(8)
    for entry in range(4):
        data = table[at + 2 * entry + 1]
        if table[at + 2 * entry] == key and _generation_of(data) == generation:
            return data
    return np.uint64(0)


@part
def keep(table, key, generation, old, depth, sure, alpha, beta, score, square):
    """Writes what a search of a window found. `old` is what `find` gave for it before. Entries of
    older requests are free room and nothing else: not even where one lay may make a difference."""
    low, high = _LOWEST, _HIGHEST
    if old != np.uint64(0) and depth_of(old) == depth and sure_of(old) == sure:
        low, high = lower(old), upper(old)
    if score > alpha:
        low = max(low, score)
    if score < beta:
        high = min(high, score)
    data = np.uint64(low + _ZERO) | (np.uint64(high + _ZERO) << np.uint64(16))
    data |= np.uint64(depth) << np.uint64(32)
    data |= np.uint64(sure) << np.uint64(40)
    data |= np.uint64(square) << np.uint64(44)
    data |= np.uint64(generation) << np.uint64(52)
    at = np.int64(key & np.uint64(table.size // 8 - 1)) * np.int64(8)
    worst, least = at, np.int64(1 << 30)
    for entry in range(4):
        there = table[at + 2 * entry + 1]
        value = np.int64(-1)
        if _generation_of(there) == generation:
            value = np.int64(-2) if table[at + 2 * entry] == key else depth_of(there)
        if value < least:
            worst, least = at + 2 * entry, value
    table[worst] = key
    table[worst + ONE] = data
