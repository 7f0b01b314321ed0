"""What the compiled kernels of all games share: how they are compiled, and counting bits.

Owns the one way a kernel is compiled, because three things have to hold for all of them: results
repeat on every machine (whole numbers, no fastmath), the interpreter stays free while one runs (so
that the worker notices its end and the time), and a kernel that calls itself survives being loaded
from the cache.

That last one is numba's issue 6061: a self-recursive function from the cache ends the process
wherever a call inside it passes a type that is not the signature's, a literal `0` for an `int64`
included. So a kernel that calls itself has a written signature and passes typed values only:
`ZERO`, `ONE` or a local that was converted. `tests/core/test_kernels.py` plays in two fresh
processes on an empty cache.

Kernels live in `core/games/<game>/kernels/`, whose modules are not type checked inside: each shows
plain typed functions at its edge. Code that runs without compiled numbers (matches, rules,
the registry) never imports this module.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

ZERO, ONE = np.int64(0), np.int64(1)
"""Typed constants for recursive calls."""


def kernel(signature: str) -> Callable[[F], F]:
    """Compile for that signature on import, or load from the cache.

    Used for functions called from Python and for recursive ones. Negative indices do not wrap and
    nothing is bounds-checked: an index outside its array is a bug in the kernel and ends the
    process.
    """
    compiled = numba.njit(signature, cache=True, nogil=True, error_model="numpy", boundscheck=False)
    return cast("Callable[[F], F]", compiled)


def part(function: F) -> F:
    """Mark a helper that is inlined into the kernels that use it; not callable from Python."""
    return cast("F", numba.njit(function, nogil=True, error_model="numpy", boundscheck=False))


def _bits(name: str) -> Any:
    """One of the IR builder's instructions on 64 bits, `int64(uint64)`; a hand-declared LLVM
    intrinsic would end the process at the smallest slip."""

    @intrinsic
    def counted(typing: Any, board: Any) -> Any:
        del typing, board

        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            del signature
            defined = () if name == "ctpop" else (context.get_constant(types.boolean, False),)
            return getattr(builder, name)(values[0], *defined)

        return types.int64(types.uint64), build

    return counted


popcount = _bits("ctpop")
"""The number of set bits."""

lowest = _bits("cttz")
"""The index of the lowest set bit; 64 if none is set."""

leading = _bits("ctlz")
"""The number of zero bits above the highest set bit; 64 if none is set."""
