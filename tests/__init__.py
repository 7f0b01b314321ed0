"""The tests. The tree below mirrors the source: `tests/core/match/` tests `core/match/`."""
