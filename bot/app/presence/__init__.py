"""Who can be reached, and when the bot itself could not serve.

`tracker.py` follows people and chats that leave or return; `outages.py` credits clocks with the
time in which the bot did not serve. Depends on the store and the session cache.
Start with `tracker.py`.
"""
