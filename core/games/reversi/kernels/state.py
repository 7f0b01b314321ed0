"""The cells of the array that a search carries along, and when it gives up."""

from core.kernels import part

SPENT, MOST, ENDED, GENERATION = 0, 1, 2, 3
"""Nodes spent and allowed, whether the search ended early, the generation of the table."""
CELLS = 4


@part
def ended(state, stop):
    """Whether to give up: the nodes are spent, or the time is up (`core.engine.Stop`)."""
    if state[SPENT] > state[MOST] or stop[0] != 0:
        state[ENDED] = 1
    return state[ENDED] != 0
