"""Leaderboards, ratings and profiles, updated by the save that ends a match.

Sums and windows, so reading a page costs the same however many matches are stored.
Depends on `players`.
Start with `standings.py` and `ratings.py`.
"""
