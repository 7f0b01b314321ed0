"""What Telegram is sent: boards, replies, notifications, within its rate limits.

Cards become text, keyboards and pictures in `render.py`; `sender.py` posts and edits them.
Depends on the transport.
Start with `screens.py`.
"""
