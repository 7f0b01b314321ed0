"""Reversi: see README.md."""
