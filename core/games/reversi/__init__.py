"""Reversi (Othello), 8x8."""
