"""Contests: several matches of one player each on the same throws of the dice.

Owns entering, leaving and closing a contest, each player's private board, and the cards that show
it in rooms. Depends on `matches` and `presentation`.
Start with `service.py`.
"""
