"""Values of the application: requests, sessions, cards, players, settings.

Frozen dataclasses and enums; nothing here waits, stores or draws. Depends only on `core`. Start
with `session.py` (a match and the messages that display it) and `request.py` (what a front end
passes in).
"""
