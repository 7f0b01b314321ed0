"""Whether and why a call is refused, as a value to compare."""

from collections.abc import Callable
from typing import ParamSpec

from core.errors import Refused

P = ParamSpec("P")


def refusal(call: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Refused | None:
    """The refusal, or None where the call went through. Any other exception is a fault."""
    try:
        call(*args, **kwargs)
    except Refused as refused:
        return refused
    return None
