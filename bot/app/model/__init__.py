"""Values the application is made of: requests, sessions, cards, players, settings.

Frozen dataclasses and enums; nothing here waits, stores or draws. Depends on `core` alone.
Start with `session.py` (a match and the messages that show it) and `request.py` (what a front end
hands in).
"""
