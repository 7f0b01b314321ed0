"""Where everything is kept. All SQL is here, behind one contract: `Store` in `bot/app/ports.py`."""
