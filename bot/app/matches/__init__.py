"""The life of a match: create it, join it, act on it, show it elsewhere.

Turns requests into commands for `core.match` and new matches into sessions; saving goes through
`bot.app.commit`. Depends on `presentation` and `rooms.access`.
Start with `handlers.py` (new matches) and `commands.py` (requests that become commands).
"""
