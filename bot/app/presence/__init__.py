"""Which players can be reached, and when the bot itself was down.

`tracker.py` follows players and chats that leave or return; `outages.py` credits clocks for the
time in which the bot did not serve. Depends on the store and the session cache. Start with
`tracker.py`.
"""
