"""The computer players: worker processes (`worker.py`), and the pool that asks them (`pool.py`)."""
