"""The daily dice: one contest a day, the same throws for every player.

Owns opening and closing days, the tables and streaks, and the requests about them. Depends on
`contests` and `presentation`.
Start with `lifecycle.py` (a day's life) or `handlers.py` (its requests).
"""
