"""One play of a game, from open seats to outcome.

A match is a frozen value and changes in one place, `decide(match, command, now)`. Its plies are the
truth; the position is folded from them and never stored.
"""
