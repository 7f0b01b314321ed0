"""Notify players about waiting boards, new offers, and what happened since their last move.

`policy.py` decides what is due (pure), `scheduler.py` finds the players concerned, `delivery.py`
sends and withdraws. Depends on `presentation`, never on request handlers. Start with
`scheduler.py`.
"""
