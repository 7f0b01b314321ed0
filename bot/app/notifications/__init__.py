"""Telling players that a board waits for them, that an offer was made, or what happened since.

`policy.py` decides what is due (pure), `scheduler.py` finds whom it concerns, `delivery.py` sends
and withdraws. Depends on `presentation`, never on the handlers of requests.
Start with `scheduler.py`.
"""
