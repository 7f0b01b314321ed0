"""Running a room: its settings, bans, ending and annulling matches, the operator's commands.

`access.py` says who may offer and join a match in a room. Depends on `people` and `presence`.
Start with `access.py` or `moderation.py`.
"""
