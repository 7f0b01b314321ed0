"""All throws, counted by throwing them."""

from collections import Counter
from itertools import product

THROWS = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5))
"""In how many of 7,776 ways each falls."""
