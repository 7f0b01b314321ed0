"""Room administration: settings, bans, ending and annulling matches, operator commands.

`access.py` decides who may offer and join a match in a room. Depends on `people` and `presence`.
Start with `access.py` or `moderation.py`.
"""
