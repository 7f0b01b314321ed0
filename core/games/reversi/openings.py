"""Balanced openings: lines of eight plies, made by `training/reversi/openings.py`."""

BALANCED: tuple[str, ...] = ("f5d6c3d3c4f4f6f3",)
