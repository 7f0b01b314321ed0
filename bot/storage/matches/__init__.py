"""Sessions as rows: bodies, screens, invite codes, reviews, and the queries for pending work.

A save is one transaction with a version check; `sessions.py` has it.
Depends on the codec and the column helpers.
Start with `sessions.py`.
"""
