"""Hints during a match and reviews after it.

Hints are answered at once; reviews are jobs of a background worker that stores its results. Depends
on the `Engines` port, never on an engine. Start with `review_handler.py`.
"""
