"""The days of the daily dice: entries, tables, streaks.

Written by the save of the last choice and by the closing of the day.
Depends on `players` and `rankings`.
Start with `queries.py`.
"""
