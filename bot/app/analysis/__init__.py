"""Hints during a match and reviews after it.

Hints are answered at once; reviews are jobs of a background worker that keeps what it has found.
Depends on the `Engines` port, never on an engine.
Start with `review_handler.py`.
"""
