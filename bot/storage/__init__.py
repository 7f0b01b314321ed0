"""The SQLite store. All SQL is here, behind one contract: `Store` in `bot/app/ports/store.py`."""
