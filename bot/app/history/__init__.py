"""Finished matches: histories, leaderboards, replays, and records as text.

Everything here only reads; results are written with the move that ends a match (`bot.app.results`).
Depends on `presentation`.
Start with `handlers.py`.
"""
