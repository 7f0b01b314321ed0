"""Rooms as rows: their settings, bans, and who is present in them.

Settings of a channel override those of its server.
Depends on `players` and `rankings`.
Start with `settings.py`.
"""
