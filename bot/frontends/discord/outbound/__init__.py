"""What Discord is sent: boards, responses to interactions, modals, threads, notifications.

Cards become components and attachments in `render.py`; `sender.py` posts and edits them.
Depends on the mapping of rooms alone.
Start with `screens.py`.
"""
