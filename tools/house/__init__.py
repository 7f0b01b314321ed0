"""Figures about the source: how it is worded, how it is divided, and what depends on what.

`python -m tools.house` prints them against their goals; `tools/house.toml` holds the bounds that a
test enforces. Everything is computed from the files themselves.
"""
