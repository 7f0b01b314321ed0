"""Finished matches: history, leaderboards, replays, and records as text.

Reads only; results are written together with the move that ends a match (`bot.app.results`).
Depends on `presentation`. Start with `handlers.py`.
"""
