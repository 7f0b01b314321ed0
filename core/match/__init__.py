"""One match, from open seats to outcome.

A match is a frozen value and changes only through `decide(match, command, now)`. Its plies are the
source of truth; the position is folded from them and never stored.
"""
