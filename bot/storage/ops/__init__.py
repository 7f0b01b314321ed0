"""Operations on the database file: backup, lock, statistics, the bot's own secrets.

Works on files and connections, not on sessions.
Depends on nothing else in the store.
Start with `backup.py`.
"""
