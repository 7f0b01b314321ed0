"""Pure values and functions: game rules, matches and results.

Time and seeds are passed in as values, so the same input always gives the same output and every
match can be tested and replayed.
"""
