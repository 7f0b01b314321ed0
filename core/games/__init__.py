"""One folder a game: `rules.py`, `notation.py` and, for a computer player, `engine.py`."""
